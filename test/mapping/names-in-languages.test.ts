import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { namesInEnglish } from '../../src/check/days/names-in-english.ts';
import { convertDate } from '../../src/expressions/convert/convert-date.ts';
import { languageOfNames } from '../../src/mapping/convert/locale-of-names.ts';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { fieldMapping, mappingOf } from './evaluate-yaml.ts';

const rule = { format: 'yyyy-MM-dd', zone: undefined };
const formats = [
  'd. MMMM yyyy',
  'd MMMM yyyy',
  'd. MMM yyyy',
  'EEEE, d. MMMM yyyy',
  'EEE d MMM yyyy',
  'MMMM d, yyyy',
];
const ofTheApi = ['de', 'en', 'nl', 'fr'];
const others = [
  'de-AT',
  'de-CH',
  'en-GB',
  'it',
  'es',
  'pt',
  'pl',
  'tr',
  'da',
  'sv',
  'nb',
  'fi',
  'hu',
  'ro',
  'hr',
  'sl',
  'sk',
  'cs',
];

function read(text: string, parse: string, language?: string): string | undefined {
  const step = convertDate(text, { ...rule, parse: [parse], ...(language && { language }) });
  return 'value' in step ? step.value : undefined;
}

/** Returns the text that a rule sends for a date, at a destination with a locale. */
async function sent(format: string, locale: string | undefined, given = '1988-03-14', parse = '') {
  const mapping = mappingOf(
    fieldMapping(`{from: d, as: date, format: "${format}"${parse && `, parse: "${parse}"`}}`),
  );
  const event = { id: 'e', source: 'website', receivedAt: '2026-01-01T00:00:00Z' };
  const payload = { d: given };
  const made = await evaluate(
    mapping,
    { payload, answers: undefined, headers: {}, query: {}, body: payload, event },
    {
      people: 'p',
      findLink: async () => undefined,
      settingsOf: name => ({ locale: name === 'salon' ? locale : 'xx' }),
    },
  );
  const [field] = made.kind === 'call' ? made.call.additionalFields : [];
  return field && 'set' in field.change ? field.change.set.text : made.kind;
}

describe('names of months and days', () => {
  it.each([
    ['de', 'Montag, 14. März 1988'],
    ['de_DE', 'Montag, 14. März 1988'],
    ['de-AT', 'Montag, 14. März 1988'],
    ['en', 'Monday, 14. March 1988'],
    [undefined, 'Monday, 14. March 1988'],
    ['nl', 'maandag, 14. maart 1988'],
    ['fr', 'lundi, 14. mars 1988'],
    ['it', 'lunedì, 14. marzo 1988'],
    ['pl', 'poniedziałek, 14. marca 1988'],
    ['xx', 'Monday, 14. March 1988'],
  ])('are written in the language of the destination: %s', async (locale, text) => {
    expect(await sent('EEEE, d. MMMM yyyy', locale)).toBe(text);
  });

  it('are read in the language of the destination', async () => {
    expect(await sent('dd.MM.yyyy', 'it', '14 marzo 1988', 'd MMMM yyyy')).toBe('14.03.1988');
    expect(await sent('dd.MM.yyyy', undefined, '14 marzo 1988', 'd MMMM yyyy')).toBe('failed');
    expect(await sent('dd.MM.yyyy', 'it', '14. März 1988', 'd. MMMM yyyy')).toBe('14.03.1988');
  });

  it('do not change formats with digits only', async () => {
    for (const locale of ['ar', 'fa', 'th', 'ja', 'de']) {
      expect(await sent('dd.MM.yyyy', locale)).toBe('14.03.1988');
    }
    expect(await sent('d. MMMM yyyy', 'fa')).toMatch(/^14\. .* 1988$/);
  });

  it('get a warning if the language is unknown', () => {
    const mapping = mappingOf(fieldMapping('{from: d, as: date, format: d. MMMM yyyy}'));
    const codes = (locale: string | undefined) => namesInEnglish(mapping, locale).map(({ code }) => code);
    for (const locale of ['xx', 'zz-DE', 'qq'])
      expect(codes(locale), locale).toEqual(['check/names-in-english']);
    for (const locale of [...ofTheApi, ...others, 'de_DE', undefined]) expect(codes(locale)).toEqual([]);
  });

  it('of the destination or of the API are read as the written date, or not at all', () => {
    // A name may mean another month elsewhere: "listopad" is October in Croatia and November in Poland.
    const day = fc.integer({ min: 0, max: 73_000 });
    const language = fc.constantFrom(...ofTheApi, ...others);
    const format = fc.constantFrom(...formats);
    fc.assert(
      fc.property(day, language, format, fc.constantFrom('own', ...ofTheApi), (days, own, form, from) => {
        const written = from === 'own' ? own : from;
        const date = DateTime.utc(1900, 1, 1).plus({ days });
        const text = date.toFormat(form, { locale: written, numberingSystem: 'latn' });
        const found = read(text, form, own);
        if (found !== undefined || from === 'own') {
          expect(found, `${text} (${written}) read in ${own}`).toBe(date.toISODate());
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('of the languages of the API are read everywhere', () => {
    for (const written of ofTheApi) {
      for (let month = 1; month <= 12; month += 1) {
        const date = DateTime.utc(1988, month, 14);
        for (const format of formats) {
          const text = date.toFormat(format, { locale: written, numberingSystem: 'latn' });
          for (const language of [undefined, ...ofTheApi])
            expect(read(text, format, language), text).toBe(date.toISODate());
        }
      }
    }
  });

  it('are known for every supported language', () => {
    expect(ofTheApi.map(languageOfNames)).toEqual(ofTheApi);
    expect(languageOfNames('de_AT')).toBe('de-AT');
    expect(languageOfNames('xx')).toBeUndefined();
    expect(languageOfNames(undefined)).toBeUndefined();
  });
});
