import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { describe, expect, it } from 'vitest';
import { publicUrl, receiveAt, secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, refuses, sample, sentAt, sentAtSeconds, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('monday');
const body = sample('monday.json');
const url = `${publicUrl}/hooks/website`;
const claims = {
  accountId: 1825529,
  userId: 52417802,
  aud: url,
  exp: sentAtSeconds + 300,
  iat: sentAtSeconds,
};
const tokenOf = (differences: object = {}, secret = secretText, algorithm: jwt.Algorithm = 'HS256') =>
  jwt.sign({ ...claims, ...differences }, secret, { algorithm });
const sent = (token: string) => aDelivery(body, { authorization: token });

describe('monday.com', () => {
  it('is accepted with a token signed by jsonwebtoken, with or without Bearer', async () => {
    const event = {
      id: ['645fd8f2d7a1f3bb4b5b9e6bd4a1c0de'],
      type: 'update_column_value',
      occurredAt: '2026-11-20T17:56:12.368Z',
      payload: { event: { pulseId: 7771812728, value: { label: { text: 'Regular' } } } },
    };
    expect(await take(source, sent(tokenOf()))).toMatchObject([event]);
    expect(await take(source, sent(`Bearer ${tokenOf()}`))).toMatchObject([event]);
  });

  it('is signed so that jsonwebtoken accepts it', async () => {
    const { headers } = await aSignedDelivery(source, body);
    const token = headers.find(([name]) => name === 'authorization')?.[1]?.replace('Bearer ', '') ?? '';
    const options = { algorithms: ['HS256' as const], clockTimestamp: sentAtSeconds };
    expect(jwt.verify(token, secretText, options)).toMatchObject({ iat: sentAtSeconds });
  });

  it('is refused with a token that is changed, missing, repeated, too old or without end', async () => {
    const token = tokenOf();
    const [head = '', payload = '', signature = ''] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ ...claims, userId: 1 })).toString('base64url');
    await refuses(source, sent(`${head}.${forged}.${signature}`));
    await refuses(source, sent(`${head}.${payload}.`));
    await refuses(source, sent(tokenOf({}, 'the secret of somebody else')));
    await refuses(source, sent(''));
    await refuses(source, aDelivery(body));
    const once = sent(token);
    await refuses(source, { ...once, headers: [...once.headers, ['authorization', token]] });
    expect(await refuses(source, sent(tokenOf({ exp: sentAtSeconds - 120 })))).toMatch(/ended/);
    const { exp: _, ...endless } = claims;
    await refuses(source, sent(jwt.sign(endless, secretText)));
  });

  it('is accepted only with HS256, whatever the token names', async () => {
    await refuses(source, sent(tokenOf({}, secretText, 'HS512')));
    await refuses(source, sent(tokenOf({}, '', 'none')));
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await refuses(source, sent(jwt.sign(claims, privateKey, { algorithm: 'RS256' })));
  });

  it('can require a token that was made for this URL', async () => {
    const words = `verify: {type: jwt, name: Authorization, algorithms: [HS256], audience: "${url}"}`;
    const strict = senderSource('monday', words);
    await take(strict, sent(tokenOf()));
    await refuses(strict, sent(tokenOf({ aud: `${publicUrl}/hooks/another` })));
    await refuses(strict, sent(tokenOf({ aud: undefined })));
  });
});

describe('a webhook that was added to a board by hand', () => {
  const byHand = senderSource('monday', 'version: url');

  it('has its token in the URL, and never in place of a signature', async () => {
    const request = await aSignedDelivery(byHand, body);
    expect(request.url).toContain('?token=');
    await take(byHand, request);
    await refuses(byHand, aDelivery(body));
    await refuses(byHand, sent(tokenOf()));
    await refuses(source, request);
  });
});

describe('the challenge', () => {
  const challenge = '{"challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"}';

  it('is returned and not stored', async () => {
    const received = await receiveAt(source, aDelivery(challenge), sentAt);
    expect(received).toMatchObject({ kind: 'answered', reply: { status: 200, body: challenge } });
  });

  it('allows nothing else', async () => {
    await refuses(source, aDelivery(challenge.replace('}', ',"event":{"type":"create_pulse"}}')));
  });
});
