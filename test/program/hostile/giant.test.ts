import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeControlGroup } from '../control-group.ts';
import { freePort, mappingsOf, startProgram } from '../program.ts';

const giants = Number(process.env.GIANTS ?? 60);

const group = makeControlGroup(256 * 1024 * 1024);
if (!group) console.warn('giant bodies: skipped, since this system lets us make no control group');

/** Posts them from another process; returns how many got each response. */
async function sendGiants(url: string): Promise<Record<string, number>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'giants.ts'), url, String(giants)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', data => {
    printed += data;
  });
  await new Promise(done => child.once('close', done));
  return JSON.parse(printed);
}

describe.runIf(group)('in 256 MiB of memory', () => {
  it(`${giants} simultaneous bodies of 1 MiB do not end the program, and other senders are served`, {
    timeout: 300_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-giant-'));
    const port = await freePort();
    mkdirSync(mappingsOf(folder));
    writeFileSync(
      join(folder, 'config.yaml'),
      `server: {host: 127.0.0.1, port: ${port}}
store: sqlite:bridge.db
destinations: {salon: {baseUrl: "http://127.0.0.1:9", token: some-token-of-the-test}}
sources: {giant: {verify: {type: none}}, good: {verify: {type: none}}}
log: {level: warn}
`,
    );
    const running = await startProgram({
      config: join(folder, 'config.yaml'),
      port,
      ...(group && { through: group.through }),
    });
    const client = new Pool(`http://127.0.0.1:${port}`, { connections: 8 });
    onTestFinished(async () => {
      await Promise.all([client.destroy(), running.end('SIGKILL')]);
      group?.remove();
      rmSync(folder, { recursive: true, force: true });
    });
    const postGood = async (): Promise<number> => {
      const headers = { 'content-type': 'application/json' };
      const reply = await client.request({
        method: 'POST',
        path: '/hooks/good',
        headers,
        body: '{"good": 1}',
      });
      await reply.body.dump();
      return reply.statusCode;
    };

    let answers: Record<string, number> | undefined;
    const sending = sendGiants(`http://127.0.0.1:${port}/hooks/giant`).then(found => {
      answers = found;
    });
    const good = new Set<number>();
    while (!answers) {
      for (const status of await Promise.all(Array.from({ length: 8 }, postGood))) good.add(status);
    }
    await sending;
    expect(good).toEqual(new Set([200]));
    expect(answers['200'] ?? 0).toBeGreaterThan(0);
    expect(running.child.exitCode).toBe(null);
  });
});
