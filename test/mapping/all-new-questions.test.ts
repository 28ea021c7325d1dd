import { describe, expect, it } from 'vitest';
import { checkRenamedQuestions } from '../../src/check/data/answers/check-renamed-questions.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { answersSchema } from '../../src/config/sources/answers-schema.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { mappingOf, storedOf } from '../check/trials.ts';
import { evaluateYaml } from './evaluate-yaml.ts';

type Entry = readonly [label: string, value: unknown];

const shape = answersSchema.parse({ each: 'consents', label: 'label', value: 'value' });
const webhook = (entries: readonly Entry[]) => ({
  customer: 1020,
  consents: entries.map(([label, value]) => ({ label, value })),
});

const newsletter = 'newsletter: {answer: newsletter, as: boolean}';
const photos = `photo.consent: {from: 'consents[label="photos"].value', as: boolean}`;
const sms = `sms.consent: {from: 'consents[label="sms"].value', as: boolean}`;
const before: readonly Entry[] = [
  ['newsletter', true],
  ['photos', false],
  ['sms', true],
];
const byAnswer = ['newsletter', 'photos', 'sms'].map(each => `f.${each}: {answer: ${each}, as: boolean}`);
const refused = (...labels: readonly string[]): readonly Entry[] => labels.map(each => [each, false]);

/** Returns the messages at an event, and those of check about it as a stored one. */
async function told(
  rules: readonly string[],
  samples: readonly (readonly Entry[])[],
  event: readonly Entry[],
) {
  const lines = ['additionalFields:', ...rules.map(each => `  ${each}`)];
  const tests = samples.map((each, at) => ({ name: `t${at}`, payload: webhook(each), expect: [] }));
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: customer\n${lines.map(each => `  ${each}\n`).join('')}tests: ${JSON.stringify(tests)}\n`;
  const payload = webhook(event);
  const answers = answersOf(shape, payload);
  const evaluation = await evaluateYaml(text, { payload, answers });
  const atEvent = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  const [trial] = storedOf(payload);
  if (!trial) throw new Error('no event');
  const input = { ...trial.input, answers };
  const wanted = { trial: { input }, scope: trialScope({ input }, { needsBody: false }) };
  const inCheck = checkRenamedQuestions(mappingOf(lines, { tests: samples.map(webhook) }), [wanted]);
  return [atEvent, inCheck].map(all =>
    all
      .filter(({ code }) => code === 'mapping/renamed-question')
      .map(({ severity, message }) => `${severity}: ${message}`),
  );
}

const all = [newsletter, photos, sms];
const others = ['Rundbrief', 'Bilder', 'Textnachricht'];

describe('an event with new labels in place of most of those in the samples', () => {
  it.each<
    readonly [string, readonly string[], readonly (readonly Entry[])[], readonly Entry[], readonly string[]]
  >([
    ['three refusals', all, [before], refused(...others), ['newsletter', 'photos', 'sms']],
    ['read by paths', [photos, sms], [before], refused(...others), ['photos', 'sms']],
    ['read as answers', byAnswer, [before], refused(...others), ['newsletter', 'photos', 'sms']],
    [
      'read inside',
      [`n: '$answers.newsletter ? "yes" : "no"'`],
      [before],
      refused(...others),
      ['newsletter'],
    ],
    [
      'two samples',
      all,
      [before, refused('newsletter', 'photos', 'sms')],
      refused(...others),
      ['photos', 'sms'],
    ],
    ['one more', byAnswer, [before], refused(...others, 'Post'), ['newsletter', 'photos', 'sms']],
    [
      'words',
      byAnswer,
      [before],
      [
        ['A-Liste', 'nein'],
        ['B-Liste', 'ja'],
        ['C-Liste', 'nein'],
      ],
      ['sms'],
    ],
    [
      'all but one',
      [...byAnswer, photos],
      [[...before, ['post', true]]],
      [['post', true], ...refused(...others)],
      ['newsletter', 'photos', 'sms'],
    ],
    ['two labels', byAnswer.slice(0, 2), [before.slice(0, 2)], refused('Rundbrief', 'Bilder'), ['photos']],
    [
      'in another case',
      [photos],
      [before],
      [
        ['Newsletter', true],
        ['Fotos', false],
        ['SMS', true],
      ],
      ['photos'],
    ],
  ])('is reported at the event and by check: %s', async (_, rules, samples, event, names) => {
    for (const messages of await told(rules, samples, event)) {
      expect(messages).not.toEqual([]);
      for (const each of messages) expect(each).toMatch(/^warning: .*, which (?:is|are) new$/);
      for (const name of names) expect(messages.join('\n')).toMatch(new RegExp(`"${name}"`));
    }
    expect(await told(rules, [...samples, event], event)).toEqual([[], []]);
    for (const sample of samples) expect(await told(rules, samples, sample)).toEqual([[], []]);
  });

  it.each<readonly [string, readonly string[], readonly Entry[]]>([
    ['fewer are new than are missing', all, refused('Rundbrief', 'Bilder')],
    ['none is there', all, []],
    ['they have no value', all, others.map(each => [each, null] as const)],
    ['the answers are of another kind', byAnswer, others.map(each => [each, 'a@example.com'] as const)],
  ])('is not reported if %s', async (_, rules, event) => {
    expect(await told(rules, [before], event)).toEqual([[], []]);
  });

  it('is not reported for an event that the condition leaves out', async () => {
    const payload = webhook(refused(...others));
    const tests = JSON.stringify([{ name: 't', payload: webhook(before), expect: [] }]);
    const text = `source: website\ndestination: salon\nwhen: customer = 7\noperation: updateCustomer\nset:\n  id: customer\n  additionalFields:\n    ${byAnswer[0]}\ntests: ${tests}\n`;
    const evaluation = await evaluateYaml(text, { payload, answers: answersOf(shape, payload) });
    expect(evaluation.kind).toBe('not-wanted');
    expect('diagnostics' in evaluation ? evaluation.diagnostics.map(({ code }) => code) : []).not.toContain(
      'mapping/renamed-question',
    );
  });

  it.each<readonly [string, object, object, number]>([
    ['consents below a key', { a: true, b: false, c: true }, { x: false, y: false, z: false }, 1],
    ['fewer keys', { a: true, b: false, c: true }, { x: false, y: false }, 0],
    ['texts', { a: true, b: false, c: true }, { x: 'Anna', y: 'Bonn', z: 'Haus' }, 0],
  ])(
    'counts for the keys of an object if their values are a yes or no: %s',
    async (_, sample, event, count) => {
      const tests = JSON.stringify([{ name: 't', payload: { customer: 7, ok: sample }, expect: [] }]);
      const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: customer\n  additionalFields:\n    f: {from: ok.a, as: boolean}\ntests: ${tests}\n`;
      const evaluation = await evaluateYaml(text, { payload: { customer: 8, ok: event } });
      const found = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
      expect(found.filter(({ code }) => code === 'mapping/renamed-question')).toHaveLength(count);
    },
  );
});
