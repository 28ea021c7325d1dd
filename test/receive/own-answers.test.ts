import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { answeredQuestions, namedAnswers } from '../../src/receive/answers/answers.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { findAnswer } from '../../src/receive/answers/find-answer.ts';
import { sourceOf } from './source-of.ts';

const antworten = { each: 'antworten', key: 'frage.id', label: 'frage.text', value: 'antwort.werte' };

/** The answers of a payload, found with these settings of a source. */
function answers(words: unknown, payload: unknown) {
  return answersOf(sourceOf(stringify({ answers: words })).answers, payload);
}

const entry = (id: unknown, text: unknown, werte: unknown) => ({ frage: { id, text }, antwort: { werte } });

describe('answers: of a source with a list of questions', () => {
  it("are found by key and by label, in the payload's form", () => {
    const payload = {
      antworten: [
        entry('q1', 'Geburtstag', '14.03.1988'),
        entry('q2', 'Größe (cm)', 172),
        entry('q3', 'Wünsche', ['Farbe', 'Pflege']),
        entry(4, 'Newsletter', [true]),
      ],
    };
    expect({ ...answers(antworten, payload) }).toEqual({
      q1: '14.03.1988',
      Geburtstag: '14.03.1988',
      q2: 172,
      'Größe (cm)': 172,
      q3: ['Farbe', 'Pflege'],
      Wünsche: ['Farbe', 'Pflege'],
      4: [true],
      Newsletter: [true],
    });
  });

  it('are found through lists, an object in place of a list, and numbers in place of one', () => {
    const nested = { each: 'seiten.fragen', label: 'titel', value: 'antworten.wert' };
    const frage = (titel: string, ...werte: string[]) => ({
      titel,
      antworten: werte.map(wert => ({ wert })),
    });
    const pages = [
      { fragen: [frage('A', '1'), frage('B', '2', '3')] },
      { fragen: frage('C', '4') },
      { titel: 'ohne Fragen' },
      { fragen: [[frage('D')]] },
    ];
    expect({ ...answers(nested, { seiten: pages }) }).toEqual({ A: '1', B: ['2', '3'], C: '4', D: null });
    const numbered = { 0: { k: 'a', v: 1 }, 7: { k: 'b', v: 2 } };
    expect({ ...answers({ each: 'x', key: 'k', value: 'v' }, { x: numbered }) }).toEqual({ a: 1, b: 2 });
  });

  it('have an empty value for an unanswered question; questions without a name are ignored', () => {
    const list = [
      entry('q1', null, undefined),
      entry('q2', '', null),
      entry('', '', 'x'),
      entry({}, ['y'], 'x'),
      'x',
      null,
    ];
    expect({ ...answers(antworten, { antworten: list }) }).toEqual({ q1: null, q2: null });
  });

  it('are found in a body that is a list, by a name in backticks', () => {
    const words = { each: '$', key: '`Frage-Nr.`', value: 'wert' };
    expect({ ...answers(words, [{ 'Frage-Nr.': 'a', wert: 1 }]) }).toEqual({ a: 1 });
  });

  it('are undefined if the payload has no such list', () => {
    for (const payload of [null, 1, 'x', [], {}, { antworten: 'x' }, { antworten: null }])
      expect(answers(antworten, payload)).toBeUndefined();
  });

  it('have no value for a name of several questions, but know these questions', () => {
    const payload = {
      antworten: [
        entry('q1', 'Telefon', '1'),
        entry('q2', 'Telefon', '2'),
        entry('q3', 'Farbe', 'rot'),
        entry('q3', 'Form', 'rund'),
        entry('q4', 'Größe', 1),
        entry('q4', 'Größe', 1),
      ],
    };
    const found = answers(antworten, payload) ?? {};
    expect({ ...found }).toEqual({ q1: '1', q2: '2', Farbe: 'rot', Form: 'rund', q4: 1, Größe: 1 });
    expect([...answeredQuestions(found).unclear].sort()).toEqual(['Telefon', 'q3']);
  });
});

describe('answers: fields', () => {
  it('treats the keys of the event as the questions', () => {
    const payload = { 'Größe (cm)': '172', names: { first: 'Ada' }, topics: ['a'], none: null };
    expect({ ...answers('fields', payload) }).toEqual(payload);
    expect(answers('fields', ['x'])).toBeUndefined();
    expect(answers('fields', 'x')).toBeUndefined();
  });
});

describe('answers: without each', () => {
  it.each([
    [
      {
        change: [
          { field: 'a', value: 1 },
          { field: 'b', value: 2 },
        ],
      },
      { a: 1, b: 2 },
    ],
    [{ change: [{ field: 'a', value: 1 }] }, { a: 1 }],
    [{ change: [{ field: 'a' }, { field: 'b', value: 2 }, { value: 3 }] }, { a: null, b: 2 }],
    [
      {
        change: [
          { field: 'a', value: ['x', 'y'] },
          { field: 'b', value: [] },
        ],
      },
      { a: ['x', 'y'], b: [] },
    ],
    [{ change: { field: 'a', value: 1 } }, { a: 1 }],
    [{ change: [] }, undefined],
    [{ change: [{ field: '', value: 1 }] }, undefined],
    [{ change: 'a' }, undefined],
    [{}, undefined],
  ])('are each property of a list of changes: %j', (payload, found) => {
    const given = answers({ key: 'change.field', value: 'change.value' }, payload);
    expect(given && { ...given }).toEqual(found);
  });

  it('have no value if a property has two values, or if keys and values are in different lists', () => {
    const paths = { key: 'change.field', value: 'change.value' };
    const twice = {
      change: [
        { field: 'a', value: 1 },
        { field: 'a', value: 2 },
      ],
    };
    expect(Object.keys(answers(paths, twice) ?? {})).toEqual([]);
    const apart = { names: [{ field: 'a' }, { field: 'b' }], values: [{ value: 1 }, { value: 2 }] };
    expect(answers({ key: 'names.field', value: 'values.value' }, apart)).toBeUndefined();
    expect(
      answers({ key: 'changes.`a b`', value: 'changes.value' }, { changes: [{ 'a b': 'x' }] }),
    ).toBeDefined();
  });

  it('has the only property of an event', () => {
    const words = { key: 'propertyName', value: 'propertyValue' };
    expect({ ...answers(words, { propertyName: 'birthdate', propertyValue: '1988-03-14' }) }).toEqual({
      birthdate: '1988-03-14',
    });
    expect({ ...answers(words, { propertyName: 'birthdate' }) }).toEqual({ birthdate: null });
    expect(answers(words, { objectId: 1 })).toBeUndefined();
    expect(answers(words, { propertyName: ['a', 'b'], propertyValue: ['1', '2'] })).toBeUndefined();
  });
});

describe('a question', () => {
  const found = answers(antworten, {
    antworten: [
      entry('q1', 'Größe (cm)', 172),
      entry('Name', 'Wie heißen Sie?', { vorname: 'Ada', ort: { plz: '04107' } }),
      entry('q3', 'name', 'x'),
      entry('q5', ' Telefon ', '1'),
      entry('q6', 'EINS', 'a'),
      entry('q7', 'eins', 'b'),
      entry('a.b', 'Mit Punkt', 'y'),
      entry('a', 'A', { b: 'z' }),
    ],
  });
  const foundBy = (name: string) => {
    const answer = findAnswer(found, name);
    return answer.kind === 'found' ? answer.value : answer.kind;
  };

  it.each([
    ['q1', 172],
    ['Größe (cm)', 172],
    ['gRÖSSE (CM)', 'none'],
    ['  größe (CM)\u00a0', 172],
    ['Gro\u0308ße (cm)', 172],
    ['Telefon', '1'],
    ['TELEFON', '1'],
    ['Name.vorname', 'Ada'],
    ['wie heißen sie?.ort.plz', '04107'],
    ['Name.nachname', 'none'],
    ['q1.cm', 'none'],
    ['a.b', 'y'],
    ['constructor', 'none'],
    ['__proto__', 'none'],
    ['Grösse (cm)', 'none'],
  ])('%j is found by its key, its label, and in other case if that is unique', (name, value) => {
    expect(foundBy(name)).toEqual(value);
  });

  it('is the one with exactly this name, even if others are similar', () => {
    expect(foundBy('Name')).toEqual({ vorname: 'Ada', ort: { plz: '04107' } });
    expect(foundBy('name')).toBe('x');
    expect(foundBy('EINS')).toBe('a');
    expect(foundBy('Eins')).toBe('unclear');
    expect(foundBy('NAME')).toBe('unclear');
  });
});

describe('a question whose label has other punctuation', () => {
  it.each([
    ["J'accepte de recevoir la newsletter", 'J’accepte de recevoir la newsletter'],
    ['J’accepte de recevoir la newsletter', "J'accepte de recevoir la newsletter"],
    ['Je souhaite «tout»', 'Je souhaite "tout"'],
    ['E-Mail ok?', 'E‑Mail ok?'],
    ['Newsletter - ja bitte', 'Newsletter – ja bitte'],
    ['Newsletter ?', 'Newsletter ?'],
    ['Newsletter ?', 'Newsletter ?'],
    ['Foto  erlaubt', 'Foto erlaubt'],
    ['"Tipps" erhalten', '„Tipps“ erhalten'],
  ])('is found: %s for %s', (name, label) => {
    const answers = namedAnswers([{ keys: ['q1'], labels: [label], value: 'Non' }]);
    const found = findAnswer(answers, name);
    expect(found.kind === 'found' && found.value).toBe('Non');
  });

  it.each([
    ['Newsletter', 'Newsletter?'],
    ['E-Mail', 'EMail'],
    ["l'age", 'lage'],
  ])('is not found for other letters: %s for %s', (name, label) => {
    const answers = namedAnswers([{ keys: ['q1'], labels: [label], value: 'Non' }]);
    expect(findAnswer(answers, name).kind).toBe('none');
  });

  it('is the exact one if both are asked, and unclear if none is exact', () => {
    const answers = namedAnswers([
      { keys: ['q1'], labels: ['J’ai lu'], value: 'a' },
      { keys: ['q2'], labels: ["J'ai lu"], value: 'b' },
    ]);
    const found = findAnswer(answers, "J'ai lu");
    expect(found.kind === 'found' && found.value).toBe('b');
    expect(findAnswer(answers, 'J`ai lu').kind).toBe('unclear');
  });
});
