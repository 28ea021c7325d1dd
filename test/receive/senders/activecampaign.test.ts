import { describe, expect, it } from 'vitest';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectQueryToken } from './a-token.ts';

const source = senderSource('activecampaign');
const body = sample('activecampaign.txt').toString();
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const eventOf = async (text: string) => (await take(source, aSignedDelivery(source, text, form)))[0];

describe('ActiveCampaign', () => {
  it('is accepted with its type, its time and the fields of the contact', async () => {
    expect(await eventOf(body)).toMatchObject({
      id: [expect.stringContaining('sha256:')],
      type: 'update',
      occurredAt: '2026-11-20T09:40:00.000Z',
      payload: {
        contact: {
          id: '42',
          phone: '+49 151 12345678',
          fields: { customer_number: '1001', allergies: 'Nuts & pollen' },
        },
      },
    });
  });

  it('has custom fields by their numbers too, which are no places in a list', async () => {
    const numbered = body.replace('%5Bcustomer_number%5D', '%5B7%5D').replace('%5Bstage%5D', '%5B12%5D');
    expect(await eventOf(numbered)).toMatchObject({
      payload: { contact: { fields: { 7: '1001', 12: 'Regular' } } },
    });
  });

  it('is accepted with its token in the URL', async () => {
    await expectQueryToken(source, aDelivery(body, form));
  });

  it('distinguishes a repeated webhook from another one in the same second', async () => {
    const { id } = (await eventOf(body)) ?? {};
    expect((await eventOf(body))?.id).toEqual(id);
    for (const other of [
      body.replace('%5Bid%5D=42', '%5Bid%5D=43'),
      body.replace('Nuts', 'Milk'),
      body.replace('list=0', 'list=2'),
      body.replace('type=update', 'type=subscribe'),
    ]) {
      expect(other).not.toBe(body);
      expect((await eventOf(other))?.id).not.toEqual(id);
    }
    expect((await eventOf(body.replace(/&date_time=[^&]*/, '')))?.id).toBeUndefined();
  });
});
