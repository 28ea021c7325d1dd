import { describe, expect, it } from 'vitest';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';

const source = senderSource('n8n');
const body = sample('n8n.json');

describe('n8n', () => {
  it('is accepted as an event for each item of its list', async () => {
    const events = await take(source, aSignedDelivery(source, body));
    expect(events).toMatchObject([
      { id: undefined, payload: { contact_id: 'c-77', tags: ['Farbe', 'Pflege'] } },
      { id: undefined, payload: { contact_id: 'c-78', allergies: null, tags: [] } },
    ]);
  });

  it('is accepted as one event if it is no list', async () => {
    const events = await take(source, aSignedDelivery(source, '{"contact_id":"c-79"}'));
    expect(events).toMatchObject([{ payload: { contact_id: 'c-79' } }]);
    expect(await take(source, aSignedDelivery(source, '[]'))).toEqual([]);
  });

  it('is accepted as an event for each item of n8n, with the data under `json`', async () => {
    const items = [
      { json: { contact_id: 'c-1', json: { a: 1 } }, pairedItem: { item: 0 } },
      { json: { contact_id: 'c-2' }, binary: {} },
      { contact_id: 'c-3', json: { mine: true } },
      { json: 'a text' },
    ];
    expect(
      (await take(source, aSignedDelivery(source, JSON.stringify(items)))).map(each => each.payload),
    ).toEqual([
      { contact_id: 'c-1', json: { a: 1 } },
      { contact_id: 'c-2' },
      { contact_id: 'c-3', json: { mine: true } },
      { json: 'a text' },
    ]);
    const single = await take(source, aSignedDelivery(source, JSON.stringify(items[0])));
    expect(single.map(each => each.payload)).toEqual([{ contact_id: 'c-1', json: { a: 1 } }]);
  });

  it('needs the token in its header', async () => {
    await expectBearer(source, aDelivery(body));
  });

  it('has an id if a header contains one', async () => {
    const request = aSignedDelivery(source, body, { 'Idempotency-Key': 'run-17' });
    expect(await take(source, request)).toMatchObject([{ id: ['run-17'] }, { id: ['run-17'] }]);
  });
});
