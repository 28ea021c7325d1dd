import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Connection } from '../connection/connection.ts';
import { StorageFault, storageFault } from './storage-error.ts';

/**
 * Moves the write-ahead log into the database file, in a separate thread, because waiting for the disk takes many
 * milliseconds, which would block the intake. The data in the log are on disk already, so a failed or interrupted
 * checkpoint loses nothing.
 */
export interface Checkpointer {
  /** Call it after each commit. */
  committed(): void;
  /** Does not change the database file until this promise resolves: committed data stay in the log. */
  leaveAlone(until: Promise<unknown>): void;
  /** Resolves when no checkpoint runs and the file may be changed; rejects if it must never be changed again. */
  idle(): Promise<void>;
  /**
   * Waits until the new length of the log is on disk. SQLite does not wait when it empties the log, so a power cut
   * could bring back its old contents.
   * @throws StorageFault if the disk reports an error
   */
  syncLog(): Promise<void>;
  close(): Promise<void>;
}

/** The number of transactions after which a checkpoint is useful: about a thousand pages under load. */
const everyCommits = 24;
/**
 * Under steady load the log is never completely empty and would grow forever. Above this size, the short rest after a
 * checkpoint is moved at once, so that the log starts again at its beginning.
 */
const longLogPages = 4096;

// A fault while the file is opened is a fault of the disk as well: opening reads the log.
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  let database;
  const opened = () => {
    if (database) return database;
    const fresh = new DatabaseSync(workerData, { timeout: 0 });
    try {
      fresh.exec('PRAGMA synchronous = FULL');
    } catch (error) {
      fresh.close();
      throw error;
    }
    return database = fresh;
  };
  parentPort.on('message', request => {
    if (request === 'close') {
      database?.close();
      return parentPort.close();
    }
    try {
      const { log } = opened().prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
      parentPort.postMessage({ pages: log });
    } catch ({ code, errcode, message }) {
      parentPort.postMessage({ error: { code, errcode, message }, isOpen: database !== undefined });
    }
  });
`;

/** The report of the thread about a checkpoint. `isOpen`: whether it has the file open. */
interface ThreadAnswer {
  readonly pages?: number;
  readonly error?: object;
  readonly isOpen?: boolean;
}

/**
 * Creates the checkpointer of a store's file; its thread starts with the first checkpoint. `failed` is called with a
 * fault after which the disk cannot be trusted. A full disk is no such fault, because the log keeps everything.
 * `readFault` returns the storage fault of an error.
 */
export function createCheckpointer(
  path: string,
  connection: Connection,
  failed: (fault: StorageFault) => void,
  readFault: (error: unknown) => StorageFault | undefined = storageFault,
): Checkpointer {
  let worker: Worker | undefined;
  let commits = 0;
  let running: Promise<void> | undefined;
  let leftAlone: Promise<unknown> | undefined;

  async function checkpoint(): Promise<void> {
    try {
      const pages = await inThread();
      if (pages === undefined || pages > longLogPages) connection.execute('PRAGMA wal_checkpoint(PASSIVE)');
    } catch (error) {
      const fault = readFault(error);
      if (fault?.lasting) failed(fault);
    }
  }

  /** Returns the number of pages in the log; undefined if no thread can be started. */
  async function inThread(): Promise<number | undefined> {
    const thread = worker ?? startThread(path);
    worker = thread;
    if (!thread) return undefined;
    return new Promise((resolve, reject) => {
      const done = ({ pages, error, isOpen }: ThreadAnswer) => {
        thread.off('error', broken).off('exit', broken);
        if (!error) return resolve(pages ?? 0);
        const thrown = Object.assign(new Error(), error);
        // A thread that cannot open the file does no harm, unless the disk fails.
        if (isOpen || readFault(thrown)?.lasting) reject(thrown);
        else resolve(undefined);
      };
      const broken = () => {
        worker = undefined;
        thread.off('message', done).off('error', broken).off('exit', broken);
        resolve(undefined);
      };
      thread.once('message', done).once('error', broken).once('exit', broken);
      thread.postMessage('checkpoint');
    });
  }

  return {
    committed() {
      commits += 1;
      if (commits < everyCommits || running || leftAlone) return;
      commits = 0;
      running = checkpoint().finally(() => {
        running = undefined;
      });
    },
    leaveAlone(until) {
      leftAlone = until.then(() => {
        leftAlone = undefined;
      });
      // A waiting caller gets the error.
      leftAlone.catch(() => {});
    },
    async idle() {
      await leftAlone;
      await running;
    },
    async syncLog() {
      try {
        // SQLite has no lock on the log's file, so closing it here releases none.
        await using log = await open(`${path}-wal`, 'r+');
        await log.sync();
      } catch (error) {
        const fault = new StorageFault('the disk reported an error', { lasting: true }, error);
        failed(fault);
        throw fault;
      }
    },
    async close() {
      await running;
      const thread = worker;
      if (!thread) return;
      worker = undefined;
      // Only while it works may the thread keep the process alive.
      thread.ref();
      const ended = new Promise<void>(resolve => thread.once('exit', () => resolve()));
      thread.postMessage('close');
      await ended;
    },
  };
}

function startThread(path: string): Worker | undefined {
  try {
    const resourceLimits = { maxOldGenerationSizeMb: 16 };
    const thread = new Worker(program, { eval: true, workerData: path, resourceLimits });
    thread.unref();
    return thread;
  } catch {
    // The system cannot start a thread now: the checkpoint is made here, and the next one tries again.
    return undefined;
  }
}
