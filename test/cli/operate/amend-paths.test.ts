import { expect, it } from 'vitest';
import type { AdminApi } from '../../../src/cli/operate/admin-api.ts';
import { pathsToCorrect } from '../../../src/cli/operate/amend-paths.ts';
import { correct, readSetting } from '../../../src/cli/operate/corrections.ts';
import type { EventView } from '../../../src/inbox/event.ts';
import { evaluate } from '../../../src/mapping/evaluate/evaluate.ts';
import { explain } from '../../../src/mapping/explain/explain.ts';
import { startRecording } from '../../../src/mapping/explain/recording.ts';
import type { Answers } from '../../../src/receive/answers/answers.ts';
import { elementor } from '../../../src/receive/senders/elementor.ts';
import { jotform } from '../../../src/receive/senders/jotform.ts';
import { tally } from '../../../src/receive/senders/tally.ts';
import { mappingOf } from '../../mapping/evaluate-yaml.ts';

/** Returns the proposed paths for an event that failed because of the fields of these rules. */
async function proposed(rules: Readonly<Record<string, string>>, payload: unknown, answers?: Answers) {
  const fields = Object.entries(rules).map(([key, rule]) => `    ${key}: ${rule}\n`);
  const mapping = mappingOf(
    `source: s\ndestination: salon\noperation: updateCustomer\nset:\n  id: id\n  additionalFields:\n${fields.join('')}`,
  );
  const event = { id: 'evt_1', source: 's', receivedAt: '2026-03-01T12:00:00.000Z' };
  const recording = startRecording();
  await evaluate(
    mapping,
    { payload, answers, headers: {}, query: {}, body: payload, event },
    { people: 'p', findLink: async () => undefined, record: recording.record },
  );
  const why = [await explain(mapping, recording)];
  const api = { post: async () => ({ why }) } as unknown as AdminApi;
  const diagnostics = Object.keys(rules).map(key => ({
    ...{ code: 'mapping/invalid-value', severity: 'error', message: 'x' },
    path: `additionalFields.${key}`,
  }));
  const view = { ...event, status: 'failed', calls: [], diagnostics } as unknown as EventView;
  return pathsToCorrect(api, view);
}

const weight = `{from: '$replace(dog.weight, " kg", "")', as: number, decimal: ","}`;
const atFirst = `{from: '$replace(dog[0].weight, " kg", "")', as: number, decimal: ","}`;
const withdrawn = `{from: 'action = "unsubscribe" ? false : (newsletter)', values: {ja: "true", nein: "false"}}`;

it.each([
  ['a value in an object', { weight }, { dog: { name: 'Rex', weight: '3.1' } }, ['dog.weight']],
  ['a value at a position of an object', { atFirst }, { dog: { weight: '3.1' } }, ['dog.weight']],
  ['a value at a position of a list', { atFirst }, { dog: [{ weight: '3.1' }] }, ['dog[0].weight']],
  [
    'two values of one object, without the whole',
    { atFirst, visit: '{from: "dog[0].last_visit", as: date}' },
    { dog: { weight: '3.1', last_visit: 'gestern' } },
    ['dog.weight', 'dog.last_visit'],
  ],
  [
    'a value passed on under a condition',
    { newsletter: withdrawn },
    { action: 'subscribe', newsletter: 'si' },
    ['newsletter'],
  ],
  [
    'a missing value under a condition',
    { newsletter: `{from: 'action = "unsubscribe" ? false : (newsletter)', required: true}` },
    { action: 'subscribe' },
    ['newsletter'],
  ],
  [
    'a text of two values, both of which may be wrong',
    { born: `{from: 'day & "." & month & ".1990"', as: date, parse: d.M.yyyy}` },
    { day: '31', month: '2' },
    ['day', 'month'],
  ],
  ['the elements of a list', { several: '{from: tags, values: {a: b}}' }, { tags: ['x'] }, ['tags[0]']],
  ['no object, which has other values too', { whole: `{from: dog, as: number}` }, { dog: { weight: 3 } }, []],
  [
    'a value inside, instead of the whole and the value',
    { list: '{from: tags, as: number}', first: '{from: "tags[0]", as: number}' },
    { tags: ['x', 'y'] },
    ['tags[0]', 'tags[1]'],
  ],
  ['a missing value', { plain: '{from: dog.breed, required: true}' }, { dog: { weight: 3 } }, ['dog.breed']],
])('names the path of %s', async (_, rules, payload, paths) => {
  expect(await proposed(rules, { id: '1001', ...payload })).toEqual(paths);
});

const options = [
  { id: 'o1', text: 'Tinnitus' },
  { id: 'o2', text: 'Keine' },
];

it.each([
  [
    'a field with its value twice',
    elementor,
    'Geburtstag',
    {
      fields: {
        name: { id: 'name', title: 'Name', value: 'Anna', raw_value: 'Anna' },
        geburtstag: { id: 'geburtstag', title: 'Geburtstag', value: '14.09.1966', raw_value: '14.09.1966' },
      },
    },
    'fields.geburtstag.value',
  ],
  [
    'one option by its id',
    tally,
    'Beschwerden',
    { data: { fields: [{ key: 'q1', label: 'Beschwerden', type: 'DROPDOWN', value: ['o2'], options }] } },
    'data.fields[0].value',
  ],
  [
    'several options by their ids',
    tally,
    'q1',
    { data: { fields: [{ key: 'q1', label: 'Beschwerden', type: 'CHECKBOXES', value: ['o2'], options }] } },
    'data.fields[0].value[0]',
  ],
  [
    'a text beside an equal one',
    tally,
    'Rechts',
    {
      data: {
        fields: [
          { key: 'q1', label: 'Links', type: 'INPUT_TEXT', value: '60 dB' },
          { key: 'q2', label: 'Rechts', type: 'INPUT_TEXT', value: '60 dB' },
        ],
      },
    },
    'data.fields[1].value',
  ],
])('names the path of an answer: %s', async (_, sender, question, payload, path) => {
  const read = (given: unknown) => sender.readAnswers?.(given as never);
  const rule = `{answer: ${question}, as: number}`;
  expect(await proposed({ f: rule }, { id: '1001', ...payload }, read(payload))).toEqual([path]);
  const { corrected } = correct(payload, [readSetting(`${path}=Tinnitus`)]);
  expect([read(corrected)?.[question]].flat()).toEqual(['Tinnitus']);
});

/** The answers of a submission of Jotform, with their payload. */
function ofJotform(rawRequest: object) {
  const payload = { id: '1001', submissionID: '1', rawRequest };
  return { payload, answers: jotform.readAnswers?.(payload) };
}

const birth = `{template: '{$answers.born.year}-{$answers.born.month}-{$answers.born.day}', as: date, parse: yyyy-M-d}`;

it.each(['3', '1990', '31', '7'])(
  'names each part of an answer that a template reads, also if another answer is %s',
  async level => {
    const { payload, answers } = ofJotform({
      q4_born: { day: '31', month: '2', year: '1990' },
      q7_level: level,
      q8_other: '2',
    });
    expect(await proposed({ birth }, payload, answers)).toEqual([
      'rawRequest.q4_born.year',
      'rawRequest.q4_born.month',
      'rawRequest.q4_born.day',
    ]);
  },
);

it('names an answer whose text another one has as well', async () => {
  const { payload, answers } = ofJotform({ q7_level: '31', q8_other: '31', q9_third: '2' });
  const rule = `{template: '{$answers.level}.{$answers.third}.1990', as: date, parse: d.M.yyyy}`;
  expect(await proposed({ rule }, payload, answers)).toEqual(['rawRequest.q7_level', 'rawRequest.q9_third']);
});

it('leaves the path of an answer open if its place is unclear', async () => {
  const rule = `{template: '{$answers.level}.{$answers.third}.1990', as: date, parse: d.M.yyyy}`;
  const payload = { id: '1001', a: '31', b: '31', c: '2' };
  const paths = await proposed({ rule }, payload, { level: '31', third: '2' });
  expect(paths).toEqual(['c', 'PATH']);
});

it('names the whole answer that the form sends as an object', async () => {
  const { payload, answers } = ofJotform({ q10_where: { 0: 'Knie', other: 'Ellenbogen' } });
  const rule = '{answer: where, as: list, values: {Knie: knee}}';
  expect(await proposed({ rule }, payload, answers)).toEqual(['rawRequest.q10_where']);
});
