import { describe, expect, it } from 'vitest';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';

const source = senderSource('fluent-forms');
const body = sample('fluent-forms.json');

describe('Fluent Forms', () => {
  it('is accepted with the id of its submission', async () => {
    const events = await take(source, aSignedDelivery(source, body));
    expect(events).toMatchObject([
      {
        id: ['48'],
        type: '3',
        occurredAt: '2026-03-02T10:20:00.000Z',
        payload: { names: { first_name: 'Ada' }, allergies: 'Nüsse' },
      },
    ]);
  });

  it('is also read as a form, with names in brackets', async () => {
    const form =
      'names%5Bfirst_name%5D=Ada&names%5Blast_name%5D=Example&interests%5B%5D=Farbe&interests%5B%5D=Pflege' +
      '&__submission%5Bid%5D=48&__submission%5Bform_id%5D=3';
    const head = { 'content-type': 'application/x-www-form-urlencoded' };
    const [event] = await take(source, aSignedDelivery(source, form, head));
    expect(event).toMatchObject({
      id: ['48'],
      payload: {
        names: { first_name: 'Ada', last_name: 'Example' },
        interests: ['Farbe', 'Pflege'],
        __submission: { form_id: '3' },
      },
    });
  });

  it('needs the token in its header', async () => {
    await expectBearer(source, aDelivery(body));
  });
});
