import { readFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { tryAccount } from '../../src/setup/try-account.ts';

const now = Date.UTC(2026, 10, 27);

async function portOf(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function codeOf(baseUrl: string, token = 'any'): Promise<string> {
  const tried = await tryAccount({ baseUrl, token: new Secret(token), locale: 'de' }, now);
  return tried.ok ? 'ok' : tried.code;
}

describe('a tested account', () => {
  it('is distinguished from an address with the wrong one of http and https', async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    expect(await codeOf(sandbox.url, sandbox.tokens.mitte)).toBe('ok');
    expect(await codeOf(sandbox.url)).toBe('token');
    expect(await codeOf(sandbox.url.replace('http:', 'https:'), sandbox.tokens.mitte)).toBe('plain-http');

    const read = (name: string) => readFileSync(new URL(`../booking/${name}`, import.meta.url));
    const pair = { cert: read('localhost.cert.pem'), key: read('localhost.key.pem') };
    const encrypted = await portOf(createHttps(pair, (_, response) => response.end('hello')));
    expect(await codeOf(`https://127.0.0.1:${encrypted}`)).toBe('tls');
    expect(await codeOf(`http://127.0.0.1:${encrypted}`)).toBe('only-https');
  });

  it('is not found at an address of another program, or without a response', async () => {
    const page = createHttp((_, response) => response.writeHead(404).end('<html></html>'));
    const port = await portOf(page);
    expect(await codeOf(`http://127.0.0.1:${port}`)).toBe('not-the-api');
    page.closeAllConnections();
    await new Promise(resolve => page.close(resolve));
    expect(await codeOf(`http://127.0.0.1:${port}`)).toBe('unreachable');
    expect(await codeOf(`https://127.0.0.1:${port}`)).toBe('unreachable');
  });
});
