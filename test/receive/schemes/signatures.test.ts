import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import {
  accept,
  anHmac,
  aRequest,
  aSource,
  now,
  publicUrl,
  receiveAt,
  refuse,
  secretText,
  signedRequest,
} from '../a-source.ts';

describe('signatures', () => {
  const body = '{"a":1}';
  const hex = createHmac('sha256', secretText).update(body).digest('hex');
  const post = (signature: string, verify: Verify) =>
    receiveAt(
      aSource({ verify: [verify] }),
      aRequest(body, [
        ['content-type', 'application/json'],
        ['x-signature', signature],
      ]),
    );

  it('accepts hex in either case, and base64 with or without padding, but no other spelling', async () => {
    expect((await post(hex.toUpperCase(), anHmac())).kind).toBe('accepted');
    expect((await post(`${hex}00`, anHmac())).kind).toBe('refused');
    expect((await post(` ${hex}`, anHmac())).kind).toBe('refused');
    const base64 = anHmac({ signature: { encoding: 'base64' } });
    const text = Buffer.from(hex, 'hex').toString('base64');
    expect((await post(text, base64)).kind).toBe('accepted');
    expect((await post(text.replace('=', ''), base64)).kind).toBe('accepted');
    expect((await post(`${text}A`, base64)).kind).toBe('refused');
    const last = text.at(-2) ?? '';
    const sameBytes = String.fromCharCode(last.charCodeAt(0) + 1);
    const respelled = `${text.slice(0, -2)}${sameBytes}=`;
    expect(Buffer.from(respelled, 'base64')).toEqual(Buffer.from(text, 'base64'));
    expect((await post(respelled, base64)).kind).toBe('refused');
  });

  it('accepts any of several signatures under the same key', async () => {
    const kv = anHmac({ signature: { format: 'kv', key: 'v1' } });
    expect((await post(`v1=${'0'.repeat(64)}, v1=${hex}`, kv)).kind).toBe('accepted');
    expect((await post(`v0=${hex}`, kv)).kind).toBe('refused');
    expect((await post(`xv1=${hex}`, kv)).kind).toBe('refused');
  });

  it('needs exactly one timestamp in a signature', async () => {
    const kv = anHmac({
      signed: '{timestamp}.{body}',
      signature: { format: 'kv', key: 'v1' },
      timestamp: { in: 'signature', key: 't' },
    });
    const seconds = now / 1000;
    const digest = createHmac('sha256', secretText).update(`${seconds}.${body}`).digest('hex');
    expect((await post(`t=${seconds},v1=${digest}`, kv)).kind).toBe('accepted');
    expect((await post(`v1=${digest}`, kv)).kind).toBe('refused');
    expect((await post(`t=${seconds},t=${seconds},v1=${digest}`, kv)).kind).toBe('refused');
  });

  it('accepts a signature from the body if the source says so', async () => {
    const verify = anHmac({
      signed: '{id}',
      id: { name: 'x-id' },
      signature: { in: 'body', name: 'proof.mac' },
    });
    const mac = createHmac('sha256', secretText).update('7').digest('hex');
    const headers = [
      ['content-type', 'application/json'],
      ['x-id', '7'],
    ] as const;
    const source = aSource({ verify: [verify] });
    await expect(
      accept(source, aRequest(JSON.stringify({ proof: { mac } }), headers)),
    ).resolves.toBeDefined();
    expect(await refuse(source, aRequest('{"proof":{}}', headers))).toMatchObject({ status: 401 });
    expect(await refuse(source, aRequest('{"proof":', headers))).toMatchObject({ status: 401 });
  });

  it('decodes a secret as the source says, and refuses all requests if that fails', async () => {
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const signature = createHmac('sha256', key).update(body).digest('hex');
    const base64 = new Secret(key.toString('base64'));
    expect((await post(signature, anHmac({ secret: [base64], secretEncoding: 'base64' }))).kind).toBe(
      'accepted',
    );
    expect((await post(signature, anHmac({ secret: [base64], secretEncoding: 'utf8' }))).kind).toBe(
      'refused',
    );
    const unreadable = anHmac({ secret: [new Secret('not hex')], secretEncoding: 'hex' });
    const emptyKey = createHmac('sha256', '').update(body).digest('hex');
    const received = await post(emptyKey, unreadable);
    expect(received.kind === 'refused' && received.refusal.reason).toContain('secretEncoding');
  });

  it('refuses an empty id, even if it is signed', async () => {
    const source = aSource({ verify: [anHmac({ signed: '{id}{body}', id: { name: 'x-id' } })] });
    const send = (id: string) =>
      receiveAt(
        source,
        aRequest(body, [
          ['content-type', 'application/json'],
          ['x-id', id],
          ['x-signature', createHmac('sha256', secretText).update(`${id}${body}`).digest('hex')],
        ]),
      );
    expect((await send('7')).kind).toBe('accepted');
    const received = await send('');
    expect(received.kind === 'refused' && received.refusal.reason).toBe('the header "x-id" is empty');
  });

  it('refuses a signature over something that is missing', async () => {
    const kinds = ['{timestamp}', '{id}', '{header:x-gone}', '{unknown}', '{'];
    for (const signed of kinds) expect((await post(hex, anHmac({ signed }))).kind).toBe('refused');
  });
});

describe('a signature over the URL', () => {
  const verify = anHmac({
    signed: '{method}{url}{body}',
    signature: { encoding: 'base64' },
    url: { decode: 'hubspot-v3' },
  });
  const source = aSource({ verify: [verify] });
  const url = '/hooks/website?to=a%40example.com&n=%20%26%2B%3a&%25=1';

  it('decodes the same escapes as HubSpot', async () => {
    const signedUrl = `${publicUrl}/hooks/website?to=a@example.com&n=%20%26%2B:&%25=1`;
    const signature = createHmac('sha256', secretText).update(`POST${signedUrl}{"a":1}`).digest('base64');
    const headers = [
      ['content-type', 'application/json'],
      ['x-signature', signature],
    ] as const;
    const accepted = await accept(source, aRequest('{"a":1}', headers, { url }));
    expect(accepted.query).toEqual({ to: 'a@example.com', n: ' &+:', '%': '1' });
    const plain = aSource({ verify: [{ ...verify, url: { decode: 'none' } }] });
    expect(await refuse(plain, aRequest('{"a":1}', headers, { url }))).toMatchObject({ status: 401 });
  });

  it('is refused if the public URL is not known', async () => {
    const { receive } = await import('../../../src/receive/receive.ts');
    const request = await signedRequest(source, aRequest());
    const received = await receive(source, request, { now, newId: () => 'evt_1', publicUrl: undefined });
    expect(received.kind === 'refused' && received.refusal.reason).toContain('server.publicUrl');
  });
});
