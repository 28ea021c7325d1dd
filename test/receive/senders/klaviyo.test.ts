import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { secretText } from '../a-source.ts';
import {
  aDelivery,
  aSignedDelivery,
  expectOnlyAsSent,
  refuses,
  sample,
  sentAt,
  sentAtSeconds,
  take,
} from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';

const source = senderSource('klaviyo');
const body = sample('klaviyo.json');
const signatureHeader = 'klaviyo-signature';
const timestampHeader = 'klaviyo-timestamp';
const hour = 3_600_000;

/** As Klaviyo documents it: the HMAC over the body, directly followed by the text of the timestamp. */
const signed = (timestamp: string, bytes: Buffer = body) =>
  aDelivery(bytes, {
    'klaviyo-webhook-id': '01KP4928STE8FKCWB6WDHZ4ZB7',
    [timestampHeader]: timestamp,
    [signatureHeader]: createHmac('sha256', secretText).update(bytes).update(timestamp).digest('hex'),
  });
const httpDate = (at: number) => new Date(at).toUTCString();

describe('Klaviyo', () => {
  it('is accepted with the signature of its documentation, with one event for each item of the list', async () => {
    expect(await take(source, signed(httpDate(sentAt)))).toMatchObject([
      {
        id: ['73WCCK7JKtE'],
        type: 'event:klaviyo.unsubscribed_from_email_marketing',
        occurredAt: '2026-11-20T09:40:00.000Z',
        payload: { payload: { data: { relationships: { profile: { data: { type: 'profile' } } } } } },
      },
      { id: ['73WCCK7JKtF'], type: 'event:api.joined_loyalty_club', occurredAt: '2026-11-20T09:41:00.000Z' },
    ]);
    await expectOnlyAsSent(source, signed(httpDate(sentAt)), [signatureHeader, timestampHeader]);
  });

  it('is accepted with a clock skew of hours, in any notation of the time, and refused after a day', async () => {
    const iso = new Date(sentAt).toISOString();
    for (const text of [
      httpDate(sentAt + 5 * hour),
      httpDate(sentAt - 14 * hour),
      iso,
      String(sentAtSeconds),
    ]) {
      await take(source, signed(text));
    }
    for (const at of [sentAt - 25 * hour, sentAt + 25 * hour]) {
      expect(await refuses(source, signed(httpDate(at)))).toMatch(/the timestamp is .*(old|ahead)/);
    }
    await refuses(source, signed('yesterday'));
  });

  it('accepts our own signatures', async () => {
    await expectOnlyAsSent(source, aSignedDelivery(source, body), [signatureHeader, timestampHeader]);
  });

  it('is refused if the time is before the body', async () => {
    const timestamp = httpDate(sentAt);
    const swapped = createHmac('sha256', secretText).update(timestamp).update(body).digest('hex');
    await refuses(source, aDelivery(body, { [timestampHeader]: timestamp, [signatureHeader]: swapped }));
  });

  it('may be a flow with a token and custom fields, if the source says so', async () => {
    const flow = senderSource('klaviyo', 'version: flow');
    const own = sample('klaviyo-flow.json');
    await expectBearer(flow, aDelivery(own));
    expect(await take(flow, aSignedDelivery(flow, own))).toMatchObject([
      { id: undefined, payload: { customer_number: '1001', newsletter: 'yes' } },
    ]);
    await refuses(source, await aSignedDelivery(flow, own));
    await refuses(flow, signed(httpDate(sentAt)));
  });
});
