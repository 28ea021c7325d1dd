import { describe, expect, it } from 'vitest';
import { differentDateFormats } from '../../src/check/days/date-formats.ts';
import { catalogOf, fieldOf } from './catalog.ts';
import { mappingOf } from './trials.ts';

const config = { destinations: new Map() };

function found(one: string, other: string, field: object = {}, head = '') {
  const mapping = (name: string, rule: string, start = '') =>
    mappingOf(['additionalFields:', `  visit: ${rule}`], { name, head: start });
  const snapshot = catalogOf({ fields: [fieldOf({ keyName: 'visit', ...field })] });
  const mappings = [mapping('first', one), mapping('second', other, head)];
  return differentDateFormats(mappings, config, new Map([['salon', { snapshot }]])).map(
    ({ code, message }) => `${code}: ${message}`,
  );
}

const german = '{from: a, as: date, format: dd.MM.yyyy}';
const iso = '{from: a, as: date}';

describe('one field with dates of two mappings', () => {
  it.each([
    [german, iso],
    [iso, german],
    [german, '{from: b, as: date, format: dd/MM/yyyy}'],
    [german, '{from: b, as: date, format: d.M.yyyy}'],
    [german, '{from: b, as: date, format: "dd.MM.yyyy HH:mm"}'],
    [german, '{answer: Tag, as: date, parse: dd.MM.yyyy}'],
  ])('is reported if their formats differ: %s, %s', (one, other) => {
    expect(found(one, other)).toEqual([
      expect.stringMatching(
        /^check\/date-formats: second writes the dates in visit of salon as .+, and first \(first.yaml:8\) as /,
      ),
    ]);
  });

  it('is reported if a default of one mapping differs', () => {
    const rule = '{from: a, as: date}';
    expect(found(rule, rule, {}, 'defaults: {format: dd.MM.yyyy}')).toHaveLength(1);
  });

  it.each<[string, string, object?]>([
    [german, german],
    [german, '{from: b, as: date, parse: [yyyy-MM-dd, MM/dd/yyyy], format: dd.MM.yyyy}'],
    [iso, iso],
    [iso, '{from: b, as: date, format: yyyy-MM-dd}'],
    [german, 'b'],
    [german, '{value: 2026-03-01}'],
    [german, '{from: b, as: text}'],
    [german, '{from: b, as: date, because: the shop needs ISO dates}'],
    [`{from: a, as: date, because: 'no other way'}`, german],
    [german, iso, { validatorRegexp: '^\\d{2}\\.\\d{2}\\.\\d{4}$' }],
    [german, iso, { errorMessage: 'TT.MM.JJJJ' }],
  ])('is right if they agree, or the account or a person decides: %s, %s', (one, other, field) => {
    expect(found(one, other, field)).toEqual([]);
  });

  it('is right for two fields', () => {
    const mappings = ['a', 'b'].map(key =>
      mappingOf(['additionalFields:', `  ${key}: ${key === 'a' ? german : iso}`], { name: key }),
    );
    expect(differentDateFormats(mappings, config, new Map())).toEqual([]);
  });
});
