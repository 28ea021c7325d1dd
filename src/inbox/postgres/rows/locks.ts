import { workOf } from '../../decide/spread-works.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { SqlValue } from '../connection/values.ts';

/**
 * Locks destinations: no other transaction changes their calls, lanes, links, bookings and holds until this one ends.
 * Call it before such data are read and before events are locked, with all needed destinations at once: they are
 * locked in the order of their names, so that no deadlock is possible.
 */
export async function lockDestinations(transaction: Transaction, names: Iterable<string>): Promise<void> {
  await lockWork(transaction, [...names].map(workOf));
}

/** Locks the planning, so that no plan is stored until this transaction ends. */
export async function lockPlanning(transaction: Transaction): Promise<void> {
  await lockWork(transaction, ['planning']);
}

/** Locks rows of `lease`, which are made if they do not exist yet, and returns them. */
export async function lockWork(
  transaction: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, WorkRow>> {
  const { locked } = await lockWorkAndLook(transaction, names, async () => undefined);
  return locked;
}

/**
 * Does the same, and reads the protected data: right after the lock, without waiting for its response, and again if a
 * row had to be made first.
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
    'INSERT INTO lease (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    wanted.filter(name => !first.locked.has(name)),
  );
  return lockAndLook();
}

/** A row of `lease`. */
export interface WorkRow {
  readonly name: string;
  readonly owner: string | null;
  readonly epoch: number;
  /** True if the lease of its owner has expired, by the clock of the database. */
  readonly over: boolean;
}

async function lockRows(
  transaction: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, WorkRow>> {
  if (names.length === 0) return new Map();
  const rows = await transaction.all<WorkRow>(
    `SELECT name, owner, epoch, coalesce(until < clock_timestamp(), true) AS over FROM lease
     WHERE name = ANY($1) ORDER BY name FOR NO KEY UPDATE`,
    names,
  );
  return new Map(rows.map(row => [row.name, row]));
}

/** A condition of a statement. Its parameters begin at $1. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A row of `lease` that `lockRowsIf` locked. */
export type LockedRow = Omit<WorkRow, 'over'>;

/** The condition that an earlier `lockRowsIf` of the same transaction locked rows. */
export const isLocked = "current_setting('fieldbridge.locked', true) = 'yes'";

/** Locks those rows of `lease` that exist, if a condition is true. The rows may be read after the commit. */
export function lockRowsIf(
  transaction: Transaction,
  names: readonly string[],
  { sql, values }: Condition,
): Promise<readonly LockedRow[]> {
  return transaction.later<LockedRow>(
    `SELECT name, owner, epoch, set_config('fieldbridge.locked', 'yes', true) FROM lease
     WHERE name = ANY($${values.length + 1}) AND ${sql} ORDER BY name FOR NO KEY UPDATE`,
    ...values,
    names,
  );
}

/**
 * Locks events, after the destinations of their calls (and `further` ones): no other transaction changes these events
 * or their calls until this one ends. Call it before such data are read.
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
    // A call may have been planned for another destination before its event was locked.
    missing = new Set(await destinationsOf(transaction, sequences)).difference(locked);
  } while (missing.size > 0);
}

/** Locks only the rows of events, in their order. The affected destinations are locked already. */
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
