import type { Clock } from '../../clock.ts';
import type { Claims } from '../../owned/claims.ts';
import { NotOwner } from '../../store.ts';
import type { Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';
import { lockWork, lockWorkAndLook } from '../rows/locks.ts';
import type { Terms } from './terms.ts';

/** Which work this process does, of that which one process does at a time. */
export interface Ownership {
  /** Who this process is, different for each start. */
  readonly owner: string;
  /**
   * Whether this process is to do a work now, after trying to take it where nobody has it. `false` also where it has to be
   * left to another process. Once it was said which works are wanted, only `takeWanted` takes any.
   */
  take(name: string): Promise<boolean>;
  /** Tries to take all works that it wants and has not. */
  takeWanted(): Promise<void>;
  /** The epoch in which it has a work, which is another one whenever it was another process's meanwhile. */
  epochOf(name: string): number | undefined;
  /** Whether it is this process's for certain, by its own monotonic clock. */
  has(name: string): boolean;
  /**
   * Locks works, and further ones, and proves that the first are this process's, in the transaction of what is done about
   * them.
   * @throws NotOwner where they are not
   */
  prove(transaction: Transaction, names: readonly string[], further?: readonly string[]): Promise<void>;
  /** The same, and looks at what they guard, which may have to be done twice: right behind the lock, in the same breath. */
  proveAndLook<Seen>(transaction: Transaction, what: ToProve, look: () => Promise<Seen>): Promise<Seen>;
  /** Which works this process is to do from now on; before this is called it takes whatever it is asked for. */
  want(names: ReadonlySet<string>): void;
  /** Gives up what it is not to do any more and what nothing is in flight of. */
  leaveUnwanted(): Promise<void>;
  /** Gives everything up at once, so that others may go on. */
  close(): Promise<void>;
}

/** Works that are to be this process's, and further ones that are locked with them. */
export interface ToProve {
  readonly names: readonly string[];
  readonly further?: readonly string[] | undefined;
}

export interface OwnershipOptions {
  readonly database: Database;
  readonly owner: string;
  readonly terms: Terms;
  readonly clock: Clock;
  /** The calls that this process has in flight. */
  readonly claims: Pick<Claims, 'callIds'>;
  /** What has to be done first about a work that was another's, or an earlier process's, which may have died. */
  readonly takeOver: (transaction: Transaction, name: string) => Promise<void>;
}

interface Owned {
  readonly epoch: number;
  /** Of the monotonic clock. */
  until: number;
}

/** Owns nothing yet. */
export function createOwnership(options: OwnershipOptions): Ownership {
  const { database, owner } = options;
  const { termMs, marginMs, askEveryMs, renewEveryMs } = options.terms;
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
    { names, further = [] }: ToProve,
    look: () => Promise<Seen>,
  ): Promise<Seen> {
    const { locked, seen } = await lockWorkAndLook(transaction, [...names, ...further], look);
    for (const name of names) {
      const row = locked.get(name);
      if (row?.owner === owner && row.epoch === owned.get(name)?.epoch) continue;
      owned.delete(name);
      throw new NotOwner(`another process does this work now: ${name}`);
    }
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
          await transaction.run('UPDATE work SET owner = NULL, until = NULL WHERE owner = $1', owner);
          await transaction.run('DELETE FROM process WHERE id = $1', owner);
        });
      } catch {
        // Without it the others wait until the term is over.
      }
    },
  };
}

/** Takes a work that nobody has, or whose owner's term is over; answers its epoch. */
async function takeRow(
  transaction: Transaction,
  { owner, takeOver, terms }: OwnershipOptions,
  name: string,
): Promise<number | undefined> {
  const row = (await lockWork(transaction, [name])).get(name);
  if (!row || !(row.owner === null || row.owner === owner || row.over)) return undefined;
  if (row.owner !== owner) await takeOver(transaction, name);
  const taken = await transaction.get<{ epoch: number }>(
    `UPDATE work SET owner = $2, epoch = epoch + (owner IS DISTINCT FROM $2)::int,
       until = clock_timestamp() + $3 * interval '1 millisecond'
     WHERE name = $1 RETURNING epoch`,
    name,
    owner,
    terms.termMs,
  );
  return taken?.epoch;
}

/** Gives works up of which nothing is in flight; answers which those are. */
async function leave(
  transaction: Transaction,
  { owner, clock, claims }: OwnershipOptions,
  names: readonly string[],
): Promise<readonly string[]> {
  // What is locked, nobody begins anything of.
  await lockWork(transaction, names);
  const rows = await transaction.all<{ name: string }>(
    `UPDATE work SET owner = NULL, until = NULL WHERE owner = $1 AND name = ANY($2)
       AND name <> ALL (SELECT DISTINCT 'destination ' || destination FROM begun
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
 * What could not be renewed is not this process's any more when its term is over. Nothing else is renewed: of what this
 * process took without hearing of it, the term ends.
 */
async function renew(
  { database, owner, terms: { termMs, marginMs } }: OwnershipOptions,
  owned: Map<string, Owned>,
): Promise<void> {
  const mine = [...owned];
  if (mine.length === 0) return;
  const until = performance.now() + termMs - marginMs;
  try {
    const rows = await database.write(transaction =>
      transaction.all<{ name: string; epoch: number }>(
        `UPDATE work SET until = clock_timestamp() + $2 * interval '1 millisecond'
         FROM (SELECT name FROM work WHERE owner = $1 AND name = ANY($3) ORDER BY name FOR NO KEY UPDATE) AS mine
         WHERE work.name = mine.name RETURNING work.name, work.epoch`,
        owner,
        termMs,
        mine.map(([name]) => name),
      ),
    );
    const epochs = new Map(rows.map(row => [row.name, row.epoch]));
    for (const [name, work] of mine) {
      if (epochs.get(name) === work.epoch) work.until = until;
      // It may have been taken anew meanwhile.
      else if (owned.get(name) === work) owned.delete(name);
    }
  } catch {
    // The next renewal may come in time. What this process owns, each work of it asks and proves.
  }
}
