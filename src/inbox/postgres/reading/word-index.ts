import { indexedWords, type Piece, piecesToFind } from '../../finding/indexed-words.ts';
import { type IndexedEvent, isReadyForIndex } from '../../finding/ready-for-index.ts';
import { searchedEvents } from '../../operations/searched-events.ts';
import type { Store } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { reached, type Stream } from './streams.ts';

/** Maintains the index of words by which events are found. */
export function wordIndex({ database, ownership, clock }: Parts) {
  return {
    async indexWords(limit) {
      if (!(await ownership.take('upkeep'))) return 0;
      return database.write(async transaction => {
        await ownership.prove(transaction, ['upkeep']);
        return indexNext(transaction, limit, clock.now());
      });
    },
  } satisfies Partial<Store>;
}

/** Indexes the next events. Events that changed since they were indexed come before new ones. */
async function indexNext(transaction: Transaction, limit: number, now: number): Promise<number> {
  const changed = await transaction.all<{ sequence: number }>(
    'SELECT sequence FROM words_wanted WHERE NOT is_large ORDER BY sequence LIMIT $1',
    limit,
  );
  const next = await transaction.all<IndexedEvent & { sequence: number }>(
    `SELECT sequence, planning, status, received_at FROM event
     WHERE sequence > (SELECT indexed_to FROM words_progress) ORDER BY sequence LIMIT $1`,
    limit - changed.length,
  );
  const all = [...changed, ...next].map(({ sequence }) => sequence);
  const locked = await lockFree(transaction, all);
  const ready = until(next, event => !locked.has(event.sequence) || !isReadyForIndex(event, now));
  const last = ready.at(-1);
  if (last) await transaction.run('UPDATE words_progress SET indexed_to = $1', last.sequence);
  const gone = changed.filter(each => !locked.has(each.sequence));
  const sequences = [...changed.filter(each => locked.has(each.sequence)), ...ready];
  await forgetGone(transaction, gone);
  await indexAll(
    transaction,
    sequences.map(({ sequence }) => sequence),
  );
  return sequences.length;
}

/**
 * Locks some events, without those that others have locked. A transaction that changes one of them waits until it is
 * indexed, and then marks it to be indexed again.
 */
async function lockFree(
  transaction: Transaction,
  sequences: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await transaction.all<{ sequence: number }>(
    'SELECT sequence FROM event WHERE sequence = ANY($1) ORDER BY sequence FOR NO KEY UPDATE SKIP LOCKED',
    sequences,
  );
  return new Set(rows.map(({ sequence }) => sequence));
}

function until<Item>(items: readonly Item[], isEnd: (item: Item) => boolean): readonly Item[] {
  const end = items.findIndex(isEnd);
  return end === -1 ? items : items.slice(0, end);
}

/** Removes deleted events from the list of events to index. */
async function forgetGone(
  transaction: Transaction,
  events: readonly { readonly sequence: number }[],
): Promise<void> {
  if (events.length === 0) return;
  await transaction.run(
    `DELETE FROM words_wanted WHERE sequence = ANY($1)
       AND NOT EXISTS (SELECT 1 FROM event WHERE event.sequence = words_wanted.sequence)`,
    events.map(({ sequence }) => sequence),
  );
}

async function indexAll(transaction: Transaction, sequences: readonly number[]): Promise<void> {
  if (sequences.length === 0) return;
  await forgetWords(transaction, sequences);
  const events = await takeSteps(searchedEvents(statementsOf(transaction), sequences));
  const indexed = events.map(event => ({ sequence: event.sequence, words: indexedWords(event) }));
  const large = indexed.filter(({ words }) => words === undefined);
  const small = indexed.filter(({ words }) => words !== undefined);
  await transaction.run(
    'INSERT INTO words_wanted (sequence, is_large) SELECT unnest($1::bigint[]), true',
    large.map(({ sequence }) => sequence),
  );
  await transaction.run(
    'INSERT INTO event_words (sequence, words) SELECT * FROM unnest($1::bigint[], $2::text[])',
    small.map(({ sequence }) => sequence),
    small.map(({ words }) => words ?? ''),
  );
}

/** Removes events from the index. */
export async function forgetWords(transaction: Transaction, sequences: readonly number[]): Promise<void> {
  for (const table of ['event_words', 'words_wanted'])
    await transaction.run(`DELETE FROM ${table} WHERE sequence = ANY($1)`, sequences);
}

/** The number of newest events that are read one by one, because they contain any frequent text. */
const newestLooked = 2_000;

/**
 * Finds the events that may have a text: matches of the index, and unindexed ones. Undefined: the text is too short.
 */
export async function mayHaveText(transaction: Transaction, text: string): Promise<Stream | undefined> {
  const ways = piecesToFind(text);
  if (!ways || !(await hasIndex(transaction))) return undefined;
  const { patterns, fits } = conditionOf(ways);
  let older: Promise<readonly number[]> | undefined;
  let olderThan = 0;

  async function indexed(before: number, most: number): Promise<readonly number[]> {
    if (older) return (await older).filter(each => each < before).slice(0, most);
    const [from, limit] = [`$${patterns.length + 1}`, `$${patterns.length + 2}`];
    const rows = await transaction.all<{ sequence: number }>(
      `SELECT sequence FROM (SELECT sequence, words FROM event_words WHERE sequence < ${from}
         ORDER BY sequence DESC LIMIT ${newestLooked}) newest WHERE ${fits} ORDER BY sequence DESC LIMIT ${limit}`,
      ...patterns,
      before,
      most,
    );
    const found = rows.map(({ sequence }) => sequence);
    if (found.length === most) return found;
    olderThan = before;
    older = allIndexed();
    return (await older).filter(each => each < before).slice(0, most);
  }

  async function allIndexed(): Promise<readonly number[]> {
    const rows = await transaction.all<{ sequence: number }>(
      `WITH found AS MATERIALIZED (SELECT sequence FROM event_words WHERE ${fits})
       SELECT sequence FROM found WHERE sequence < $${patterns.length + 1} ORDER BY sequence DESC`,
      ...patterns,
      olderThan,
    );
    return rows.map(({ sequence }) => sequence);
  }

  return {
    ranges: 3,
    async look(_, before, most) {
      const [fresh, wanted] = [
        await transaction.all<{ sequence: number }>(
          `SELECT sequence FROM event WHERE sequence < $1 AND sequence > (SELECT indexed_to FROM words_progress)
           ORDER BY sequence DESC LIMIT $2`,
          before,
          most,
        ),
        await transaction.all<{ sequence: number }>(
          'SELECT sequence FROM words_wanted WHERE sequence < $1 ORDER BY sequence DESC LIMIT $2',
          before,
          most,
        ),
      ];
      const found = (await indexed(before, most)).map(sequence => ({ range: 2, sequence }));
      const rows = [
        ...fresh.map(({ sequence }) => ({ range: 0, sequence })),
        ...wanted.map(({ sequence }) => ({ range: 1, sequence })),
        ...found,
      ];
      return reached(rows, most);
    },
  };
}

/** Returns a SQL condition that finds each piece in any of its spellings. */
function conditionOf(ways: readonly (readonly Piece[])[]): { patterns: readonly string[]; fits: string } {
  const patterns: string[] = [];
  const like = (writing: string) => `words LIKE $${patterns.push(`%${writing}%`)}`;
  const any = (piece: Piece) => `(${piece.map(like).join(' OR ')})`;
  const fits = ways.map(pieces => `(${pieces.map(any).join(' AND ')})`).join(' OR ');
  return { patterns, fits };
}

/** True if the index of words exists; without it, each event is read. */
async function hasIndex(transaction: Transaction): Promise<boolean> {
  const row = await transaction.get<{ there: boolean }>(
    "SELECT to_regclass('event_words_index') IS NOT NULL AS there",
  );
  return row?.there === true;
}
