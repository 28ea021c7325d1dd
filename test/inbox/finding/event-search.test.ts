import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../../../src/inbox/event.ts';
import { eventSearch, type SearchedEvent } from '../../../src/inbox/finding/event-search.ts';
import { partsToSearch, searchInTurns } from '../../../src/inbox/finding/search-in-turns.ts';
import { stretchLength } from '../../../src/inbox/finding/stretches.ts';

function anEvent(body: string | Uint8Array, reading: Partial<Reading> = {}): SearchedEvent {
  const contents = {
    bytes: Buffer.from(body),
    reading: { kind: 'json', charset: 'utf-8', ...reading } as const,
  };
  return { sequence: 1, names: ['evt_1', null, 'contact-7'], contents, rows: [] };
}

/** Whether an event has a text, and how much work the search did for it. */
function look(q: string, event: SearchedEvent): { found: boolean; work: number } {
  const steps = eventSearch(q)(event);
  let work = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { found: step.value, work };
    work += step.value;
  }
}

const has = (q: string, body: string, reading?: Partial<Reading>) => look(q, anEvent(body, reading)).found;
const escaped = (text: string) =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

describe('an event', () => {
  it.each<[string, string, boolean]>([
    ['müller', '{"a":"Müller"}', true],
    ['MÜLLER', '{"a":"müller"}', true],
    ['Mu\u0308ller', '{"a":"Müller"}', true],
    ['Müller', '{"a":"Mu\u0308ller"}', true],
    ['Müller', '{"a":"Mueller"}', true],
    ['groesser', '{"a":"größer"}', true],
    ['Größer', '{"a":"groesser"}', true],
    ['Muller', '{"a":"Müller"}', false],
    ['Müller', '{"a":"M\\u00fcller"}', true],
    ['Müller', '{"a":"M\\u00FCLLER"}', true],
    ['Müller', '{"a":"Mu\\u0308ller"}', true],
    ['Müller', `{"a":"${escaped('Müller')}"}`, true],
    ['Müller', '{"a":"M&uuml;ller"}', true],
    ['Müller', '{"a":"M%C3%BCller"}', true],
    ['Müller', '{"a":"M%fcller"}', true],
    ['Müller', '{"a":"MÃ¼ller"}', true],
    ['Müller', '{"a":"Mül\u00adler"}', true],
    ['Müller', '{"a":"Mül\\u200bler"}', true],
    ['Müller', '{"a":"Mül%C2%ADler"}', true],
    ['Straße', '{"a":"STRASSE"}', true],
    ['STRASSE', '{"a":"Straße"}', true],
    ['strasse', '{"a":"STRAẞE"}', true],
    ['Anna Müller', '{"a":"Anna\\u00a0Müller"}', true],
    ['Anna Müller', '{"a":"Anna\\tMüller"}', true],
    ['Anna Müller', '{"a":"Anna","b":"Müller"}', true],
    ['Anna Müller', '{"a":"Anna","b":"Maier"}', false],
    ['anna@example.com', '{"a":"Anna@Example.COM"}', true],
    ['anna@example.com', '{"a":"anna%40example.com"}', true],
    ['anna+1@example.com', '{"a":"anna+1@example.com"}', true],
    ['a"b', '{"a":"a\\"b"}', true],
    ['X:\\Temp', '{"a":"X:\\\\Temp"}', true],
    ['https://x.example/a', '{"a":"https:\\/\\/x.example\\/a"}', true],
    ['Ελλάδα', '{"a":"ελλάδα"}', true],
    ['Дом', '{"a":"\\u0434\\u043e\\u043c"}', true],
    ['渋谷', '{"a":"\\u6e0b\\u8c37"}', true],
    ['👋', '{"a":"\\ud83d\\udc4b"}', true],
    ['0151 234 56 78', '{"a":"0151-2345678"}', true],
    ['1'.repeat(18), `{"a":"${'1'.repeat(9)} ${'1'.repeat(9)}"}`, true],
    ['1'.repeat(19), `{"a":"${'1'.repeat(9)} ${'1'.repeat(10)}"}`, false],
    ['1'.repeat(19), `{"a":"${'1'.repeat(19)}"}`, true],
    ['CONTACT-7', '{}', true],
    ['evt_', '{}', true],
    ['100 %', '{"a":"100 %"}', true],
    ['%', '{"a":"none"}', false],
    ['ö', '{"a":"none"}', false],
  ])('is found by the query %j with the body %s: %s', (q, body, found) => {
    expect(has(q, body)).toBe(found);
  });

  it.each<[string, string, boolean]>([
    ['Anna Müller', 'a=Anna+M%C3%BCller', true],
    ['Anna Müller', 'a=Anna%20M%C3%BCller', true],
    ['anna+1@example.com', 'a=anna%2B1%40example.com', true],
    ['Anna Müller', 'a=%7B%22n%22%3A%22Anna+M%5Cu00fcller%22%7D', true],
    ['+49 170 1234567', 'a=%2B49+170+1234567', true],
    ['0170/1234567', 'a=%2B491701234567', true],
    ['Anna Müller', 'a=Anna&b=M%C3%BCller', true],
  ])('with a form as body is found by the query %j, body %s: %s', (q, body, found) => {
    expect(has(q, body, { kind: 'form' })).toBe(found);
  });

  it('is found by any part of any value, however it is escaped', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    const cut = fc.tuple(fc.nat(29), fc.integer({ min: 1, max: 30 }));
    fc.assert(
      fc.property(value, cut, (text, [from, length]) => {
        const q = Array.from(text)
          .slice(from % Array.from(text).length)
          .slice(0, length)
          .join('');
        // Texts that are themselves escapes, or parts of one, are tested elsewhere. Nobody types half a character.
        const isWhole = text === text.normalize('NFC');
        fc.pre(q.trim() !== '' && isWhole && !/[\\%&+;#<>\p{M}\p{C}]/u.test(text));
        expect(has(q, JSON.stringify({ a: text }))).toBe(true);
        expect(has(q, `{"a":"${escaped(text)}"}`)).toBe(true);
        expect(has(q, JSON.stringify({ a: text.toLowerCase() }))).toBe(true);
        expect(has(q, new URLSearchParams({ a: text }).toString(), { kind: 'form' })).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('is found even if the text is at the end of a stretch, in its longest encoding', () => {
    const writings = ['Müller', escaped('Müller'), encodeURIComponent(escaped('Müller'))];
    for (const writing of writings) {
      for (let before = 0; before <= writing.length + 10; before += 1) {
        const body = `{"a":"${' '.repeat(stretchLength - 6 - before)}${writing}${' '.repeat(2 * stretchLength)}"}`;
        expect(has('müller', body), `${writing}, ${before} before the end`).toBe(true);
      }
    }
  });

  it('that cannot have the text is searched with little work', () => {
    const plain = anEvent(JSON.stringify({ notes: 'Kommt gern früh am Tag. '.repeat(2_000) }));
    const length = 'Kommt gern früh am Tag. '.length * 2_000;
    expect(look('Mustermann', plain).work).toBeLessThan(length / 10);
    expect(look('gernü', plain).work).toBeGreaterThan(length / 2);
  });
});

describe('a search through many events', () => {
  async function* parts(...all: (readonly SearchedEvent[])[]) {
    yield* all;
  }
  const event = (sequence: number, body: string): SearchedEvent => ({ ...anEvent(body), sequence });
  const small = Array.from({ length: 10 }, (_, at) => event(10 - at, `{"a":"Anna ${10 - at}"}`));

  it('ends after enough matches, and returns the last searched event', async () => {
    const limits = { mostWork: Number.POSITIVE_INFINITY, turn: async () => {} };
    expect(await searchInTurns(parts(small), eventSearch('anna'), { ...limits, enough: 3 })).toMatchObject({
      found: [10, 9, 8],
      stoppedAt: 8,
    });
    expect(await searchInTurns(parts(small), eventSearch('anna 4'), { ...limits, enough: 3 })).toMatchObject({
      found: [4],
      stoppedAt: undefined,
    });
  });

  it('ends after a limited amount of work, and yields to the event loop meanwhile', async () => {
    const large = Array.from({ length: 10 }, (_, at) => event(10 - at, `{"a":"${'ö rg '.repeat(40_000)}"}`));
    let turns = 0;
    const turn = async () => {
      turns += 1;
    };
    const searched = await searchInTurns(parts(large), eventSearch('jörg'), {
      enough: 3,
      mostWork: 500_000,
      turn,
    });
    expect(searched).toMatchObject({ found: [], stoppedAt: 8 });
    expect(searched.work / turns).toBeLessThan(80_000);
  });

  it('reads small events together, and large ones alone', () => {
    const sizes = [300, 200, 600, 1, 511, 1].map((kib, at) => ({ key: 9 - at, bytes: kib * 1024 }));
    expect([...partsToSearch(sizes)]).toEqual([[9, 8], [7], [6, 5], [4]]);
    expect([...partsToSearch([])]).toEqual([]);
  });
});
