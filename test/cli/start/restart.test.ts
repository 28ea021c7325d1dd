import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { freePort } from '../../program/program.ts';
import { fieldbridgeUntilStopped, folderWith } from '../command-line.ts';

const token = 'an-admin-token-of-some-length';

/** Starts a bridge whose config allows the console to write files, in a process that can restart it. */
async function aBridge() {
  const port = await freePort();
  const config = (more: object = {}) =>
    stringify({
      server: { port },
      store: 'sqlite:bridge.db',
      admin: { token, edit: true },
      sources: { form: { verify: { type: 'none' } } },
      ...more,
    });
  const directory = folderWith({ 'config.yaml': config(), 'mappings/.keep': '' });
  const write = (text: string) => writeFileSync(join(directory, 'config.yaml'), text);
  const running = fieldbridgeUntilStopped(['start'], { directory });
  const lines = (msg: string) =>
    running
      .out()
      .split('\n')
      .filter(line => line.includes(`"msg":"${msg}"`));
  await expect.poll(() => lines('ready for webhooks')).toHaveLength(1);
  const restart = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/setup/restart`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const send = async () =>
    (await fetch(`http://127.0.0.1:${port}/hooks/form`, { method: 'POST', body: '{"a":1}' })).status;
  return { directory, port, config, write, lines, restart, send };
}

describe('a restart inside the process', () => {
  it('uses the new settings of the log', async () => {
    const { config, write, lines, restart, send } = await aBridge();
    expect(await send()).toBe(200);
    expect(lines('event accepted')).toHaveLength(0);
    write(config({ log: { level: 'debug' } }));
    expect(await restart()).toEqual({ status: 200, body: { restarting: true } });
    await expect.poll(() => lines('ready for webhooks')).toHaveLength(2);
    expect(await send()).toBe(200);
    await expect.poll(() => lines('event accepted')).toHaveLength(1);
    write(config({ log: { level: 'warn' } }));
    expect((await restart()).status).toBe(200);
    await expect.poll(() => send().catch(() => undefined)).toBe(200);
    expect(lines('ready for webhooks')).toHaveLength(2);
  });

  it('does not start with a faulty config, nor end if the config becomes faulty meanwhile', async () => {
    const { config, write, lines, restart, send } = await aBridge();
    write('server: {port: x}\n');
    const refused = await restart();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'config-faulty', diagnostics: [{ severity: 'error' }] });
    expect(await send()).toBe(200);
    write(config({ retention: { delivered: '3d' } }));
    expect((await restart()).status).toBe(200);
    write('server: {port: x}\n');
    await expect.poll(() => lines('ready for webhooks')).toHaveLength(2);
    expect(await send()).toBe(200);
    // The process keeps a version that was read before. The log has the place of the fault.
    await expect.poll(() => lines('config changed with errors')).toHaveLength(1);
  });

  it('continues with the old config if it cannot use the new one, and reports why', async () => {
    const { config, write, lines, restart, send } = await aBridge();
    const other = createServer();
    const taken = await freePort();
    await new Promise<void>(done => other.listen(taken, '127.0.0.1', done));
    onTestFinished(() => void other.close());
    write(config({ server: { port: taken }, log: { level: 'error' } }));
    expect((await restart()).status).toBe(200);
    await expect.poll(() => lines('restart failed, previous config in use')).toHaveLength(1);
    expect(lines('restart failed, previous config in use')[0]).toContain(String(taken));
    await expect.poll(() => lines('ready for webhooks')).toHaveLength(2);
    expect(await send()).toBe(200);
  });

  it('checks the volume of the store again', async () => {
    const { config, write, restart, send } = await aBridge();
    write(config({ store: 'sqlite:/proc/self/bridge.db' }));
    const refused = await restart();
    expect(refused.status).toBe(409);
    expect(refused.body.diagnostics).toMatchObject([{ code: 'config/unsafe-volume' }]);
    expect(await send()).toBe(200);
  });
});
