import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fieldbridge } from '../../cli/command-line.ts';
import { freePort, type Running, startProgram } from '../program.ts';

const config = (port: number) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:bridge.db
destinations: {salon: {baseUrl: http://127.0.0.1:1, token: some-token}}
sources: {crm: {verify: {type: none}}}
log: {level: warn}
`;

let folder: string;
let port: number;
let running: Running | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-taken-'));
  port = await freePort();
  mkdirSync(join(folder, 'mappings'));
  writeFileSync(join(folder, 'config.yaml'), config(port));
});

afterEach(async () => {
  await running?.end('SIGKILL');
  running = undefined;
  rmSync(folder, { recursive: true });
});

const file = (end = '') => join(folder, `bridge.db${end}`);
const start = async () => {
  running = await startProgram({ config: join(folder, 'config.yaml'), port });
  return running;
};
const post = () => fetch(`http://127.0.0.1:${port}/hooks/crm`, { method: 'POST', body: '{}' });

describe('a store that disappears while the program runs', () => {
  it.each(['', '-wal'])(
    '(its file bridge.db%s) is noticed at the next webhook, which gets 503; it ends with status 70',
    async end => {
      const program = await start();
      expect((await post()).status).toBe(200);
      const ended = new Promise(done => program.child.once('exit', done));
      renameSync(file(end), join(folder, 'taken'));
      const refused = await post();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
      expect(await ended).toBe(70);
      expect(program.output()).toMatch(
        /"reason":"the store cannot be used: its file \S+bridge\.db(-wal)? was removed or replaced while it was open"/,
      );
      if (end === '') {
        const { status, err } = await fieldbridge(['start'], {
          directory: folder,
          stop: AbortSignal.abort(),
        });
        expect([status, err]).toEqual([
          3,
          expect.stringContaining('is gone or empty, but its log bridge.db-wal is there'),
        ]);
      }
      renameSync(join(folder, 'taken'), file(end));
      await start();
      expect((await post()).status).toBe(200);
    },
  );

  it('is also noticed by a readiness probe', async () => {
    const program = await start();
    const ended = new Promise(done => program.child.once('exit', done));
    renameSync(file(), join(folder, 'taken'));
    await expect
      .poll(
        async () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            reply => reply.status,
            () => 'ended',
          ),
        { interval: 20 },
      )
      .not.toBe(200);
    expect(await ended).toBe(70);
  });
});

describe('a store that another program locks', () => {
  it('is refused with a message after a wait, and used once it is free', async () => {
    await (await start()).end('SIGTERM');
    const other = new DatabaseSync(file());
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    await expect(start()).rejects.toThrow(
      /the program ended with 3:.*bridge\.db cannot be opened: another process keeps the file locked/s,
    );
    other.close();
    await start();
    expect((await post()).status).toBe(200);
  });
});
