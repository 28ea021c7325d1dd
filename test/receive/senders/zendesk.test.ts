import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, sentAt, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

/** The secret that Zendesk publishes for tests. It looks like base64, but is used as text. */
const secret = 'dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==';
const source = senderSource('zendesk', '', secret);
const body = sample('zendesk.json');
const proofs = ['x-zendesk-webhook-signature', 'x-zendesk-webhook-signature-timestamp'];
const invocation = { 'x-zendesk-webhook-invocation-id': '01HZX3Q5C1N9V4B7K2M8R6T0AA' };
const signed = (bytes: Buffer | string, differences: { at?: number; key?: string | Buffer } = {}) => {
  const { at = sentAt, key = secret } = differences;
  const time = new Date(at).toISOString();
  const signature = createHmac('sha256', key).update(time).update(bytes).digest('base64');
  return aDelivery(bytes, { ...invocation, [proofs[0] ?? '']: signature, [proofs[1] ?? '']: time });
};

describe('Zendesk', () => {
  it('is accepted only with the signature of its documentation', async () => {
    expect(await take(source, signed(body))).toMatchObject([
      {
        id: ['2b24ef10-19d4-4740-93cf-8f98ec4776c0'],
        type: 'zen:event-type:user.custom_field_changed',
        occurredAt: '2026-11-20T09:40:00.083Z',
        payload: { detail: { external_id: '1001' }, event: { current: 'Nuts' } },
      },
    ]);
    await expectOnlyAsSent(source, signed(body), proofs);
  });

  it('accepts our own signatures', async () => {
    await expectOnlyAsSent(source, aSignedDelivery(source, body), proofs);
  });

  it('has a secret that is always a text', async () => {
    await refuses(source, signed(body, { key: Buffer.from(secret, 'base64') }));
  });

  it('is refused when it is more than five minutes old or ahead', async () => {
    for (const apart of [-300_000, 300_000]) await take(source, signed(body, { at: sentAt + apart }));
    for (const apart of [-300_001, 300_001]) {
      expect(await refuses(source, signed(body, { at: sentAt + apart }))).toMatch(/old|ahead/);
    }
  });

  it('has the id of the invocation if a trigger wrote it, since its own id may be that of a ticket', async () => {
    const ticket = JSON.stringify({ id: 4711, customer_number: '1001', allergies: 'Nuts' });
    expect(await take(source, signed(ticket))).toMatchObject([
      { id: [invocation['x-zendesk-webhook-invocation-id']], type: undefined, occurredAt: undefined },
    ]);
    expect(await take(source, aSignedDelivery(source, ticket))).toMatchObject([{ id: undefined }]);
  });

  it('has the same id each time it is sent', async () => {
    const again = { ...invocation, 'x-zendesk-webhook-invocation-id': 'another' };
    const [first] = await take(source, aSignedDelivery(source, body, invocation));
    const [second] = await take(source, aSignedDelivery(source, body, again));
    expect(second?.id).toEqual(first?.id);
  });
});
