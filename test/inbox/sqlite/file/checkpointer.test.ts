import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../../../../src/inbox/sqlite/connection/connection.ts';
import { type Checkpointer, createCheckpointer } from '../../../../src/inbox/sqlite/file/checkpointer.ts';
import type { StorageFault } from '../../../../src/inbox/sqlite/file/storage-error.ts';

const mebibyte = 1024 * 1024;

let folder: string;
let path: string;
let connection: Connection;
let checkpointer: Checkpointer;
let faults: StorageFault[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-checkpoint-'));
  path = join(folder, 'store.db');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0');
  database.exec('CREATE TABLE t (x BLOB)');
  connection = new Connection(database);
  faults = [];
  checkpointer = createCheckpointer(path, connection, fault => faults.push(fault));
});

afterEach(async () => {
  await checkpointer.close();
  connection.close();
  rmSync(folder, { recursive: true });
});

/** Commits transactions of 100 KB each; the event loop turns now and then, as it does between webhooks. */
async function commit(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    connection.run('INSERT INTO t VALUES (?)', Buffer.alloc(100_000, count % 256));
    checkpointer.committed();
    if (count % 8 === 0) await new Promise(resolve => setImmediate(resolve));
  }
}

describe('checkpointing', () => {
  it('does nothing for a store with few writes', async () => {
    await commit(20);
    await checkpointer.idle();
    expect(statSync(path).size).toBeLessThan(mebibyte);
  });

  it('moves all data into the database while the store is in use', async () => {
    await commit(100);
    await checkpointer.idle();
    expect(statSync(path).size).toBeGreaterThan(2 * mebibyte);
    expect(connection.get<{ n: number }>('SELECT count(*) AS n FROM t')).toEqual({ n: 100 });
    expect(faults).toEqual([]);
  });

  it('limits the log under steady load', async () => {
    for (let rounds = 0; rounds < 20; rounds += 1) {
      await commit(50);
      await checkpointer.idle();
    }
    expect(statSync(`${path}-wal`).size).toBeLessThan(40 * mebibyte);
    expect(statSync(path).size).toBeGreaterThan(80 * mebibyte);
  });

  it('ends its thread when the store is closed', async () => {
    await commit(100);
    await checkpointer.close();
    connection.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    connection = new Connection(new DatabaseSync(path));
    expect(connection.get<{ n: number }>('SELECT count(*) AS n FROM t')).toEqual({ n: 100 });
  });

  it('runs without a thread if none can be started', async () => {
    const alone = createCheckpointer(join(folder, 'gone/store.db'), connection, fault => faults.push(fault));
    for (let count = 0; count < 30; count += 1)
      connection.run('INSERT INTO t VALUES (?)', Buffer.alloc(100_000));
    expect(statSync(path).size).toBeLessThan(mebibyte);
    for (let count = 0; count < 30; count += 1) alone.committed();
    await alone.idle();
    await alone.close();
    expect(statSync(path).size).toBeGreaterThan(2 * mebibyte);
    expect(faults).toEqual([]);
  });
});
