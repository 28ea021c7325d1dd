import { describe, expect, it } from 'vitest';
import { receiveAt } from '../a-source.ts';
import { aDelivery, aSignedDelivery, sample, sentAt, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';

const source = senderSource('freshsales');
const body = sample('freshsales.json');
const payloadOf = async (text: string, type: string) =>
  (await take(source, aSignedDelivery(source, text, { 'content-type': type })))[0]?.payload;

describe('Freshsales', () => {
  it('is accepted with the content of its workflow, and the time if it contains one', async () => {
    expect(await take(source, aSignedDelivery(source, body))).toMatchObject([
      {
        id: undefined,
        type: undefined,
        occurredAt: '2026-11-20T09:40:00.000Z',
        payload: { customer_number: '1001', lifecycle_stage: 'Customer' },
      },
    ]);
  });

  it('is also accepted as a form and as XML', async () => {
    expect(await payloadOf('customer_number=1001&stage=', 'application/x-www-form-urlencoded')).toEqual({
      customer_number: '1001',
      stage: '',
    });
    expect(await payloadOf('<contact><number>1001</number></contact>', 'application/xml')).toEqual({
      contact: { number: '1001' },
    });
  });

  it('is accepted with its token', async () => {
    await expectBearer(source, aDelivery(body));
  });

  it('is stored as bytes if a quotation mark made its JSON unreadable', async () => {
    const broken = '{"customer_number": "1001", "note": "She said "hello""}';
    const received = await receiveAt(source, aSignedDelivery(source, broken), sentAt);
    expect(received).toMatchObject({
      kind: 'refused',
      status: 400,
      refusal: { verified: true, body: Buffer.from(broken) },
    });
  });
});
