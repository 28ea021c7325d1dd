import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  aDelivery,
  aSignedDelivery,
  expectOnlyAsSent,
  refuses,
  sample,
  sentAtSeconds,
  take,
} from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

/** The key is written in hex; its bytes are the secret. */
const secret = '7f3a9c0de1b24455667788990a1b2c3d4e5f60718293a4b5c6d7e8f901234567';
const source = senderSource('close', '', secret);
const body = sample('close.json');
const proofs = ['close-sig-hash', 'close-sig-timestamp'];
const signed = (differences: { seconds?: number; key?: Buffer } = {}) => {
  const { seconds = sentAtSeconds, key = Buffer.from(secret, 'hex') } = differences;
  const hash = createHmac('sha256', key).update(`${seconds}${body}`).digest('hex');
  return aDelivery(body, { 'close-sig-hash': hash, 'close-sig-timestamp': String(seconds) });
};

describe('Close', () => {
  it('is accepted only with the signature of its documentation', async () => {
    expect(await take(source, signed())).toMatchObject([
      {
        id: ['ev_2sYKRjcrA79yKxi3S4Crd7'],
        type: 'lead.updated',
        occurredAt: '2026-11-20T09:40:00.395Z',
        payload: {
          event: { data: { 'custom.cf_v6S011I6MqcbVvB2FA5Nk8dr5MkL8sWuCiG8cUleO9c': '1001' } },
          subscription_id: 'whsub_8AmjKCZYT3zI8eZoi4HhFC',
        },
      },
    ]);
    await expectOnlyAsSent(source, signed(), proofs);
  });

  it('accepts our own signatures', async () => {
    await expectOnlyAsSent(source, aSignedDelivery(source, body), proofs);
  });

  it('is refused with the text of its key as secret, or another key', async () => {
    await refuses(source, signed({ key: Buffer.from(secret) }));
    await refuses(source, signed({ key: Buffer.from(secret, 'hex').reverse() }));
  });

  it('is refused when it is more than five minutes old or ahead', async () => {
    for (const seconds of [-300, 300]) await take(source, signed({ seconds: sentAtSeconds + seconds }));
    for (const seconds of [-301, 301]) {
      expect(await refuses(source, signed({ seconds: sentAtSeconds + seconds }))).toMatch(/old|ahead/);
    }
  });

  it('has a key that must be hex', () => {
    expect(() => senderSource('close', '', 'no key of Close at all')).toThrow(
      'this secret is not written in hex',
    );
  });

  it('distinguishes a repeated log entry from another one', async () => {
    const idOf = async (text: string) => (await take(source, aSignedDelivery(source, text)))[0]?.id;
    const text = body.toString();
    expect(await idOf(text.replace('"Nuts"', '"Milk"'))).toEqual(await idOf(text));
    expect(await idOf(text.replace('ev_2sYK', 'ev_3sYK'))).not.toEqual(await idOf(text));
  });
});
