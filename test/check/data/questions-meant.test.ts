import { describe, expect, it } from 'vitest';
import { disproved } from '../../../src/check/data/disproved.ts';
import type { Trial } from '../../../src/check/data/trial.ts';
import { answersSchema } from '../../../src/config/sources/answers-schema.ts';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { presets } from '../../../src/receive/senders/senders.ts';
import { evaluateYaml, parse } from '../../mapping/evaluate-yaml.ts';
import { checkWith, mappingOf } from '../trials.ts';

const list = {
  kunde: { nr: 1001 },
  fragen: [
    { id: 'q1', text: 'Kundennummer', antwort: '1001' },
    { id: 'q2', text: 'Geburtstag', antwort: '14.03.1988' },
    { id: 'q3', text: 'Wie oft?', antwort: 'nie' },
  ],
};
const typeform = {
  form_response: {
    definition: {
      fields: [
        { id: 'a1', ref: 'r1', type: 'short_text', title: 'Kundennummer' },
        { id: 'a2', ref: 'r2', type: 'date', title: 'Geburtstag' },
        { id: 'a3', ref: 'r3', type: 'short_text', title: 'Wie oft?' },
      ],
    },
    answers: [
      { type: 'text', text: '1001', field: { id: 'a1', ref: 'r1', type: 'short_text' } },
      { type: 'date', date: '1988-03-14', field: { id: 'a2', ref: 'r2', type: 'date' } },
      { type: 'text', text: 'nie', field: { id: 'a3', ref: 'r3', type: 'short_text' } },
    ],
  },
};

const ofList = answersOf(
  answersSchema.parse({ each: 'fragen', key: 'id', label: 'text', value: 'antwort' }),
  list,
);
const ofTypeform = answersOf(presets.get('typeform')?.answers, typeform);

function trialOf(payload: unknown, answers: Trial['input']['answers']): Trial {
  const event = { id: 'test', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' };
  return {
    input: { payload, answers, headers: {}, query: {}, body: payload, event },
    test: { mapping: 'notes', name: 'one' },
  };
}

const samples = { list: [trialOf(list, ofList)], typeform: [trialOf(typeform, ofTypeform)] };

async function hintsOf(line: string, sender: keyof typeof samples, head = '') {
  const mapping = mappingOf([line], { head });
  const trials = samples[sender];
  const found = await checkWith(mapping, trials);
  const isPath = disproved(mapping, trials, use => use.place).some(
    ({ code }) => code === 'expression/plain-word',
  );
  const hints = found.flatMap(({ code, path, hint }) =>
    code === 'check/path-never-matches' && path !== 'id' ? [hint] : [],
  );
  return { hints, isPath };
}

describe('the name of a question instead of a path', () => {
  it.each([
    ['note: Geburtstag', 'Geburtstag'],
    ['note: geburtstag', 'geburtstag'],
    ['note: {from: Geburtstag}', 'Geburtstag'],
    ['note: {from: Geburtstag, as: date}', 'Geburtstag'],
    ['note: {from: Geburtstag, default: keiner}', 'Geburtstag'],
    ['note: "`Wie oft?`"', 'Wie oft?'],
    ['customerStatus: {from: "`Wie oft?`", values: {nie: Neukunde}}', 'Wie oft?'],
  ])('is reported with the rule that reads it: %s', async (line, name) => {
    for (const sender of ['list', 'typeform'] as const) {
      const { hints, isPath } = await hintsOf(line, sender);
      expect(hints, sender).toEqual([
        `write {answer: ${JSON.stringify(name)}}: the name of a question stands behind answer`,
      ]);
      expect(isPath, sender).toBe(/: [Gg]eb/.test(line));
    }
  });

  it.each([
    ['note: {template: "am {Geburtstag}"}', '', 'Geburtstag', 'q2', 'r2'],
    ['note: {template: "am {$answers.Geburtstag}"}', '', 'Geburtstag', undefined, 'r2'],
    [`note: '"am " & Geburtstag'`, '', 'Geburtstag', 'q2', 'r2'],
    ['note: $uppercase(Geburtstag)', '', 'Geburtstag', 'q2', 'r2'],
    ['note: kunde.nr', 'when: Geburtstag = "x"', 'Geburtstag', 'q2', 'r2'],
    ['note: kunde.nr', 'when: \'"x" = Geburtstag\'', 'Geburtstag', 'q2', 'r2'],
    ['note: kunde.nr', 'when: Geburtstag != "x" and kunde.nr = 1', 'Geburtstag', 'q2', 'r2'],
    ['note: kunde.nr', 'when: $answers."Wie oft?" = "nie"', 'Wie oft?', undefined, 'r3'],
  ])('is reported with its variable inside an expression: %s %s', async (line, head, name, _, ref) => {
    const { hints } = await hintsOf(line, 'typeform', head);
    expect(hints).toContain(`write $answers.${ref}, which is the answer to ${JSON.stringify(name)}`);
    const labelled = await hintsOf(line, 'list', head);
    expect(labelled.hints.length).toBe(line.includes('$answers') || head.includes('$answers') ? 0 : 1);
  });

  it('may be a text that is compared with a path', async () => {
    const { hints } = await hintsOf('note: kunde.nr', 'list', 'when: kunde.art = Geburtstag');
    expect(hints).toContainEqual(
      expect.stringContaining('write "Geburtstag" in quotes, for the text itself'),
    );
  });
});

describe('a path instead of a question', () => {
  it.each(['kunde.nr', 'fragen'])('is reported with the rule that reads it: %s', async name => {
    const { hints } = await hintsOf(`note: {answer: ${name}}`, 'list');
    expect(hints).toEqual([
      `${name} is a path of the payload: write ${name} in place of {answer: ${JSON.stringify(name)}}`,
    ]);
  });

  it.each(['kunde.nummer', 'Telefon', '$answers.q1', 'a b'])(
    'is not found in the payload: %s',
    async name => {
      const { hints } = await hintsOf(`note: {answer: ${name}}`, 'list');
      expect(hints.join()).not.toContain('path of the payload');
    },
  );
});

describe('a required value with a misspelt question or path', () => {
  it.each([
    [
      '{answer: Kundenummer}',
      'the event has the question "Kundennummer": if that is meant, correct the name',
    ],
    [
      '{answer: Kunden-Nummer}',
      'the event has the question "Kundennummer": if that is meant, correct the name',
    ],
    ['{answer: q11}', 'the event has the question "q1": if that is meant, correct the name'],
    [
      '{answer: Nummer der Kundin}',
      'the event has the questions "Kundennummer", "Geburtstag", "Wie oft?"; if one',
    ],
    ['{answer: kunde.nr}', 'the payload has kunde.nr: write kunde.nr in place of {answer: "kunde.nr"}'],
    ['Kundennummer', 'the event has the question "Kundennummer": write {answer: "Kundennummer"}'],
    ['kundennummer', 'the event has the question "kundennummer": write {answer: "kundennummer"}'],
    ['kunde.Nr', 'the event has kunde.nr: if that is meant, correct the path'],
  ])('is reported with the right name, not as a fault of the data: %s', async (rule, hint) => {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset: {id: ${rule}, note: kunde.nr}\n`;
    const evaluation = await evaluateYaml(text, { payload: list, ...(ofList && { answers: ofList }) });
    expect(evaluation).toMatchObject({
      diagnostics: [{ code: 'mapping/missing-value', hint: expect.stringContaining(hint) }],
    });
  });
});

describe('an answer inside an expression, named as in a rule', () => {
  it.each([
    ['note: {template: "oft: {answer: Wie oft?}"}', '$answers."Wie oft?"'],
    ['note: {template: "am {answer: Geburtstag}"}', '$answers.Geburtstag'],
    [`note: '{answer: Wie oft?} = "nie" ? "x" : "y"'`, '$answers."Wie oft?" = "nie"'],
    ['note: \'$answers.Wie oft? = "nie" ? "x" : "y"\'', '$answers."Wie oft?" = "nie"'],
    ['note: \'$answers.Newsletter? = "ja" ? "x" : "y"\'', '$answers."Newsletter?" = "ja"'],
  ])('gets a hint with its variable: %s', (line, meant) => {
    const { diagnostics } = parse(
      `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  ${line}\n`,
    );
    expect(diagnostics.map(({ instead }) => instead)).toContainEqual(expect.stringContaining(meant));
  });
});

describe('a question at a source without answers', () => {
  const hintFor = async (lines: readonly string[], payload: object) =>
    (await checkWith(mappingOf(lines), [trialOf(payload, undefined)])).find(
      each => each.code === 'check/path-never-matches' && each.path === 'note',
    )?.hint;

  it('is a path if the payload has its name inside an object', async () => {
    const payload = { id: 'x', kontakt: { kasse: 'TK' } };
    expect(await hintFor(['note: {answer: kasse}'], payload)).toBe(
      'the payload has it at kontakt.kasse: write from: kontakt.kasse in place of answer: "kasse"',
    );
    expect(await hintFor(['note: {from: kontakt.kasse}'], payload)).toBeUndefined();
  });

  it('is a key of the payload if the payload itself has its name', async () => {
    expect(await hintFor(['note: {answer: kasse}'], { kasse: 'TK' })).toMatch(/^say with answers:/);
  });
});
