import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort, startProgram } from '../../program/program.ts';
import { openSandbox } from '../command-line.ts';
import { type ConfigParts, configOf, findings, folderOf, secrets } from './scene.ts';

async function serve(answer: RequestListener, port = 0): Promise<string> {
  const server = createServer(answer).listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy in front of a bridge that forwards some paths, without a prefix. */
const inFrontOf = (port: number, prefix: string, allowed: RegExp): RequestListener => {
  return (incoming, outgoing) => {
    const path = (incoming.url ?? '').slice(prefix.length);
    if (!incoming.url?.startsWith(prefix) || !allowed.test(path)) {
      outgoing.statusCode = 403;
      outgoing.end('<html>Forbidden</html>');
      return;
    }
    const passed = request({ host: '127.0.0.1', port, path, method: incoming.method ?? 'GET' }, answer => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  };
};

/** Runs a bridge, and returns the finding of doctor about a public URL. */
async function runningBridge() {
  const sandbox = await openSandbox();
  const wish: ConfigParts = { url: sandbox.url, port: await freePort() };
  const folder = folderOf(wish);
  const env = { ...secrets, SALON_TOKEN: sandbox.tokens.mitte };
  const port = wish.port ?? 0;
  const running = await startProgram({ config: join(folder, 'config.yaml'), port, env });
  onTestFinished(async () => void (await running.end('SIGKILL')));
  const seenAt = async (publicUrl: string) => {
    writeFileSync(join(folder, 'public.yaml'), configOf({ ...wish, server: `, publicUrl: "${publicUrl}"` }));
    const found = await findings(folder, { env, words: ['--config', 'public.yaml'] });
    return found.one('publicUrl');
  };
  return { port, seenAt };
}

describe('doctor reports about publicUrl', () => {
  it('that it leads to the bridge: directly, behind a prefix, or only with the paths of sources', async () => {
    const { port, seenAt } = await runningBridge();
    const whole = await serve(inFrontOf(port, '/bridge', /^/));
    expect(await seenAt(`http://127.0.0.1:${port}`)).toMatchObject({ status: 'well' });
    expect(await seenAt(`${whole}/bridge`)).toMatchObject({
      status: 'well',
      says: `a bridge responds at ${whole}/bridge`,
    });
    const hooks = await serve(inFrontOf(port, '', /^\/hooks\//));
    expect(await seenAt(hooks)).toMatchObject({
      status: 'well',
      says: `a bridge responds at ${hooks}, below the paths of its sources`,
    });
    expect(await seenAt(whole)).toMatchObject({
      status: 'wrong',
      says: expect.stringContaining('(HTTP 403)'),
    });
  });

  it('that it leads elsewhere, redirects, or is unreachable from here', async () => {
    const { seenAt } = await runningBridge();
    const shop = await serve((_request, response) => void response.end('<html>Welcome</html>'));
    expect(await seenAt(shop)).toMatchObject({
      status: 'wrong',
      says: `the program that responds at ${shop} is not Fieldbridge (HTTP 200)`,
      next: expect.stringContaining('server.publicUrl'),
    });
    const moved = await serve((_request, response) => {
      response.writeHead(301, { location: 'https://elsewhere.example' });
      response.end();
    });
    expect((await seenAt(moved)).next).toContain('the URL to which it redirects');
    expect(await seenAt(`http://127.0.0.1:${await freePort()}`)).toMatchObject({
      status: 'warning',
      says: expect.stringContaining('cannot be reached from here'),
    });
    expect(await seenAt('https://hooks.invalid')).toMatchObject({
      status: 'warning',
      says: expect.stringContaining('cannot be resolved'),
    });
  });

  it('by its name if no bridge runs, or if it leads to another bridge', async () => {
    const { port } = await runningBridge();
    const seenFrom = async (publicUrl: string) => {
      const server = `, publicUrl: "${publicUrl}"`;
      const folder = folderOf({ url: 'http://127.0.0.1:1', port: await freePort(), server });
      return (await findings(folder, { env: secrets })).one('publicUrl');
    };
    expect(await seenFrom('https://hooks.invalid')).toMatchObject({
      status: 'warning',
      says: expect.stringContaining('cannot be resolved'),
    });
    expect(await seenFrom(`http://127.0.0.1:${port}`)).toMatchObject({
      status: 'warning',
      says: expect.stringContaining('but the bridge of this config'),
    });
  });

  it('nothing if no bridge runs, except that another program uses its port', async () => {
    const port = await freePort();
    const server = `, publicUrl: "http://127.0.0.1:${port}"`;
    const folder = folderOf({ url: 'http://127.0.0.1:1', port, server });
    const idle = await findings(folder, { env: secrets });
    expect([idle.one('publicUrl').status, idle.one('running').status]).toEqual(['skipped', 'skipped']);
    await serve((_request, response) => void response.end('hello'), port);
    const taken = await findings(folder, { env: secrets });
    expect(taken.one('running')).toMatchObject({
      status: 'wrong',
      says: `the program that responds at http://127.0.0.1:${port} is not Fieldbridge (HTTP 200)`,
    });
  });
});
