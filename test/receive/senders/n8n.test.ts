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

  it('is taken in as an event for each item of n8n, whose data stand under json', async () => {
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

  it('brings its id in a header, where it has one', async () => {
    const request = aSignedDelivery(source, body, { 'Idempotency-Key': 'run-17' });
    expect(await take(source, request)).toMatchObject([{ id: ['run-17'] }, { id: ['run-17'] }]);
  });
});
