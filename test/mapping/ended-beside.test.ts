import { describe, expect, it } from 'vitest';
import { evaluateYaml } from './evaluate-yaml.ts';

type Rules = Readonly<Record<string, string>>;

async function told(rules: Rules, sample: object, event: object, head = ''): Promise<readonly string[]> {
  const tests = [{ name: 'one', payload: { nr: 7, ...sample }, expect: [{ id: '7' }] }];
  const text = `source: website\ndestination: salon\noperation: updateCustomer\n${head}set:\n  id: nr\n  additionalFields: ${JSON.stringify(rules)}\ntests: ${JSON.stringify(tests)}\n`;
  const evaluation = await evaluateYaml(text, { payload: { nr: 8, ...event } });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.flatMap(({ code, path = '' }) => (code === 'mapping/ended-record' ? [path] : []));
}

const visits = (...states: string[]) => ({
  visits: states.map((state, at) => ({ state, day: `2026-01-0${at + 1}`, fee: 10 })),
});
const done = { last: 'visits[state="done"][-1].day' };

describe('a state of an entry that another rule only chooses by', () => {
  it.each<[string, object]>([
    ['visits[0].day', visits('canceled', 'done')],
    ['visits[-1].day', visits('done', 'canceled')],
    ['$sum(visits.fee)', visits('done', 'canceled')],
    ['$count(visits)', visits('canceled', 'done')],
    ['$join(visits.day, ", ")', visits('done', 'canceled')],
    ['$sum($map(visits, function($v) { $v.fee }))', visits('done', 'canceled')],
    ['$reduce(visits.fee, function($a, $b) { $a + $b })', visits('done', 'canceled')],
  ])('is told for %s of %j', async (rule, event) => {
    expect(await told({ ...done, tag: rule }, visits('done', 'done'), event)).toEqual([
      'additionalFields.tag',
    ]);
    expect(await told({ ...done, tag: rule }, event, event)).toEqual([]);
  });

  it.each<[Rules, object]>([
    [{ ...done, tag: 'visits[0].day' }, visits('done', 'canceled')],
    [{ ...done, tag: '$count(visits[state="done"])' }, visits('done', 'canceled')],
    [{ ...done, tag: '$sum(visits[state != "canceled"].fee)' }, visits('done', 'canceled')],
    [{ state: 'visits[0].state', tag: 'visits[0].day' }, visits('canceled', 'done')],
    [{ states: '$join(visits.state, ", ")', tag: '$count(visits)' }, visits('canceled', 'done')],
    [{ ...done, tag: '$count(visits)' }, visits('done')],
    [{ off: '$count(visits[state="canceled"])', tag: '$count(visits)' }, visits('done', 'canceled')],
  ])('is not told by %j of %j', async (rules, event) => {
    expect(await told(rules, visits('done', 'done'), event)).toEqual([]);
  });

  it('is not told if `when` looks at it', async () => {
    const head = `when: '$count(visits[state="done"]) > 0'\n`;
    expect(await told({ tag: 'visits[0].day' }, visits('done'), visits('canceled', 'done'), head)).toEqual(
      [],
    );
  });

  it('is told for another entry than that whose state is sent', async () => {
    const rules = { state: 'visits[0].state', tag: 'visits[-1].day' };
    expect(await told(rules, visits('done', 'done'), visits('done', 'canceled'))).toEqual([
      'additionalFields.tag',
    ]);
  });
});

const next = (state: string) => ({ next: { day: '2026-04-01', time: '9:00', state } });

describe('a state of an object that another rule only chooses by', () => {
  it.each<[Rules]>([
    [{ day: 'next.state = "booked" ? next.day', tag: 'next.time' }],
    [{ day: 'next[state="booked"].day', tag: 'next.time' }],
    [{ day: 'next[state="booked"].day', tag: '$substring(next.time, 0, 1)' }],
  ])('is told by %j', async rules => {
    expect(await told(rules, next('booked'), next('canceled'))).toEqual(['additionalFields.tag']);
    expect(await told(rules, next('canceled'), next('canceled'))).toEqual([]);
    expect(await told(rules, next('booked'), next('booked'))).toEqual([]);
  });

  it.each<[Rules]>([
    [{ state: 'next.state', tag: 'next.time' }],
    [{ state: 'next.state = "booked" ? "gebucht" : "offen"', tag: 'next.time' }],
    [{ day: 'next[state="booked"].day', tag: 'next[state="booked"].time' }],
    [{ day: 'next[state="booked"].day', tag: 'other.time' }],
  ])('is not told by %j', async rules => {
    const other = { other: { time: '8:00' } };
    expect(await told(rules, { ...next('booked'), ...other }, { ...next('canceled'), ...other })).toEqual([]);
  });
});
