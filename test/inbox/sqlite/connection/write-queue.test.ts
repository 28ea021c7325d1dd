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
  it('writes nothing before the turn is over, then everything that came in it, in order', async () => {
    const writing = Promise.all(['a', 'b', 'c'].map(insert));
    expect(words()).toEqual([]);
    expect(await writing).toEqual([1, 2, 3]);
    expect(words()).toEqual(['a', 'b', 'c']);
  });

  it('waits for what the next turn brings, as long as each brings more', async () => {
    let begun = 0;
    inPlace = () => {
      begun += 1;
    };
    const writing = [insert('a')];
    for (const text of ['b', 'c']) {
      await turn();
      writing.push(insert(text));
    }
    await Promise.all(writing);
    expect([begun, words()]).toEqual([1, ['a', 'b', 'c']]);
  });

  it('puts at most 64 works into one transaction, and all of them get their turn', async () => {
    let begun = 0;
    inPlace = () => {
      begun += 1;
    };
    await Promise.all(Array.from({ length: 150 }, (_, index) => insert(`word ${index}`)));
    expect([begun, words().length]).toEqual([3, 150]);
  });

  it('lets a work that throws fail alone, with nothing of it written', async () => {
    const failing = queue.write(() => {
      connection.run("INSERT INTO word (text) VALUES ('half')");
      throw new Error('a bug');
    });
    const results = await Promise.allSettled([insert('a'), failing, insert('a'), insert('b')]);
    expect(results.map(each => each.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(words()).toEqual(['a', 'b']);
    expect(connection.inTransaction).toBe(false);
  });

  it('says once that the storage broke down, whether a write or a read finds out, and takes nothing more', async () => {
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

  it('rejects the whole group where the disk is full, and works on when there is space again', async () => {
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

  it('writes nothing any more after a fault that may have damaged what was written', async () => {
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

  it('goes on in batches from where the one before ended', async () => {
    const seen: number[] = [];
    const sum = await inBatches(after =>
      queue.write(() => {
        seen.push(after);
        return { count: 10, more: after < 20, last: after + 10 };
      }),
    );
    expect([sum, seen]).toEqual([30, [0, 10, 20]]);
  });

  it('writes what is waiting when it closes, and refuses what comes later', async () => {
    const writing = insert('a');
    queue.close();
    expect(await writing).toBe(1);
    await expect(insert('b')).rejects.toThrow(StoreUnavailable);
    await expect(queue.read(() => words())).rejects.toThrow(StoreUnavailable);
  });
});
