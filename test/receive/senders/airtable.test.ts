import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const key = Buffer.from('what Airtable made when the webhook was created');
const secret = key.toString('base64');
const source = senderSource('airtable', '', secret);
const body = sample('airtable.json');
const header = 'x-airtable-content-mac';
const macOf = (keyOrText: Buffer | string) =>
  `hmac-sha256=${createHmac('sha256', keyOrText).update(body).digest('hex')}`;

describe('Airtable', () => {
  it('is accepted with the signature of its documentation, and gets an empty response', async () => {
    expect(await take(source, aDelivery(body, { [header]: macOf(key) }))).toMatchObject([
      {
        id: ['achA1b2C3d4E5f6G7', '2026-11-20T17:56:12.663Z'],
        type: undefined,
        occurredAt: '2026-11-20T17:56:12.663Z',
        payload: { base: { id: 'appQ1w2E3r4T5y6U7' } },
      },
    ]);
    expect(source.acknowledgement).toBe('empty');
    await expectOnlyAsSent(source, aDelivery(body, { [header]: macOf(key) }), [header]);
    await expectOnlyAsSent(source, aSignedDelivery(source, body), [header]);
  });

  it('has a key in base64, and a prefix', async () => {
    await refuses(source, aDelivery(body, { [header]: macOf(secret) }));
    await refuses(source, aDelivery(body, { [header]: macOf(key).replace('hmac-', '') }));
  });
});

describe('a script of Airtable', () => {
  const script = senderSource('airtable', 'version: script', 'a token of the salon, long enough');
  const fields = sample('airtable-script.json');

  it('sends fields, and a token', async () => {
    const request = aDelivery(fields, { authorization: 'Bearer a token of the salon, long enough' });
    const events = await take(script, request);
    expect(events).toMatchObject([
      { id: undefined, occurredAt: undefined, payload: { customerNumber: 1001 } },
    ]);
  });

  it('is refused without the token, and with the token in place of a signature', async () => {
    await refuses(script, aDelivery(fields));
    await refuses(script, aDelivery(fields, { authorization: 'Bearer another' }));
    await refuses(source, aDelivery(body, { authorization: `Bearer ${secret}` }));
  });
});
