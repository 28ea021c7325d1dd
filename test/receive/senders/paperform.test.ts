import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectQueryToken } from './a-token.ts';

const source = senderSource('paperform');
const body = sample('paperform.json');

describe('Paperform', () => {
  it('is accepted only with a token in its URL', async () => {
    await expectQueryToken(source, aDelivery(body));
    expect(await take(source, aSignedDelivery(source, body))).toMatchObject([
      {
        id: ['65e2f1a0b7c9d40012345678'],
        type: undefined,
        occurredAt: '2026-03-02T09:20:00.000Z',
        payload: { ip_address: '192.0.2.10' },
      },
    ]);
  });
});

describe('answers of Paperform', () => {
  it('are found by the key, by the custom key and by the title of the question', () => {
    expect({ ...answersOf('paperform', JSON.parse(body.toString())) }).toEqual({
      ba7ri: 'Ada Lovelace',
      'Your name': 'Ada Lovelace',
      c2hk0: 'ada@example.com',
      email: 'ada@example.com',
      'Your e-mail address': 'ada@example.com',
      d81ms: '1001',
      customer_number: '1001',
      'Customer number': '1001',
      tgp8: 'Nuts',
      allergies: 'Nuts',
      'Do you have allergies?': 'Nuts',
      e3f51: '1990-12-10',
      'Date of birth': '1990-12-10',
    });
  });

  it('keep lists, and have only keys for two answered questions with one title', () => {
    const data = [
      { key: 'a', title: 'Name', value: 'Ada' },
      { key: 'b', title: 'Name', value: ['Grace', 'Hopper'] },
      { key: 'c', title: 'Empty' },
      { title: 'No key', value: true },
      null,
      'text',
    ];
    expect({ ...answersOf('paperform', { data }) }).toEqual({
      a: 'Ada',
      b: ['Grace', 'Hopper'],
      c: null,
      Empty: null,
      'No key': true,
    });
  });

  it('are undefined for anything else', () => {
    for (const payload of [{}, null, 'text', { data: { key: 'a' } }])
      expect(answersOf('paperform', payload)).toBe(undefined);
  });
});
