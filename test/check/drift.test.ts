import { describe, expect, it } from 'vitest';
import type { FieldConfiguration } from '../../src/booking/catalog/field.ts';
import { catalogDrift } from '../../src/check/drift/catalog-drift.ts';
import { checkDrift } from '../../src/check/drift/check-drift.ts';
import { driftWords } from '../../src/check/drift/drift-words.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { fieldOf } from './catalog.ts';

const zip = fieldOf({ id: 1, keyName: 'zip', name: 'PLZ', validatorRegexp: '^[0-9]{5}$' });
const hair = fieldOf({ id: 2, keyName: 'hair', type: 'selection', selectItems: ['wavy', 'curly'] });
const fax = fieldOf({ id: 3, keyName: 'fax' });
const before = [zip, hair, fax];

function words(
  after: readonly FieldConfiguration[],
  earlier: readonly FieldConfiguration[] = before,
): string[] {
  return catalogDrift(earlier, after).map(driftWords);
}

describe('the changes of a catalog', () => {
  it('are found in a few steps for each field, however many fields there are', () => {
    let looks = 0;
    const counted = (at: number): FieldConfiguration =>
      new Proxy(fieldOf({ id: at, keyName: `key ${at}` }), {
        get(target, key) {
          looks += 1;
          return Reflect.get(target, key);
        },
      });
    const fields = (from: number) => Array.from({ length: 1_000 }, (_, at) => counted(from + at));
    expect(words(fields(1_000), fields(0))).toHaveLength(2_000);
    expect(looks).toBeLessThan(50_000);
  });

  it('are found in a few steps for each choice, however many choices there are', () => {
    let looks = 0;
    const counting = (names: readonly string[]) =>
      new Proxy(names, {
        get(target, key) {
          looks += 1;
          return Reflect.get(target, key);
        },
      });
    const of = (word: string) => counting(Array.from({ length: 2_000 }, (_, at) => `${word} ${at}`));
    const after = [{ ...hair, selectItems: of('new') }];
    expect(words(after, [{ ...hair, selectItems: of('old') }])).toEqual([
      expect.stringMatching(/^"hair": its choices "old 0".* are gone; its choices "new 0".* are new$/),
    ]);
    expect(looks).toBeLessThan(2_000 * 20);
  });

  it('are none without a difference, whatever the order', () => {
    expect(words([fax, zip, { ...hair, listOrder: 9, names: { en: 'Hair' } }])).toEqual([]);
  });

  it.each<[string, Partial<FieldConfiguration>, string]>([
    ['its type', { type: 'date' }, '"zip" (PLZ): its type was text, now date'],
    ['its validator', { validatorRegexp: null }, '"zip" (PLZ): its validator was ^[0-9]{5}$, now none'],
    ['being required', { valueRequired: true }, '"zip" (PLZ): it was optional, now required'],
    [
      'whose it is',
      { appointmentSpecific: true },
      '"zip" (PLZ): it was a field of the customer, now a field of the appointment',
    ],
    ['its name', { name: 'Postleitzahl' }, '"zip" (Postleitzahl): its name was PLZ, now Postleitzahl'],
    ['its message', { errorMessage: 'no' }, '"zip" (PLZ): its error message was none, now no'],
    ['being hidden', { hidden: true }, '"zip" (PLZ): it was shown, now hidden'],
    ['its privacy', { privacyConfidential: true }, '"zip" (PLZ): it was not confidential, now confidential'],
    ['its keyName', { keyName: 'plz' }, '"zip" was renamed to "plz" (PLZ)'],
  ])('contain %s', (_, change, reported) => {
    expect(words([{ ...zip, ...change }, hair, fax])).toEqual([reported]);
  });

  it('do not contain names in another language', () => {
    const names = { de: 'PLZ', en: 'Zip code' };
    const [one, other] = [
      { ...zip, names },
      { ...zip, names: { ...names, fr: 'Code' }, name: 'Zip code' },
    ];
    expect(words([other], [one])).toEqual([]);
    expect(words([{ ...other, names: { ...names, en: 'Zip' } }], [one])).toEqual([
      '"zip" (Zip code): its en name was Zip code, now Zip',
    ]);
  });

  it('contain added and removed choices', () => {
    expect(words([zip, { ...hair, selectItems: ['straight', 'curly'] }, fax])).toEqual([
      '"hair": its choice "wavy" is gone; its choice "straight" is new',
    ]);
  });

  it('contain added and removed fields', () => {
    expect(words([zip, hair, fieldOf({ id: 4, keyName: 'shoe' })])).toEqual([
      '"shoe" is new, of the type text',
      '"fax" is gone (archived or deleted)',
    ]);
  });

  it('distinguish a keyName of another field from a changed field', () => {
    expect(words([zip, hair, fieldOf({ id: 9, keyName: 'fax', name: 'Fax machine' })])).toEqual([
      '"fax" is another field now: fax before, Fax machine now',
    ]);
    const swapped = [{ ...zip, keyName: 'hair' }, { ...hair, keyName: 'zip' }, fax];
    expect(words(swapped)).toEqual([
      '"zip" was renamed to "hair" (PLZ)',
      '"hair" was renamed to "zip" (hair)',
    ]);
  });

  it('are matched by keyName without ids', () => {
    const withoutIds = before.map(field => ({ ...field, id: 0 }));
    expect(words(withoutIds, withoutIds)).toEqual([]);
    expect(words(before, withoutIds)).toEqual([]);
  });
});

describe('a check against the lock', () => {
  const yaml = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields:
    zip: zip
    hair: hair
`;
  const { mapping } = parseMapping('notes.yaml', yaml, { readFile: () => new Uint8Array() });
  const check = (live: readonly FieldConfiguration[], locked = before) =>
    checkDrift({
      destination: 'salon',
      locked,
      live,
      placeOf: field => ({ file: 'catalog.lock.yaml', line: field?.id ?? 99, column: 1 }),
      mappings: mapping ? [mapping] : [],
    }).map(({ severity, place }) => `${severity} ${place?.file}:${place?.line}`);

  it('warns if a mapping writes a value that may now be refused', () => {
    expect(check([{ ...zip, validatorRegexp: '^X' }, hair, { ...fax, type: 'date' }])).toEqual([
      'warning notes.yaml:7',
      'info catalog.lock.yaml:3',
    ]);
    expect(check([zip, { ...hair, selectItems: ['curly'] }, fax])).toEqual(['warning notes.yaml:8']);
  });

  it('only notes changes that can make no value fail', () => {
    const live = [
      { ...zip, name: 'Zip' },
      { ...hair, selectItems: ['wavy', 'curly', 'new'] },
    ];
    expect(check([...live, fax])).toEqual(['info catalog.lock.yaml:1', 'info catalog.lock.yaml:2']);
  });

  it('does not repeat the report of the mapping about a renamed field', () => {
    expect(check([{ ...zip, keyName: 'plz' }, hair, fax])).toEqual([]);
    expect(check([zip, hair, { ...fax, keyName: 'telefax' }])).toEqual(['info catalog.lock.yaml:3']);
  });

  it('notes at most twenty fields, and how many more there are', () => {
    const many = Array.from({ length: 30 }, (_, index) => fieldOf({ id: 100 + index, keyName: `f${index}` }));
    const gone = checkDrift({
      destination: 'salon',
      locked: many,
      live: [],
      placeOf: () => undefined,
      mappings: [],
    });
    expect(gone).toHaveLength(21);
    expect(gone.at(-1)?.message).toBe('10 more fields of salon have changed since the lock');
  });

  it('has a single note for many new fields', () => {
    const many = Array.from({ length: 30 }, (_, index) => fieldOf({ id: 100 + index, keyName: `f${index}` }));
    expect(check([...before, ...many])).toHaveLength(1);
    expect(check([...before, ...many.slice(0, 3)])).toHaveLength(3);
  });
});
