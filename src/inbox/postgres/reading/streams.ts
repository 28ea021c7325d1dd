import type { Transaction } from '../connection/transaction.ts';

/** The events that meet one condition, newest first. They are in several ranges, each in its order. */
export interface Stream {
  readonly ranges: number;
  /** Returns the newest events before a sequence, up to a number from each range. */
  look(transaction: Transaction, before: number, mostOfEach: number): Promise<Reach>;
}

/** The result of a stream, newest first: all matching events down to a sequence (0: all of them). */
export interface Reach {
  readonly sequences: readonly number[];
  readonly downTo: number;
}

/** An event from one of several ranges, each of which is read separately. */
interface FoundIn {
  readonly range: number;
  readonly sequence: number;
}

/** Combines the results of ranges, each with up to a number of events. */
export function reached(rows: readonly FoundIn[], mostOfEach: number): Reach {
  const ranges = [...Map.groupBy(rows, row => row.range).values()];
  const cutOff = ranges.filter(each => each.length === mostOfEach);
  const downTo = Math.max(0, ...cutOff.map(each => Math.min(...each.map(({ sequence }) => sequence))));
  const sequences = new Set(rows.map(({ sequence }) => sequence).filter(each => each >= downTo));
  return { sequences: [...sequences].sort((one, other) => other - one), downTo };
}

/**
 * A stream of all events.
 *
 * The statements of streams compare whole rows of an index and use its whole order, so that PostgreSQL uses that index
 * whatever its statistics say: they may be old, or lack the correlation of columns.
 */
export const everything: Stream = {
  ranges: 1,
  async look(transaction, before, most) {
    const rows = await transaction.all<FoundIn>(
      'SELECT 0 AS range, sequence FROM event WHERE sequence < $1 ORDER BY sequence DESC LIMIT $2',
      before,
      most,
    );
    return reached(rows, most);
  },
};

/** Returns the stream of the events of a source. */
export function ofSource(source: string): Stream {
  return {
    ranges: 1,
    async look(transaction, before, most) {
      const rows = await transaction.all<FoundIn>(
        `SELECT 0 AS range, sequence FROM event WHERE (source, sequence) < ($1, $2) AND (source, sequence) >= ($1, 0)
         ORDER BY source DESC, sequence DESC LIMIT $3`,
        source,
        before,
        most,
      );
      return reached(rows, most);
    },
  };
}

/** The number of events that are read at once to find those accepted in a period. */
const timeWindow = 20_000;
/** The maximum number of events accepted in a period for which all of them are looked up at once. */
const fewInTime = 5_000;

/** Returns the stream of the events accepted in a period. Clocks jump, so their order is not the order of time. */
export function receivedIn(since: number, until: number): Stream {
  let few: Promise<readonly number[] | undefined> | undefined;
  return {
    ranges: 1,
    async look(transaction, before, most) {
      const ends = await endsBelow(transaction, before);
      if (!ends) return { sequences: [], downTo: 0 };
      const from = ends.newest + 1 - timeWindow;
      const rows = await transaction.all<FoundIn>(
        `SELECT 0 AS range, sequence FROM event WHERE sequence <= $1 AND sequence >= $2
           AND received_at + 0 >= $3 AND received_at + 0 < $4 ORDER BY sequence DESC LIMIT $5`,
        ends.newest,
        from,
        since,
        until,
        most,
      );
      const found = reached(rows, most);
      if (rows.length === most || from <= ends.oldest) return found;
      few ??= fewReceivedIn(transaction, since, until);
      const all = await few;
      if (all) return { sequences: all.filter(each => each < before), downTo: 0 };
      return { ...found, downTo: from };
    },
  };
}

async function endsBelow(
  transaction: Transaction,
  before: number,
): Promise<{ newest: number; oldest: number } | undefined> {
  const row = await transaction.get<{ newest: number | null; oldest: number | null }>(
    `SELECT (SELECT sequence FROM event WHERE sequence < $1 ORDER BY sequence DESC LIMIT 1) AS newest,
       (SELECT sequence FROM event ORDER BY sequence LIMIT 1) AS oldest`,
    before,
  );
  if (!row || row.newest === null || row.oldest === null) return undefined;
  return { newest: row.newest, oldest: row.oldest };
}

async function fewReceivedIn(
  transaction: Transaction,
  since: number,
  until: number,
): Promise<readonly number[] | undefined> {
  const rows = await transaction.all<{ sequence: number }>(
    `SELECT sequence FROM event WHERE received_at >= $1 AND received_at < $2 ORDER BY received_at, sequence LIMIT $3`,
    since,
    until,
    fewInTime + 1,
  );
  if (rows.length > fewInTime) return undefined;
  return rows.map(({ sequence }) => sequence).sort((one, other) => other - one);
}
