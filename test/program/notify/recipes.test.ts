import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../src/config/load-config.ts';
import { presets } from '../../../src/receive/senders/senders.ts';
import { readProjectFile, root } from '../../house/markdown.ts';
import { freePort } from '../program.ts';

const page = readProjectFile('docs/alerts-and-callbacks.md');
const fences = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  );
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Runs a program of the page until the test ends; returns its address. */
async function run(text: string, env: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-recipe-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'receiver.mjs'), text);
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: 'inherit',
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  const reached = async () =>
    (await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined))?.status;
  await expect.poll(reached).toBe(401);
  return url;
}

async function post(url: string, body: string): Promise<number> {
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

describe('the page of alerts and callbacks', () => {
  it('has a valid config, and messages that are JSON', () => {
    const text = fences('yaml').join('\n').replace('  crm:\n', '  crm:\n    verify: {type: none}\n');
    const env = { NOTIFY_SECRET: secret, ALERT_SECRET: secret };
    const { diagnostics } = loadConfig('/config.yaml', { env, readFile: () => text, presets });
    expect(diagnostics.filter(each => each.severity === 'error')).toEqual([]);
    expect(fences('json').map(each => JSON.parse(each).type)).toEqual(['event.delivered', 'alert.raised']);
  });

  it('has a receiver that verifies, and refuses unverified messages', async () => {
    const [receiver = ''] = fences('js');
    const url = await run(receiver, { NOTIFY_SECRET: secret });
    expect(await post(url, fences('json')[0] ?? '')).toBe(204);
  });

  it('has a receiver that forwards alerts to a chat, and responds with success only after that', async () => {
    const posted: string[] = [];
    let status = 200;
    const chat = createServer((request, response) => {
      request.on('data', chunk => posted.push(String(chunk)));
      request.on('end', () => response.writeHead(status).end());
    });
    await new Promise<void>(done => chat.listen(0, '127.0.0.1', done));
    onTestFinished(() => void chat.close());
    const chatUrl = `http://127.0.0.1:${(chat.address() as AddressInfo).port}`;
    const url = await run(fences('js')[1] ?? '', { ALERT_SECRET: secret, CHAT_URL: chatUrl });
    const alert = fences('json')[1] ?? '';
    expect(await post(url, alert)).toBe(204);
    expect(JSON.parse(posted[0] ?? '').text).toBe(
      'RAISED FieldbridgeDestinationPaused (salon): the destination is paused: paused by a person\n`fieldbridge destinations resume NAME` resumes it.',
    );
    status = 500;
    expect(await post(url, alert)).toBe(502);
  });
});
