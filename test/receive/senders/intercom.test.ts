import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { receiveAt, secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, sentAt, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('intercom');
const body = sample('intercom.json');
const header = 'x-hub-signature';
const digestOf = (algorithm: string, bytes: Buffer | string) =>
  createHmac(algorithm, secretText).update(bytes).digest('hex');
const signed = (bytes: Buffer | string) => aDelivery(bytes, { [header]: `sha1=${digestOf('sha1', bytes)}` });

describe('Intercom', () => {
  it('is accepted only with the signature of its documentation', async () => {
    expect(await take(source, signed(body))).toMatchObject([
      {
        id: ['notif_4e3504a3-ba3f-46dc-ab48-8e4d5bdfdf4e'],
        type: 'contact.email.updated',
        occurredAt: '2026-11-20T09:40:00.000Z',
        payload: { data: { item: { custom_attributes: { customer_number: 1001 } } } },
      },
    ]);
    await expectOnlyAsSent(source, signed(body), [header]);
  });

  it('accepts our own signatures', async () => {
    const request = await aSignedDelivery(source, body);
    expect(Object.fromEntries(request.headers)[header]).toBe(`sha1=${digestOf('sha1', body)}`);
  });

  it('is accepted only with its own signature', async () => {
    await refuses(source, aDelivery(body, { [header]: `sha256=${digestOf('sha256', body)}` }));
    await refuses(source, aDelivery(body, { [header]: digestOf('sha1', body) }));
    await refuses(source, aDelivery(body, { 'x-hub-signature-256': `sha256=${digestOf('sha256', body)}` }));
  });

  it('gets a response when it checks and tests the URL', async () => {
    const head = { method: 'HEAD', url: '/hooks/website', headers: [], body: Buffer.alloc(0) };
    expect(await receiveAt(source, head, sentAt)).toMatchObject({ kind: 'answered', reply: { status: 200 } });
    const ping = JSON.stringify({
      type: 'notification_event',
      topic: 'ping',
      data: { item: { type: 'ping' } },
    });
    expect(await receiveAt(source, signed(ping), sentAt)).toMatchObject({
      kind: 'answered',
      verified: true,
      reply: { status: 200 },
    });
    await refuses(source, aDelivery(ping));
  });

  it('distinguishes a repeated notification from another one', async () => {
    const notification = JSON.parse(body.toString());
    const idOf = async (differences: object) =>
      (await take(source, signed(JSON.stringify({ ...notification, ...differences }))))[0]?.id;
    expect(await idOf({ delivery_attempts: 2, first_sent_at: 1795167660 })).toEqual(await idOf({}));
    expect(await idOf({ id: 'notif_another' })).not.toEqual(await idOf({}));
  });
});
