import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';

const source = senderSource('gravity-forms');
const body = sample('gravity-forms.json');
const entry = JSON.parse(body.toString()) as Record<string, string | null>;
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

describe('Gravity Forms', () => {
  it('is accepted with its entry and its time in UTC', async () => {
    const events = await take(source, aSignedDelivery(source, body));
    expect(events).toMatchObject([
      {
        id: ['3', '12', '2026-03-02 09:20:00'],
        occurredAt: '2026-03-02T09:20:00.000Z',
        payload: { '1.3': 'Ada', '3': 'Nüsse', post_id: null },
      },
    ]);
  });

  it('is also read as a form, in which keys with a dot stay one key', async () => {
    const form = new URLSearchParams({
      form_id: '3',
      id: '12',
      date_created: '2026-03-02 09:20:00',
      '1.3': 'Ada',
    });
    const [event] = await take(source, aSignedDelivery(source, form.toString(), formType));
    expect(event).toMatchObject({ id: ['3', '12', '2026-03-02 09:20:00'], payload: { '1.3': 'Ada' } });
  });

  it('needs the token in its header', async () => {
    await expectBearer(source, aDelivery(body));
  });

  it('distinguishes a repeated entry from an edited one', async () => {
    const idOf = async (differences: object) => {
      const bytes = JSON.stringify({ ...entry, ...differences });
      return (await take(source, aSignedDelivery(source, bytes)))[0]?.id;
    };
    const first = await idOf({});
    expect(await idOf({ is_read: '1' })).toEqual(first);
    expect(await idOf({ date_updated: '2026-03-03 08:00:00', '3': 'None' })).not.toEqual(first);
  });

  it('has the time of its last change and the type of its form', async () => {
    const edited = JSON.stringify({ ...entry, date_updated: '2026-03-03 08:00:00' });
    expect(await take(source, aSignedDelivery(source, edited))).toMatchObject([
      { id: ['3', '12', '2026-03-03 08:00:00'], type: '3', occurredAt: '2026-03-03T08:00:00.000Z' },
    ]);
  });

  it('has no id if only chosen fields are sent, which may have any meaning', async () => {
    const chosen = JSON.stringify({ id: '1001', form_id: '3', email: 'ada@example.com' });
    const [event] = await take(source, aSignedDelivery(source, chosen));
    expect(event).toMatchObject({ id: undefined, occurredAt: undefined });
  });
});

describe('answers of Gravity Forms', () => {
  it('are found by the number of the field or the input, and as a list for several inputs', () => {
    expect({ ...answersOf(source.answers, entry) }).toEqual({
      '1': ['Ada', 'Example'],
      '1.3': 'Ada',
      '1.6': 'Example',
      '2': 'ada@example.com',
      '3': 'Nüsse',
      '4': ['Farbe', 'Pflege'],
      '4.1': 'Farbe',
      '4.2': 'Pflege',
      '4.3': '',
      '5': '1990-12-10',
      '6': 'Regularly',
      '7': ['1', 'I want the newsletter', '1'],
      '7.1': '1',
      '7.2': 'I want the newsletter',
      '7.3': '1',
      '8': '1001',
    });
  });

  it('are lists for a multi-select and several files, which are sent as JSON in a text', () => {
    const files = ['https://example.com/a, b.pdf', 'https://example.com/c.pdf'];
    const fields = { '9': '["Cut","Colour"]', '10': JSON.stringify(files), '11': '[]', '12': '[not a list]' };
    expect({ ...answersOf('gravity-forms', fields) }).toEqual({
      '9': ['Cut', 'Colour'],
      '10': files,
      '11': [],
      '12': '[not a list]',
    });
    expect(answersOf('gravity-forms', { '13': '[{"a": 1}]' })?.['13']).toBe('[{"a": 1}]');
  });

  it('of many inputs are in the order of their numbers', () => {
    const inputs = { '4.11': 'eleventh', '4.2': 'second', '4.1': 'first' };
    expect(answersOf('gravity-forms', inputs)?.['4']).toEqual(['first', 'second', 'eleventh']);
    expect(answersOf('gravity-forms', { '4.1': '' })?.['4']).toEqual([]);
  });
});

describe('a consent field of Gravity Forms', () => {
  const text = 'Ja, ich möchte den Newsletter';

  it.each(['', null, '0', false])(
    'has no answer if it is not ticked (%j), although its text is sent',
    tick => {
      const payload = { '10.1': tick, '10.2': text, '10.3': '1' };
      expect(Object.keys(answersOf(source.answers, payload) ?? {})).not.toContain('10.2');
      expect(Object.keys(answersOf(source.answers, payload) ?? {})).not.toContain('10.3');
      expect(Object.keys(answersOf(source.answers, { ...payload, '10.1': '1' }) ?? {})).toContain('10.3');
    },
  );

  it.each([
    { '10.1': '1', '10.2': text, '10.3': '1' },
    { '10.1': '', '10.2': 'Yoga und Pilates', '10.3': 'Tanz' },
    { '10.1': '', '10.2': 'Yoga', '10.3': '3' },
    { '10.1': '', '10.2': 'Yoga am See', '10.3': '3', '10.4': '4' },
    { '10.2': 'Yoga am See', '10.3': '3' },
  ])('keeps its values otherwise, and so do boxes: %j', payload => {
    expect(answersOf(source.answers, payload)).toMatchObject(payload);
  });
});
