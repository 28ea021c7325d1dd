import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldbridge } from '../../cli/command-line.ts';
import { program } from '../program.ts';

let folder: string;

const at = (name: string) => join(folder, name);
const pipe = (name: string) => expect(spawnSync('mkfifo', [at(name)]).status).toBe(0);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-odd-'));
  mkdirSync(at('mappings'));
  writeFileSync(at('a-file'), '');
  mkdirSync(at('folder.db'));
  symlinkSync('one.db', at('another.db'));
  symlinkSync('another.db', at('one.db'));
  pipe('pipe.db');
  for (const end of ['lock', 'lock-journal', 'wal', 'shm', 'journal', 'probe', 'ballast', 'planning'])
    pipe(`beside.${end}.db-${end}`);
  mkdirSync(at('folder-beside.db-lock'));
  const server = createServer();
  await new Promise<void>(done => server.listen(at('socket.db'), done));
  afterAll(() => void server.close());
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Writes the config of a store at a path; returns the path of the config. */
function configWith(path: string): string {
  const config = at('config.yaml');
  const lines = [
    'server: {port: 1}',
    `store: ${JSON.stringify(`sqlite:${path}`)}`,
    'destinations: {salon: {baseUrl: http://127.0.0.1:1, token: some-token}}',
    'sources: {crm: {verify: {type: none}}}',
  ];
  writeFileSync(config, lines.join('\n'));
  return config;
}

/** Runs a command with a store at a path; if it hangs, it is killed. */
function run(path: string, ...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [program, ...args, '--config', configWith(path)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
}

/** Runs `start` in this process, for paths whose opening cannot block. */
async function startHere(
  path: string,
): Promise<Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'>> {
  const stop = AbortSignal.timeout(60_000);
  const { status, out, err } = await fieldbridge(['start', '--config', configWith(path)], { stop });
  return { status, stdout: out, stderr: err };
}

/** Paths whose opening would block, or that mean another file in each process. */
const hasOwnProcess = (path: string) => ['pipe.db', '/dev/stdin'].includes(path);

const longName = `${'n'.repeat(250)}.db`;
const longPath = `${'a-folder/'.repeat(60)}x.db`;
const hugeName = `${'n'.repeat(5_000)}.db`;

const refused = (words: string) =>
  new RegExp(`^fieldbridge start: the store cannot be opened: ${words}`, 'm');
const inTheWay = 'no file; name a file for the store that has nothing else in its way\\n$';

describe('a store at an impossible path', () => {
  it.each([
    [
      '/proc/none/data.db',
      2,
      /the store is on proc, which keeps no files.*config\/unsafe-volume|config\/unsafe-volume.*the store is on proc, which keeps no files/,
    ],
    ['/proc/data.db', 2, /the store is on proc, which keeps no files/],
    ['/proc/self/mem', 2, /the store is on proc, which keeps no files/],
    ['/sys/none/data.db', 2, /the store is on sysfs, which keeps no files/],
    ['/dev/full', 3, refused(`the store /dev/full cannot be used: it is a device, ${inTheWay}`)],
    ['/dev/null', 3, refused(`the store /dev/null cannot be used: it is a device, ${inTheWay}`)],
    ['/dev/stdin', 3, refused(`the store /dev/null cannot be used: it is a device, ${inTheWay}`)],
    ['pipe.db', 3, refused(`.+pipe\\.db cannot be used: it is a pipe, ${inTheWay}`)],
    ['socket.db', 3, refused(`.+socket\\.db cannot be used: it is a socket, ${inTheWay}`)],
    ['folder.db', 3, refused(`.+folder\\.db cannot be used: it is a folder, ${inTheWay}`)],
    ['folder.db/', 3, refused(`.+folder\\.db cannot be used: it is a folder, ${inTheWay}`)],
    ['folder-beside.db', 3, refused(`.+folder-beside\\.db-lock beside it is a folder, ${inTheWay}`)],
    ['a-file/data.db', 3, refused('.+a part of its path is a file, not a folder')],
    ['a-file/more/data.db', 3, refused('.+a part of its path is a file, not a folder')],
    ['one.db', 3, refused('.+one\\.db cannot be found: its symbolic links lead in a circle')],
    ['one.db/data.db', 3, refused('.+data\\.db cannot be found: its symbolic links lead in a circle')],
    [longName, 3, refused('the name of the store is too long: .+ at most 255; give')],
    [longPath, 3, refused('the path of the store is too long: .+ at most 500; give')],
    [hugeName, 3, refused('.+ its name is too long .+; name a file for the store')],
  ])('(%s) is refused at once with a message, and nothing is created', async (path, status, words) => {
    const before = readdirSync(folder).toSorted();
    const ended = hasOwnProcess(path) ? run(path, 'start') : await startHere(path);
    // Without a terminal, a diagnostic is a line of the log.
    expect([ended.status, `${ended.stdout}${ended.stderr}`]).toEqual([status, expect.stringMatching(words)]);
    expect(ended.stderr).not.toMatch(/^ +at /m);
    const made = readdirSync(folder).filter(name => !before.includes(name) && name !== 'config.yaml');
    expect(made).toEqual([]);
  });

  it.each(['lock', 'lock-journal', 'wal', 'shm', 'journal', 'probe', 'ballast'])(
    'is reported if a pipe is in the place of its -%s',
    end => {
      const { status, stderr } = run(`beside.${end}.db`, 'start');
      expect([status, stderr]).toEqual([
        3,
        expect.stringMatching(refused(`.+beside\\.${end}\\.db-${end} beside it is a pipe, ${inTheWay}`)),
      ]);
    },
  );

  it.skipIf(process.getuid?.() === 0)('is reported if this user may not write there', () => {
    mkdirSync(at('closed'));
    chmodSync(at('closed'), 0o500);
    const { status, stderr } = run('closed/more/data.db', 'start');
    chmodSync(at('closed'), 0o700);
    expect([status, stderr]).toEqual([
      3,
      expect.stringMatching(refused('.+in a folder where this user may')),
    ]);
  });

  it.each([
    ['diff', '--last', '1'],
    ['backup', 'copy.db'],
  ])('does not block a command that reads beside the bridge, such as %s', (...args) => {
    const { status, stderr } = run('pipe.db', ...args);
    expect([status, stderr]).toEqual([
      expect.toSatisfy(code => code === 2 || code === 3),
      expect.stringContaining('pipe.db cannot be used: it is a pipe, no file'),
    ]);
  });
});
