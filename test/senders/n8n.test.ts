import { describe, expect, it } from 'vitest';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';

const source = senderSource('n8n');
const body = sample('n8n.json');

describe('n8n', () => {
  it('is taken in as an event for each item of its list', async () => {
    const events = await take(source, aSignedDelivery(source, body));
    expect(events).toMatchObject([
      { id: undefined, payload: { contact_id: 'c-77', tags: ['Farbe', 'Pflege'] } },
      { id: undefined, payload: { contact_id: 'c-78', allergies: null, tags: [] } },
    ]);
  });

  it('is taken in as one event where it is no list', async () => {
    const events = await take(source, aSignedDelivery(source, '{"contact_id":"c-79"}'));
    expect(events).toMatchObject([{ payload: { contact_id: 'c-79' } }]);
    expect(await take(source, aSignedDelivery(source, '[]'))).toEqual([]);
  });

  it('needs the token in its header', async () => {
    await expectBearer(source, aDelivery(body));
  });

  it('brings its id in a header, where it has one', async () => {
    const request = aSignedDelivery(source, body, { 'Idempotency-Key': 'run-17' });
    expect(await take(source, request)).toMatchObject([{ id: ['run-17'] }, { id: ['run-17'] }]);
  });
});
