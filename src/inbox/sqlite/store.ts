import { randomBytes } from 'node:crypto';
import { activity } from '../operations/activity.ts';
import { deletionTimes } from '../operations/clock-moves.ts';
import { decisions } from '../operations/decisions.ts';
import { expiry } from '../operations/expiry.ts';
import { fillInLedger } from '../operations/fill-in-ledger.ts';
import { importing } from '../operations/importing.ts';
import { links } from '../operations/links.ts';
import { erasure } from '../operations/privacy/erase.ts';
import { retention } from '../operations/privacy/retention.ts';
import { sessions } from '../operations/sessions.ts';
import { createClaims } from '../owned/claims.ts';
import { createWorkInProgress } from '../owned/work-in-progress.ts';
import type { StatusNotice } from '../status-notice.ts';
import type { Store } from '../store.ts';
import type { StoreOptions } from '../store-options.ts';
import type { Connection } from './connection/connection.ts';
import { createWriteQueue, type WriteQueue } from './connection/write-queue.ts';
import { clockMoves } from './delivery/clock-moves.ts';
import { delivery } from './delivery/delivery.ts';
import { createDirectCalls, type DirectCalls } from './delivery/direct-calls.ts';
import { holds } from './delivery/holds.ts';
import { type Ledger, ledgerSecret, recoverIntents } from './delivery/ledger.ts';
import { trimLinks } from './delivery/trim-links.ts';
import { createCheckpointer } from './file/checkpointer.ts';
import { copies, recognizeCopy, unsureUpTo } from './file/copies.ts';
import { createFaultReader } from './file/disk-probe.ts';
import { type ExaminationLimits, examineAtStart, markDamaged } from './file/examine-at-start.ts';
import type { Examination, Examined } from './file/examine-beside.ts';
import { followSinceLastLook } from './file/last-look.ts';
import { type Lock, takeLock } from './file/lock.ts';
import { assertNotMoved, forgetMoveBegun } from './file/moved.ts';
import { closeUntouched, openDatabase } from './file/open-database.ts';
import { createSameFilesCheck } from './file/same-files.ts';
import { watchSpace } from './file/space.ts';
import { StorageFault } from './file/storage-error.ts';
import { storePath } from './file/store-path.ts';
import { intake } from './intake/intake.ts';
import { refusals } from './intake/refusals.ts';
import { operationStore, statementsOf, takeSteps } from './operate/operation-store.ts';
import { outbox } from './outbox/outbox.ts';
import { createOutcomeWriter } from './outbox/outcomes.ts';
import type { Parts } from './parts.ts';
import { planning } from './planning/planning.ts';
import { endsOf, openPlanningMark } from './planning/planning-mark.ts';
import { leaveNothing } from './privacy/leave-nothing.ts';
import { openWaitingTally } from './reading/counts.ts';
import { storeHealth } from './reading/health.ts';
import { reading } from './reading/reading.ts';
import { wordIndex } from './reading/word-index.ts';

/** The dependencies of a store, and the options of a file. */
export interface SqliteStoreOptions extends StoreOptions {
  /** Called with the result of examining a large store in the background. */
  readonly examined?: (found: Examined) => void;
  /** The time limits of the examination for damage before anything is written. */
  readonly patience?: ExaminationLimits;
}

/**
 * Opens the store in a SQLite file, which is created with its folder if it does not exist. One process at a time: a
 * lock file beside it (`<path>-lock`) excludes others. Bookings that were being sent when the last process ended
 * become uncertain. A large file is examined for damage in the background; until that is over, the file is not
 * changed, and new data are only in its log.
 * @throws StoreUnusable if the file is in use, damaged, not a store, or of a newer version; it is not changed
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions): Promise<Store> {
  const file = storePath(path);
  const lock = takeLock(file);
  let connection: Connection | undefined;
  let examination: Examination | undefined;
  try {
    examination = await examineAtStart(file, options.patience);
    assertNotMoved(file);
    connection = openDatabase(file);
    return await assemble(connection, file, options, lock, examination);
  } catch (error) {
    connection?.close();
    examination?.stop();
    lock.release();
    throw error;
  }
}

async function assemble(
  connection: Connection,
  file: string,
  options: SqliteStoreOptions,
  lock: Lock,
  examination: Examination | undefined,
): Promise<Store> {
  const { clock, notify, count } = options;
  openWaitingTally(connection);
  const readFault = createFaultReader(file);
  const checkpointer = createCheckpointer(file, connection, fault => queue.breakDown(fault), readFault);
  const space = watchSpace(file);
  const random = options.random ?? randomBytes;
  const claims = createClaims();
  const outcomes = createOutcomeWriter(connection, options.outcomes, { now: clock.now, random, claims });
  const owned = { claims, beingDelivered: createWorkInProgress() };
  const direct = createDirectCalls({ connection, clock, ...owned });
  const queue = createWriteQueue(connection, {
    assertSameFiles: createSameFilesCheck(file),
    beforeCommit: outcomes.beforeCommit,
    committed() {
      direct.committed();
      checkpointer.committed();
      outcomes.committed();
    },
    undone: direct.undone,
    ...(notify && { notify: options.traced ? withTrace(connection, notify) : notify }),
    ...(count && { count }),
    makeRoom: space.release,
    readFault,
    brokeDown: fault => options.brokeDown?.(fault.message),
  });
  const following = examination && followExamination(examination, file, queue, options);
  if (following) checkpointer.leaveAlone(following.ended);
  const ledger = await queue.write(() => takeUp(connection, file, { claims, random }, clock.now()));
  const planningMark = await queue.write(() => openPlanningMark(file, connection));
  const parts: Parts = {
    connection,
    queue,
    wholeQueue: afterDirectCalls(queue, direct),
    checkpointer,
    clock,
    random,
    ledger,
    space,
    beingPlanned: createWorkInProgress(),
    planningMark,
    ends: endsOf(connection),
    ...owned,
    direct,
  };
  let closed = false;
  return {
    ...methods(parts, outcomes.waiting),
    async close() {
      if (closed) return;
      closed = true;
      queue.close();
      await checkpointer.close();
      planningMark.close();
      if (following?.mustLeaveAlone()) closeUntouched(connection, file);
      else connection.close();
      examination?.stop();
      await examination?.ended;
      lock.release();
    },
  };
}

/** Repairs the state that the previous process left, and returns the data for the ledger. */
function takeUp(
  connection: Connection,
  file: string,
  parts: Pick<Parts, 'claims' | 'random'>,
  now: number,
): Ledger {
  forgetMoveBegun(connection);
  recognizeCopy(connection, file);
  followSinceLastLook(connection, now);
  recoverIntents(connection, now);
  const secret = ledgerSecret(connection);
  takeSteps(fillInLedger(statementsOf(connection), secret));
  trimLinks(connection, parts);
  return { secret, unsureUpTo: unsureUpTo(connection) };
}

/**
 * Creates all methods of the store except `close`. `waiting`: the approximate number of waiting messages of each
 * receiver.
 */
function methods(parts: Parts, waiting: Map<string, number>): Omit<Store, 'close'> {
  const operations = operationStore(parts, parts.wholeQueue);
  const apart = operationStore(parts, parts.queue);
  const emptied = () => leaveNothing(parts, operations);
  return {
    ...intake(parts),
    ...refusals(parts),
    ...planning(parts),
    ...delivery(parts),
    ...copies(parts),
    ...holds(parts, operations, apart),
    ...links(operations, apart),
    ...reading(parts, apart),
    ...wordIndex(parts),
    ...decisions(operations),
    ...importing(operations, hasCode),
    ...sessions(apart),
    ...activity(apart, waitingMappings),
    ...erasure(operations, emptied),
    ...retention(operations, emptied),
    ...expiry(operations),
    ...clockMoves(parts),
    ...deletionTimes(apart),
    ...outbox(apart, waiting),
    ...storeHealth(parts),
  };
}

/** The condition that the codes of an event include the code $4. */
const hasCode = 'EXISTS (SELECT 1 FROM json_each(codes) WHERE value = $4)';

/** The mappings with unfinished calls. */
const waitingMappings =
  "SELECT DISTINCT mapping FROM tally WHERE calls > 0 AND status IN ('queued', 'held') AND mapping <> ''";

/** Returns a queue that writes direct calls before anything else is read or written. */
function afterDirectCalls(queue: WriteQueue, direct: DirectCalls): WriteQueue {
  return {
    ...queue,
    write: (work, weight) =>
      queue.write(() => {
        direct.writeAll();
        return work();
      }, weight),
    async read(work) {
      if (direct.size() > 0) await queue.write(direct.writeAll);
      return queue.read(work);
    },
  };
}

/** Adds the trace of its event to each notice. */
function withTrace(
  connection: Connection,
  notify: (notice: StatusNotice) => void,
): (notice: StatusNotice) => void {
  return notice => {
    const trace = traceOf(connection, notice.event);
    notify(trace === undefined ? notice : { ...notice, trace });
  };
}

function traceOf(connection: Connection, event: string): string | undefined {
  try {
    const sql = 'SELECT trace FROM event WHERE id = ?';
    return connection.get<{ trace: string | null }>(sql, event)?.trace ?? undefined;
  } catch {
    // The notice is valid without its trace. The next write reports a fault of the file.
    return undefined;
  }
}

/** Stops all writes if damage is found. Until the examination is over, the file is not changed. */
function followExamination(
  examination: Examination,
  file: string,
  queue: WriteQueue,
  options: SqliteStoreOptions,
): { readonly ended: Promise<void>; mustLeaveAlone(): boolean } {
  let mustLeaveAlone = true;
  const ended = examination.ended.then(found => {
    options.examined?.(found);
    mustLeaveAlone = found === 'stopped' || typeof found === 'object';
    if (typeof found !== 'object') return;
    markDamaged(file, found.damage);
    const fault = new StorageFault(`its file is damaged (${found.damage})`, { lasting: true });
    queue.breakDown(fault);
    throw fault;
  });
  return { ended, mustLeaveAlone: () => mustLeaveAlone };
}
