import type { Clock } from '../../clock.ts';
import type { Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * From where on lanes are looked through for what is due. As long as any transaction on the server stays open, PostgreSQL
 * keeps the index entries of all lanes that were due since, and each look walks over them. So where that takes long, looks
 * begin behind them, and one look from the start, beside, from time to time finds what came to stand there all the same:
 * a person's next call that waited long, what was held.
 */
export interface DueMarks {
  /** For each destination, what was due before is not looked for. Epoch milliseconds; 0: all is. */
  from(destinations: readonly string[]): readonly number[];
  /** Has something looked for, and sees how long that takes. */
  look<Found>(find: () => Promise<Found>): Promise<Found>;
  /** In how many milliseconds what is left out now is seen at the latest; undefined: nothing is left out. */
  seenInMs(): number | undefined;
}

/** All are milliseconds. */
export interface DueMarkTimes {
  /** A look that takes longer is too long. */
  readonly longMs: number;
  /** Looks from the start are at least so far apart, */
  readonly everyMs: number;
  /** and so many times of their own length. */
  readonly apart: number;
  /** What became due so lately is always looked for: it may have been written by a transaction that is not over. */
  readonly latelyMs: number;
}

const usualTimes: DueMarkTimes = { longMs: 2.5, everyMs: 1_000, apart: 20, latelyMs: 2_000 };

/** Nothing was asked for while so many looks from the start could have been made: the next one is of that kind. */
const staleAfter = 10;
/** While a look from the start is under way, nobody has to ask again sooner. Milliseconds. */
const leastMs = 10;

/** Begins without marks. */
export function createDueMarks(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  times: DueMarkTimes = usualTimes,
): DueMarks {
  const marks = new Map<string, number>();
  const known = new Set<string>();
  let isLooking = false;
  /** Of the monotonic clock: before this, no other look from the start; after that, the marks say nothing any more. */
  let nextAt = Number.NEGATIVE_INFINITY;
  let staleAt = Number.NEGATIVE_INFINITY;

  const inForce = () => marks.size > 0 && performance.now() < staleAt;

  function lookFromStart(): void {
    if (isLooking || performance.now() < nextAt) return;
    isLooking = true;
    nextAt = performance.now() + times.everyMs;
    // Where the database is away, the marks stay as they are until they are stale.
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

/** When the first lane of each destination is due, and how long it took to find that. Milliseconds. */
async function firstDue(
  transaction: Transaction,
  destinations: readonly string[],
): Promise<{ readonly first: ReadonlyMap<string, number>; readonly ms: number }> {
  const rows = await transaction.all<{ name: string; at: number | null; ms: number }>(
    `SELECT name, at, (extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000)::float8 AS ms
     FROM unnest($1::text[]) AS wish (name) LEFT JOIN LATERAL
       (SELECT due_at AS at FROM lane WHERE destination = name AND due_at IS NOT NULL ORDER BY due_at, id LIMIT 1)
       AS due ON true`,
    destinations,
  );
  const first = rows.flatMap(({ name, at }) => (at === null ? [] : [[name, at] as const]));
  return { first: new Map(first), ms: Math.max(0, ...rows.map(({ ms }) => ms)) };
}
