import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inBatches } from '../../../../src/inbox/operations/in-batches.ts';
import { Connection } from '../../../../src/inbox/sqlite/connection/connection.ts';
import { createWriteQueue, type WriteQueue } from '../../../../src/inbox/sqlite/connection/write-queue.ts';
import { StorageFault } from '../../../../src/inbox/sqlite/file/storage-error.ts';
import { StoreUnavailable } from '../../../../src/inbox/store.ts';

let connection: Connection;
let queue: WriteQueue;
let inPlace: () => void;

beforeEach(() => {
  connection = new Connection(new DatabaseSync(':memory:'));
  connection.execute('CREATE TABLE word (number INTEGER PRIMARY KEY, text TEXT UNIQUE)');
  inPlace = () => {};
  queue = createWriteQueue(connection, { assertSameFiles: () => inPlace() });
});

afterEach(() => connection.close());

function insert(text: string) {
  return queue.write(() => connection.insert('INSERT INTO word (text) VALUES (?)', text));
}

function words(): readonly string[] {
  return connection.all<{ text: string }>('SELECT text FROM word ORDER BY number').map(row => row.text);
}

describe('the write queue', () => {
  it('writes nothing before the end of the turn, then all its work in order', async () => {
    const writing = Promise.all(['a', 'b', 'c'].map(insert));
    expect(words()).toEqual([]);
    expect(await writing).toEqual([1, 2, 3]);
    expect(words()).toEqual(['a', 'b', 'c']);
  });

  it('waits for work of the next turn, as long as each turn adds more', async () => {
    let transactions = 0;
    inPlace = () => {
      transactions += 1;
    };
    const writing = [insert('a')];
    for (const text of ['b', 'c']) {
      await turn();
      writing.push(insert(text));
    }
    await Promise.all(writing);
    expect([transactions, words()]).toEqual([1, ['a', 'b', 'c']]);
  });

  it('writes at most 64 works in one transaction, and all of them in turn', async () => {
    let transactions = 0;
    inPlace = () => {
      transactions += 1;
    };
    await Promise.all(Array.from({ length: 150 }, (_, index) => insert(`word ${index}`)));
    expect([transactions, words().length]).toEqual([3, 150]);
  });

  it('fails only the work that throws, and writes nothing of it', async () => {
    const failing = queue.write(() => {
      connection.run("INSERT INTO word (text) VALUES ('half')");
      throw new Error('a bug');
    });
    const results = await Promise.allSettled([insert('a'), failing, insert('a'), insert('b')]);
    expect(results.map(each => each.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(words()).toEqual(['a', 'b']);
    expect(connection.inTransaction).toBe(false);
  });

  it('reports a storage fault once, from a write or a read, and accepts no work afterwards', async () => {
    const heard: string[] = [];
    const broken = createWriteQueue(connection, {
      assertSameFiles: () => {},
      brokeDown: fault => heard.push(fault.message),
    });
    const unreadable = () => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 266 });
    };
    await expect(broken.read(unreadable)).rejects.toThrow(/the disk reported an error/);
    await expect(broken.write(() => 1)).rejects.toThrow(/the disk reported an error \(266\)/);
    await expect(broken.read(unreadable)).rejects.toThrow(StoreUnavailable);
    expect(heard).toEqual(['the store cannot be used: the disk reported an error (266)']);
  });

  it('makes room for a result on a full disk, once, and for nothing else', async () => {
    const pages = connection.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
    connection.execute(`PRAGMA max_page_count = ${pages}`);
    const made: number[] = [];
    const makeRoom = () => {
      if (made.length > 0) return false;
      made.push(connection.get<{ pages: number }>('PRAGMA max_page_count = 100000') ? 1 : 0);
      return true;
    };
    const full = createWriteQueue(connection, { assertSameFiles: () => {}, makeRoom });
    const large = () =>
      connection.insert('INSERT INTO word (text) VALUES (?)', 'x'.repeat(50_000 + made.length));
    await expect(full.write(large)).rejects.toThrow(/the disk is full/);
    expect(made).toEqual([]);
    expect(await full.write(large, 'result')).toBe(1);
    expect([made.length, words().length]).toEqual([1, 1]);
    const again = connection.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
    connection.execute(`PRAGMA max_page_count = ${again}`);
    const larger = () => connection.insert('INSERT INTO word (text) VALUES (?)', 'y'.repeat(90_000));
    await expect(full.write(larger, 'result')).rejects.toThrow(/the disk is full/);
  });

  it('rejects the whole group if the disk is full, and continues when there is space again', async () => {
    const pages = connection.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
    connection.execute(`PRAGMA max_page_count = ${pages}`);
    const large = 'x'.repeat(100_000);
    const results = await Promise.allSettled([insert('small'), insert(large), insert('also small')]);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
      expect(result).toMatchObject({ reason: { message: expect.stringContaining('the disk is full') } });
    }
    expect(words()).toEqual([]);
    connection.execute(`PRAGMA max_page_count = ${pages + 100}`);
    await insert(large);
    expect(words()).toEqual([large]);
    expect(queue.assertWritable).not.toThrow();
  });

  it('writes nothing after a fault that may have damaged the file', async () => {
    inPlace = () => {
      inPlace = () => {};
      throw new StorageFault('the file is gone', { lasting: true });
    };
    const waiting = await Promise.allSettled(
      Array.from({ length: 100 }, (_, each) => insert(`word ${each}`)),
    );
    const later = await Promise.allSettled([insert('later')]);
    for (const result of [...waiting, ...later]) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { message: 'the store cannot be used: the file is gone' },
      });
    }
    expect(words()).toEqual([]);
    expect(queue.assertWritable).toThrow(StorageFault);
  });

  it('continues each batch where the previous one ended', async () => {
    const seen: number[] = [];
    const sum = await inBatches(after =>
      queue.write(() => {
        seen.push(after);
        return { count: 10, more: after < 20, last: after + 10 };
      }),
    );
    expect([sum, seen]).toEqual([30, [0, 10, 20]]);
  });

  it('writes all waiting work when it closes, and refuses later work', async () => {
    const writing = insert('a');
    queue.close();
    expect(await writing).toBe(1);
    await expect(insert('b')).rejects.toThrow(StoreUnavailable);
    await expect(queue.read(() => words())).rejects.toThrow(StoreUnavailable);
  });
});
