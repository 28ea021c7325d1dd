import { describe, expect, it } from 'vitest';
import { eventSearch, type SearchedEvent } from '../../../src/inbox/finding/event-search.ts';
import { indexedWords, piecesToFind } from '../../../src/inbox/finding/indexed-words.ts';

const encoder = new TextEncoder();

function event(text: string): SearchedEvent {
  const contents = { bytes: encoder.encode(text), reading: { kind: 'text', charset: 'utf-8' } } as const;
  return { sequence: 1, names: ['evt_1'], contents, rows: [] };
}

function has(given: SearchedEvent, text: string): boolean {
  const search = eventSearch(text)(given);
  for (;;) {
    const step = search.next();
    if (step.done) return step.value;
  }
}

/** Whether the index proposes the event; undefined if the query is too short for the index. */
function proposes(given: SearchedEvent, text: string): boolean | undefined {
  const words = indexedWords(given)?.split(' ') ?? [];
  const isThere = (writing: string) => words.some(word => word.includes(writing));
  return piecesToFind(text)?.some(pieces => pieces.every(piece => piece.some(isThere)));
}

const texts = [
  'Anna Müller, anna.mueller+x@example.com, +49 170 1234567',
  'Tel. 0049 (0)170-12 34 567 oder 0170/1234567',
  'Stra\\u00dfe 7, 01 70 12 34 56 7; G%C3%B6the &ouml;',
  'Größe: M  L',
  'kurz: ab cd 12 34',
  '李小龍 さくら',
];
const queries = [
  ...['anna', 'ANNA.MUEL', 'müller', 'a müll', '@example.c', 'x@ex', '0170 1234567', '+49 170 1234567'],
  ...['01 70 12 34 56 7', '170 1234567', '1234567', '123', 'strasse', 'Straße 7', 'göthe', 'größe: m l'],
  ...['ab cd', 'cd 12', '12 34', '李小龍', '小龍', 'さくら', '龍 さ', 'evt_1', '70-12 34', '0 1 7 0'],
];

describe('an index of words', () => {
  it('proposes every event in which the search finds the text, if it can search for it', () => {
    let found = 0;
    for (const text of texts) {
      for (const each of queries) {
        if (!has(event(text), each)) continue;
        found += 1;
        expect([text, each, proposes(event(text), each)]).not.toEqual([text, each, false]);
      }
    }
    expect(found).toBeGreaterThan(30);
  });

  it('proposes few other events', () => {
    for (const each of ['Anton', 'meier@example.com', '0171 1234567', 'Strasser'])
      expect(texts.filter(text => proposes(event(text), each))).toEqual([]);
  });

  it('cannot search for texts shorter than three characters', () => {
    for (const each of ['ö', 'ab', '12 34', '龍', '!!!']) expect(piecesToFind(each)).toBeUndefined();
  });

  it('does not contain large events', () => {
    expect(indexedWords(event('x'.repeat(70_000)))).toBeUndefined();
  });
});
