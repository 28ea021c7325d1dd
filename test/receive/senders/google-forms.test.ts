import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { googleForms } from '../../../src/receive/senders/google-forms.ts';
import { secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';

const source = senderSource('google-forms');
const body = sample('google-forms.json');
const sent = JSON.parse(body.toString()) as {
  answers: Record<string, unknown>;
  submittedAt: string;
  formId: string;
};
const url = 'https://hooks.example.com/hooks/website';

describe('Google Forms', () => {
  it('is accepted with the content of the script', async () => {
    const events = await take(source, aSignedDelivery(source, body));
    expect(events).toMatchObject([{ occurredAt: '2026-03-02T09:20:00.000Z', payload: sent }]);
  });

  it('needs the token of the script', async () => {
    await expectBearer(source, aDelivery(body));
  });

  it('distinguishes a repeated response from an edited one', async () => {
    const idOf = async (differences: object) => {
      const bytes = JSON.stringify({ ...sent, ...differences });
      return (await take(source, aSignedDelivery(source, bytes)))[0]?.id;
    };
    const first = await idOf({});
    expect(await idOf({})).toEqual(first);
    expect(await idOf({ answers: { 'Do you have allergies?': 'None' } })).not.toEqual(first);
    expect(await idOf({ submittedAt: '2026-03-03T09:20:00.000Z' })).not.toEqual(first);
  });

  it.each([
    ['namedValues', { namedValues: { 'Do you have allergies?': ['Nuts'] } }],
    ['no time', { answers: { 'Do you have allergies?': 'Nuts' } }],
    ['questions as keys', { 'Do you have allergies?': 'Nuts' }],
    ['empty answers', { answers: {}, submittedAt: '', note: 'x' }],
  ])('recognizes a repeated response of a script in the sheet with %s', async (_, contents) => {
    const posted = async (differences: object) => {
      const bytes = JSON.stringify({ responseId: '2_ABaOnue7example', ...contents, ...differences });
      return (await take(source, aSignedDelivery(source, bytes)))[0]?.id;
    };
    const first = await posted({});
    expect(first?.[0]).toBe('2_ABaOnue7example');
    expect(await posted({})).toEqual(first);
    expect(await posted({ responseId: 'other' })).not.toEqual(first);
    const edited = { answers: { a: 'b' }, namedValues: { a: ['b'] } };
    expect(await posted(edited)).not.toEqual(first);
  });

  it('has the type of its form', async () => {
    expect(await take(source, aSignedDelivery(source, body))).toMatchObject([{ type: sent.formId }]);
  });
});

/** The posts of the script of the first step, run as by Apps Script; `failures`: how often Google cannot reach us. */
function runScript(failures = 0) {
  const posts: { url: string; request: { headers: Record<string, string>; payload: string } }[] = [];
  const waits: number[] = [];
  const [step = ''] = googleForms.preset.setup;
  const script = step.slice(step.indexOf('function'), step.lastIndexOf('}') + 1);
  const form = { getId: () => '1FAIpQLSd_example_form_of_the_salon' };
  const items = Object.entries(sent.answers).map(([title, response]) => ({
    getItem: () => ({ getTitle: () => title }),
    getResponse: () => response,
  }));
  const response = {
    getItemResponses: () => items,
    getId: () => '2_ABaOnue7example',
    getTimestamp: () => new Date(sent.submittedAt),
    getRespondentEmail: () => 'ada@example.com',
  };
  const fetch = (address: string, request: (typeof posts)[number]['request']) => {
    posts.push({ url: address, request });
    if (posts.length <= failures) throw new Error('Address unavailable');
  };
  const surroundings = {
    UrlFetchApp: { fetch },
    Utilities: { sleep: (ms: number) => waits.push(ms) },
    event: { source: form, response },
  };
  const filled = script.replace('{url}', url).replace('YOUR-SECRET', secretText);
  runInNewContext(`${filled}; sendToFieldbridge(event);`, surroundings);
  return { posts, waits };
}

describe('the script for Google Forms', () => {
  it('sends exactly the sample, which is accepted', async () => {
    const { posts } = runScript();
    expect(posts).toHaveLength(1);
    const [post] = posts;
    expect(post).toMatchObject({ url, request: { method: 'post', contentType: 'application/json' } });
    expect(JSON.parse(post?.request.payload ?? '')).toEqual(sent);
    await take(source, aDelivery(post?.request.payload ?? '', post?.request.headers));
  });

  it('retries for a while, and then fails, so that Google sends a mail', () => {
    const { posts, waits } = runScript(2);
    expect([posts.length, waits]).toEqual([3, [2000, 6000]]);
    expect(() => runScript(99)).toThrow('Address unavailable');
  });
});

describe('answers of Google Forms', () => {
  it('are found by the title of the question', () => {
    expect({ ...answersOf(source.answers, sent) }).toEqual(sent.answers);
  });

  it('are single texts from a script in the sheet', () => {
    const namedValues = {
      Timestamp: ['02/03/2026 10:20:00'],
      'What interests you?': ['Farbe, Pflege'],
      __proto: [],
    };
    expect({ ...answersOf('google-forms', { namedValues }) }).toEqual({
      Timestamp: '02/03/2026 10:20:00',
      'What interests you?': 'Farbe, Pflege',
      __proto: [],
    });
  });
});
