import { expect, it } from 'vitest';
import { evaluateYaml } from './evaluate-yaml.ts';

const days = (...all: readonly string[]) => all.map((day, at) => ({ day, note: `n${at}` }));
const newest = days('2026-11-20', '2026-05-03', '2025-01-02');
const oldest = [...newest].reverse();
const changing = days('2026-01-25', '2026-12-20', '2026-03-01');

async function told(rule: string, now: object, samples: readonly object[]) {
  const tests = samples.map((payload, at) => ({
    name: `row ${at}`,
    payload: { nr: 7, ...payload },
    expect: [],
  }));
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\ntests: ${JSON.stringify(tests)}\n`;
  const evaluation = await evaluateYaml(text, { payload: { nr: 7, ...now } });
  if (evaluation.kind !== 'call') throw new Error(evaluation.kind);
  const { diagnostics, call } = evaluation;
  return {
    found: diagnostics.filter(({ code }) => code === 'mapping/other-name'),
    sent: call.additionalFields.map(({ change }) => 'set' in change && change.set.text),
  };
}

it.each<[string, string, object, object]>([
  ['last.visit: visits[0].day', 'visits^(>day)[0].day', { visits: newest }, { visits: oldest }],
  ['last.visit: visits[-1].day', 'visits^(day)[-1].day', { visits: oldest }, { visits: newest }],
  ['remark: visits[0].note', 'visits^(>day)[0].note', { visits: newest }, { visits: oldest }],
  ['f: a.visits[1].note', 'a.visits^(>day)[1].note', { a: { visits: newest } }, { a: { visits: oldest } }],
  [
    `last.visit: {from: 'visits[0].day', because: the newest}`,
    'visits^(>day)[0].day',
    { visits: newest },
    { visits: oldest },
  ],
])(
  'an entry of a list in another order than in every sample is reported: %s',
  async (rule, cure, sample, now) => {
    const { found } = await told(rule, now, [sample]);
    expect(found).toHaveLength(1);
    expect(found[0]?.hint).toContain(cure);
    const cured = await told(`${rule.split(':')[0]}: '${cure}'`, now, [sample]);
    const asBefore = await told(rule, sample, [sample]);
    expect(cured).toEqual({ found: [], sent: asBefore.sent });
    expect((await told(rule, now, [sample, now])).found).toEqual([]);
  },
);

it.each<[string, object, object]>([
  ['last.visit: visits[0].day', { visits: newest }, { visits: days('2026-11-25', '2026-11-20') }],
  ['last.visit: visits[0].day', { visits: newest }, { visits: days('2026-11-25') }],
  ['last.visit: visits[0].day', { visits: days('2026-11-25') }, { visits: oldest }],
  ['last.visit: visits[0].day', { visits: newest }, { visits: days('2026-11-25', '2026-11-25') }],
  ['last.visit: visits[0].day', { visits: newest }, { visits: changing }],
  ['last.visit: visits[0].day', { visits: changing }, { visits: oldest }],
  ['last.visit: visits[0].day', { visits: newest }, { visits: days('bald', 'gestern') }],
  [
    'f: items[0].qty',
    {
      items: [
        { qty: 1, on: '2026-02-01' },
        { qty: 2, on: '2026-01-01' },
      ],
    },
    {
      items: [
        { qty: 1, on: '2026-02-01' },
        { qty: 2, on: '2026-03-01' },
      ],
    },
  ],
  [
    'f: history.kids[0].name',
    {
      history: {
        kids: [
          { name: 'A', dob: '2019-01-01' },
          { name: 'B', dob: '2021-01-01' },
        ],
      },
    },
    {
      history: {
        kids: [
          { name: 'A', dob: '2022-01-01' },
          { name: 'B', dob: '2021-01-01' },
        ],
      },
    },
  ],
  ["last.visit: '$sort(visits.day)[-1]'", { visits: newest }, { visits: oldest }],
])('is not reported otherwise: %s of %j: %j', async (rule, sample, now) => {
  expect((await told(rule, now, [sample])).found).toEqual([]);
});
