import { describe, expect, it } from 'vitest';
import { aDelivery, aSignedDelivery, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const token = 'a-token-for-zoho-of-up-to-fifty-characters';
const source = senderSource('zoho-crm', '', token);
const body = sample('zoho-crm.json');
const notification = JSON.parse(body.toString());
const posted = (differences: object) => aDelivery(JSON.stringify({ ...notification, ...differences }));

describe('Zoho CRM', () => {
  it('is accepted, with one event for each record, with the changed values', async () => {
    expect(await take(source, aDelivery(body))).toEqual([
      {
        id: ['1000000068001', '1795167600231', 'update', '554023000000527002'],
        type: 'Contacts.update',
        occurredAt: '2026-11-20T09:40:00.231Z',
        payload: {
          id: '554023000000527002',
          module: 'Contacts',
          operation: 'update',
          channel_id: '1000000068001',
          server_time: 1795167600231,
          values: { Customer_Stage: 'Customer', Allergies: 'Nuts' },
          affected_fields: ['Customer_Stage', 'Allergies'],
        },
      },
      expect.objectContaining({
        id: ['1000000068001', '1795167600231', 'update', '554023000000527009'],
        payload: expect.objectContaining({
          values: { Customer_Stage: 'Prospect' },
          affected_fields: ['Customer_Stage'],
        }),
      }),
    ]);
  });

  it('is accepted with ids only, and with a single id', async () => {
    const { affected_values: _, ...thin } = notification;
    const events = await take(source, aDelivery(JSON.stringify({ ...thin, ids: ['554023000000527002'] })));
    expect(events).toHaveLength(1);
    expect(events[0]?.payload).not.toHaveProperty('values');
    expect(events[0]?.payload).toHaveProperty('affected_fields', ['Customer_Stage', 'Allergies']);
    const { affected_fields: __, ...thinner } = thin;
    const [event] = await take(source, aDelivery(JSON.stringify(thinner)));
    expect(event?.payload).not.toHaveProperty('affected_fields');
  });

  it('does not store the token of its body in the events', async () => {
    const events = await take(source, aDelivery(body));
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it('is refused if the token is wrong, missing, empty or no text', async () => {
    for (const other of [`${token}x`, token.slice(1), '', undefined, null, [token], { token }, true]) {
      await refuses(source, posted({ token: other }));
    }
    await refuses(source, aDelivery(`[${body}]`));
    await refuses(source, aDelivery('not JSON'));
    await refuses(source, { ...posted({ token: '' }), url: `/hooks/website?token=${token}` });
  });

  it('is sent with the token of its source, whatever the sample contains', async () => {
    const other = senderSource('zoho-crm', '', 'the-token-of-another-channel-of-ours');
    await refuses(other, aDelivery(body));
    await take(other, aSignedDelivery(other, body));
  });

  it('distinguishes a repeated notification from a later one of the same record', async () => {
    const idsOf = async (differences: object) =>
      (await take(source, posted(differences))).map(event => event.id);
    expect(await idsOf({ affected_fields: [] })).toEqual(await idsOf({}));
    for (const later of [{ server_time: 1795167600232 }, { operation: 'delete' }, { channel_id: '2' }]) {
      expect(await idsOf(later)).not.toEqual(await idsOf({}));
    }
  });
});
