import { describe, expect, it } from 'vitest';
import { checkRenamedQuestions } from '../../src/check/data/answers/check-renamed-questions.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { answersSchema } from '../../src/config/sources/answers-schema.ts';
import { renamedQuestions } from '../../src/mapping/doubts/changed-form/renamed-question.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { mappingOf, storedOf } from '../check/trials.ts';

type Question = readonly [key: string | undefined, label: string, answer: unknown];

const shape = answersSchema.parse({
  each: 'fields',
  key: 'variable',
  label: 'label',
  value: 'values.answer',
});

const number: Question = ['kdnr', 'Deine Kundennummer', '1016'];
const skin: Question = ['hauttyp', 'Dein Hauttyp', 'Typ II (hell)'];
const boxes: Question = ['einwilligung', 'Einwilligungen', ['Newsletter', 'Fotos']];
const before = [number, skin, boxes];

/** Returns a webhook of a form builder that sends the key and the text of each question. */
const webhook = (questions: readonly Question[]) => ({
  fields: questions.map(([variable, label, answer]) => ({
    variable,
    label,
    values: [answer].flat().map(each => ({ answer: each })),
  })),
});

function eventOf(
  questions: readonly Question[],
  { isListed = true, receivedAt = '2026-03-01T12:00:00Z' } = {},
) {
  const payload = webhook(questions);
  const [trial] = storedOf(payload);
  if (!trial) throw new Error('no event');
  const asked = questions.map(([key, label, value]) => ({ keys: [key], labels: [label], value }));
  const answers = isListed ? answersOf(shape, payload) : namedAnswers(asked);
  const input = { ...trial.input, answers, event: { ...trial.input.event, receivedAt } };
  return { trial: { input }, scope: trialScope({ input }, { needsBody: false }) };
}

function mappingFor(rules: readonly string[], samples: readonly (readonly Question[])[] = [before]) {
  return mappingOf(['additionalFields:', ...rules.map(each => `  ${each}`)], {
    tests: samples.map(webhook),
    id: '{answer: kdnr}',
  });
}

const table = 'skin.type: {answer: hauttyp, values: {Typ II (hell): II}}';
const newsletter = `newsletter: '"Newsletter" in $answers.einwilligung'`;
const photos = `photo.consent: '"Fotos" in $answers.einwilligung'`;
const withSkin = (...question: Question) => [number, question, boxes];
const withBoxes = (...question: Question) => [number, skin, question];

describe('a question with the same text under another key', () => {
  it.each<readonly [string, readonly string[], readonly Question[], string]>([
    [
      'a shorter key',
      [table],
      withSkin('haut', 'Dein Hauttyp', 'Typ II (hell)'),
      'write {answer: "Dein Hauttyp"}, or {answer: "haut"}, and',
    ],
    [
      'a number behind it',
      [table],
      withSkin('hauttyp_2', 'Dein Hauttyp', 'Typ II (hell)'),
      '{answer: "hauttyp_2"}',
    ],
    ['another answer', [table], withSkin('haut', 'Dein Hauttyp', 'Typ VI (dunkel)'), '{answer: "haut"}'],
    [
      'the text in another case',
      [table],
      withSkin('haut', 'DEIN HAUTTYP ', 'Typ II (hell)'),
      '{answer: "haut"}',
    ],
    ['no key', [table], withSkin(undefined, 'Dein Hauttyp', 'Typ II (hell)'), '{answer: "Dein Hauttyp"}'],
    [
      'the text as its key',
      [table],
      withSkin('Dein Hauttyp', 'Dein Hauttyp', 'Typ II (hell)'),
      '{answer: "Dein',
    ],
    [
      'a date',
      ['birthdate: {answer: hauttyp, as: date}'],
      withSkin('skin', 'Dein Hauttyp', '2026-01-03'),
      '{answer: "skin"}',
    ],
    [
      'a key of the same spelling in another place',
      [table],
      [['q1', 'Dein Hauttyp', 'Typ I'], boxes, number],
      '{answer: "q1"}',
    ],
    [
      'boxes inside of an expression',
      [newsletter],
      withBoxes('consents', 'Einwilligungen', ['Newsletter', 'Fotos']),
      'write $answers.Einwilligungen, or $answers.consents in place of $answers.einwilligung',
    ],
    [
      'one box inside of an expression',
      [`newsletter: '$answers.einwilligung = "Newsletter"'`],
      withBoxes('consents', 'Einwilligungen', ['Newsletter']),
      '$answers.consents',
    ],
    [
      'a question that another rule reads by its text',
      [table, 'note.skin: {answer: Dein Hauttyp}'],
      withSkin('haut', 'Dein Hauttyp', 'Typ II (hell)'),
      '{answer: "haut"}',
    ],
  ])('is reported at the event and by check: %s', (_, rules, questions, cure) => {
    const mapping = mappingFor(rules);
    const event = eventOf(questions);
    const checked = checkRenamedQuestions(mapping, [
      eventOf(before, { receivedAt: '2026-02-01T12:00:00Z' }),
      event,
    ]);
    for (const found of [renamedQuestions(mapping, event.scope), checked]) {
      expect(found).toMatchObject([{ code: 'mapping/renamed-question', severity: 'warning' }]);
      expect(found[0]?.message).toMatch(
        /the same question ".*" (?:under another key, ".*"|without its key)$/i,
      );
      expect(found[0]?.hint).toContain(cure);
    }
    // The event as a test, and the sample itself.
    expect(renamedQuestions(mappingFor(rules, [before, questions]), event.scope)).toEqual([]);
    expect(renamedQuestions(mapping, eventOf(before).scope)).toEqual([]);
  });

  it('is reported for each rule that reads it', () => {
    const event = eventOf(withBoxes('consents', 'Einwilligungen', ['Newsletter', 'Fotos']));
    const found = renamedQuestions(mappingFor([newsletter, photos]), event.scope);
    expect(found.map(({ path }) => path)).toEqual([
      'additionalFields.newsletter',
      'additionalFields.photo.consent',
    ]);
  });

  it('is read by its new key alone if several questions have its text', () => {
    const event = eventOf([
      ...withSkin('haut', 'Dein Hauttyp', 'Typ II (hell)'),
      ['haut_kind', 'Dein Hauttyp', 'Typ I'],
    ]);
    const [found] = renamedQuestions(mappingFor([table]), event.scope);
    expect(found?.hint).toContain('write {answer: "haut"}, and');
  });

  it('is known by the texts of the samples if their answers are read otherwise', () => {
    const event = eventOf(withSkin('haut', 'Dein Hauttyp', 'Typ II (hell)'), { isListed: false });
    expect(renamedQuestions(mappingFor([table]), event.scope)[0]?.hint).toContain('{answer: "haut"}');
  });

  it.each<readonly [string, readonly string[], readonly Question[], readonly Question[]]>([
    ['it has no answer', [table], before, withSkin('haut', 'Dein Hauttyp', [])],
    ['it was left out', [table], before, [number, boxes]],
    [
      'the samples have both questions',
      [table],
      [...before, ['haut_kind', 'Dein Hauttyp', 'Typ I']],
      withSkin('haut_kind', 'Dein Hauttyp', 'Typ I'),
    ],
    [
      'the rule reads both',
      [`skin.type: '$answers.hauttyp ? $answers.hauttyp : $answers.haut'`],
      before,
      withSkin('haut', 'Dein Hauttyp', 'Typ II (hell)'),
    ],
    [
      'the rule reads the text too',
      [`skin.type: '$answers.hauttyp ? $answers.hauttyp : $answers.\`Dein Hauttyp\`'`],
      before,
      withSkin('haut', 'Dein Hauttyp', 'Typ II (hell)'),
    ],
    [
      'it is read by its text',
      ['skin.type: {answer: Dein Hauttyp}'],
      before,
      withSkin('haut', 'Dein Hauttyp', 'II'),
    ],
  ])('is not reported if %s', (_, rules, sample, questions) => {
    expect(renamedQuestions(mappingFor(rules, [sample]), eventOf(questions).scope)).toEqual([]);
  });
});
