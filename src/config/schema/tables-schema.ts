import * as z from 'zod';
import type { Place } from '../../diagnostics/diagnostic.ts';

/** A text, a number, true, false or null, as in a file. */
export const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A value that a rule sends unchanged. */
export const literal = z
  .union([z.string(), z.number(), z.boolean(), z.null(), z.array(scalar)])
  .meta({ allowed: 'a text, a number, true, false, null, or a list of these' });

/** A look-up table: the keys are values in the payload, the values are what is sent. */
export const lookupTable = z.record(z.string(), literal);

/** Look-up tables by name. */
export type LookupTables = Readonly<Record<string, z.output<typeof lookupTable>>>;

/** The places of the tables' names in the config. */
export type TablePlaces = ReadonlyMap<string, Place>;

/** `tables` of the config. */
export const tablesSchema = z
  .record(z.string(), lookupTable)
  .optional()
  .describe(
    'Look-up tables by name, for rules with values: NAME in all mappings. A table of the same name in a mapping takes precedence',
  )
  .meta({ written: [{ stage: { customer: 'Stammkunde', lead: 'Interessent' } }] });
