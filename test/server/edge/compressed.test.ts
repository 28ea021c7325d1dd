import { createHmac } from 'node:crypto';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import { anHmac } from '../../receive/a-source.ts';
import { aConfig, aSource } from '../a-config.ts';
import { startServer } from '../running-server.ts';
import { send } from './reverse-proxy.ts';

const secret = 'a secret of the shop, long enough';
const signed = aSource('shop', { verify: [anHmac({ secret: [new Secret(secret)] })] });
const open = aSource('open');
const sign = (bytes: Uint8Array) => createHmac('sha256', secret).update(bytes).digest('hex');
const text = JSON.stringify({ name: 'Zoë', note: 'Window seat. '.repeat(50) });
const megabyte = 1024 * 1024;

async function post(url: string, coding: string, body: Uint8Array, headers = {}) {
  return send(url, { headers: { 'content-encoding': coding, ...headers }, body });
}

describe('a compressed body', () => {
  it.each<[string, (text: string) => Uint8Array]>([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['identity, gzip', gzipSync],
    ['identity', Buffer.from],
    ['UTF-8', Buffer.from],
    ['none', Buffer.from],
    ['', Buffer.from],
  ])('as %s is verified as received, and stored decompressed', async (coding, compress) => {
    const server = await startServer(aConfig([signed]));
    const body = compress(text);
    const headers = { 'x-signature': sign(body) };
    const { status, body: answer } = await post(`${server.url}/hooks/shop`, coding, body, headers);
    expect(status).toBe(200);
    const event = await server.api('GET', `/events/${JSON.parse(answer).id}`);
    expect(event.body).toMatchObject({ payload: JSON.parse(text) });
    const kept = await server.store.contents(JSON.parse(answer).id);
    expect(Buffer.from(kept?.body ?? '').toString()).toBe(text);
    expect(kept?.headers['content-encoding']).toBe(compress === Buffer.from ? coding : undefined);
  });

  it('is refused if its signature covers the uncompressed body', async () => {
    const server = await startServer(aConfig([signed]));
    const headers = { 'x-signature': sign(Buffer.from(text)) };
    expect((await post(`${server.url}/hooks/shop`, 'gzip', gzipSync(text), headers)).status).toBe(401);
  });

  it('may contain the proof, which is not stored', async () => {
    const token = 'a-token-in-the-body-of-the-form';
    const inBody = aSource('form', {
      verify: [{ type: 'body-token', path: 'token', secret: [new Secret(token)] }],
    });
    const server = await startServer(aConfig([inBody]));
    const good = gzipSync(JSON.stringify({ token, name: 'Zoë' }));
    const { status, body } = await post(`${server.url}/hooks/form`, 'gzip', good);
    expect(status).toBe(200);
    const kept = Buffer.from((await server.store.contents(JSON.parse(body).id))?.body ?? '').toString();
    expect(kept).toContain('Zoë');
    expect(kept).not.toContain(token);
    expect((await post(`${server.url}/hooks/form`, 'gzip', good.subarray(0, 30))).status).toBe(401);
    expect((await post(`${server.url}/hooks/form`, 'gzip', gzipSync('{"token":"another one"}'))).status).toBe(
      401,
    );
  });

  it('may be as large as the limit after decompression, and no byte more', async () => {
    const server = await startServer(aConfig([signed], { bodyLimit: megabyte }));
    const ofBytes = (bytes: number) => gzipSync(`"${'a'.repeat(bytes - 2)}"`);
    const full = ofBytes(megabyte);
    expect((await post(`${server.url}/hooks/shop`, 'gzip', full, { 'x-signature': sign(full) })).status).toBe(
      200,
    );
    const over = ofBytes(megabyte + 1);
    const refused = await post(`${server.url}/hooks/shop`, 'gzip', over, { 'x-signature': sign(over) });
    expect(refused.status).toBe(413);
    expect(JSON.parse(refused.body).hint).toContain('server.bodyLimit');
    const { body } = await server.api('GET', '/refusals');
    expect(body.refusals).toEqual([
      expect.objectContaining({ status: 413, verified: true, acceptable: false, bytes: over.length }),
    ]);
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', bytes => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  ])('that would become huge (%s) takes neither time nor memory', async (coding, compress) => {
    // The test does not depend on how fast a busy machine stores 40 refusals.
    const server = await startServer(aConfig([open], { bodyLimit: megabyte }), { handlerTimeoutMs: 120_000 });
    const bomb = compress(Buffer.alloc(64 * megabyte));
    const before = process.memoryUsage().rss;
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await post(`${server.url}/hooks/open`, coding, bomb)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([413]));
    // Data that are not created take no memory either.
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * megabyte);
  });

  it('counts with its decompressed size toward the memory of its source', async () => {
    const loadLimits = { maxBytes: 8 * megabyte, maxSourceBytes: megabyte / 2 };
    const server = await startServer(aConfig([open]), { loadLimits });
    const body = (bytes: number) => gzipSync(`"${'a'.repeat(bytes)}"`);
    const refused = await post(`${server.url}/hooks/open`, 'gzip', body(megabyte - 100));
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10']);
    expect((await post(`${server.url}/hooks/open`, 'gzip', body(megabyte / 4))).status).toBe(200);
    expect((await server.api('GET', '/events')).body.events).toHaveLength(1);
  });

  it.each<[string, string, Uint8Array, number]>([
    ['gzip', 'plain', Buffer.from('{"a":1}'), 400],
    ['gzip', 'cut off', gzipSync(text).subarray(0, 60), 400],
    ['deflate', 'gzip', gzipSync(text), 400],
    ['br', 'anything', Buffer.from([255, 255, 255]), 400],
    ['zstd', 'plain', Buffer.from('{"a":1}'), 415],
    ['gzip, gzip', 'just that', gzipSync(gzipSync(text)), 415],
    ['constructor', 'plain', Buffer.from('{"a":1}'), 415],
  ])('that says %s and is %s is refused and stored', async (coding, what, bytes, status) => {
    const server = await startServer(aConfig([signed]));
    const headers = { 'x-signature': sign(bytes) };
    const refused = await post(`${server.url}/hooks/shop`, coding, bytes, headers);
    expect(refused.status).toBe(status);
    if (status === 415) expect(refused.headers['accept-encoding']).toBe('gzip, deflate, br');
    const { body } = await server.api('GET', '/refusals');
    expect(body.refusals).toEqual([expect.objectContaining({ status, verified: true, acceptable: true })]);
    const again = await server.api('POST', `/refusals/${body.refusals[0]?.id}/accept`, {});
    // A person has accepted it, so its own declaration does not count.
    expect(again.status).toBe(what === 'plain' ? 200 : 409);
    if (what !== 'plain') expect(again.body.error).toMatch(/^it is still refused: the body is/);
  });

  it('is stored decompressed if it cannot be parsed, and accepted once it can', async () => {
    const strict = aSource('strict', { body: 'json', verify: signed.verify });
    const server = await startServer(aConfig([strict]));
    const bytes = gzipSync('no JSON');
    const headers = { 'x-signature': sign(bytes) };
    expect((await post(`${server.url}/hooks/strict`, 'gzip', bytes, headers)).status).toBe(400);
    const { body } = await server.api('GET', '/refusals');
    expect(body.refusals).toEqual([expect.objectContaining({ body: 'no JSON', acceptable: true })]);
    const lenient = await startServer(aConfig([{ ...strict, body: 'text' }]), { store: server.store });
    expect((await lenient.api('POST', `/refusals/${body.refusals[0]?.id}/accept`, {})).status).toBe(200);
  });

  it('without content is empty', async () => {
    const server = await startServer(aConfig([aSource('open', { body: 'text' })]));
    expect((await post(`${server.url}/hooks/open`, 'gzip', Buffer.alloc(0))).status).toBe(200);
  });
});
