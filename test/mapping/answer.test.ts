import { describe, expect, it } from 'vitest';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { sourceOf } from '../receive/source-of.ts';
import { evaluateYaml, fieldMapping, fieldOf, parse } from './evaluate-yaml.ts';

const shape = 'answers: {each: a, key: k, label: l, value: v}';
const payload = {
  a: [
    { k: 'q1', l: 'Größe (cm)', v: ' 172 ' },
    { k: 'q2', l: 'Geburtstag', v: '14.03.1988' },
    { k: 'q3', l: 'Wünsche', v: ['farbe', 'pflege'] },
    { k: 'q4', l: 'Newsletter?', v: 'nein' },
    { k: 'q5', l: 'Allergien', v: '' },
    { k: 'q6', l: 'Telefon', v: '0151 23456789' },
    { k: 'q7', l: 'Telefon', v: '030 1234567' },
    { k: '1.30', l: 'Nummer', v: 'x' },
    { k: 'name', l: 'Name', v: { first: 'Ada' } },
    { k: 'q8', l: 'Haartyp', v: [{ id: 'o1', label: 'lockig' }] },
    { k: 'q9', l: 'Bereiche', v: [{ label: 'farbe' }, { label: 'pflege' }] },
  ],
};

/** Returns the value that a rule sends for a field, for an event with the answers of a source. */
function sent(rule: string, keys = shape, event: unknown = payload) {
  const answers = answersOf(sourceOf(keys).answers, event);
  return fieldOf(rule, { payload: event, answers });
}

const text = (value: string) => ({ set: { text: value, origin: 'data' } });

describe('answer in a rule', () => {
  it.each([
    ['{answer: "Größe (cm)"}', '172'],
    ['{answer: q1}', '172'],
    ['{answer: " größe (CM)"}', '172'],
    ['{answer: Gro\u0308ße (cm)}', '172'],
    ['{answer: 1.30}', 'x'],
    ['{answer: "1.30"}', 'x'],
    ['{answer: Name.first}', 'Ada'],
    ['{answer: Haartyp.label}', 'lockig'],
    ['{answer: Bereiche.label, as: list}', 'farbe,pflege'],
    ['{answer: Geburtstag, as: date, parse: dd.MM.yyyy}', '1988-03-14'],
    ['{answer: q6, as: phone, country: DE}', '+4915123456789'],
    ['{answer: Newsletter?, as: boolean}', 'false'],
    ['{answer: "Größe (cm)", trim: false}', ' 172 '],
  ])('%s reads the answer like any other value', async (rule, value) => {
    expect(await sent(rule)).toMatchObject(text(value));
  });

  it('works with tables, lists, defaults, whenMissing and whenEmpty', async () => {
    expect(await sent('{answer: Wünsche, as: list, values: {farbe: Farbe, pflege: Pflege}}')).toMatchObject({
      set: { text: 'Farbe,Pflege', origin: 'mapping' },
    });
    expect(await sent('{answer: Allergien, default: keine}')).toEqual({
      set: { text: 'keine', origin: 'mapping' },
    });
    expect(await sent('{answer: Allergien, whenEmpty: clear}')).toEqual({ clear: true });
    expect(await sent('{answer: Haarfarbe, whenMissing: clear}')).toEqual({ clear: true });
    expect(await sent('{answer: Haarfarbe}')).toEqual(['mapping/nothing-to-send']);
    expect(await sent('{answer: Haarfarbe, required: true}')).toEqual(['mapping/missing-value']);
  });

  it('is refused if several questions match, also in an expression, and names them', async () => {
    const answers = answersOf(sourceOf(shape).answers, payload);
    for (const rule of ['{answer: Telefon}', '$answers.Telefon', "'$uppercase($answers.Telefon)'"]) {
      const evaluation = await evaluateYaml(fieldMapping(rule), { payload, answers });
      const [fault] = evaluation.kind === 'failed' ? evaluation.diagnostics : [];
      expect(fault).toMatchObject({
        code: 'mapping/unclear-answer',
        message: 'additionalFields.f: "Telefon" is the name of 2 questions of this sender: "q6", "q7"',
      });
      expect(fault?.hint).toContain('{answer: "q6"}');
    }
    expect(await sent('{answer: q7}')).toEqual(text('030 1234567'));
    const head = 'when: $exists($answers.Telefon)\n';
    const condition = await evaluateYaml(fieldMapping('{answer: q1}', head), { payload, answers });
    expect(condition).toMatchObject({ kind: 'failed', diagnostics: [{ code: 'mapping/when-failed' }] });
  });

  it('is refused for a known sender too, although an older rule reads the answered question', async () => {
    const event = {
      data: {
        fields: [
          { key: 'a', label: 'Phone', value: null },
          { key: 'b', label: 'Phone', value: '1' },
        ],
      },
    };
    expect(await sent('{answer: Phone}', 'preset: tally', event)).toEqual(['mapping/unclear-answer']);
    expect(await sent('$answers.Phone', 'preset: tally', event)).toEqual(text('1'));
    expect(await sent('{answer: b}', 'preset: tally', event)).toEqual(text('1'));
  });

  it('is missing if the source has no answers', async () => {
    expect(await sent('{answer: q1}', 'answers: {each: b, key: k, value: v}')).toEqual([
      'mapping/nothing-to-send',
    ]);
    expect(await sent('{answer: q1}', '')).toEqual(['mapping/nothing-to-send']);
  });

  it('must be the only way to read a value, and has a name', () => {
    const faults = (rule: string) => parse(fieldMapping(rule)).diagnostics.map(each => each.code);
    expect(faults('{answer: a, from: b}')).toEqual(['mapping/invalid-rule']);
    expect(faults('{answer: a, value: b}')).toEqual(['mapping/invalid-rule']);
    expect(faults('{answer: " "}')).toEqual(['yaml/wrong-type']);
    expect(faults('{answer: [a, b]}')).toEqual(['yaml/wrong-type']);
    expect(faults('{answer: null}')).toEqual(['yaml/wrong-type']);
    expect(faults('{anwser: a}')).toEqual(['yaml/unknown-key']);
  });
});

describe('the answer to a question about a consent', () => {
  const booking = (rule: string) => `source: website
destination: salon
operation: persistCustomerData
set:
  appointmentId: {value: a1, because: test}
  privacy: {answer: Datenschutz}
  terms: {answer: Datenschutz}
  minAge: {answer: Datenschutz}
  rightOfWithdrawal: ${rule}
`;
  const consent = (answer: string, rule: string) => {
    const event = {
      a: [
        { k: 'd', l: 'Datenschutz', v: 'ja' },
        { k: 'w', l: 'Widerruf', v: answer },
      ],
    };
    return evaluateYaml(booking(rule), {
      payload: event,
      answers: answersOf(sourceOf(shape).answers, event),
    });
  };

  it('is read as true or false', async () => {
    expect(await consent('nein', '{answer: widerruf}')).toMatchObject({ kind: 'call' });
    expect(JSON.stringify(await consent('nein', '{answer: widerruf}'))).toContain('"text":"false"');
  });

  it('is not a consent if the person said no, whatever the table says', async () => {
    const rule = '{answer: widerruf, values: {nein: true, ja: true}}';
    const { diagnostics } = (await consent('nein', rule)) as { diagnostics: readonly { code: string }[] };
    expect(diagnostics.map(each => each.code)).toEqual(['mapping/denied-consent']);
  });
});
