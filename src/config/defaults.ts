import { isSupportedCountry } from 'libphonenumber-js/max';
import { IANAZone } from 'luxon';
import * as z from 'zod';
import { diagnostic } from '../diagnostics/diagnostic.ts';
import { addFault } from '../diagnostics/yaml/shape.ts';
import { countryMeant } from '../expressions/convert/country-meant.ts';
import { formatFault, patternFault } from '../expressions/date-pattern.ts';
import type { LookupTables } from './schema/tables-schema.ts';
import type { AnswersShape } from './sources/answers-schema.ts';

/** The treatment of a parameter whose value is missing or empty. */
export const absence = z.enum(['skip', 'clear', 'fail']).meta({
  default: 'skip',
  enumDescriptions: [
    'It is not sent, so nothing changes',
    'The empty text is sent, which deletes the value',
    'The event fails, and a person decides',
  ],
});

const droppedWords = 'fail or drop';
const countryWords = 'two capital letters of a country, such as DE';
const zoneWords = 'the name of a time zone, such as Europe/Berlin or UTC';

/**
 * `defaults`: the keys of rules that a destination, a source or a mapping sets once for all its rules. Functions of
 * libraries are called here inside other functions, so that the libraries are not loaded at each start.
 */
export const defaultsSchema = z.strictObject({
  country: z
    .string(countryWords)
    .refine(country => isSupportedCountry(country), {
      error: ({ input }) => {
        const meant = countryMeant(String(input));
        return meant ? `${countryWords} (${meant} is meant)` : countryWords;
      },
    })
    .optional()
    .describe('For as: phone. The country of numbers without a country code')
    .meta({ written: ['AT'] }),
  zone: z
    .string(zoneWords)
    .refine(zone => IANAZone.isValidZone(zone), zoneWords)
    .optional()
    .describe('For as: date. The time zone of times without a zone, and of the dates that are sent')
    .meta({ written: ['Europe/Vienna'] }),
  parse: z
    .union([pattern().transform(one => [one]), z.array(pattern()).min(1)])
    .optional()
    .describe('For as: date. The format of dates in the payload, or a list of formats')
    .meta({ written: ['dd.MM.yyyy', ['yyyy-MM-dd', 'dd.MM.yyyy']] }),
  format: pattern(formatFault)
    .optional()
    .describe('For as: date. The format of dates that are sent')
    .meta({ written: ['dd.MM.yyyy'] }),
  separator: z
    .string()
    .optional()
    .describe('For as: list. The separator between the elements that are sent')
    .meta({ written: [';'] }),
  decimal: z.enum(['.', ',']).optional().describe('For as: number. The decimal separator in the payload'),
  whenEmpty: absence.optional().describe('How to treat an empty value'),
  whenMissing: absence.optional().describe('How to treat a value that the payload does not contain'),
  onInvalid: z
    .enum(['fail', 'drop'], `${droppedWords}; clear deletes values, so it stands at a rule only`)
    .optional()
    .describe('How to treat an invalid value. In a list, drop leaves out only the invalid elements')
    .meta({ enumDescriptions: ['The event fails, and a person decides', 'The value is left out'] }),
});

/** The settings that rules use unless they have their own. */
export type Defaults = z.output<typeof defaultsSchema>;

/** The settings in the config for the rules of all mappings. */
export interface DefaultsOf {
  /** Returns the defaults of a source or a destination, by its name. */
  (of: 'source' | 'destination', name: string): Defaults | undefined;
  readonly tables?: LookupTables | undefined;
  /** Returns how to find a source's answers: a known sender, or their places; undefined without any. */
  readonly answersAt?: (source: string) => string | AnswersShape | undefined;
}

interface WithDefaults {
  readonly defaults?: Defaults | undefined;
  readonly answers?: string | AnswersShape | undefined;
}

/** Returns the defaults of the sources and destinations of a config, and its tables. */
export function defaultsOf(config: {
  readonly sources: ReadonlyMap<string, WithDefaults>;
  readonly destinations: ReadonlyMap<string, WithDefaults>;
  readonly tables?: LookupTables | undefined;
}): DefaultsOf {
  const find = (of: 'source' | 'destination', name: string) =>
    (of === 'source' ? config.sources : config.destinations).get(name)?.defaults;
  const answersAt = (source: string) => config.sources.get(source)?.answers;
  return Object.assign(find, { tables: config.tables, answersAt });
}

function pattern(faultOf = patternFault) {
  return z.string().superRefine((written, context) => {
    const fault = faultOf(written);
    if (fault) addFault(context, diagnostic('yaml/wrong-type', fault.message, { hint: fault.hint }));
  });
}
