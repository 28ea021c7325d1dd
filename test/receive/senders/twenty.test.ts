import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, sentAt, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('twenty');
// Without blanks, as the program sends it.
const body = Buffer.from(JSON.stringify(JSON.parse(sample('twenty.json').toString())));
const [signatureHeader, timestampHeader] = ['x-twenty-webhook-signature', 'x-twenty-webhook-timestamp'];

/** As Twenty's program signs: the time in milliseconds, a colon and the body. */
const signed = (bytes: Buffer = body, at: number | string = sentAt) =>
  aDelivery(bytes, {
    [timestampHeader]: String(at),
    [signatureHeader]: createHmac('sha256', secretText).update(`${at}:${bytes}`).digest('hex'),
    'x-twenty-webhook-nonce': '5f2c8a0e9b1d4c7a8e3f6b2d1a0c9e8f',
  });

describe('Twenty', () => {
  it('is accepted in the form and with the signature of its program', async () => {
    expect(await take(source, signed())).toMatchObject([
      {
        id: ['person.updated', '20202020-1c0e-494c-a1b6-85b1c6fefaa5', '2026-03-02T09:20:00.123Z'],
        type: 'person.updated',
        occurredAt: '2026-03-02T09:20:00.123Z',
        payload: { record: { customerNumber: '1001' }, updatedFields: ['allergies', 'newsletter'] },
      },
    ]);
  });

  it('is refused after any change', async () => {
    await expectOnlyAsSent(source, signed(), [signatureHeader, timestampHeader]);
    await expectOnlyAsSent(source, aSignedDelivery(source, body), [signatureHeader, timestampHeader]);
    const dot = createHmac('sha256', secretText).update(`${sentAt}.${body}`).digest('hex');
    await refuses(source, aDelivery(body, { [timestampHeader]: String(sentAt), [signatureHeader]: dot }));
  });

  it('is refused more than 5 minutes after or before it was signed, and with a time in seconds', async () => {
    for (const at of [sentAt - 301_000, sentAt + 301_000, sentAt / 1000])
      await refuses(source, signed(body, at));
    for (const at of [sentAt - 299_000, sentAt + 299_000]) await take(source, signed(body, at));
  });

  it('distinguishes two changes of one record by the millisecond, and a repeated one from both', async () => {
    const idOf = async (text: string) => (await take(source, signed(Buffer.from(text))))[0]?.id;
    const text = body.toString();
    expect(await idOf(text)).toEqual(await idOf(text));
    expect(await idOf(text.replace('00.123Z', '00.124Z'))).not.toEqual(await idOf(text));
  });
});
