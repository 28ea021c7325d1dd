import { describe, expect, it } from 'vitest';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectQueryToken } from './a-token.ts';

const source = senderSource('odoo');
const body = sample('odoo.json');

describe('Odoo', () => {
  it('is accepted only with a token in its URL', async () => {
    await expectQueryToken(source, aDelivery(body));
    expect(await take(source, aSignedDelivery(source, body))).toMatchObject([
      {
        id: undefined,
        type: 'res.partner',
        occurredAt: '2026-03-02T09:20:00.123Z',
        payload: { _id: 37, x_studio_customer_number: '1001', phone: false },
      },
    ]);
  });

  it('is accepted without the time if that was not chosen', async () => {
    const [event] = await take(
      source,
      aSignedDelivery(source, '{"_action":"a(#1)","_id":1,"_model":"res.partner"}'),
    );
    expect(event).toMatchObject({ type: 'res.partner', occurredAt: undefined, id: undefined });
  });
});
