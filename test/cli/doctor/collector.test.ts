import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../booking/made-certificate.ts';
import { freePort } from '../../program/program.ts';
import { startCollector, startReceiver } from '../../program/traces/receiver.ts';
import { openSandbox } from '../command-line.ts';
import { findings, folderOf, secrets } from './scene.ts';

/** Returns the finding of doctor about a collector. */
async function seen(otlp: string, more = '') {
  const sandbox = await openSandbox();
  const telemetry = `telemetry: {otlp: "${otlp}"${more}}\n`;
  const folder = folderOf({ url: sandbox.url, port: await freePort(), more: telemetry });
  const env = { ...secrets, SALON_TOKEN: sandbox.tokens.mitte };
  return findings(folder, { env });
}

/** Starts a collector with a self-signed certificate; returns its URL. */
async function overTls(): Promise<string> {
  const { cert, key } = makeCertificate({ name: 'localhost' });
  const server = createServer({ cert, key }, (request, response) => {
    request.resume();
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

describe('doctor reports about a collector of traces', () => {
  it('that it accepts traces, without sending any', async () => {
    const receiver = await startReceiver();
    const found = await seen(receiver.url, ', headers: {authorization: "Bearer 4711"}');
    expect(found.one('collector')).toMatchObject({
      group: 'telemetry',
      status: 'well',
      says: expect.stringContaining(`it accepts traces at ${receiver.url}`),
    });
    expect(receiver.spans()).toEqual([]);
    expect(receiver.headers[0]).toMatchObject({ authorization: 'Bearer 4711' });
    expect(found.out).not.toContain('4711');
  });

  it('after a request with an empty list, and one with an empty entry only if a body is required', async () => {
    const bodies: string[] = [];
    const answering = (isStrict: boolean) =>
      startCollector(async (request, response) => {
        const body = (await buffer(request)).toString('hex');
        bodies.push(body);
        response.writeHead(isStrict && body === '' ? 400 : 200).end();
      });
    expect((await seen(await answering(false))).one('collector')).toMatchObject({ status: 'well' });
    expect(bodies).toEqual(['']);
    expect((await seen(await answering(true))).one('collector')).toMatchObject({ status: 'well' });
    expect(bodies).toEqual(['', '', '0a00']);
  });

  it('that it is unreachable, which does not stop the bridge', async () => {
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

  it('that it is a web server with a page for every path', async () => {
    const url = await startCollector((request, response) => {
      request.resume();
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end('<!doctype html><title>hello</title>');
    });
    expect((await seen(url)).one('collector')).toMatchObject({
      status: 'warning',
      says: expect.stringContaining('is a web server'),
      next: expect.stringContaining('4318'),
    });
  });

  it('that no known authority signed its certificate, unless NODE_EXTRA_CA_CERTS names the authority', async () => {
    const url = await overTls();
    expect((await seen(url)).one('collector')).toMatchObject({
      status: 'warning',
      next: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
  });

  it('that it needs TLS for an http: address, or has none for an https: address', async () => {
    const url = await overTls();
    expect((await seen(url.replace('https:', 'http:'))).one('collector')).toMatchObject({
      status: 'warning',
      next: expect.stringContaining('write https:'),
    });
    const plain = await startCollector((request, response) => {
      request.resume();
      response.end();
    });
    expect((await seen(plain.replace('http:', 'https:'))).one('collector')).toMatchObject({
      status: 'warning',
      next: expect.stringContaining('write http:'),
    });
  });

  it('that port 4317 supports only gRPC', async () => {
    expect((await seen('http://127.0.0.1:4317')).one('collector')).toMatchObject({
      status: 'warning',
      next: expect.stringContaining('4318'),
    });
  });

  it('that it redirects', async () => {
    const url = await startCollector((request, response) => {
      request.resume();
      response.writeHead(302, { location: '/other' }).end();
    });
    expect((await seen(url)).one('collector').next).toContain('redirects are not followed');
  });

  it('that only a variable of OpenTelemetry names it, so that it is not used', async () => {
    const sandbox = await openSandbox();
    const folder = folderOf({ url: sandbox.url, port: await freePort() });
    const variable = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    const found = await findings(folder, {
      env: { ...secrets, SALON_TOKEN: sandbox.tokens.mitte, ...variable },
    });
    expect(found.all('collector')).toEqual([]);
    expect(found.one('variables')).toMatchObject({
      group: 'telemetry',
      status: 'warning',
      says: expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT'),
    });
  });

  it('nothing if it is not configured', async () => {
    const sandbox = await openSandbox();
    const folder = folderOf({ url: sandbox.url, port: await freePort() });
    const found = await findings(folder, { env: { ...secrets, SALON_TOKEN: sandbox.tokens.mitte } });
    expect(found.all('collector')).toEqual([]);
  });
});
