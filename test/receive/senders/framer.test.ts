import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('framer');
const body = sample('framer.json');
const id = '0fbbb90e-564b-4870-ac8b-78f9bc4e44a6';
const [signatureHeader, idHeader] = ['framer-signature', 'framer-webhook-submission-id'];

/** As Framer documents it: the HMAC over the body, directly followed by the id of the submission. */
const signed = (bytes: Buffer = body, submission = id) =>
  aDelivery(bytes, {
    [idHeader]: submission,
    [signatureHeader]: `sha256=${createHmac('sha256', secretText).update(bytes).update(submission).digest('hex')}`,
  });

describe('Framer', () => {
  it('is accepted with the signature of its documentation: the body and the id of the submission', async () => {
    expect(await take(source, signed())).toEqual([
      {
        id: [id],
        type: undefined,
        occurredAt: undefined,
        payload: expect.objectContaining({ Email: 'ada@example.com', 'Customer number': '1001' }),
      },
    ]);
  });

  it('is refused after any change', async () => {
    await expectOnlyAsSent(source, signed(), [signatureHeader, idHeader]);
    await expectOnlyAsSent(source, aSignedDelivery(source, body), [signatureHeader, idHeader]);
  });

  it('is refused with the id before the body or missing, and without the prefix of the signature', async () => {
    const hash = (...parts: (string | Buffer)[]) =>
      parts.reduce((hmac, part) => hmac.update(part), createHmac('sha256', secretText)).digest('hex');
    const sent = (signature: string) => aDelivery(body, { [idHeader]: id, [signatureHeader]: signature });
    for (const signature of [`sha256=${hash(id, body)}`, `sha256=${hash(body)}`, hash(body, id)]) {
      await refuses(source, sent(signature));
    }
  });

  it('is the same event if repeated, and another one with another id', async () => {
    const idOf = async (submission: string) => (await take(source, signed(body, submission)))[0]?.id;
    expect(await idOf(id)).toEqual(await idOf(id));
    expect(await idOf('another')).not.toEqual(await idOf(id));
  });
});
