import { workOf } from '../../decide/spread-works.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Locks destinations: no other transaction changes their calls, lanes, links, bookings and holds until this one ends. To be
 * called before any of that is read, and before events are locked, with all that are needed at once: they are locked in the
 * order of their names, so that transactions do not wait for each other in a circle.
 */
export async function lockDestinations(transaction: Transaction, names: Iterable<string>): Promise<void> {
  await lockWork(transaction, [...names].map(workOf));
}

/** Locks rows of `work`, which are made where they do not exist yet, and answers them. */
export async function lockWork(
  transaction: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, WorkRow>> {
  const { locked } = await lockWorkAndLook(transaction, names, async () => undefined);
  return locked;
}

/**
 * The same, and looks at what they guard: right behind the lock, without waiting for its answer, and again where a row had
 * to be made first.
 */
export async function lockWorkAndLook<Seen>(
  transaction: Transaction,
  names: readonly string[],
  look: () => Promise<Seen>,
): Promise<{ readonly locked: ReadonlyMap<string, WorkRow>; readonly seen: Seen }> {
  const wanted = [...new Set(names)].sort();
  const lockAndLook = async () => {
    const [locked, seen] = await Promise.all([lockRows(transaction, wanted), look()]);
    return { locked, seen };
  };
  const first = await lockAndLook();
  if (first.locked.size === wanted.length) return first;
  await transaction.run(
    'INSERT INTO work (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    wanted.filter(name => !first.locked.has(name)),
  );
  return lockAndLook();
}

/** A row of `work`. */
export interface WorkRow {
  readonly name: string;
  readonly owner: string | null;
  readonly epoch: number;
  /** Whether the term of its owner is over, by the clock of the database. */
  readonly over: boolean;
}

async function lockRows(
  transaction: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, WorkRow>> {
  if (names.length === 0) return new Map();
  const rows = await transaction.all<WorkRow>(
    `SELECT name, owner, epoch, coalesce(until < clock_timestamp(), true) AS over FROM work
     WHERE name = ANY($1) ORDER BY name FOR NO KEY UPDATE`,
    names,
  );
  return new Map(rows.map(row => [row.name, row]));
}

/**
 * Locks events, after the destinations of their calls (and `further` ones): nobody else changes these events or their calls
 * until the transaction ends. To be called before any of that is read.
 */
export async function lockEvents(
  transaction: Transaction,
  sequences: readonly number[],
  further: Iterable<string> = [],
): Promise<void> {
  const locked = new Set<string>();
  let missing = new Set([...further, ...(await destinationsOf(transaction, sequences))]);
  do {
    await lockDestinations(transaction, missing);
    lockEventRows(transaction, sequences);
    for (const each of missing) locked.add(each);
    // A call may have gone elsewhere before its event was locked.
    missing = new Set(await destinationsOf(transaction, sequences)).difference(locked);
  } while (missing.size > 0);
}

/** Locks the rows of events alone, in their order. The destinations that are written about are locked already. */
export function lockEventRows(transaction: Transaction, sequences: readonly number[]): void {
  transaction.write(
    'SELECT 1 FROM event WHERE sequence = ANY($1) ORDER BY sequence FOR NO KEY UPDATE',
    sequences,
  );
}

async function destinationsOf(
  transaction: Transaction,
  sequences: readonly number[],
): Promise<readonly string[]> {
  const rows = await transaction.all<{ destination: string }>(
    'SELECT DISTINCT destination FROM call WHERE event = ANY($1)',
    sequences,
  );
  return rows.map(({ destination }) => destination);
}
