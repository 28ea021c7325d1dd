import { StoreUnavailable } from '../../store.ts';
import { type StorageFault, storageFault } from '../file/storage-error.ts';
import type { Connection } from './connection.ts';
import { createGroupCommit, type GroupCommitParts, type Job, type Weight } from './group-commit.ts';

/** The queue of all writes. Writes that arrive together share one transaction and one wait for the disk. */
export interface WriteQueue {
  /**
   * Runs work inside a transaction and resolves with its result once that is on disk. Work may run more than once
   * before that (an error of other work rolls it back), so it may change nothing but the database. An error of work
   * rejects only that work.
   * @throws StoreUnavailable if the transaction could not be written
   */
  write<T>(work: () => T, weight?: Weight): Promise<T>;
  /** Runs a read, and translates its faults in the same way. */
  read<T>(work: () => T): Promise<T>;
  /** @throws StorageFault after a fault that ended all writing */
  assertWritable(): void;
  /** Accepts nothing more, after a fault of the disk elsewhere. */
  breakDown(fault: StorageFault): void;
  /** Writes the waiting jobs, then accepts nothing more. */
  close(): void;
}

const groupSize = 64;

/** Makes the queue of a connection. */
export function createWriteQueue(connection: Connection, parts: GroupCommitParts): WriteQueue {
  const waiting: Job[] = [];
  let scheduled = false;
  let closed = false;
  // Reading may need space too, for the index of the log.
  const { readFault = storageFault } = parts;
  const { commit, assertWritable, breakDown } = createGroupCommit(connection, parts);

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    gather(0);
  }

  /** Waits while each turn of the event loop adds jobs: one larger group costs less than two small ones. */
  function gather(soFar: number): void {
    setImmediate(() => {
      if (waiting.length > soFar && waiting.length < groupSize) return gather(waiting.length);
      scheduled = false;
      writeGroup();
      if (waiting.length > 0) schedule();
    });
  }

  function writeGroup(): void {
    let jobs = waiting.splice(0, groupSize);
    while (jobs.length > 0) {
      const thrower = commit(jobs);
      if (!thrower) return;
      jobs = jobs.filter(job => job !== thrower);
    }
  }

  return {
    async write<T>(work: () => T, weight: Weight = 'usual'): Promise<T> {
      assertWritable();
      if (closed) throw new StoreUnavailable('the store is closed');
      return new Promise((resolve, reject) => {
        let result: T;
        waiting.push({
          weight,
          run() {
            result = work();
          },
          done: () => resolve(result),
          fail: reject,
        });
        schedule();
      });
    },
    async read(work) {
      if (closed) throw new StoreUnavailable('the store is closed');
      try {
        return work();
      } catch (error) {
        const fault = readFault(error);
        if (fault?.lasting) breakDown(fault);
        throw fault ?? error;
      }
    },
    assertWritable,
    breakDown,
    close() {
      while (waiting.length > 0) writeGroup();
      closed = true;
    },
  };
}
