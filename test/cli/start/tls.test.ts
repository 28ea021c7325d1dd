import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../../booking/made-certificate.ts';
import { freePort } from '../../program/program.ts';
import { send } from '../../server/edge/reverse-proxy.ts';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  folderWith,
  formToken,
  openSandbox,
  plainConfig,
  plainFolder,
  writeFiles,
} from '../command-line.ts';

const name = 'hooks.example.com';
const first = makeCertificate({ name });
const second = makeCertificate({ name });
const at = (days: number) => new Date(Date.now() + days * 86_400_000);

async function start(shown = first) {
  const sandbox = await openSandbox();
  const port = await freePort();
  const tls = `{port: ${port}, tls: {cert: {file: tls.crt}, key: {file: tls.key}}}`;
  const config = `${plainConfig(sandbox).replace('{port: 0}', tls)}admin: {token: an-admin-token-of-some-length}\n`;
  const directory = plainFolder(sandbox, {
    'config.yaml': config,
    'tls.crt': shown.cert,
    'tls.key': shown.key,
  });
  const bridge = fieldbridgeUntilStopped(['start'], { directory });
  const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
  return { bridge, directory, url, port };
}

/** Returns the certificate that the server shows to a new connection. */
async function shownAt(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return raw.toString('base64');
}

const check = 'server certificate';

/** Returns one check from the output of doctor. */
function checkOf(report: string, name: string) {
  const { checks } = JSON.parse(report) as { checks: { check: string; status: string; says: string }[] };
  return checks.find(({ check }) => check === name);
}

const der = (pem: string) => pem.replace(/-----.*-----|\n/g, '');

describe('a server with a certificate', () => {
  it('accepts webhooks over TLS, and commands find it at its own address', async () => {
    const { directory, url, port } = await start();
    expect(url).toBe(`https://127.0.0.1:${port}`);
    const headers = { [formToken.name]: formToken.secret };
    const body = '{"customer":1001,"note":"Window seat","allergies":""}';
    const request = { headers, body, ca: first.cert, servername: name };
    expect((await send(`${url}/hooks/form`, request)).status).toBe(200);
    writeFiles(directory, { 'again.json': '{"customer":1001,"note":"Aisle seat","allergies":""}' });
    const sent = await fieldbridge(['send', 'form', 'again.json'], { directory });
    expect(sent.err + sent.out).toMatch(/^200 /);
    const listed = await fieldbridge(['events', 'list', '--json'], { directory });
    expect(JSON.parse(listed.out).events).toHaveLength(2);
  });

  it('is found by the health commands, which accept no other certificate', async () => {
    const { bridge, directory, url } = await start();
    await bridge.printed(/ready for webhooks/);
    expect(await fieldbridge(['health'], { directory })).toMatchObject({ status: 0, err: '' });
    expect(await fieldbridge(['health', '--ready'], { directory })).toMatchObject({ status: 0, err: '' });
    const looked = await fieldbridge(['doctor', '--json'], { directory });
    expect(checkOf(looked.out, 'running')?.says).toBe(`it responds at ${url}`);
    writeFiles(directory, { 'tls.crt': second.cert });
    expect((await fieldbridge(['health'], { directory })).status).not.toBe(0);
  });

  it('is found by the commands although its certificate has expired; they report another certificate', async () => {
    const { bridge, directory } = await start(makeCertificate({ name, from: at(-30), until: at(-1) }));
    await bridge.printed(/TLS certificate expired[\s\S]*ready for webhooks/);
    expect(await fieldbridge(['health'], { directory })).toMatchObject({ status: 0, err: '' });
    expect(await fieldbridge(['events', 'list'], { directory })).toMatchObject({ status: 0, err: '' });
    const looked = await fieldbridge(['doctor', '--json'], { directory });
    expect(checkOf(looked.out, 'running')?.status).toBe('well');
    const config = readFileSync(join(directory, 'config.yaml'), 'utf8').replaceAll(
      'file: tls.',
      'file: other.',
    );
    writeFiles(directory, { 'other.yaml': config, 'other.crt': first.cert, 'other.key': first.key });
    const other = ['--config', 'other.yaml'];
    const result = await fieldbridge(['health', ...other], { directory });
    expect([result.status, result.err]).toEqual([
      1,
      expect.stringContaining('another certificate than that of server.tls is shown there'),
    ]);
    const refused = await fieldbridge(['events', 'list', ...other], { directory });
    expect(refused.err).toContain('another certificate than that of server.tls is shown there');
  });

  it('is not confused with another server, which would receive the token', async () => {
    const { bridge, directory } = await start();
    await bridge.stop();
    const sandbox = await openSandbox();
    const other = await start();
    const config = `${plainConfig(sandbox).replace('{port: 0}', `{port: ${other.port}, tls: {cert: {file: tls.crt}, key: {file: tls.key}}}`)}admin: {token: an-admin-token-of-some-length}\n`;
    writeFiles(directory, { 'config.yaml': config, 'tls.crt': second.cert, 'tls.key': second.key });
    const { status, err } = await fieldbridge(['events', 'list'], { directory });
    expect([status, err]).toEqual([3, expect.stringContaining('no bridge answers at https://127.0.0.1')]);
  });

  it('uses a new certificate as soon as its files are written, and keeps the old one while they do not match', async () => {
    const { bridge, directory, port } = await start();
    expect(await shownAt(port)).toBe(der(first.cert));
    writeFiles(directory, { 'tls.key': second.key });
    await bridge.printed(/TLS certificate and key do not match/);
    expect(await shownAt(port)).toBe(der(first.cert));
    writeFiles(directory, { 'tls.crt': second.cert });
    await bridge.printed(/TLS certificate reloaded/);
    expect(await shownAt(port)).toBe(der(second.cert));
    writeFiles(directory, { 'tls.crt': second.cert.slice(0, 300) });
    await bridge.printed(/do not match[\s\S]*do not match/);
    expect(await shownAt(port)).toBe(der(second.cert));
  });

  it('keeps the old one if a certificate of the new chain cannot be read', async () => {
    const { bridge, directory, port } = await start();
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    writeFiles(directory, { 'tls.crt': second.cert + broken, 'tls.key': second.key });
    await bridge.printed(/TLS certificate and key do not match/);
    expect(await shownAt(port)).toBe(der(first.cert));
  });

  it('reports its expiry two weeks ahead: in the log, as a metric, and in doctor', async () => {
    const until = new Date(Math.floor(at(13).getTime() / 1000) * 1000);
    const authority = makeCertificate({ name: 'above', authority: true, until });
    const leaf = makeCertificate({ name, issuer: authority, until: at(90) });
    const { bridge, directory, url } = await start(makeCertificate({ name, until: at(90) }));
    await bridge.printed(/ready for webhooks/);
    expect(checkOf((await fieldbridge(['doctor', '--json'], { directory })).out, check)?.status).toBe('well');
    writeFiles(directory, { 'tls.crt': leaf.cert + authority.cert, 'tls.key': leaf.key });
    await bridge.printed(/TLS certificate reloaded[\s\S]*TLS certificate expires soon/);
    const request = { method: 'GET', ca: authority.cert, servername: name };
    expect((await send(`${url}/metrics`, request)).body).toContain(
      `fieldbridge_tls_certificate_expiry_timestamp_seconds ${until.getTime() / 1000}\n`,
    );
    expect(checkOf((await fieldbridge(['doctor', '--json'], { directory })).out, check)).toMatchObject({
      status: 'warning',
      says: expect.stringContaining('expires soon'),
    });
    const early = makeCertificate({ name, from: at(1), until: at(90) });
    writeFiles(directory, { 'tls.crt': early.cert, 'tls.key': early.key });
    await bridge.printed(/TLS certificate not valid yet/);
    expect(checkOf((await fieldbridge(['doctor', '--json'], { directory })).out, check)?.status).toBe(
      'wrong',
    );
  });

  it.each([
    [`https://${name}`, 'well'],
    ['https://other.example.com', 'warning'],
    ['https://127.0.0.1', 'warning'],
    ['http://other.example.com', 'well'],
  ])('is valid for the host of publicUrl, %s, or doctor reports its names: %s', async (publicUrl, status) => {
    const long = makeCertificate({ name, until: at(90) });
    const server = `server: {publicUrl: "${publicUrl}", tls: {cert: {file: tls.crt}, key: {file: tls.key}}}\n`;
    const directory = folderWith({ 'config.yaml': server, 'tls.crt': long.cert, 'tls.key': long.key });
    const looked = await fieldbridge(['doctor', '--json'], { directory });
    expect(checkOf(looked.out, check)?.status).toBe(status);
  });

  it('survives connections without TLS, and ends although a client is connected and silent', async () => {
    const { bridge, url, port } = await start();
    await expect(send(`${url.replace('https', 'http')}/healthz`, { method: 'GET' })).rejects.toThrow();
    const garbage = connectTcp(port, '127.0.0.1');
    garbage.on('error', () => undefined);
    garbage.end('\x16\x03\x01 what is this');
    await once(garbage, 'close');
    const silent = connectTcp(port, '127.0.0.1');
    const greeted = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    for (const socket of [silent, greeted]) socket.on('error', () => undefined);
    await once(greeted, 'secureConnect');
    const request = { method: 'GET', ca: first.cert, servername: name };
    expect((await send(`${url}/healthz`, request)).status).toBe(200);
    const begun = performance.now();
    expect(await bridge.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});
