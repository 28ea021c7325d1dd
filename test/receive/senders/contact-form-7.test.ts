import { describe, expect, it } from 'vitest';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';

const source = senderSource('contact-form-7');
const body = sample('contact-form-7.json');

describe('Contact Form 7', () => {
  it.each([
    'application/json; charset=UTF-8',
    'application/json; charset=',
    'text/plain',
    'text/plain; charset=UTF-8',
  ])('is accepted as JSON with the content type %s', async type => {
    const events = await take(source, aSignedDelivery(source, body, { 'content-type': type }));
    expect(events).toMatchObject([
      {
        id: undefined,
        payload: { 'your-name': 'Ada Example', allergies: 'Nüsse', interests: ['Farbe', 'Pflege'] },
      },
    ]);
  });

  it('has the type and the time from its special tags', async () => {
    const taken = async (tags: object) => {
      const text = JSON.stringify({ ...JSON.parse(body.toString()), ...tags });
      return (await take(source, aSignedDelivery(source, text)))[0];
    };
    expect(await taken({ _wpcf7: '5', _date: '2026-03-02', _time: '09:20' })).toMatchObject({
      type: '5',
      occurredAt: '2026-03-02T09:20:00.000Z',
    });
    expect(await taken({ form_id: '6', _date: 'March 2, 2026', _time: '9:20 am' })).toMatchObject({
      type: '6',
      occurredAt: undefined,
    });
    expect(await taken({})).toMatchObject({ type: undefined, occurredAt: undefined });
  });

  it('is accepted as a text with a custom text', async () => {
    const text = 'Ada Example wants to be called';
    const [event] = await take(source, aSignedDelivery(source, text, { 'content-type': 'text/plain' }));
    expect(event?.payload).toBe(text);
  });

  it('needs the token in its header', async () => {
    await expectBearer(source, aDelivery(body));
  });
});
