import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { receiveAt, secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('mautic');
const body = sample('mautic.json');
const header = 'webhook-signature';

/** As Mautic's program signs: base64 of the HMAC over the sent bytes. */
const signed = (bytes: string | Buffer = body) =>
  aDelivery(bytes, { [header]: createHmac('sha256', secretText).update(bytes).digest('base64') });

describe('Mautic', () => {
  it('is accepted with its signature, with one event for each event of each type', async () => {
    expect(await take(source, signed())).toMatchObject([
      {
        id: undefined,
        type: 'mautic.lead_post_save_update',
        occurredAt: '2026-03-02T09:20:00.000Z',
        payload: { type: 'mautic.lead_post_save_update', contact: { id: 47 } },
      },
      {
        id: ['mautic.form_on_submit', '812'],
        type: 'mautic.form_on_submit',
        occurredAt: '2026-03-02T09:21:00.000Z',
        payload: { submission: { id: 812 } },
      },
    ]);
  });

  it('is refused after any change', async () => {
    await expectOnlyAsSent(source, signed(), [header]);
    await expectOnlyAsSent(source, aSignedDelivery(source, body), [header]);
    const hex = createHmac('sha256', secretText).update(body).digest('hex');
    await refuses(source, aDelivery(body, { [header]: `sha256=${hex}` }));
  });

  it.each([
    [{ 'mautic.lead_post_delete': [{ id: 1, timestamp: 't' }] }, ['mautic.lead_post_delete']],
    [{ 'mautic.lead_post_delete': { id: 1 } }, ['mautic.lead_post_delete']],
    [{ 'mautic.a': [{ id: 1 }, { id: 2 }], 'mautic.b': [{ id: 3 }] }, ['mautic.a', 'mautic.a', 'mautic.b']],
    [{ other: [{ id: 1 }], 'mautic.a': [{ id: 2 }] }, ['mautic.a']],
    [{ 'mautic.a': [], 'mautic.b': [{ type: 'own', id: 1 }] }, ['own']],
  ])('makes of %j the events %j', async (payload, types) => {
    const { kind, request } = await receivedOf(JSON.stringify(payload));
    expect(kind).toBe('accepted');
    expect(request.items.map(({ type }) => type)).toEqual(types);
  });
});

async function receivedOf(text: string) {
  const received = await receiveAt(source, signed(text));
  if (received.kind !== 'accepted') throw new Error(received.kind);
  return received;
}

describe('answers of Mautic', () => {
  it('are the fields of the contact by alias and label, or the fields of a form', async () => {
    const [contact, form] = await take(source, signed());
    expect({ ...answersOf('mautic', contact?.payload) }).toMatchObject({
      customer_number: '1001',
      'Customer number': '1001',
      allergies: 'Nuts',
      Allergies: 'Nuts',
      birthday: '1990-12-10',
    });
    expect({ ...answersOf('mautic', form?.payload) }).toEqual({
      email: 'ada@example.com',
      customer_number: '1001',
      newsletter: '1',
    });
  });

  it('are undefined for anything else', () => {
    for (const payload of [{}, null, 'text', { contact: { fields: [] } }, { submission: { results: [] } }]) {
      expect(answersOf('mautic', payload)).toBe(undefined);
    }
  });
});
