import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../../src/inbox/sqlite/store.ts';
import { createTestClock } from '../../inbox/contract/bench.ts';
import { accept } from '../../inbox/contract/samples.ts';
import { freePort, startProgram } from '../../program/program.ts';
import { fieldbridge } from '../command-line.ts';
import { findings, folderOf, secrets } from './scene.ts';

const mayMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' }).status === 0;
if (!mayMount) console.warn('SKIPPED: volumes, since this user may not mount any');
const isRoot = process.getuid?.() === 0;

let folder = '';
const file = () => join(folder, 'data/bridge.db');

/** A folder with a store that contains data, and that no process has open. */
beforeEach(async () => {
  folder = folderOf({ url: 'http://127.0.0.1:1' });
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  const store = await openSqliteStore(file(), { clock: createTestClock() });
  for (let each = 0; each < 20; each += 1) await accept(store, { body: new Uint8Array(20_000).fill(120) });
  await store.close();
});

const look = (through: readonly string[] = []) => findings(folder, { env: secrets, through });
/** Returns the findings about the store only. */
const ofStore = async (through: readonly string[] = []) => {
  const found = await look(through);
  return found.report.checks.filter(({ group }) => group === 'store');
};
const contents = () =>
  readdirSync(join(folder, 'data'))
    .sort()
    .map(name => [name, readFileSync(join(folder, 'data', name)).toString('base64')]);

describe('doctor reports about the store', () => {
  it('that it is intact, and does not change it', async () => {
    const before = contents();
    expect((await ofStore()).map(({ check, status }) => [check, status])).toEqual([
      ['file', 'well'],
      ['volume', 'well'],
      ['permissions', 'well'],
      ['space', 'well'],
      ['integrity', 'well'],
      ['backup', 'warning'],
    ]);
    expect(contents()).toEqual(before);
  });

  it('that it is damaged, with the place and the remedy, and does not change it', async () => {
    const bytes = readFileSync(file());
    bytes.fill(0xff, 8192 * 3, 8192 * 6);
    writeFileSync(file(), bytes);
    const before = contents();
    const { status, one } = await look();
    expect([status, one('integrity').status]).toEqual([1, 'wrong']);
    expect(one('integrity').says).toMatch(/is damaged \(.*\); it was left as it is\. Restore a backup/);
    expect(contents()).toEqual(before);
  });

  it.each([
    [
      'cut off',
      () => writeFileSync(file(), readFileSync(file()).subarray(0, 8192 * 4 + 100)),
      /is damaged \(it is cut off within a page\)/,
    ],
    [
      'gone, and its log is there',
      () => {
        writeFileSync(`${file()}-wal`, Buffer.alloc(10_000, 1));
        writeFileSync(file(), '');
      },
      /is gone or empty, but its log bridge\.db-wal is there/,
    ],
    [
      'of a newer version',
      () => {
        const database = new DatabaseSync(file());
        database.exec('PRAGMA user_version = 999');
        database.close();
      },
      /was made by a newer version of this program/,
    ],
    [
      'no store',
      () => writeFileSync(file(), 'these are the notes of somebody'.repeat(1000)),
      /is damaged|no store/,
    ],
  ])('is %s', async (_, spoil, words) => {
    spoil();
    const before = contents();
    expect((await look()).one('integrity')).toMatchObject({
      status: 'wrong',
      says: expect.stringMatching(words),
    });
    expect(contents()).toEqual(before);
  });

  it('that it was not closed: it checks it without a trace, or leaves it to the next start', async () => {
    const port = await freePort();
    const config = join(folder, 'config.yaml');
    writeFileSync(config, readFileSync(config, 'utf8').replace('port: 0', `port: ${port}`));
    const running = await startProgram({ config, port, env: secrets });
    await running.end('SIGKILL');
    expect(statSync(`${file()}-wal`).size).toBeGreaterThan(0);
    const names = () => readdirSync(join(folder, 'data')).sort();
    const before = names();
    expect((await look()).one('integrity').status).toBe('well');
    expect(names()).toEqual(before);
    rmSync(`${file()}-shm`);
    expect((await look()).one('integrity')).toMatchObject({
      status: 'skipped',
      says: expect.stringContaining('cut off'),
    });
    expect(names()).toEqual(before.filter(name => !name.endsWith('-shm')));
  });

  it('that a process uses it that does not respond at the address of this config', async () => {
    const [port, other] = [await freePort(), await freePort()];
    const config = join(folder, 'config.yaml');
    const text = readFileSync(config, 'utf8');
    writeFileSync(join(folder, 'other.yaml'), text.replace('port: 0', `port: ${other}`));
    writeFileSync(config, text.replace('port: 0', `port: ${port}`));
    const running = await startProgram({ config: join(folder, 'other.yaml'), port: other, env: secrets });
    onTestFinished(async () => void (await running.end('SIGKILL')));
    const found = await look();
    expect(found.one('store in use')).toMatchObject({ status: 'warning' });
    expect(found.one('integrity').status).toBe('well');
    const elsewhere = await findings(folder, { env: secrets, words: ['--config', 'other.yaml'] });
    expect(elsewhere.all('store in use')).toEqual([]);
    expect(elsewhere.one('running').status).toBe('well');
  });

  it('that other users may read it: a warning with the command', async () => {
    chmodSync(file(), 0o644);
    expect((await look()).one('permissions')).toMatchObject({
      status: 'warning',
      says: 'every user of this machine may read data/bridge.db, which contains customer data',
      next: 'chmod o-rwx data/bridge.db',
    });
  });

  it.skipIf(!isRoot)('that it belongs to another user', async () => {
    chmodSync(folder, 0o755);
    for (const each of ['config.yaml', 'mappings', 'mappings/notes.yaml', 'data'])
      chownSync(join(folder, each), 65532, 65532);
    const asUser = ['setpriv', '--reuid=65532', '--regid=65532', '--clear-groups'];
    const [, , permissions] = await ofStore(asUser);
    expect(permissions).toMatchObject({
      status: 'wrong',
      says: 'data/bridge.db cannot be written by user 65532; it belongs to user 0',
      next: expect.stringContaining('give this user the right'),
    });
  });

  it('the time of its last backup', async () => {
    const made = await fieldbridge(['backup', 'copy.db'], { directory: folder, env: secrets });
    expect(made.status).toBe(0);
    expect((await look()).one('backup')).toMatchObject({
      status: 'well',
      says: expect.stringMatching(/^the last was made \d{4}-.*, (now|\d+ seconds? ago): copy\.db$/),
    });
    rmSync(join(folder, 'copy.db'));
    expect((await look()).one('backup').says).toMatch(/copy\.db; the file is not here any more$/);
    // A backup whose name is that of the note stays unchanged.
    rmSync(`${file()}-last-backup`);
    await fieldbridge(['backup', 'data/bridge.db-last-backup'], { directory: folder, env: secrets });
    await fieldbridge(['backup', 'further.db'], { directory: folder, env: secrets });
    expect(statSync(`${file()}-last-backup`).size).toBeGreaterThan(100_000);
    expect((await look()).one('backup').status).toBe('warning');
  });
});

describe.skipIf(!mayMount)('doctor reports about the volume of the store', () => {
  const within = (line: string) => ['unshare', '-rm', 'sh', '-c', `${line} && exec "$@"`, 'sh'];
  const named = async (through: readonly string[]) =>
    Object.fromEntries((await ofStore(through)).map(each => [each.check, each]));

  it('that it is read-only', async () => {
    const data = join(folder, 'data');
    const found = await named(within(`mount --bind ${data} ${data} && mount -o remount,bind,ro ${data}`));
    expect(found.permissions).toMatchObject({
      status: 'wrong',
      says: 'data is on a read-only file system',
      next: expect.stringContaining('mount the volume writable'),
    });
    expect(found.integrity).toMatchObject({ status: 'well' });
  });

  it('that it is full, or nearly full', async () => {
    const fill = (bytes: string) =>
      within(
        `mount -t tmpfs -o size=40m none ${folder}/data && head -c ${bytes} /dev/zero > ${folder}/data/other`,
      );
    expect((await named(fill('39m'))).space).toMatchObject({
      status: 'wrong',
      says: expect.stringMatching(/^the disk is full except for \d+ KiB, reserved for the results of calls/),
    });
    expect((await named(fill('35m'))).space).toMatchObject({
      status: 'warning',
      says: expect.stringMatching(/^the store's disk has 5\d* \w+ left|^the store's disk has \d+ KiB left/),
    });
  });

  it('that it is memory, which is lost with the container', async () => {
    const found = await named(within(`mount -t tmpfs none ${folder}/data`));
    expect(found.volume).toMatchObject({
      status: 'warning',
      says: expect.stringContaining('tmpfs, which is memory'),
    });
  });
});
