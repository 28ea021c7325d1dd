import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('google-ads');
const lead = JSON.parse(sample('google-ads.json').toString()) as Record<string, unknown>;
const withKey = (google_key: unknown) => aDelivery(JSON.stringify({ ...lead, google_key }));

describe('Google Ads', () => {
  it('is accepted with its key, which is not stored', async () => {
    const [event] = await take(source, withKey(secretText));
    expect(event).toMatchObject({
      id: ['Cj0KCQiA5aWOBhDMARIsAIXLlkfAbCdEf0123456789'],
      type: '40000000000',
      occurredAt: '2026-03-02T09:20:00.000Z',
      payload: { google_key: '[secret]', form_id: 40_000_000_000 },
    });
    expect(JSON.stringify(event)).not.toContain(secretText);
    await take(source, aSignedDelivery(source, sample('google-ads.json')));
  });

  it('is refused with another key, without one, and with a key elsewhere', async () => {
    for (const key of ['', 'another key, as long as that', null, undefined, [secretText], 1, { a: 1 }]) {
      await refuses(source, withKey(key));
    }
    const doubled = JSON.stringify({ ...lead, google_key: secretText }).replace('{', '{"google_key":"a",');
    await refuses(source, aDelivery(doubled));
    await refuses(
      source,
      aDelivery(JSON.stringify({ ...lead, google_key: undefined }), { google_key: secretText }),
    );
    await refuses(source, aDelivery(JSON.stringify({ data: { google_key: secretText } })));
  });

  it('is accepted without times and ids, which older versions do not send', async () => {
    const { lead_submit_time: _, adgroup_id: __, ...old } = lead;
    const [event] = await take(source, aDelivery(JSON.stringify({ ...old, google_key: secretText })));
    expect(event?.occurredAt).toBe(undefined);
  });
});

describe('answers of Google Ads', () => {
  it('are found by the id of the column and by its name', () => {
    expect({ ...answersOf('google-ads', lead) }).toEqual({
      FULL_NAME: 'Ada Lovelace',
      EMAIL: 'ada@example.com',
      PHONE_NUMBER: '+49 171 2345678',
      'Full Name': 'Ada Lovelace',
      'User Email': 'ada@example.com',
      'User Phone': '+49 171 2345678',
      'Do you have allergies?': 'Nuts',
    });
  });

  it.each([
    [[], {}],
    [[{ column_id: 'EMAIL' }], { EMAIL: null }],
    [[{ string_value: 'a' }, null, 1, 'text', { column_id: '', string_value: 'a' }], {}],
    [[{ column_id: '__proto__', string_value: 'a' }], JSON.parse('{"__proto__":"a"}')],
  ])('of %j are %j', (user_column_data, expected) => {
    expect({ ...answersOf('google-ads', { user_column_data }) }).toEqual({ ...(expected as object) });
  });

  it('are undefined for anything else', () => {
    for (const payload of [{}, null, 'text', { user_column_data: 'a' }])
      expect(answersOf('google-ads', payload)).toBe(undefined);
  });
});
