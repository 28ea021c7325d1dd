import type { Clock } from '../../clock.ts';
import type { Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * The times from which due lanes are searched. While any transaction on the server stays open, PostgreSQL keeps the
 * index entries of all lanes that were due since, and each search reads them. If that takes long, searches begin
 * after these entries. From time to time a search from the start, in the background, finds lanes that became due
 * there: the next call of a person that waited long, or calls that were held.
 */
export interface DueMarks {
  /** Returns for each destination the due time at which a search begins. Epoch milliseconds; 0: from the start. */
  from(destinations: readonly string[]): readonly number[];
  /** Runs a search and measures its duration. */
  look<Found>(find: () => Promise<Found>): Promise<Found>;
  /** Returns the maximum time until a left-out lane is found. Milliseconds; undefined: nothing is left out. */
  seenInMs(): number | undefined;
}

/** The times of searches, in milliseconds. */
export interface DueMarkTimes {
  /** A search that takes longer than this is too long. */
  readonly longMs: number;
  /** The minimum time between two searches from the start. */
  readonly everyMs: number;
  /** The same minimum as a multiple of the duration of the last such search. */
  readonly apart: number;
  /** Lanes that became due within this time are always searched, because an open transaction may have written them. */
  readonly latelyMs: number;
}

const usualTimes: DueMarkTimes = { longMs: 2.5, everyMs: 1_000, apart: 20, latelyMs: 2_000 };

/** The number of pauses between two searches from the start after which the marks are stale. */
const staleAfter = 10;
/** The minimum time until the next look during a search from the start. Milliseconds. */
const leastMs = 10;

/** Creates the marks; at first every search begins at the start. */
export function createDueMarks(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  times: DueMarkTimes = usualTimes,
): DueMarks {
  const marks = new Map<string, number>();
  const known = new Set<string>();
  let isLooking = false;
  /**
   * Times of the monotonic clock. The next search from the start begins at `nextAt` or later; after `staleAt` the
   * marks are not used.
   */
  let nextAt = Number.NEGATIVE_INFINITY;
  let staleAt = Number.NEGATIVE_INFINITY;

  const inForce = () => marks.size > 0 && performance.now() < staleAt;

  function lookFromStart(): void {
    if (isLooking || performance.now() < nextAt) return;
    isLooking = true;
    nextAt = performance.now() + times.everyMs;
    // Without the database, the marks stay unchanged until they are stale.
    setMarks()
      .catch(() => {})
      .finally(() => {
        isLooking = false;
      });
  }

  async function setMarks(): Promise<void> {
    const names = [...known];
    const lately = clock.now() - times.latelyMs;
    const { first, ms } = await database.read(transaction => firstDue(transaction, names));
    const apartMs = Math.max(times.everyMs, times.apart * ms);
    nextAt = performance.now() + apartMs;
    staleAt = nextAt + staleAfter * apartMs;
    marks.clear();
    if (ms < times.longMs / 2) return;
    for (const name of names) marks.set(name, Math.floor(Math.min(first.get(name) ?? lately, lately)));
  }

  return {
    from(destinations) {
      for (const name of destinations) known.add(name);
      return destinations.map(name => (inForce() ? (marks.get(name) ?? 0) : 0));
    },
    async look(find) {
      const started = performance.now();
      const found = await find();
      if (inForce() || performance.now() - started > times.longMs) lookFromStart();
      return found;
    },
    seenInMs: () => (inForce() ? Math.max(leastMs, nextAt - performance.now()) : undefined),
  };
}

/** Returns the due time of the first lane of each destination, and the duration of the search in milliseconds. */
async function firstDue(
  transaction: Transaction,
  destinations: readonly string[],
): Promise<{ readonly first: ReadonlyMap<string, number>; readonly ms: number }> {
  const rows = await transaction.all<{ name: string; at: number | null; ms: number }>(
    `SELECT name, at, (extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000)::float8 AS ms
     FROM unnest($1::text[]) AS request (name) LEFT JOIN LATERAL
       (SELECT due_at AS at FROM lane WHERE destination = name AND due_at IS NOT NULL ORDER BY due_at, id LIMIT 1)
       AS due ON true`,
    destinations,
  );
  const first = rows.flatMap(({ name, at }) => (at === null ? [] : [[name, at] as const]));
  return { first: new Map(first), ms: Math.max(0, ...rows.map(({ ms }) => ms)) };
}
