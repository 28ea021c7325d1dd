import * as z from 'zod';
import type { Diagnostic, Place } from '../../../../diagnostics/diagnostic.ts';
import { masked, messageByCode, namesMasked } from '../../roles.ts';
import type { Keys } from './keys.ts';

/** A place in a file. */
export const placeSchema = z.object({
  file: z.string(),
  line: z.int(),
  column: z.int(),
  length: z.int().optional(),
} satisfies Keys<Place>);

const keys = {
  code: z.string().describe('One of the codes; codes never change their meaning'),
  severity: z.enum(['error', 'warning', 'info']).describe('`error`, `warning` or `info`'),
  message: z.string().describe('The problem, and the allowed values'),
  hint: z.string().optional().describe('The next step'),
  meant: z.string().optional().describe('The text that was probably meant in place of the wrong one'),
  cause: z.string().optional().describe('The fault for which a value was left out or deleted'),
  waitsFor: z.string().optional().describe('The id of another event, which must be resolved first'),
  newerEvents: z
    .array(z.string())
    .optional()
    .describe('The ids of the newer events that have set a value which was left out, the oldest first'),
  place: placeSchema.optional().describe('`file`, `line`, `column`, `length`, counted from 1'),
  path: z.string().optional().describe('The place in the payload or in the call'),
  instead: z.string().optional().describe('The corrected line of the file'),
  fix: z
    .array(z.object({ place: placeSchema, text: z.string() }))
    .optional()
    .describe('Safe corrections: edits, each with a `place` and a `text`'),
} satisfies Keys<Diagnostic>;

/** A diagnostic about a file: it contains no personal data. */
export const diagnosticSchema = z.object(keys).meta({ id: 'Diagnostic' });

/** A diagnostic about an event: its message and its path may quote data of the event. */
export const eventDiagnosticSchema = z
  .object({
    ...keys,
    message: keys.message.meta(masked),
    hint: keys.hint.meta(masked),
    meant: keys.meant.meta(masked),
    cause: keys.cause.meta(masked),
    path: keys.path.meta(namesMasked),
    instead: keys.instead.meta(masked),
    fix: keys.fix.meta(masked),
  })
  .meta({ id: 'EventDiagnostic', ...messageByCode });
