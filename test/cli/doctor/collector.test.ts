import { describe, expect, it } from 'vitest';
import { freePort } from '../../program/program.ts';
import { startCollector, startReceiver } from '../../program/traces/receiver.ts';
import { openSandbox } from '../command-line.ts';
import { findings, folderOf, secrets } from './scene.ts';

/** What doctor finds of a collector. */
async function seen(otlp: string, more = '') {
  const sandbox = await openSandbox();
  const telemetry = `telemetry: {otlp: "${otlp}"${more}}\n`;
  const folder = folderOf({ url: sandbox.url, port: await freePort(), more: telemetry });
  const env = { ...secrets, SALON_TOKEN: sandbox.tokens.mitte };
  return findings(folder, { env });
}

describe('the collector of traces, as doctor sees it', { timeout: 30_000 }, () => {
  it('takes traces, and is sent none', async () => {
    const receiver = await startReceiver();
    const found = await seen(receiver.url, ', headers: {authorization: "Bearer 4711"}');
    expect(found.one('collector')).toMatchObject({
      group: 'telemetry',
      status: 'well',
      says: expect.stringContaining(`it takes traces at ${receiver.url}`),
    });
    expect(receiver.spans()).toEqual([]);
    expect(receiver.headers[0]).toMatchObject({ authorization: 'Bearer 4711' });
    expect(found.out).not.toContain('4711');
  });

  it('cannot be reached, which keeps no bridge from working', async () => {
    const found = await seen(`http://127.0.0.1:${await freePort()}`);
    expect(found.one('collector')).toMatchObject({
      status: 'warning',
      says: expect.stringContaining('(ECONNREFUSED)'),
    });
    expect(found.status).toBe(0);
  });

  it.each([
    [401, 'correct the token in telemetry.headers'],
    [404, 'without /v1/traces'],
    [500, 'look into its log'],
  ])('answers %i', async (status, next) => {
    const url = await startCollector((request, response) => {
      request.resume();
      response.writeHead(status).end();
    });
    expect((await seen(url)).one('collector')).toMatchObject({
      status: 'warning',
      says: expect.stringContaining(`(HTTP ${status})`),
      next: expect.stringContaining(next),
    });
  });

  it('is not looked at where none is configured', async () => {
    const sandbox = await openSandbox();
    const folder = folderOf({ url: sandbox.url, port: await freePort() });
    const found = await findings(folder, { env: { ...secrets, SALON_TOKEN: sandbox.tokens.mitte } });
    expect(found.all('collector')).toEqual([]);
  });
});
