import { describe, expect, it } from 'vitest';
import { createAnonymiser, type Known } from '../../src/history/capture/anonymise.ts';
import type { Destined } from '../../src/history/capture/destined-kinds.ts';

const nothingKnown: Known = {
  vocabulary: { why: () => undefined, names: new Set() },
  destined: new Map(),
  ids: { has: () => false },
  harmless: new Map(),
};

function anonymise(value: unknown, known: Partial<Known> = {}) {
  const anonymiser = createAnonymiser([value], { ...nothingKnown, ...known });
  return { made: anonymiser.anonymise(value) as never, kept: anonymiser.kept().map(({ text }) => text) };
}

/** Anonymises a value under a key. */
const under = (key: string, text: unknown) =>
  (anonymise({ [key]: text }).made as Record<string, unknown>)[key];

describe('anonymising', () => {
  it.each([
    ['email', 'Ada@Web.example', /^[a-z]+\.[a-z]+@example\.com$/],
    ['x', '+49 151 12345678', /^\+49 151 12\d{6}$/],
    ['x', '(0151) 1234-5678', /^\(0151\) 12\d\d-\d{4}$/],
    ['x', 'https://ada.example/me?id=77', /^https:\/\/example\.com\/[a-z]{2}\?[a-z]{2}=\d\d$/],
    ['x', '1988-03-14', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-2])$/],
    ['x', '14.03.88', /^(0[1-9]|1[0-2])\.(0[1-9]|1[0-2])\.\d\d$/],
    ['x', '2026-03-02T09:16:41.120+01:00', /^202[45]-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+01:00$/],
    ['x', '203.0.113.7', /^192\.0\.2\.\d+$/],
    ['x', '6d1b8f55-5a44-4f2b-a2d9-0d5f6b3f8b11', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/],
    ['Vorname', 'Ada', /^(Mika|Noa)$/],
    ['q3_fullName', 'Ada Lovelace', /^Mika Birkenfeld$/],
    ['PLZ', '04109', /^0\d{4}$/],
    ['Straße', 'Am Markt 5', /^[A-Z][a-z] [A-Z][a-z]{4} \d$/],
    ['note', 'Анна Ёлкина', /^\p{Script=Cyrillic}{4} \p{Script=Cyrillic}{6}$/u],
    ['age', 37, /^\d\d$/],
    ['phone', 4915112345678, /^\d{13}$/],
    ['status', 'Ada Lovelace', /^[A-Z][a-z]{2} [A-Z][a-z]{7}$/],
    ['type', 'call 0151 12345678', /^[a-z]{4} 0\d{3} \d{8}$/],
    ['form_id', 'my form, Ada', /^[a-z]{2} [a-z]{4}, [A-Z][a-z]{2}$/],
  ])('replaces under %s the value %s with one of the same shape', (key, value, shape) => {
    const made = String(under(key, value));
    expect(made).toMatch(shape);
    expect(made).not.toBe(String(value));
  });

  it.each([
    ['label', ['home', 'Work', 'Mobile', 'primary', 'other', 'privat', 'geschäftlich', 'Büro', 'domicile']],
    ['phone_label', ['home', 'work']],
    ['kind', ['billing', 'Privat']],
    ['addressType', ['Lieferadresse', 'shipping']],
  ])('keeps the kind of a value under %s', (key, words) => {
    for (const word of words) expect(under(key, word)).toBe(word);
    expect(anonymise({ phones: words.map(label => ({ label, value: '0151 23456789' })) }).made).toEqual({
      phones: words.map(label => ({ label, value: expect.not.stringContaining('23456789') })),
    });
  });

  it.each([
    ['label', 'Mutter Anna'],
    ['label', 'Ada'],
    ['label', 'home of Ada'],
    ['note', 'home'],
    ['company', 'Work'],
    ['answer', 'privat'],
  ])('replaces another text, and the same word elsewhere: %s: %s', (key, text) => {
    expect(under(key, text)).not.toBe(text);
  });

  it('creates an account number with valid check digits', () => {
    const made = String(under('x', 'DE89 3704 0044 0532 0130 00')).replaceAll(' ', '');
    const digits = (made.slice(4) + made.slice(0, 4)).replace(/[A-Z]/g, letter =>
      String(letter.charCodeAt(0) - 55),
    );
    expect(BigInt(digits) % 97n).toBe(1n);
  });

  it('keeps no credential, even if it is a word of the mapping or a name of a program', () => {
    const payload = {
      form: { type: 'intake' },
      token: 'intake',
      auth: { access_token: 'prod', type: 'prod' },
    };
    const why = (text: string) => (text === 'intake' ? 'the mapping compares with it' : undefined);
    const { made, kept } = anonymise(payload, { vocabulary: { why, names: new Set() } });
    expect(made).toMatchObject({ token: expect.not.stringMatching('intake') });
    expect(JSON.stringify(made)).toContain('"type":"intake"');
    expect((made as typeof payload).auth.access_token).not.toBe('prod');
    expect(kept).toContain('intake');
  });

  it('replaces keys, and values in JSON inside a text', () => {
    const payload = {
      'ada@web.example': { at: '{"name":"Ada Lovelace","n":[{"tel":"0151 12345678"}]}' },
      4915112345678: 1,
    };
    const text = JSON.stringify(anonymise(payload).made);
    expect(text).not.toMatch(/ada|lovelace|12345678/i);
    expect(
      JSON.parse(Object.values(JSON.parse(text) as { at: string }[]).find(each => each.at)?.at ?? ''),
    ).toMatchObject({ n: [{}] });
  });

  it('replaces equal values with equal ones: as a text, a number, a key or a part of a text', () => {
    const { made } = anonymise({
      first: 'Ada',
      full_name: 'Ada Lovelace',
      shout: 'ADA',
      id: 301_772,
      text: '301772',
      row: '6d1b8f55-5a44-4f2b-a2d9-0d5f6b3f8b11',
      rows: { '6d1b8f55-5a44-4f2b-a2d9-0d5f6b3f8b11': true },
    });
    const { first, full_name: full, shout, id, text, row, rows } = made as Record<string, never>;
    expect(String(full).split(' ')[0]).toBe(first);
    expect(shout).toBe(String(first).toUpperCase());
    expect(text).toBe(String(id));
    expect(Object.keys(rows ?? {})).toEqual([row]);
  });

  it('keeps values that the mapping names, values of programs, and meaningless ones', () => {
    const payload = {
      stage: 'customer',
      topics: 'Farbe; Pflege',
      type: 'form.sent',
      formId: 'VwbNEw',
      yes: 'Ja',
      three: 3,
      none: null,
      empty: ' ',
      off: false,
    };
    const why = (text: string) => (['Farbe', 'Pflege'].includes(text) ? 'a choice' : undefined);
    const list = (text: string) => (text.split(';').every(each => why(each.trim())) ? 'a choice' : undefined);
    const { made, kept } = anonymise(payload, {
      vocabulary: { why: text => why(text) ?? list(text), names: new Set() },
    });
    expect(made).toEqual(payload);
    expect(kept).toEqual(['customer', 'Farbe; Pflege', 'form.sent', 'VwbNEw']);
  });

  it('replaces values that the account keeps confidential, also under a harmless key', () => {
    const destined = new Map<string, Destined>([['diabetes', { kind: 'text', isConfidential: true }]]);
    expect(anonymise({ type: 'diabetes' }, { destined }).made).not.toEqual({ type: 'diabetes' });
  });

  it('never returns a value of the original', () => {
    const names = ['Mika', 'Noa', 'Birkenfeld', 'mika.birkenfeld@example.com', 'Toni'];
    const { made } = anonymise({ people: names.map(first => ({ first })) });
    expect(JSON.stringify(made)).not.toMatch(/mika|noa|birkenfeld|toni/i);
  });
});
