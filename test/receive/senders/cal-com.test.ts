import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { receiveAt, secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, sentAt, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('cal-com');
const body = sample('cal-com.json');
const header = 'x-cal-signature-256';
const signatureOf = (text: string | Buffer) => createHmac('sha256', secretText).update(text).digest('hex');

describe('Cal.com', () => {
  it('is accepted with the signature of its program: hex over the body', async () => {
    const events = await take(source, aDelivery(body, { [header]: signatureOf(body) }));
    expect(events).toMatchObject([
      {
        id: ['BOOKING_CREATED', '3LpAwYNWsfRYM1qcxtYeUZ', '2026-03-02T09:20:00.319Z'],
        type: 'BOOKING_CREATED',
        occurredAt: '2026-03-02T09:20:00.319Z',
        payload: { payload: { bookingId: 12439850 } },
      },
    ]);
  });

  it('is refused after any change', async () => {
    await expectOnlyAsSent(source, aSignedDelivery(source, body), [header]);
    await refuses(source, aDelivery(body, { [header]: `sha256=${signatureOf(body)}` }));
  });

  it('is refused if it contains a note of Cal.com that there is no secret, in place of a signature', async () => {
    await refuses(source, aDelivery(body, { [header]: 'no-secret-provided' }));
  });

  it('gets a response to its signed ping, which is not stored', async () => {
    const ping = sample('cal-com-ping.json');
    const received = await receiveAt(source, aSignedDelivery(source, ping), sentAt);
    if (received.kind === 'refused') throw new Error(received.refusal.reason);
    const kept = received.kind === 'accepted' ? received.request.items : [];
    expect(kept).toEqual([]);
    await refuses(source, aDelivery(ping, { [header]: 'no-secret-provided' }));
  });

  it('is also read as a form, which a custom template may be', async () => {
    const head = { 'content-type': 'application/x-www-form-urlencoded' };
    const [event] = await take(source, aSignedDelivery(source, 'who=ada%40example.com', head));
    expect(event).toMatchObject({ id: undefined, payload: { who: 'ada@example.com' } });
  });
});

describe('answers of Cal.com', () => {
  it('are found by the identifier of the question', () => {
    expect({ ...answersOf(source.answers, JSON.parse(body.toString())) }).toEqual({
      name: 'Ada Example',
      email: 'ada@example.com',
      location: { value: 'inPerson', optionValue: '' },
      notes: 'Nuts',
      guests: [],
      contact_id: 'c-77',
      interests: ['Farbe', 'Pflege'],
    });
  });

  it('may have no label', () => {
    const payload = { payload: { responses: { name: 'Ada', notes: null }, userFieldsResponses: null } };
    expect({ ...answersOf('cal-com', payload) }).toEqual({ name: 'Ada', notes: null });
  });
});
