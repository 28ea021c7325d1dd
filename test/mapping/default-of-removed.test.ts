import { describe, expect, it } from 'vitest';
import { checkUnlikeSamples } from '../../src/check/data/check-unlike-samples.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { answersSchema } from '../../src/config/sources/answers-schema.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { mappingOf, storedOf } from '../check/trials.ts';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

const tally = answersSchema.parse({ each: 'data.fields', key: 'key', label: 'label', value: 'value' });
const form = (fields: Readonly<Record<string, unknown>>) => ({
  data: { fields: Object.entries(fields).map(([label, value], at) => ({ key: `q${at}`, label, value })) },
});

/** Returns the notes about a rule at an event, and those of check about it as a stored one. */
async function told(rule: string, samples: readonly unknown[], payload: unknown, isForm = false) {
  const tests = samples.map((each, at) => ({ name: `s${at}`, payload: each, expect: [] }));
  const answers = isForm ? answersOf(tally, payload) : undefined;
  const evaluation = await evaluateYaml(`${fieldMapping(rule)}tests: ${JSON.stringify(tests)}\n`, {
    payload,
    answers,
  });
  const atEvent = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  const [trial] = storedOf(payload);
  if (!trial) throw new Error('no event');
  const input = { ...trial.input, answers };
  const scope = trialScope({ input }, { needsBody: false });
  const mapping = mappingOf(['additionalFields:', `  f: ${rule}`], { tests: samples });
  const inCheck = await checkUnlikeSamples(mapping, [{ trial: { input }, scope }], () => true);
  const [first, second] = [atEvent, inCheck].map(all =>
    all.filter(({ code }) => code === 'mapping/renamed-question').map(({ severity }) => severity),
  );
  expect(second).toEqual(first);
  return first;
}

const byLabel = '{answer: Reifen, default: keine}';
const byPath = '{from: tyres, default: keine}';
const whole = form({ Name: 'Anna', Reifen: 'Winter', Bemerkung: 'x' });
const withEmpty = form({ Name: 'Anna', Reifen: 'Winter', Bemerkung: null });
const without = form({ Name: 'Anna', Bemerkung: 'x' });
const plain = { name: 'Anna', tyres: 'Winter', note: '' };
const { tyres: _, ...plainWithout } = plain;
const listed = (entries: Readonly<Record<string, unknown>>) => ({
  meta: Object.entries(entries).map(([key, value]) => ({ key, value })),
});
const byEntry = `{from: 'meta[key="tyres"].value', default: keine}`;

describe('a default for a question that the event does not have at all', () => {
  it.each<readonly [string, string, readonly unknown[], unknown, string]>([
    ['a form', byLabel, [whole], without, 'info'],
    ['a form with empty answers', byLabel, [withEmpty], without, 'warning'],
    [
      'an empty answer to the question itself',
      byLabel,
      [whole, form({ Name: 'A', Reifen: null })],
      without,
      'warning',
    ],
    ['inside of an expression', `{from: '$trim($answers.Reifen)', default: keine}`, [whole], without, 'info'],
    [
      'a table',
      '{answer: Reifen, values: {Winter: W}, otherwise: X, default: keine}',
      [whole],
      without,
      'info',
    ],
    ['a deletion', '{answer: Reifen, whenMissing: clear}', [withEmpty], without, 'warning'],
    ['a key beside an empty one', byPath, [plain], plainWithout, 'warning'],
    ['a key', byPath, [{ ...plain, note: 'x' }], plainWithout, 'info'],
    ['a key below others', '{from: a.tyres, default: keine}', [{ a: plain }], { a: plainWithout }, 'warning'],
    ['an entry', byEntry, [listed({ tyres: 'W', vat: 'no' })], listed({ vat: 'no' }), 'info'],
    [
      'an entry beside an empty one',
      byEntry,
      [listed({ tyres: 'W', vat: '' })],
      listed({ vat: 'no' }),
      'warning',
    ],
  ])('is told: %s', async (_name, rule, samples, event, severity) => {
    expect(await told(rule, samples, event, 'data' in (event as object))).toEqual([severity]);
  });

  it.each<readonly [string, string, readonly unknown[], unknown]>([
    ['an empty answer', byLabel, [whole], form({ Name: 'Anna', Reifen: null })],
    ['an empty text', byLabel, [whole], form({ Name: 'Anna', Reifen: '' })],
    ['an answer', byLabel, [whole], whole],
    ['a sample without the question', byLabel, [withEmpty, without], without],
    ['the only sample is without it', byLabel, [without], without],
    ['no default', '{answer: Reifen}', [withEmpty], without],
    ['a reason', '{answer: Reifen, default: keine, because: most have none}', [withEmpty], without],
    ['a deletion where the sender may leave out', '{answer: Reifen, whenMissing: clear}', [whole], without],
    ['an empty key', byPath, [plain], { ...plain, tyres: '' }],
    ['a missing object', '{from: a.tyres, default: keine}', [{ a: plain }], { a: null }],
    ['a sample without the key', byPath, [plain, plainWithout], plainWithout],
    [
      'another path',
      `{from: 'tyres ? tyres : old', default: keine}`,
      [{ ...plain, old: 'x' }],
      { ...plainWithout, old: null },
    ],
    ['a path that no sample has', `{from: '[tyres, old][0]', default: keine}`, [plain], plainWithout],
    ['an empty entry', byEntry, [listed({ tyres: 'W', vat: '' })], listed({ tyres: '', vat: 'no' })],
    [
      'a sample without the entry',
      byEntry,
      [listed({ tyres: 'W' }), listed({ vat: '' })],
      listed({ vat: 'no' }),
    ],
  ])('is not told: %s', async (_name, rule, samples, event) => {
    expect(await told(rule, samples, event, 'data' in (event as object))).toEqual([]);
  });
});
