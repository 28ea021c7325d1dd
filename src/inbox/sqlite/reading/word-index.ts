import { indexedWords, type Piece, piecesToFind } from '../../finding/indexed-words.ts';
import { isReadyForIndex } from '../../finding/ready-for-index.ts';
import { searchedEvents } from '../../operations/searched-events.ts';
import type { Store } from '../../store.ts';
import type { Connection } from '../connection/connection.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { anyOf, type Seek } from './narrow.ts';

/** The amount of contents in one step, in characters of their words, because a step blocks all other work. */
const workOfStep = 16 * 1024;
/** The work for an event besides its words, in characters. */
const workOfEvent = 256;

/** Maintains the index of words by which events are found. */
export function wordIndex({ connection, wholeQueue: queue, clock }: Parts) {
  return {
    indexWords: limit => queue.write(() => indexNext(connection, limit, clock.now())),
  } satisfies Partial<Store>;
}

function indexNext(connection: Connection, limit: number, now: number): number {
  let count = 0;
  let work = 0;
  for (const sequence of waiting(connection, limit, now)) {
    work += workOfEvent + indexOne(connection, sequence);
    count += 1;
    if (work >= workOfStep) break;
  }
  return count;
}

/** Events that changed since they were indexed come before new ones. */
function* waiting(connection: Connection, limit: number, now: number): Generator<number> {
  const changed = connection.all<{ sequence: number }>(
    'SELECT sequence FROM words_wanted WHERE NOT is_large ORDER BY sequence LIMIT ?',
    limit,
  );
  for (const { sequence } of changed) yield sequence;
  const next = connection.all<{ sequence: number; planning: number; status: string; received_at: number }>(
    'SELECT sequence, planning, status, received_at FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?',
    indexedTo(connection),
    limit - changed.length,
  );
  for (const event of next) {
    if (!isReadyForIndex(event, now)) return;
    connection.run('UPDATE words_progress SET indexed_to = ?', event.sequence);
    yield event.sequence;
  }
}

function indexedTo(connection: Connection): number {
  return connection.get<{ at: number }>('SELECT indexed_to AS at FROM words_progress')?.at ?? 0;
}

/** Indexes an event; returns the length of its words. */
function indexOne(connection: Connection, sequence: number): number {
  forgetWords(connection, [sequence]);
  const [event] = takeSteps(searchedEvents(statementsOf(connection), [sequence]));
  if (!event) return 0;
  const words = indexedWords(event);
  if (words === undefined) {
    connection.run('INSERT INTO words_wanted (sequence, is_large) VALUES (?, 1)', sequence);
    return workOfStep;
  }
  connection.run('INSERT INTO event_words (sequence, words) VALUES (?, ?)', sequence, words);
  connection.run('INSERT INTO word_index (rowid, words) VALUES (?, ?)', sequence, words);
  return words.length;
}

/** Removes events from the index, including all their words. */
export function forgetWords(connection: Connection, sequences: readonly number[]): void {
  const list = JSON.stringify(sequences);
  const rows = connection.all<{ sequence: number; words: string }>(
    'SELECT sequence, words FROM event_words WHERE sequence IN (SELECT value FROM json_each(?))',
    list,
  );
  for (const { sequence, words } of rows)
    connection.run(
      "INSERT INTO word_index (word_index, rowid, words) VALUES ('delete', ?, ?)",
      sequence,
      words,
    );
  for (const table of ['event_words', 'words_wanted'])
    connection.run(`DELETE FROM ${table} WHERE sequence IN (SELECT value FROM json_each(?))`, list);
}

/** The number of candidates in one look-up. */
const atOnce = 200;

/** Finds the events that may have a text: matches of the index, and unindexed ones. Undefined: the text is too short. */
export function mayHaveText(connection: Connection, text: string): Seek | undefined {
  const ways = piecesToFind(text);
  if (!ways) return undefined;
  const match = ways.map(pieces => `(${pieces.map(matchOf).join(' AND ')})`).join(' OR ');
  const newest = (sql: string) => (atMost: number) =>
    connection.get<{ sequence: number | null }>(sql, atMost)?.sequence ?? undefined;
  return anyOf([
    newest(
      `SELECT max(sequence) AS sequence FROM event
       WHERE sequence <= ? AND sequence > (SELECT indexed_to FROM words_progress)`,
    ),
    newest('SELECT max(sequence) AS sequence FROM words_wanted WHERE sequence <= ?'),
    indexed(connection, match),
  ]);
}

function indexed(connection: Connection, match: string): Seek {
  let found: readonly number[] = [];
  let place = 0;
  let isLast = false;
  return atMost => {
    while ((found[place] ?? 0) > atMost) place += 1;
    if (place < found.length || isLast) return found[place];
    found = connection
      .all<{ sequence: number }>(
        `SELECT rowid AS sequence FROM word_index WHERE word_index MATCH ? AND rowid <= ?
         ORDER BY rowid DESC LIMIT ?`,
        match,
        Math.min(atMost, Number.MAX_SAFE_INTEGER),
        atOnce,
      )
      .map(({ sequence }) => sequence);
    place = 0;
    isLast = found.length < atOnce;
    return found[0];
  };
}

/**
 * Returns the sequences of three characters by which the index finds a word. For letters, only those side by side,
 * which are nearly as selective as all of them; digits repeat too often for that.
 */
function gramsOf(piece: string): readonly string[] {
  const characters = Array.from(piece);
  const apart = /^\d+$/.test(piece) ? 1 : 3;
  const last = characters.length - 3;
  const starts = Array.from({ length: Math.ceil(last / apart) }, (_, at) => apart * at);
  return [...new Set([...starts, last].map(at => characters.slice(at, at + 3).join('')))];
}

/** Finds a piece in any of its spellings. */
function matchOf(piece: Piece): string {
  return `(${piece.map(each => `(${gramsOf(each).map(quoted).join(' AND ')})`).join(' OR ')})`;
}

function quoted(gram: string): string {
  return `"${gram}"`;
}
