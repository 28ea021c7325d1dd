import { describe, expect, it } from 'vitest';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';

const source = senderSource('zapier');
const body = sample('zapier.json');

describe('Zapier', () => {
  it('is taken in as what it sends', async () => {
    const events = await take(source, aSignedDelivery(source, body));
    expect(events).toMatchObject([{ id: undefined, payload: { contact_id: 'c-77', tags: 'Farbe,Pflege' } }]);
  });

  it('needs the token in its header', async () => {
    await expectBearer(source, aDelivery(body));
  });

  it('brings its id in a header, where it has one', async () => {
    const request = aSignedDelivery(source, body, { 'Idempotency-Key': 'run-17' });
    expect(await take(source, request)).toMatchObject([{ id: ['run-17'] }]);
  });

  it('is read as a form as well', async () => {
    const head = { 'content-type': 'application/x-www-form-urlencoded' };
    const [event] = await take(source, aSignedDelivery(source, 'contact_id=c-77&tags=Farbe', head));
    expect(event).toMatchObject({ payload: { contact_id: 'c-77', tags: 'Farbe' } });
  });

  it('brings several events as a list', async () => {
    const list = '[{"contact_id":"c-77"},{"contact_id":"c-78"}]';
    const events = await take(source, aSignedDelivery(source, list));
    expect(events).toMatchObject([{ payload: { contact_id: 'c-77' } }, { payload: { contact_id: 'c-78' } }]);
    expect(await take(source, aSignedDelivery(source, '[{"contact_id":"c-79"}]'))).toHaveLength(1);
    expect(await take(source, aSignedDelivery(source, '[]'))).toEqual([]);
  });
});
