import type { Clock } from '../../clock.ts';
import type { Claims } from '../../owned/claims.ts';
import { NotOwner } from '../../store.ts';
import type { Database } from '../connection/database.ts';
import { isBegun, type Transaction } from '../connection/transaction.ts';
import {
  type Condition,
  isLocked,
  type LockedRow,
  lockRowsIf,
  lockWork,
  lockWorkAndLook,
} from '../rows/locks.ts';
import type { LeaseTimes } from './lease-times.ts';

/** The work of this process that only one process does at a time. */
export interface Ownership {
  /** The id of this process, different for each start. */
  readonly owner: string;
  /**
   * Returns true if this process should do a work; it first tries to take a free one. `false` also if the work must
   * be given to another process. After the first call of `want`, only `takeWanted` takes works.
   */
  take(name: string): Promise<boolean>;
  /** Tries to take all wanted works that this process does not have. */
  takeWanted(): Promise<void>;
  /** Returns the epoch of a work of this process, which differs after another process had the work meanwhile. */
  epochOf(name: string): number | undefined;
  /** True if this process certainly owns the work, by its own monotonic clock. */
  has(name: string): boolean;
  /**
   * Locks works and `further` ones, and proves that this process owns the first ones, in the transaction that changes
   * their data.
   * @throws NotOwner if it does not
   */
  prove(transaction: Transaction, names: readonly string[], further?: readonly string[]): Promise<void>;
  /**
   * Does the same, and reads the protected data: right after the lock, without waiting for its response. It may read
   * twice.
   */
  proveAndLook<Seen>(transaction: Transaction, what: WorksToProve, look: () => Promise<Seen>): Promise<Seen>;
  /** Locks works if a condition is true when the statement begins; the next statements can require that proof. */
  proveIf(transaction: Transaction, names: readonly string[], condition: Condition): ProofInSql;
  /** Sets the works that this process should do. Before the first call it takes every requested work. */
  want(names: ReadonlySet<string>): void;
  /** Gives up the works that are no longer wanted and have nothing in flight. */
  leaveUnwanted(): Promise<void>;
  /** Gives up everything at once, so that other processes can continue. */
  close(): Promise<void>;
}

/** Works that this process must own, and further ones that are locked with them. */
export interface WorksToProve {
  readonly names: readonly string[];
  readonly further?: readonly string[] | undefined;
}

/** A proof of ownership within a transaction, for its statements. */
export interface ProofInSql {
  /** The works that this process must own, and their epochs, for `provedBy`. */
  readonly names: readonly string[];
  readonly epochs: readonly number[];
  /**
   * Resolves to true if the works were locked and this process owns them, to false if the condition was not true.
   * Await it after the commit.
   * @throws NotOwner if this process does not own them
   */
  readonly checked: Promise<boolean>;
}

/**
 * The SQL condition that `proveIf` locked works in the same transaction, and that this process owns them. The
 * parameters: the names and epochs of the proof, and this owner. It is false otherwise, and if BEGIN failed.
 */
export function provedBy(names: string, epochs: string, owner: string): string {
  return `${isBegun} AND ${isLocked} AND NOT EXISTS (
    SELECT 1 FROM unnest(${names}::text[], ${epochs}::bigint[]) AS needed (name, epoch) WHERE NOT EXISTS (
      SELECT 1 FROM lease WHERE lease.name = needed.name AND lease.owner = ${owner} AND lease.epoch = needed.epoch))`;
}

export interface OwnershipOptions {
  readonly database: Database;
  readonly owner: string;
  readonly leaseTimes: LeaseTimes;
  readonly clock: Clock;
  /** The calls in flight of this process. */
  readonly claims: Pick<Claims, 'callIds'>;
  /** Called before this process starts a work of another process, or of an earlier one that may have crashed. */
  readonly takeOver: (transaction: Transaction, name: string) => Promise<void>;
}

interface Owned {
  readonly epoch: number;
  /** The end of the lease, by the monotonic clock. Milliseconds. */
  until: number;
}

/** Creates the ownership of a process, without any work. */
export function createOwnership(options: OwnershipOptions): Ownership {
  const { database, owner } = options;
  const { termMs, marginMs, askEveryMs, renewEveryMs } = options.leaseTimes;
  const owned = new Map<string, Owned>();
  const taking = new Map<string, Promise<boolean>>();
  const askedAt = new Map<string, number>();
  let wanted: ReadonlySet<string> | undefined;
  const renewing = setInterval(() => void renew(options, owned), renewEveryMs);
  renewing.unref();

  function has(name: string): boolean {
    const work = owned.get(name);
    return work !== undefined && performance.now() < work.until;
  }

  async function tryToTake(name: string): Promise<boolean> {
    const until = performance.now() + termMs - marginMs;
    const epoch = await database.write(transaction => takeRow(transaction, options, name));
    if (epoch !== undefined) owned.set(name, { epoch, until });
    return epoch !== undefined;
  }

  async function take(name: string): Promise<boolean> {
    if (has(name)) return true;
    const before = taking.get(name);
    if (before) return before;
    if (performance.now() - (askedAt.get(name) ?? -askEveryMs) < askEveryMs) return false;
    askedAt.set(name, performance.now());
    const attempt = tryToTake(name).finally(() => taking.delete(name));
    taking.set(name, attempt);
    return attempt;
  }

  async function proveAndLook<Seen>(
    transaction: Transaction,
    { names, further = [] }: WorksToProve,
    look: () => Promise<Seen>,
  ): Promise<Seen> {
    const { locked, seen } = await lockWorkAndLook(transaction, [...names, ...further], look);
    assertOwned(owner, owned, names, locked);
    return seen;
  }

  return {
    owner,
    take: name => (wanted ? Promise.resolve(wanted.has(name) && has(name)) : take(name)),
    async takeWanted() {
      await Promise.all([...(wanted ?? [])].map(take));
    },
    has,
    epochOf: name => (has(name) ? owned.get(name)?.epoch : undefined),
    prove: (transaction, names, further) =>
      proveAndLook(transaction, { names, further }, async () => undefined),
    proveAndLook,
    proveIf(transaction, names, condition) {
      const epochs = names.map(name => owned.get(name)?.epoch ?? -1);
      const locking = lockRowsIf(transaction, names, condition);
      return { names, epochs, checked: checkLocked(owner, owned, names, locking) };
    },
    want(names) {
      wanted = names;
    },
    async leaveUnwanted() {
      const unwanted = [...owned.keys()].filter(name => wanted && !wanted.has(name));
      if (unwanted.length === 0) return;
      for (const name of await database.write(transaction => leave(transaction, options, unwanted)))
        owned.delete(name);
    },
    async close() {
      clearInterval(renewing);
      owned.clear();
      try {
        await database.write(async transaction => {
          await transaction.run('UPDATE lease SET owner = NULL, until = NULL WHERE owner = $1', owner);
          await transaction.run('DELETE FROM process WHERE id = $1', owner);
        });
      } catch {
        // If this fails, the other processes wait until the leases expire.
      }
    },
  };
}

function checkLocked(
  owner: string,
  owned: Map<string, Owned>,
  names: readonly string[],
  locking: Promise<readonly LockedRow[]>,
): Promise<boolean> {
  const checked = locking.then(rows => {
    if (rows.length > 0) assertOwned(owner, owned, names, new Map(rows.map(row => [row.name, row])));
    return rows.length > 0;
  });
  // The caller awaits it only after a successful transaction, so a rejection is not unhandled.
  checked.catch(() => {});
  return checked;
}

/** @throws NotOwner unless this owner has all of these works, by their locked rows */
function assertOwned(
  owner: string,
  owned: Map<string, Owned>,
  names: readonly string[],
  locked: ReadonlyMap<string, Omit<LockedRow, 'name'>>,
): void {
  for (const name of names) {
    const row = locked.get(name);
    if (row?.owner === owner && row.epoch === owned.get(name)?.epoch) continue;
    owned.delete(name);
    throw new NotOwner(`another process does this work now: ${name}`);
  }
}

/** Takes a work without an owner or with an expired lease; returns its epoch. */
async function takeRow(
  transaction: Transaction,
  { owner, takeOver, leaseTimes }: OwnershipOptions,
  name: string,
): Promise<number | undefined> {
  const row = (await lockWork(transaction, [name])).get(name);
  if (!row || !(row.owner === null || row.owner === owner || row.over)) return undefined;
  if (row.owner !== owner) await takeOver(transaction, name);
  const taken = await transaction.get<{ epoch: number }>(
    `UPDATE lease SET owner = $2, epoch = epoch + (owner IS DISTINCT FROM $2)::int,
       until = clock_timestamp() + $3 * interval '1 millisecond'
     WHERE name = $1 RETURNING epoch`,
    name,
    owner,
    leaseTimes.termMs,
  );
  return taken?.epoch;
}

/** Gives up the works that have nothing in flight; returns their names. */
async function leave(
  transaction: Transaction,
  { owner, clock, claims }: OwnershipOptions,
  names: readonly string[],
): Promise<readonly string[]> {
  // No call of a locked work can begin.
  await lockWork(transaction, names);
  const rows = await transaction.all<{ name: string }>(
    `UPDATE lease SET owner = NULL, until = NULL WHERE owner = $1 AND name = ANY($2)
       AND name <> ALL (SELECT DISTINCT 'destination ' || destination FROM attempt_in_flight
         WHERE owner = $1 AND (until > $3 OR call = ANY ($4::bigint[])))
     RETURNING name`,
    owner,
    names,
    Math.floor(clock.now()),
    claims.callIds(),
  );
  return rows.map(({ name }) => name);
}

/**
 * Renews the leases. A work whose lease could not be renewed is lost when the lease expires. Other leases of this
 * process are not renewed: the response when it took them was lost, so they must expire.
 */
async function renew(
  { database, owner, leaseTimes: { termMs, marginMs } }: OwnershipOptions,
  owned: Map<string, Owned>,
): Promise<void> {
  const mine = [...owned];
  if (mine.length === 0) return;
  const until = performance.now() + termMs - marginMs;
  try {
    const rows = await database.write(transaction =>
      transaction.all<{ name: string; epoch: number }>(
        `UPDATE lease SET until = clock_timestamp() + $2 * interval '1 millisecond'
         FROM (SELECT name FROM lease WHERE owner = $1 AND name = ANY($3) ORDER BY name FOR NO KEY UPDATE) AS mine
         WHERE lease.name = mine.name RETURNING lease.name, lease.epoch`,
        owner,
        termMs,
        mine.map(([name]) => name),
      ),
    );
    const epochs = new Map(rows.map(row => [row.name, row.epoch]));
    for (const [name, work] of mine) {
      if (epochs.get(name) === work.epoch) work.until = until;
      // This process may have taken the work again meanwhile.
      else if (owned.get(name) === work) owned.delete(name);
    }
  } catch {
    // The next renewal may come in time. Each transaction about a work proves its ownership.
  }
}
