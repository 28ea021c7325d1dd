import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Connection } from '../connection.ts';
import { StorageFault, storageFault } from './storage-error.ts';

/**
 * Moves what is in the write-ahead log into the database file, in a thread of its own: there it is a wait for the
 * disk of many milliseconds, here it would stop the intake. What is in the log is on disk already, so a checkpoint
 * that fails or is cut off loses nothing.
 */
export interface Checkpointer {
  /** To be called after each commit. */
  committed(): void;
  /** Leaves the database file as it is until this resolves: what is committed stays in the log. */
  leaveAlone(until: Promise<unknown>): void;
  /** Resolves when no checkpoint runs and the file need not be left alone; rejects where it is to be so for good. */
  idle(): Promise<void>;
  /**
   * Waits until the disk knows how long the log is. SQLite does not when it empties it, so a power cut could bring back
   * what stood there.
   * @throws StorageFault where the disk reports an error
   */
  syncLog(): Promise<void>;
  close(): Promise<void>;
}

/** So many transactions make a checkpoint worth its while: a thousand pages or so under load. */
const everyCommits = 24;
/**
 * Under steady load the log is never quite empty and would grow for ever. Above this the rest, which is short right
 * after a checkpoint, is moved at once, so that the log begins anew.
 */
const longLogPages = 4096;

// What goes wrong while the file is opened is a fault of the disk as well: opening reads the log.
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
  parentPort.on('message', wish => {
    if (wish === 'close') {
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

/** What the thread says of a checkpoint. `isOpen`: whether it has the file open. */
interface ThreadAnswer {
  readonly pages?: number;
  readonly error?: object;
  readonly isOpen?: boolean;
}

/**
 * Makes the checkpointer of a store's file; its thread starts with the first checkpoint. `failed` hears of a fault
 * after which the disk cannot be trusted; a disk that is only full is no such fault, since the log keeps everything.
 * `readFault` tells which fault of the storage an error stands for.
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

  /** How many pages the log holds then; undefined where there is no thread to be had. */
  async function inThread(): Promise<number | undefined> {
    const thread = worker ?? startThread(path);
    worker = thread;
    if (!thread) return undefined;
    return new Promise((resolve, reject) => {
      const done = ({ pages, error, isOpen }: ThreadAnswer) => {
        thread.off('error', broken).off('exit', broken);
        if (!error) return resolve(pages ?? 0);
        const thrown = Object.assign(new Error(), error);
        // A thread that cannot open the file is none, unless that is since the disk fails.
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
      // Whoever waits for it hears of that.
      leftAlone.catch(() => {});
    },
    async idle() {
      await leftAlone;
      await running;
    },
    async syncLog() {
      try {
        // SQLite locks nothing in the log's file, so no lock is given back where it is closed here.
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
      // Only now is the thread worth staying alive for.
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
    // The system has no thread to give now; the checkpoint is made here, and the next one tries again.
    return undefined;
  }
}
