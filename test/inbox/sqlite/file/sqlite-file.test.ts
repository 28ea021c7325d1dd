import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  copyFile,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../../../../src/inbox/sqlite/file/back-up.ts';
import { migrations } from '../../../../src/inbox/sqlite/file/schema.ts';
import { openSqliteStore } from '../../../../src/inbox/sqlite/store.ts';
import { type Store, StoreUnavailable } from '../../../../src/inbox/store.ts';
import { StoreUnusable } from '../../../../src/inbox/store-unusable.ts';
import { createTestClock } from '../../contract/bench.ts';
import { accept, allPages, statusOf } from '../../contract/samples.ts';

const writer = join(import.meta.dirname, '../../sqlite-writer.ts');
const clock = createTestClock();
let folder: string;
let path: string;
let stores: Store[];
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldbridge-file-'));
  path = join(folder, 'store.db');
  stores = [];
  children = [];
});

afterEach(async () => {
  for (const store of stores) await store.close();
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise(resolve => child.once('exit', resolve));
    killGroup(child);
    await ended;
  }
  await rm(folder, { recursive: true });
});

async function open(at = path): Promise<Store> {
  const store = await openSqliteStore(at, { clock });
  stores.push(store);
  return store;
}

const makeBackup = async () => backUp(path, join(folder, 'backup.db'), clock.now());

/** Puts a file at a path in the state amid a change that uses a journal, together with the journal. */
async function halfChange(at: string, of: string): Promise<void> {
  const database = new DatabaseSync(of);
  // With such a small cache, parts of the change reach the file before its end.
  database.exec('PRAGMA cache_size = 1; BEGIN; PRAGMA user_version = 99');
  const insert = database.prepare('INSERT INTO meta VALUES (?, ?)');
  for (let each = 0; each < 20; each += 1) insert.run(`half ${each}`, new Uint8Array(20_000));
  for (const end of ['', '-journal']) await copyFile(of + end, at + end);
  database.close();
}

/** Starts a process and reads its lines until `enough` returns true or the process ends. */
async function run(
  command: readonly string[],
  enough: (lines: readonly string[]) => boolean,
): Promise<{ lines: string[]; child: ChildProcess; ended: Promise<unknown> }> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  children.push(child);
  const ended = new Promise(resolve => child.once('close', resolve));
  const lines: string[] = [];
  await new Promise<void>(resolve => {
    createInterface(child.stdout)
      .on('line', line => {
        lines.push(line);
        if (enough(lines)) resolve();
      })
      .once('close', resolve);
  });
  return { lines, child, ended };
}

/** Kills a process and its children. */
function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
}

function idsOf(lines: readonly string[], what: string): readonly string[] {
  return lines.flatMap(line => (line.startsWith(`${what} `) ? [line.slice(what.length + 1)] : []));
}

function can(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

async function filled(): Promise<Buffer> {
  const store = await open();
  for (let each = 0; each < 50; each += 1) await accept(store, { body: new Uint8Array(2_000) });
  await store.close();
  return readFile(path);
}

describe('the file of the SQLite store', () => {
  it('is made together with its folder, readable only by its owner', async () => {
    const deep = join(folder, 'a', 'b', 'store.db');
    await accept(await open(deep));
    for (const file of [deep, `${deep}-wal`, `${deep}-lock`]) {
      expect((await stat(file)).mode & 0o777, file).toBe(0o600);
    }
  });

  it('has its application id and the settings that make it durable', async () => {
    const store = await open();
    await accept(store);
    await store.close();
    const database = new DatabaseSync(path, { readOnly: true });
    const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect([pragma('application_id'), pragma('user_version'), pragma('journal_mode')]).toEqual([
      0x46425354,
      migrations.length,
      'wal',
    ]);
    expect([pragma('auto_vacuum'), pragma('integrity_check'), pragma('foreign_key_check')]).toEqual([
      2,
      'ok',
      undefined,
    ]);
    database.close();
  });

  it('cannot be opened twice, even under another name, until it is closed', async () => {
    const first = await open();
    await symlink(path, join(folder, 'alias.db'));
    for (const name of [path, join(folder, 'alias.db')]) {
      await expect(open(name)).rejects.toThrow(StoreUnusable);
      await expect(open(name)).rejects.toThrow(/in use by another process/);
    }
    const id = await accept(first);
    await first.close();
    expect(await statusOf(await open(), id)).toBe('queued');
  });

  it('cannot be opened while another process has it open, but once that is killed', async () => {
    const { child, ended } = await run([process.execPath, writer, path, 'a', '10', 'keep'], lines =>
      lines.includes('open'),
    );
    await expect(open()).rejects.toThrow(/in use by another process/);
    killGroup(child);
    await ended;
    await open();
  });

  it.each([
    ['its header is gone', (whole: Buffer) => whole.fill(0, 0, 100)],
    ['bytes in its middle were overwritten', (whole: Buffer) => whole.fill(0xa5, 4_096, 20_000)],
    ['it was cut', (whole: Buffer) => whole.subarray(0, 9 * 4_096)],
    [
      'it is a text',
      () => Buffer.from('this is no database at all, but long enough to look at\n'.repeat(99)),
    ],
  ])('is refused and left unchanged if %s', async (_, damage) => {
    const damaged = damage(await filled());
    await writeFile(path, damaged);
    await expect(open()).rejects.toThrow(StoreUnusable);
    await expect(open()).rejects.toThrow(/damaged.*Restore a backup/);
    expect((await readFile(path)).equals(damaged)).toBe(true);
  });

  it('is refused if it belongs to another program', async () => {
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE other (x)');
    database.close();
    const before = await readFile(path);
    await expect(open()).rejects.toThrow(/another program/);
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  it('is refused if a newer version made it', async () => {
    await filled();
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 99');
    database.close();
    await expect(open()).rejects.toThrow(/newer version/);
  });

  it('is refused with a reason if its folder cannot be made', async () => {
    await writeFile(path, 'a file, not a folder');
    await expect(open(join(path, 'store.db'))).rejects.toThrow(StoreUnusable);
    await expect(open(join(path, 'store.db'))).rejects.toThrow(/a part of its path is a file/);
  });

  it('is recovered after a power cut during a change from before it had a log', async () => {
    const store = await open();
    const id = await accept(store);
    await store.close();
    await halfChange(path, (await makeBackup()).file);
    await expect(stat(`${path}-journal`)).resolves.toBeDefined();
    expect(await allPages(await open(), {})).toEqual([id]);
    await expect(stat(`${path}-journal`)).rejects.toThrow(/ENOENT/);
  });

  it('is refused if it belongs to another program that was interrupted amid a change', async () => {
    const other = join(folder, 'other.db');
    const database = new DatabaseSync(other);
    database.exec('CREATE TABLE meta (name, value)');
    database.close();
    await halfChange(path, other);
    await expect(open()).rejects.toThrow(/another program/);
  });

  it('is left unchanged if its log is damaged and an old journal lies beside it', async () => {
    const store = await open();
    for (let each = 0; each < 5; each += 1) await accept(store);
    const damaged = join(folder, 'damaged.db');
    for (const end of ['', '-wal']) await copyFile(path + end, damaged + end);
    const log = (await readFile(`${damaged}-wal`)).fill(0xa5, 100, 200);
    await writeFile(`${damaged}-wal`, log);
    await writeFile(`${damaged}-journal`, Buffer.alloc(512));
    await expect(open(damaged)).rejects.toThrow(/damaged/);
    expect((await readFile(`${damaged}-wal`)).equals(log)).toBe(true);
  });

  it('is made anew if it is empty', async () => {
    await writeFile(path, '');
    await accept(await open());
    await stores[0]?.close();
    await truncate(path, 0);
    expect((await (await open()).events({})).events).toEqual([]);
  });

  it('accepts no writes after it was removed while open', async () => {
    const store = await open();
    const id = await accept(store);
    await rename(path, `${path}.moved`);
    await expect(accept(store)).rejects.toThrow(StoreUnavailable);
    expect(await store.health()).toMatchObject({ writable: false, lasting: true });
    await expect(store.claim({ destination: 'salon', now: 0, limit: 1 })).rejects.toThrow(StoreUnavailable);
    await rename(`${path}.moved`, path);
    await expect(accept(store)).rejects.toThrow(StoreUnavailable);
    await store.close();
    expect(await allPages(await open(), {})).toEqual([id]);
  });

  it('becomes smaller when events are deleted', async () => {
    const store = await open();
    for (let each = 0; each < 200; each += 1) await accept(store, { body: new Uint8Array(20_000).fill(1) });
    for (const { id } of (await store.events({ limit: 500 })).events) await store.discard(id);
    await store.prune({ deliveredMs: 0, failedMs: 0 }, clock.now() + 1);
    expect((await stat(path)).size).toBeLessThan(1_000_000);
    expect((await stat(`${path}-wal`)).size).toBe(0);
  });
});

describe('the SQLite store after kill -9', () => {
  it('has all accepted events, and no booking that can be sent twice', async () => {
    const accepted: string[] = [];
    const sending = new Set<string>();
    const done = new Set<string>();
    for (const round of ['a', 'b', 'c']) {
      const enough = 40 + 25 * round.charCodeAt(0) - 25 * 97;
      const { lines, child, ended } = await run(
        [process.execPath, writer, path, round, '2000', 'send'],
        all => idsOf(all, 'accepted').length >= enough,
      );
      killGroup(child);
      await ended;
      accepted.push(...idsOf(lines, 'accepted'));
      for (const id of idsOf(lines, 'sending')) {
        expect(sending.has(id), `${id} was sent twice`).toBe(false);
        sending.add(id);
      }
      for (const id of idsOf(lines, 'delivered')) done.add(id);
    }
    const store = await open();
    expect(accepted.length).toBeGreaterThan(150);
    for (const id of accepted) expect(await store.event(id), id).toBeDefined();
    for (const id of done) expect(await statusOf(store, id)).toBe('delivered');
    for (const id of sending) expect(['delivered', 'uncertain']).toContain(await statusOf(store, id));
    await store.close();
    const database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    database.close();
  });
});

const mayMount = can('unshare', '-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt');

describe.skipIf(!mayMount)('the SQLite store on a full disk', () => {
  it('reports it, has all accepted events, and accepts more when there is space again', async () => {
    const disk = join(folder, 'disk');
    const script = `mkdir ${disk} && mount -t tmpfs -o size=2m none ${disk} &&
      "$0" ${writer} ${disk}/store.db a 20000 keep 1 && cp ${disk}/store.db* ${folder} &&
      mount -o remount,size=40m ${disk} && "$0" ${writer} ${disk}/store.db b 20000 keep`;
    const { lines, child, ended } = await run(['unshare', '-rm', 'sh', '-c', script, process.execPath], all =>
      idsOf(all, 'accepted').some(id => id.startsWith('evt_b')),
    );
    killGroup(child);
    await ended;
    // The second process may fill the larger disk as well before it is killed.
    const again = lines.findIndex(line => line.startsWith('accepted evt_b'));
    const refused = lines.slice(0, again).filter(line => line.startsWith('unavailable'));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/the disk is full/);
    const accepted = idsOf(lines, 'accepted').filter(id => id.startsWith('evt_a'));
    expect(accepted.length).toBeGreaterThan(5);
    const store = await open();
    for (const id of accepted) expect(await store.event(id), id).toBeDefined();
  });
});
