import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { readSample } from '../../../src/receive/samples/read-sample.ts';
import { accept } from '../a-source.ts';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectQueryToken } from './a-token.ts';

const source = senderSource('jotform');
const body = sample('jotform.multipart');
const boundary = body.toString().split('\r\n')[0]?.slice(2);
const head = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const eventOf = async (bytes: string | Uint8Array = body) => {
  const [event, ...more] = await take(source, aSignedDelivery(source, bytes, head));
  expect(more).toEqual([]);
  if (!event) throw new Error('there is no event');
  return event;
};

describe('Jotform', () => {
  it('is accepted as multipart, with the answers read from their JSON', async () => {
    const { payload, type, occurredAt } = await eventOf();
    expect(payload).toMatchObject({
      formID: '260604412345678',
      submissionID: '6159200430129876543',
      rawRequest: { q3_fullName: { first: 'Ada' }, q8_interests: ['Farbe', 'Pflege'] },
    });
    expect({ type, occurredAt }).toEqual({ type: '260604412345678', occurredAt: undefined });
  });

  it('has the time of the submission if Jotform sends it', async () => {
    const said = body.toString().replace('"submitSource"', '"submitDate":"1772443199000","submitSource"');
    expect(await eventOf(said)).toMatchObject({ occurredAt: '2026-03-02T09:19:59.000Z' });
  });

  it.each([
    ['an object', (raw: object) => raw],
    ['its text', (raw: object) => JSON.stringify(raw)],
  ])('is read from a sample that was saved as JSON, with rawRequest as %s', async (_, written) => {
    const raw = { q3_fullName: { first: 'Ada' }, q5_city: 'Ulm' };
    const saved = { formID: '26', submissionID: '61', pretty: 'City:Ulm', rawRequest: written(raw) };
    const read = await readSample(source, Buffer.from(JSON.stringify(saved)), { headers: {}, query: {} });
    expect(read).toMatchObject({ kind: 'read', events: [{ payload: { formID: '26', rawRequest: raw } }] });
    const headers = { 'content-type': 'multipart/form-data' };
    expect(await readSample(source, Buffer.from('{}'), { headers, query: {} })).toMatchObject({
      kind: 'unreadable',
    });
  });

  it('needs the token in its URL', async () => {
    await expectQueryToken(source, aDelivery(body, head));
  });

  it('does not store the token in its URL', async () => {
    const request = await aSignedDelivery(source, body, head);
    expect(request.url).toContain('?token=');
    expect((await accept(source, request)).query).toEqual({});
  });

  it('distinguishes a repeated submission from an edited one', async () => {
    const first = await eventOf();
    const edited = await eventOf(body.toString().replaceAll('Regularly', 'Just to try'));
    expect(first.id).toBeDefined();
    expect((await eventOf()).id).toEqual(first.id);
    expect(edited.id).not.toEqual(first.id);
  });
});

describe('answers of Jotform', () => {
  it('are found by the name and by the number of the question', async () => {
    const { payload } = await eventOf();
    const answers = answersOf(source.answers, payload);
    const byName = {
      fullName: { first: 'Ada', last: 'Example' },
      email: 'ada+form@example.com',
      phoneNumber: { full: '(0151) 1234-5678' },
      birthDate: { day: '10', month: '12', year: '1990' },
      allergies: 'Nüsse, „Pollen“\r\nsonst nichts',
      interests: ['Farbe', 'Pflege'],
      howOften: 'Regularly',
      contactId: 'c-77',
    };
    const byNumber = Object.fromEntries(Object.values(byName).map((value, index) => [index + 3, value]));
    expect({ ...answers }).toEqual({ ...byName, ...byNumber });
  });

  it('do not include other fields; a number takes precedence over an equal name', () => {
    const rawRequest = {
      slug: 's',
      q_x: 1,
      q3_: 2,
      q5_7: 'named 7',
      q7_seven: 'number 7',
      q2___proto__: 'p',
    };
    const answers = answersOf('jotform', { rawRequest }) ?? {};
    expect(Object.keys(answers).sort()).toEqual(['2', '5', '7', '__proto__', 'seven']);
    expect(answers['7']).toBe('number 7');
    expect(Object.getPrototypeOf(answers)).toBeNull();
  });
});
