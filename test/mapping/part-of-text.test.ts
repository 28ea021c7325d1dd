import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { partsOfTexts } from '../../src/mapping/doubts/other-value/part-of-text.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { mappingOf, samplesOf, storedOf } from '../check/trials.ts';
import { evaluateYaml, fieldMapping, fieldOf } from './evaluate-yaml.ts';

const expressionIn = (hint = '') => /write from: '([^']+)'/.exec(hint)?.[1];

function givenBy(value: unknown) {
  const payload = { rawRequest: { q3_number: '7', q18_source: value } };
  return { payload, answers: answersOf('jotform', payload) };
}

describe('the hint for an answer that is an object with an own text', () => {
  it.each<readonly [string, unknown, string]>([
    ['{answer: source}', { other: 'A friend' }, 'A friend'],
    ['$answers.source', { other: 'A friend' }, 'A friend'],
    ['rawRequest.q18_source', { other: 'A friend' }, 'A friend'],
    ['{answer: source}', { other: 'Elbow', 0: 'Knee' }, 'Knee,Elbow'],
    ['{answer: source, as: list}', { other: 'Elbow', 0: 'Knee' }, 'Knee,Elbow'],
    ['{answer: source, as: list}', ['Knee', { other: 'Elbow' }], 'Knee,Elbow'],
    ['{answer: source}', { Sonstiges: 'A friend' }, 'A friend'],
    ['{answer: source, values: {Google: G, A friend: F}}', { other: 'A friend' }, 'F'],
  ])('reads all kinds of answers if it is followed: %s, %j', async (rule, value, sent) => {
    const given = givenBy(value);
    const { diagnostics } = (await evaluateYaml(fieldMapping(rule), given)) as never as {
      diagnostics: readonly { hint?: string }[];
    };
    const from = expressionIn(diagnostics[0]?.hint);
    expect(from).toBeDefined();
    const followed = rule.startsWith('{')
      ? rule.replace('answer: source', `from: '${from}'`)
      : `{from: '${from}'}`;
    expect(await fieldOf(followed, given)).toMatchObject({ set: { text: sent } });
    for (const [other, text] of [
      ['Google', 'Google'],
      [['Google', 'A friend'], 'Google,A friend'],
    ] as const) {
      const expected = rule.includes('values') ? text.replace('Google', 'G').replace('A friend', 'F') : text;
      expect(await fieldOf(followed, givenBy(other))).toMatchObject({ set: { text: expected } });
    }
  });

  it.each<readonly [string, unknown, string]>([
    ['{answer: source}', { full: '0151 20001555' }, 'write {answer: "source.full"}'],
    ['{answer: source}', { label: 'A friend', id: '7' }, 'write {answer: "source.label"}'],
  ])('names the part of any other object: %s, %j', async (rule, value, hint) => {
    const { diagnostics } = (await evaluateYaml(fieldMapping(rule), givenBy(value))) as never as {
      diagnostics: readonly { hint?: string }[];
    };
    expect(diagnostics[0]?.hint).toContain(hint);
  });
});

describe('a rule that reads a part of an answer', () => {
  const of = (rule: string, value: unknown) => {
    const mapping = mappingOf(['additionalFields:', `  lead.source: ${rule}`]);
    const [trial] = storedOf({});
    if (!trial) throw new Error('no event');
    const input = { ...trial.input, ...givenBy(value) };
    return partsOfTexts(mapping, trialScope({ input }, { needsBody: false }));
  };

  it.each<readonly [string, unknown, string]>([
    ['{answer: "source.other"}', 'Google', '*'],
    ['{answer: "source.other"}', ['Google', 'Flyer'], '*'],
    ['{answer: "source.other"}', ['Google', { other: 'A friend' }], '*'],
    ['{answer: "source.label"}', 'Google', 'label'],
    ['{answer: "source.full"}', '0151 20001555', 'full'],
    ['{answer: "18.other"}', 'Google', '*'],
    ['{answer: "source.other", as: list}', 5, '*'],
    ['$answers.source.other', 'Google', '*'],
    ['$answers.source.name', 'Google', 'name'],
    ['rawRequest.q18_source.other', 'Google', '*'],
    ['rawRequest.q18_source.text', 'Google', 'text'],
    ['rawRequest.q18_source.value', ['Google'], 'value'],
  ])('is reported in an event whose answer is a text: %s, %j', (rule, value, part) => {
    expect(of(rule, value)).toMatchObject([
      {
        code: 'mapping/unread-answer',
        path: 'additionalFields.lead.source',
        message: expect.not.stringContaining('Google'),
        hint: expect.stringContaining(`.($type($) = "object" ? $.${part} : $)'`),
      },
    ]);
  });

  it.each<readonly [string, unknown]>([
    ['{answer: "source.other"}', { other: 'A friend' }],
    ['{answer: "source.other"}', [{ other: 'A friend' }]],
    ['{answer: "source.other"}', {}],
    ['{answer: "source.other"}', ''],
    ['{answer: "source.other"}', ' '],
    ['{answer: "source.other"}', null],
    ['{answer: "source.other"}', []],
    ['{answer: "source.other"}', undefined],
    ['{answer: "source.other"}', '{"other": "A friend"}'],
    ['{answer: "source.other", because: only own texts}', 'Google'],
    ['{answer: source}', 'Google'],
    ['{from: \'$answers.source.($type($) = "object" ? $.* : $)\'}', 'Google'],
    ['$answers.source', 'Google'],
    ['rawRequest.q18_source', 'Google'],
    ['rawRequest.q18_source.id', 'cus_123'],
    ['rawRequest.q18_source.email', 'cus_123'],
    ['rawRequest.q18_source.address.city', 'Bonn'],
    ['{answer: "unknown.other"}', 'Google'],
  ])('is not reported: %s, %j', (rule, value) => {
    expect(of(rule, value)).toEqual([]);
  });

  it.each<readonly [string, unknown, string]>([
    [
      '{template: "{$answers.source.day}.{$answers.source.month}.{$answers.source.year}", as: date}',
      '2008-02-22',
      'answer: "source", as: date',
    ],
    [
      '{template: "{rawRequest.q18_source.day}.{rawRequest.q18_source.month}"}',
      '22.02.2008',
      'from: rawRequest.q18_source, as: date',
    ],
    ['{template: "{$answers.source.first} {$answers.source.last}"}', 'Anna Berg', 'answer: "source"'],
    ['{template: "Tel. {$answers.source.full}"}', '0151 20001555', 'answer: "source"'],
    ["$answers.source.first & ' ' & $answers.source.last", 'Anna Berg', 'answer: "source"'],
    [
      "$string(rawRequest.q18_source.hours) & ':' & $string(rawRequest.q18_source.minutes)",
      '12:30',
      'from: rawRequest.q18_source',
    ],
    ['$uppercase($answers.source.other)', 'Google', 'answer: "source"'],
    ['$number($answers.source.value) * 2', 5, 'answer: "source"'],
  ])('is reported if it joins parts of a text: %s, %j', (rule, value, hint) => {
    expect(of(rule, value)).toMatchObject([
      { code: 'mapping/unread-answer', hint: expect.stringContaining(`write {${hint}}`) },
    ]);
  });

  it.each<readonly [string, unknown]>([
    ['{template: "{$answers.source.day}.{$answers.source.month}"}', { day: '22', month: '2' }],
    ['{template: "{$answers.source.day}.{$answers.source.month}"}', ''],
    ['{template: "{$answers.source.day}.{$answers.source.month}"}', undefined],
    ['{template: "{$answers.source.day}", because: "only dates"}', '22'],
    ['"$exists($answers.source.day) ? $answers.source.day : $answers.source"', '22'],
    [
      '"$type($answers.source) = \'object\' ? $answers.source.first & $answers.source.last : $answers.source"',
      'A',
    ],
    ['$uppercase(rawRequest.q18_source.id)', 'cus_123'],
    ['{template: "{rawRequest.q18_source} {rawRequest.q3_number}"}', 'A'],
    ['$length($answers.source)', 'A'],
  ])('is not reported if it joins parts of %s, %j', (rule, value) => {
    expect(of(rule, value)).toEqual([]);
  });

  it('is reported by check for stored events, without their values', async () => {
    const mapping = mappingOf(['additionalFields:', '  lead.source: source.other'], {
      tests: [{ customer: 7, source: { other: 'A friend' } }],
    });
    const trials = [...(await samplesOf(mapping)), ...storedOf({ customer: 8, source: 'Instagram' })];
    const found = (await checkTrials(mapping, trials)).filter(({ code }) => code === 'mapping/unread-answer');
    expect(found.map(({ message }) => message)).toEqual([
      'lead.source reads the part "other" of source, which is a text without parts in a stored event, so nothing is sent for it',
    ]);
  });
});
