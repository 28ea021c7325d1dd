import type { EventOutcome } from '../../event.ts';
import type { StatusNotice } from '../../status-notice.ts';
import { tellStep } from '../../step.ts';
import { type StorageFault, storageFault } from '../file/storage-error.ts';
import type { Connection } from './connection.ts';

/** `result`: the result of a call that was made already. On a full disk, space is freed for it. */
export type Weight = 'usual' | 'result';

/** A waiting write. `done` is called when it is on disk; otherwise it gets the error. */
export interface Job {
  readonly weight: Weight;
  run(): void;
  done(): void;
  fail(error: unknown): void;
}

/** Writes a group of jobs in one transaction. */
export interface GroupCommit {
  /** Writes all jobs or none; returns the job whose own error prevented that. */
  commit(jobs: readonly Job[]): Job | undefined;
  /** @throws StorageFault after a fault that ended all writing */
  assertWritable(): void;
  /** Ends all writing, after a fault of the disk elsewhere. */
  breakDown(fault: StorageFault): void;
}

/** The dependencies of transactions besides their connection. */
export interface GroupCommitParts {
  /** Throws if the files on disk are not those that are open. */
  readonly assertSameFiles: () => void;
  /** Called at the end of each transaction, to add the changes that follow from it. */
  readonly beforeCommit?: (() => void) | undefined;
  /** Called after each transaction that is on disk. */
  readonly committed?: () => void;
  /** Called after each transaction that was rolled back. */
  readonly undone?: () => void;
  /** Called with the changes of calls and events by the transactions. */
  readonly notify?: (notice: StatusNotice) => void;
  /** Called with the outcomes of events. */
  readonly count?: (outcome: EventOutcome) => void;
  /** Frees space on a full disk; returns true if that was possible. */
  readonly makeRoom?: () => boolean;
  /** Returns the storage fault of a write error. */
  readonly readFault?: (error: unknown) => StorageFault | undefined;
  /** Called with the fault that ends all writing. */
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
    reportAll();
    return undefined;
  }

  function reportAll(): void {
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
