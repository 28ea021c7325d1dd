import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { secretText } from '../a-source.ts';
import {
  aDelivery,
  aSignedDelivery,
  expectOnlyAsSent,
  refuses,
  sample,
  sentAt,
  sentAtSeconds,
  take,
} from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('calendly');
const body = sample('calendly.json');
const header = 'calendly-webhook-signature';
const signature = createHmac('sha256', secretText).update(`${sentAtSeconds}.${body}`).digest('hex');
const uri = 'https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA/invitees/BBBBBBBBBBBBBBBB';

describe('Calendly', () => {
  it('is accepted with the signature of its documentation: the time, a dot and the body', async () => {
    const request = aDelivery(body, { [header]: `t=${sentAtSeconds},v1=${signature}` });
    expect(await take(source, request)).toMatchObject([
      {
        id: ['invitee.created', uri, '2026-03-02T09:20:00.000000Z'],
        type: 'invitee.created',
        occurredAt: '2026-03-02T09:20:00.000Z',
        payload: { payload: { email: 'ada@example.com' } },
      },
    ]);
  });

  it('is refused after any change', async () => {
    await expectOnlyAsSent(source, aSignedDelivery(source, body), [header]);
    await refuses(source, aDelivery(body, { [header]: `t=${sentAtSeconds},v=${signature}` }));
  });

  it('is refused more than 3 minutes after or before it was signed', async () => {
    const request = await aSignedDelivery(source, body);
    for (const minutes of [4, -4]) await refuses(source, request, sentAt + minutes * 60_000);
    await take(source, request, sentAt + 2 * 60_000);
  });

  it('distinguishes a booking, its cancellation and a repeated webhook', async () => {
    const text = body.toString();
    const idOf = async (bytes: string) => (await take(source, aSignedDelivery(source, bytes)))[0]?.id;
    const first = await idOf(text);
    expect(await idOf(text)).toEqual(first);
    expect(await idOf(text.replace('invitee.created', 'invitee.canceled'))).not.toEqual(first);
  });
});

describe('answers of Calendly', () => {
  it('are found by the text of the question', () => {
    expect({ ...answersOf(source.answers, JSON.parse(body.toString())) }).toEqual({
      'Your customer number': '1001',
      'Do you have allergies?': 'Nuts',
      'What interests you?': 'Farbe\nPflege',
    });
  });

  it('have no value if two questions have the same text', () => {
    const pairs = ['a', 'b'].map(answer => ({ question: 'Name', answer }));
    const payload = { payload: { questions_and_answers: [...pairs, { question: 'Age' }, null] } };
    expect({ ...answersOf('calendly', payload) }).toEqual({ Age: null });
  });
});
