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

/** So many transactions of 100 KB each; now and then the event loop turns, as it does between webhooks. */
async function commit(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    connection.run('INSERT INTO t VALUES (?)', Buffer.alloc(100_000, count % 256));
    checkpointer.committed();
    if (count % 8 === 0) await new Promise(resolve => setImmediate(resolve));
  }
}

describe('moving the log into the database', () => {
  it('leaves a store that writes little alone', async () => {
    await commit(20);
    await checkpointer.idle();
    expect(statSync(path).size).toBeLessThan(mebibyte);
  });

  it('brings everything into the database while the store goes on', async () => {
    await commit(100);
    await checkpointer.idle();
    expect(statSync(path).size).toBeGreaterThan(2 * mebibyte);
    expect(connection.get<{ n: number }>('SELECT count(*) AS n FROM t')).toEqual({ n: 100 });
    expect(faults).toEqual([]);
  });

  it('keeps the log from growing for ever under steady load', async () => {
    for (let rounds = 0; rounds < 20; rounds += 1) {
      await commit(50);
      await checkpointer.idle();
    }
    expect(statSync(`${path}-wal`).size).toBeLessThan(40 * mebibyte);
    expect(statSync(path).size).toBeGreaterThan(80 * mebibyte);
  });

  it('has its thread ended when the store is closed', async () => {
    await commit(100);
    await checkpointer.close();
    connection.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    connection = new Connection(new DatabaseSync(path));
    expect(connection.get<{ n: number }>('SELECT count(*) AS n FROM t')).toEqual({ n: 100 });
  });

  it('is done without a thread where none is to be had', async () => {
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
