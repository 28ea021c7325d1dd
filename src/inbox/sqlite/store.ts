import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Fate } from '../fate.ts';
import type { Store } from '../store.ts';
import { createFaultReader } from './ask-disk.ts';
import { createCheckpointer } from './checkpointer.ts';
import { createClaims } from './claims.ts';
import { followSinceLastLook } from './clock-moves.ts';
import type { Connection } from './connection.ts';
import { recognizeCopy, unsureUpTo } from './copies.ts';
import { createGuard } from './guard.ts';
import { finishReleases } from './holds.ts';
import { createInHand } from './in-hand.ts';
import { ledgerSecret, recoverIntents } from './ledger.ts';
import { type Lock, takeLock } from './lock.ts';
import { decisions } from './methods/decisions.ts';
import { delivery } from './methods/delivery.ts';
import { holds } from './methods/holds.ts';
import { intake } from './methods/intake.ts';
import { links } from './methods/links.ts';
import type { Parts } from './methods/parts.ts';
import { people } from './methods/people.ts';
import { planning } from './methods/planning.ts';
import { retention } from './methods/retention.ts';
import { upkeep } from './methods/upkeep.ts';
import { openDatabase } from './open-database.ts';
import { endsOf, openPlanningMark } from './planning-mark.ts';
import { watchSpace } from './space.ts';
import { storePath } from './store-path.ts';
import { createWriteQueue } from './write-queue.ts';

/** What a store needs of its surroundings. */
export interface SqliteStoreOptions {
  readonly clock: Clock;
  /** Random bytes for the ids that the store makes itself. */
  readonly random?: (size: number) => Uint8Array;
  /** Hears, once, why nothing will be written any more: the process should end and be started anew. */
  readonly brokeDown?: (reason: string) => void;
  /** Hears what becomes of calls and events that do not go on, once it is on disk; of what the opening finds, too. */
  readonly told?: (fate: Fate) => void;
}

/**
 * Opens the store in a SQLite file, which is made with its folder where it does not exist. One process at a time: a
 * lock file beside it (`<path>-lock`) keeps others away. Bookings that were being sent when the last process ended
 * become uncertain.
 * @throws StoreUnusable where the file is in use, damaged, not a store, or of a newer version; it is left as it is
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions): Promise<Store> {
  const file = storePath(path);
  const lock = takeLock(file);
  let connection: Connection | undefined;
  try {
    connection = openDatabase(file);
    return await assemble(connection, file, options, lock);
  } catch (error) {
    connection?.close();
    lock.release();
    throw error;
  }
}

async function assemble(
  connection: Connection,
  file: string,
  options: SqliteStoreOptions,
  lock: Lock,
): Promise<Store> {
  const { clock, told } = options;
  const readFault = createFaultReader(file);
  const checkpointer = createCheckpointer(file, connection, fault => queue.breakDown(fault), readFault);
  const space = watchSpace(file);
  const queue = createWriteQueue(connection, {
    assertInPlace: createGuard(file),
    committed: checkpointer.committed,
    ...(told && { told }),
    makeRoom: space.release,
    readFault,
    brokeDown: fault => options.brokeDown?.(fault.message),
  });
  const ledger = await queue.write(() => {
    recognizeCopy(connection, file);
    followSinceLastLook(connection, clock.now());
    recoverIntents(connection, clock.now());
    finishReleases(connection);
    return { secret: ledgerSecret(connection), unsureUpTo: unsureUpTo(connection) };
  });
  const planningMark = await queue.write(() => openPlanningMark(file, connection));
  const parts: Parts = {
    connection,
    queue,
    checkpointer,
    claims: createClaims(),
    clock,
    random: options.random ?? randomBytes,
    ledger,
    space,
    planned: createInHand(),
    planningMark,
    ends: endsOf(connection),
    delivered: createInHand(),
  };
  return {
    ...intake(parts),
    ...planning(parts),
    ...delivery(parts),
    ...holds(parts),
    ...links(parts),
    ...people(parts),
    ...decisions(parts),
    ...retention(parts),
    ...upkeep(parts, lock),
  };
}
