import { describe, expect, it } from 'vitest';
import { checkRenamedQuestions } from '../../src/check/data/answers/check-renamed-questions.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { isFittingAnswer } from '../../src/mapping/doubts/changed-form/fitting-answer.ts';
import { renamedQuestions } from '../../src/mapping/doubts/changed-form/renamed-question.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { mappingOf, storedOf } from '../check/trials.ts';
import { codesOf, evaluateYaml } from './evaluate-yaml.ts';

type Form = Readonly<Record<string, string | null>>;

const others: Form = { Kundennummer: '7', Newsletter: 'ja' };

/** Returns a webhook of a form with these questions. */
function webhook(form: Form) {
  return { fields: Object.entries({ ...others, ...form }).map(([label, value]) => ({ label, value })) };
}

function mappingFor(rule: string, sample: Form | undefined, more: readonly string[] = []) {
  const lines = ['additionalFields:', `  satisfaction: ${rule}`, ...more.map(line => `  ${line}`)];
  return mappingOf(lines, { tests: sample ? [webhook(sample)] : [], id: '{answer: Kundennummer}' });
}

function eventOf(form: Form, receivedAt = '2026-03-01T12:00:00.000Z') {
  const answers = namedAnswers(
    Object.entries({ ...others, ...form }).map(([label, value], at) => ({
      keys: [`q${at}${label.length}`],
      labels: [label],
      value,
    })),
  );
  const [trial] = storedOf(webhook(form));
  if (!trial) throw new Error('no event');
  const input = { ...trial.input, answers, event: { ...trial.input.event, receivedAt } };
  return { trial: { input }, scope: trialScope({ input }, { needsBody: false }) };
}

const renames: readonly (readonly [string, string])[] = [
  ['Sterne', 'Wie viele Sterne gibst du uns?'],
  ['Was interessiert dich noch?', 'Was interessiert dich?'],
  ['Wie viele Sterne gibst du uns?', 'Sterne'],
  ['Allergien', 'Allergien / Unverträglichkeiten'],
  ['Geburtsdatum', 'Dein Geburtsdatum'],
  ['Haartyp', 'Haar-Typ'],
  ['Wie hast du von uns gehört?', 'Wie hast Du von uns erfahren oder gehört?'],
  ['Bemerkung', 'Bemerkungen'],
  ['Your birthday', 'Birthday (optional)'],
  ['Wie zufrieden waren Sie?', 'Wie zufrieden sind Sie mit uns?'],
  ['Bist du schwanger?', 'Schwangerschaft oder Geburt in den letzten 6 Monaten?'],
];

describe('a question that the sender renamed', () => {
  it.each(renames)('is reported at the event: %s, now %s', (before, now) => {
    // A reason is about the question of the sample.
    for (const because of ['', ', because: the sender asks so']) {
      const mapping = mappingFor(`{answer: ${JSON.stringify(before)}${because}}`, { [before]: '5' });
      const found = renamedQuestions(mapping, eventOf({ [now]: '4' }).scope);
      expect(found).toMatchObject([
        {
          code: 'mapping/renamed-question',
          path: 'additionalFields.satisfaction',
          message: expect.stringContaining(JSON.stringify(now)),
          hint: expect.stringContaining(`{answer: ${JSON.stringify(now)}}`),
        },
      ]);
    }
  });

  it.each<[string, string, Form | undefined, Form, readonly string[]]>([
    ['it is there', '{answer: Sterne}', { Sterne: '5' }, { Sterne: '4', 'Sterne Küche': '3' }, []],
    [
      'it is there without an answer',
      '{answer: Sterne}',
      { Sterne: '5' },
      { Sterne: null, 'Wie viele Sterne?': '4' },
      [],
    ],
    ['it was left out', '{answer: Sterne}', { Sterne: '5' }, {}, []],
    [
      'it was left out, and others are new',
      '{answer: Sterne}',
      { Sterne: '5' },
      { Uhrzeit: '12', Beruf: 'x' },
      [],
    ],
    [
      'the sample has the other one too',
      '{answer: Telefon}',
      { Telefon: '1', 'Telefon privat': '2' },
      { 'Telefon privat': '3' },
      [],
    ],
    [
      'another rule reads the other one',
      '{answer: Telefon}',
      { Telefon: '1' },
      { 'Telefon privat': '3' },
      ['phone: {answer: Telefon privat}'],
    ],
    ['the new one has no answer', '{answer: Sterne}', { Sterne: '5' }, { 'Wie viele Sterne?': '' }, []],
    ['no sample has it', '{answer: Sterne}', undefined, { 'Wie viele Sterne?': '4' }, []],
    [
      'only usual words agree',
      '{answer: Was möchten Sie?}',
      { 'Was möchten Sie?': 'x' },
      { 'Was haben Sie?': 'y' },
      [],
    ],
    ['the sample has another question', '{answer: Sterne}', { Beruf: 'x' }, { 'Wie viele Sterne?': '4' }, []],
  ])('is not reported if %s', (_, rule, sample, event, more) => {
    const mapping = mappingFor(rule, sample, more);
    expect(renamedQuestions(mapping, eventOf(event).scope)).toEqual([]);
  });

  it.each([
    ['Bewertung', 'Wie war es?', 'q7', 1],
    ['Bewertung', 'Wie war es?', 'q9', 0],
    ['Sterne', 'Wie viele Sterne gibst du uns?', 'q7', 1],
  ])('is known by its key, whatever its new name is: %s, now %s with %s', (before, now, key, count) => {
    const mapping = mappingOf(['additionalFields:', `  satisfaction: {answer: ${before}}`], {
      tests: [{ fields: [{ id: 'q7', label: before, value: 'q9' }] }],
    });
    const answers = namedAnswers([{ keys: [key], labels: [now], value: '4' }]);
    const [trial] = storedOf({});
    const found = trial
      ? renamedQuestions(mapping, trialScope({ input: { ...trial.input, answers } }, { needsBody: false }))
      : [];
    expect(found).toHaveLength(count);
    if (key === 'q7') expect(found[0]?.hint).toContain('or {answer: "q7"}, which stays');
  });

  it.each<readonly [string, string, string | null, number]>([
    ['Chipnummer', 'Transpondernummer', '276', 1],
    ['Geimpft bis', 'Tollwutimpfung gültig bis', '2027-03-31', 1],
    ['Möchten Sie unseren Newsletter?', 'Newsletter per E-Mail?', 'ja', 1],
    ['Zweite Telefonnummer', 'Telefon für Notfälle', '0171', 1],
    ['Bei wem möchten Sie am liebsten?', 'Wer soll Ihren Hund schneiden?', 'Tom', 1],
    ['Alle wie viele Wochen kommen Sie?', 'Abstand der Termine', '6', 1],
    ['Chipnummer', 'Chipnummer', '276', 0],
    ['Chipnummer', 'CHIPNUMMER ', '276', 0],
    ['Chipnummer', 'Rasse', '276', 0],
    ['Chipnummer', 'Transpondernummer', null, 0],
  ])('is known by the reference of Typeform: %s, now %s, answered %s', (before, now, given, count) => {
    const ref = '6b43a470-000b-55ea-ae38-740dabb1716c';
    const form = (title: string, answer: string | null) => ({
      form_response: {
        definition: {
          fields: [
            { id: 'aQ1', ref, title, type: 'short_text' },
            { id: 'aQ2', ref: 'r2', title: 'Rasse', type: 'short_text' },
          ],
        },
        answers: answer === null ? [] : [{ type: 'text', text: answer, field: { id: 'aQ1', ref } }],
      },
    });
    const mapping = mappingOf(['additionalFields:', `  satisfaction: {answer: ${JSON.stringify(before)}}`], {
      tests: [form(before, '1')],
    });
    const event = (title: string, answer: string | null, receivedAt: string) => {
      const [trial] = storedOf(form(title, answer));
      if (!trial) throw new Error('no event');
      const answers = answersOf('typeform', trial.input.payload);
      const input = { ...trial.input, answers, event: { ...trial.input.event, receivedAt } };
      return { trial: { input }, scope: trialScope({ input }, { needsBody: false }) };
    };
    const newest = event(now, given, '2026-03-02T12:00:00.000Z');
    const found = renamedQuestions(mapping, newest.scope);
    expect(found).toHaveLength(count);
    const earlier = event(before, '1', '2026-03-01T12:00:00.000Z');
    const checked = checkRenamedQuestions(mapping, [newest, earlier]);
    expect(checked).toHaveLength(count);
    for (const { hint } of [...found, ...checked])
      expect(hint).toContain(`write {answer: ${JSON.stringify(now)}}, or {answer: "${ref}"}, which stays`);
  });

  type Asked = readonly [ref: string, title: string, type: string, answer?: string | boolean];
  /** The payload of a form of Typeform, whose definition lists all of its questions. */
  const formOf = (asked: readonly Asked[], form = 'f1') => ({
    form_response: {
      form_id: form,
      definition: { fields: asked.map(([ref, title, type]) => ({ id: `id-${ref}`, ref, title, type })) },
      answers: asked.flatMap(([ref, , type, answer]) => {
        const kind = type === 'yes_no' ? 'boolean' : type === 'email' || type === 'date' ? type : 'text';
        return answer === undefined ? [] : [{ type: kind, [kind]: answer, field: { id: `id-${ref}`, ref } }];
      }),
    },
  });
  const foundIn = (rule: string, samples: readonly object[], payload: object) => {
    const mapping = mappingOf(['additionalFields:', `  newsletter: ${rule}`], { tests: samples });
    const [trial] = storedOf(payload);
    if (!trial) throw new Error('no event');
    const input = { ...trial.input, answers: answersOf('typeform', payload) };
    return renamedQuestions(mapping, trialScope({ input }, { needsBody: false }));
  };

  const rule = '{answer: "Newsletter per E-Mail?"}';
  const asked: Asked = ['n1', 'Newsletter per E-Mail?', 'yes_no', true];
  const email: Asked = ['m2', 'E-Mail', 'email', 'a@example.com'];
  const question: Asked = ['n2', 'Möchten Sie unseren Newsletter?', 'yes_no', true];
  it.each<readonly [string, string, readonly Asked[], string]>([
    [
      'an e-mail address for a consent',
      rule,
      [email, question],
      'write {answer: "Möchten Sie unseren Newsletter?"}, and',
    ],
    [
      'the same in the other order',
      rule,
      [question, email],
      'write {answer: "Möchten Sie unseren Newsletter?"}, and',
    ],
    [
      'as a boolean',
      '{answer: "Newsletter per E-Mail?", as: boolean}',
      [email, question],
      '"Möchten Sie unseren Newsletter?"',
    ],
    [
      'the same reference',
      rule,
      [email, question, ['n1', 'Post von uns?', 'yes_no', true]],
      'write {answer: "Post von uns?"}, or',
    ],
    [
      'nothing but an e-mail address',
      rule,
      [email, ['x', 'Farbe', 'short_text', 'rot']],
      'look at the questions in the event',
    ],
    [
      'a date',
      rule,
      [
        ['d', 'Newsletter seit', 'date', '2026-01-03'],
        ['x', 'Farbe', 'short_text', 'rot'],
      ],
      'look at the questions in the event',
    ],
    [
      'most words in common',
      rule,
      [
        ['w', 'Newsletter', 'yes_no', true],
        ['v', 'Newsletter als E-Mail', 'yes_no', true],
      ],
      '"Newsletter als E-Mail"',
    ],
  ])('is proposed only if its answer fits: %s', (_, of, questions, cure) => {
    const found = foundIn(of, [formOf([asked, ['k', 'Farbe', 'short_text', 'blau']])], formOf(questions));
    expect(found.map(({ hint }) => hint)).toEqual([expect.stringContaining(cure)]);
    expect(found.map(({ hint }) => hint).join()).not.toContain('"E-Mail"');
  });

  const color: Asked = ['k', 'Farbe', 'short_text', 'blau'];
  it.each<readonly [string, string, readonly (readonly Asked[])[], readonly Asked[], string, number]>([
    ['it is gone', rule, [[asked, color]], [color], 'f1', 1],
    [
      'it is gone, and another one came',
      rule,
      [[asked, color]],
      [color, ['z', 'Beruf', 'short_text', 'x']],
      'f1',
      1,
    ],
    [
      'it has no answer',
      rule,
      [[asked, color]],
      [color, ['n1', 'Newsletter per E-Mail?', 'yes_no']],
      'f1',
      0,
    ],
    ['a like one has no answer', rule, [[asked, color]], [color, ['n2', 'Newsletter?', 'yes_no']], 'f1', 0],
    ['its reference has no answer', rule, [[asked, color]], [color, ['n1', 'Post?', 'yes_no']], 'f1', 0],
    ['the one that is like it was there before', rule, [[asked, color, email]], [color, email], 'f1', 1],
    [
      'a fitting one was there before',
      rule,
      [[asked, ['p', 'Newsletter', 'yes_no', true]]],
      [['p', 'Newsletter', 'yes_no', true]],
      'f1',
      1,
    ],
    ['it is another form', rule, [[asked, color]], [color], 'f2', 0],
    ['a sample of the form has no such question', rule, [[asked, color], [color]], [color], 'f1', 0],
    ['no sample has it', rule, [[color]], [color], 'f1', 0],
    ['the event lists no questions', rule, [[asked, color]], [], 'f1', 0],
    [
      'a reason is about the question of the sample',
      `${rule.slice(0, -1)}, because: asked}`,
      [[asked]],
      [color],
      'f1',
      1,
    ],
  ])(
    'is reported as removed by a form that lists its questions: %s',
    (_, of, samples, questions, form, count) => {
      const found = foundIn(
        of,
        samples.map(each => formOf(each)),
        formOf(questions, form),
      );
      expect(found).toHaveLength(count);
      for (const { message, code, path } of found) {
        expect({ code, path }).toEqual({
          code: 'mapping/renamed-question',
          path: 'additionalFields.newsletter',
        });
        expect(message).toContain('which the form of the event does not have any more');
      }
    },
  );

  it.each<readonly [string, unknown, readonly unknown[], boolean]>([
    ['{from: x, as: boolean}', 'a@example.com', [], false],
    ['{from: x, as: boolean}', '2026-01-03', [], false],
    ['{from: x, as: boolean}', 'ja', [], true],
    ['{from: x, values: {rot: Rot}}', '03.01.2026', [], false],
    ['{from: x, values: {rot: Rot}}', ['rot'], [], true],
    ['{from: x, as: choice}', '+49 171 5556677', [], false],
    ['{from: x, as: date}', 'a@example.com', [], false],
    ['{from: x, as: date}', '3/1/2026', [], true],
    ['{from: x, as: phone}', '0171 5556677', [], true],
    ['{from: x, as: phone}', '2026-01-03', [], false],
    ['{from: x, as: number}', '7', [], true],
    ['{from: x, as: number}', true, [], false],
    ['x', 'a@example.com', [], true],
    ['x', 'a@example.com', ['yes_no', true], false],
    ['x', 'a@example.com', ['b@example.com'], true],
    ['x', 'a@example.com', ['email'], true],
    ['x', '0171 5556677', ['phone_number'], true],
    ['x', '2026-01-03', ['blau'], false],
    ['x', true, ['b@example.com'], false],
    ['x', true, ['ja'], true],
    ['x', 'am dritten Mai', ['2026-01-03'], true],
    ['x', 'a@example.com', [null, ''], true],
  ])('has a fitting answer or not: %s for %j, before %j', (written, answer, before, isFitting) => {
    const mapping = mappingOf(['additionalFields:', `  newsletter: ${written}`]);
    const rule = mapping.additionalFields[0]?.rule;
    expect(isFittingAnswer(answer, before, { path: 'additionalFields.newsletter', rule })).toBe(isFitting);
  });

  it('gets a path as its cure in a condition', () => {
    const mapping = mappingOf(['note: note'], {
      head: 'when: $answers.Sterne',
      tests: [webhook({ Sterne: '5' })],
    });
    const [found] = renamedQuestions(mapping, eventOf({ 'Wie viele Sterne?': '4' }).scope);
    expect(found?.hint).toContain('write $answers."Wie viele Sterne?", and');
  });

  it('is a warning of the event, with the values that are there', async () => {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: {answer: Kundennummer}\n  additionalFields:\n    satisfaction: {answer: Sterne}\n    newsletter: {answer: Newsletter}\ntests:\n  - name: a\n    payload: {fields: [{label: Sterne, value: "5"}]}\n    expect: []\n`;
    const { input } = eventOf({ 'Wie viele Sterne gibst du uns?': '4' }).trial;
    expect(codesOf(await evaluateYaml(text, input))).toEqual(['mapping/renamed-question']);
  });
});

describe('check, for a question that the newest events have under another name', () => {
  const day = (at: number) => `2026-03-0${at}T12:00:00.000Z`;
  const told = (rule: string, forms: readonly Form[], more: readonly string[] = []) => {
    const events = forms.map((form, at) => eventOf(form, day(at + 1)));
    // Stored events come the newest first.
    return checkRenamedQuestions(mappingFor(rule, undefined, more), events.toReversed()).map(
      ({ message }) => message,
    );
  };

  it.each<readonly [string, string]>([
    ...renames,
    ['Bewertung', 'Zufriedenheit'],
    ['Geburtstag', 'Date of birth'],
  ])('reports it: %s, now %s', (before, now) => {
    const rule = `{answer: ${JSON.stringify(before)}}`;
    const old = { [before]: '5' };
    const found = told(rule, [old, old, { [now]: '4' }, { [now]: '3' }]);
    expect(found).toEqual([
      expect.stringContaining(`and the newest 2 events do not; 2 of them have ${JSON.stringify(now)}`),
    ]);
  });

  it.each<[string, readonly Form[], readonly string[]]>([
    ['it is left out now and then', [{ Sterne: '5' }, {}, { Sterne: '4' }, {}], []],
    ['the newest event has it', [{ Sterne: '5' }, { 'Wie viele Sterne?': '4' }, { Sterne: '3' }], []],
    ['the other one is as old', [{ Sterne: '5', 'Sterne Küche': '5' }, { 'Sterne Küche': '4' }], []],
    [
      'another rule reads the other one',
      [{ Sterne: '5' }, { 'Sterne Küche': '4' }],
      ['kitchen: {answer: Sterne Küche}'],
    ],
    ['no event has it', [{ 'Wie viele Sterne?': '4' }], []],
    ['nothing new is like it', [{ Sterne: '5' }, { Beruf: 'x' }, { Uhrzeit: '12' }], []],
    ['the form got a further question', [{ Sterne: '5' }, { Sterne: '5', 'Sterne Küche': '4' }], []],
    ['the new one is empty', [{ Sterne: '5' }, { 'Wie viele Sterne?': '' }], []],
  ])('does not report it if %s', (_, forms, more) => {
    expect(told('{answer: Sterne}', forms, more)).toEqual([]);
  });
});
