import type { EventOutcome } from '../event.ts';
import type { StatusNotice } from '../status-notice.ts';
import { tellStep } from '../step.ts';
import type { Connection } from './connection.ts';
import { type StorageFault, storageFault } from './file/storage-error.ts';

/** `result`: it says how a call ended that was made already; room is made for it where the disk is full. */
export type Weight = 'usual' | 'result';

/** What waits to be written. It hears that it is on disk (`done`), or why it is not. */
export interface Job {
  readonly weight: Weight;
  run(): void;
  done(): void;
  fail(error: unknown): void;
}

/** Writes what came together in one transaction. */
export interface GroupCommit {
  /** Writes the jobs together, or none of them; answers the one whose own fault was in the way. */
  commit(jobs: readonly Job[]): Job | undefined;
  /** @throws StorageFault where one has happened after which nothing is written any more */
  assertWritable(): void;
  /** Writes nothing more after a fault of the disk that showed elsewhere. */
  breakDown(fault: StorageFault): void;
}

/** What transactions need besides their connection. */
export interface GroupCommitParts {
  /** Throws where the files on disk are not those that are open. */
  readonly assertSameFiles: () => void;
  /** Adds to each transaction what follows from it. */
  readonly beforeCommit?: (() => void) | undefined;
  /** Is called after each transaction that is on disk. */
  readonly committed?: () => void;
  /** Is called after each transaction that was taken back. */
  readonly undone?: () => void;
  /** Hears what the transactions made of calls and events. */
  readonly notify?: (notice: StatusNotice) => void;
  /** Hears what the transactions made of events. */
  readonly count?: (outcome: EventOutcome) => void;
  /** Gives room back to a full disk, and answers whether it could. */
  readonly makeRoom?: () => boolean;
  /** The fault of the storage that an error of a write stands for. */
  readonly readFault?: (error: unknown) => StorageFault | undefined;
  /** Hears of the fault after which nothing is written any more. */
  readonly brokeDown?: (fault: StorageFault) => void;
}

/** Makes the transactions of a connection. */
export function createGroupCommit(
  connection: Connection,
  {
    assertSameFiles,
    beforeCommit,
    committed = () => {},
    undone = () => {},
    notify = () => {},
    count = () => {},
    makeRoom = () => false,
    readFault = storageFault,
    brokeDown = () => {},
  }: GroupCommitParts,
): GroupCommit {
  let lasting: StorageFault | undefined;

  function assertWritable(): void {
    if (lasting) throw lasting;
  }

  function breakDown(fault: StorageFault): void {
    if (lasting) return;
    lasting = fault;
    brokeDown(fault);
  }

  function commit(jobs: readonly Job[]): Job | undefined {
    let running: Job | undefined;
    try {
      assertWritable();
      assertSameFiles();
      connection.takeNotices();
      connection.takeEventOutcomes();
      connection.execute('BEGIN IMMEDIATE');
      for (running of jobs) running.run();
      running = undefined;
      beforeCommit?.();
      tellStep('commit', 'before');
      connection.execute('COMMIT');
      tellStep('commit', 'after');
    } catch (error) {
      const fault = rollBack(error);
      undone();
      if (running && !fault) {
        running.fail(error);
        return running;
      }
      if (fault?.full && jobs.some(job => job.weight === 'result') && makeRoom()) return commit(jobs);
      for (const job of jobs) job.fail(fault ?? error);
      return undefined;
    }
    committed();
    for (const job of jobs) job.done();
    giveOut();
    return undefined;
  }

  function giveOut(): void {
    for (const outcome of connection.takeEventOutcomes()) count(outcome);
    for (const notice of connection.takeNotices()) notify(notice);
  }

  function rollBack(error: unknown): StorageFault | undefined {
    let fault = readFault(error);
    try {
      if (connection.inTransaction) connection.execute('ROLLBACK');
    } catch (second) {
      fault = readFault(second) ?? fault;
    }
    if (fault?.lasting) breakDown(fault);
    return fault;
  }

  return { commit, assertWritable, breakDown };
}
