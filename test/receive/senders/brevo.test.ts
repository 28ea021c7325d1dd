import { describe, expect, it } from 'vitest';
import { aDelivery, aSignedDelivery, refuses, sample, take } from './a-delivery.ts';
import { expectBasic } from './a-password.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';

const source = senderSource('brevo');
const body = sample('brevo.json');
const updated = JSON.parse(body.toString());
const eventsOf = (value: unknown) => take(source, aSignedDelivery(source, JSON.stringify(value)));

describe('Brevo', () => {
  it('is accepted with its event, its time and the changed attributes', async () => {
    expect(await take(source, aSignedDelivery(source, body))).toMatchObject([
      {
        id: ['contact_updated', '1795167600', expect.stringContaining('mara.musterfrau@example.com')],
        type: 'contact_updated',
        occurredAt: '2026-11-20T09:40:00.000Z',
        payload: { content: [{ CUSTOMER_NUMBER: '1001' }] },
      },
    ]);
  });

  it('may send several events in a list', async () => {
    const second = { ...updated, email: 'robin.beispiel@example.com' };
    const events = await eventsOf([updated, second]);
    expect(events.map(event => event.payload)).toMatchObject([
      { email: updated.email },
      { email: second.email },
    ]);
    expect(events[0]?.id).not.toEqual(events[1]?.id);
    expect(await eventsOf([])).toEqual([]);
  });

  it("has the time in UTC if a campaign's event has both times", async () => {
    const [event] = await eventsOf({ event: 'click', ts: 1795171200, ts_event: 1795167600 });
    expect(event?.occurredAt).toBe('2026-11-20T09:40:00.000Z');
  });

  it('is accepted with its token, or with user name and password if the source says so', async () => {
    await expectBearer(source, aDelivery(body));
    await expectBearer(senderSource('brevo', 'version: bearer'), aDelivery(body));
    const basic = senderSource('brevo', 'version: basic');
    await expectBasic(basic, aDelivery(body));
    await refuses(source, await aSignedDelivery(basic, body));
  });

  it('distinguishes a repeated webhook from that of another contact with the same id and time', async () => {
    const idOf = async (differences: object) => (await eventsOf({ ...updated, ...differences }))[0]?.id;
    expect(await idOf({})).toEqual(await idOf({}));
    for (const other of [
      { email: 'robin.beispiel@example.com' },
      { content: [{ STAGE: 'VIP' }] },
      { ts: updated.ts + 1 },
      { event: 'list_addition' },
    ]) {
      expect(await idOf(other)).not.toEqual(await idOf({}));
    }
    expect(await idOf({ ts: undefined })).toBeUndefined();
  });
});
