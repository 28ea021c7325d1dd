import { describe, expect, it } from 'vitest';
import { brief, checkWith, mappingOf, storedOf } from './trials.ts';

/** Returns the warnings about a missing value for two stored events, one of which has no `blocked`. */
async function found(
  lines: readonly string[],
  head = '',
  without: object = { customer: 1001, other: 'Anna' },
) {
  const mapping = mappingOf(lines, { head });
  const all = await checkWith(mapping, storedOf({ customer: 1001, blocked: false, other: 'Anna' }, without));
  return all.filter(({ code }) => code === 'check/missing-differs');
}

describe('$not of a value that is missing in an event', () => {
  it.each([
    '$not(blocked)',
    '$not((blocked))',
    'other = "Anna" and $not(blocked)',
    '$not(blocked) and other = "Anna"',
    '$not(blocked) or other = "Berta"',
    '$not(blocked) ? true : false',
    '($not(blocked))',
  ])('is reported in when: %s', async when => {
    expect(brief(await found(['note: other'], `when: '${when}'`))).toEqual([
      'warning check/missing-differs when',
    ]);
  });

  it.each([
    '$not(blocked) ? "free" : "blocked"',
    '"is " & ($not(blocked) ? "free" : "blocked")',
    '$not(blocked) and other = "Anna" ? "a" : "b"',
    '{template: \'is {$not(blocked) ? "free" : "blocked"}\'}',
    '{from: \'$not(blocked) ? "free" : "blocked"\', default: none}',
  ])('is reported in a rule: %s', async rule => {
    const line = rule.startsWith('{') ? rule : `'${rule}'`;
    expect(brief(await found([`note: ${line}`]))).toEqual(['warning check/missing-differs note']);
  });

  it.each([
    ['$not($exists(blocked) and blocked)', {}],
    ['$not(blocked = true)', {}],
    ['blocked = false', {}],
    ['$not($exists(blocked))', {}],
    ['$not(blocked)', { blocked: true }],
    ['$not(blocked)', { blocked: null }],
    ['$not(other)', {}],
  ])('is not reported for %s', async (when, more) => {
    const event = { customer: 1001, other: 'Anna', ...more };
    expect(await found(['note: other'], `when: '${when}'`, event)).toEqual([]);
  });

  it('is not reported for a rule that sends nothing then, or that has a reason', async () => {
    expect(await found(['note: $not(blocked)'])).toEqual([]);
    const rule = '$not(blocked) ? "free" : "blocked"';
    expect(await found([`note: {from: '${rule}', because: a missing box is blocked}`])).toEqual([]);
  });

  it('is solved by following the hint', async () => {
    const [reported] = await found(['note: other'], 'when: $not(blocked)');
    const [, cure = ''] =
      /^if a missing value means no, write (\$not\(.*?\)); /.exec(reported?.hint ?? '') ?? [];
    expect(cure).toBe('$not(blocked = true)');
    const cured = mappingOf(['note: other'], { head: `when: '${cure}'` });
    const events = storedOf(
      { customer: 1001, blocked: false, other: 'Anna' },
      { customer: 1001, other: 'Anna' },
    );
    expect(brief(await checkWith(cured, events))).toEqual([]);
  });
});

describe('an event that another part of when leaves out', () => {
  const events = (kinds: readonly object[]) => storedOf(...kinds.map(each => ({ customer: 1001, ...each })));
  const told = async (when: string, kinds: readonly object[]) => {
    const mapping = mappingOf(['note: other'], { head: `when: '${when}'` });
    const all = await checkWith(mapping, events(kinds));
    return all.flatMap(({ code, message }) =>
      code === 'check/missing-differs' ? [message.split(';')[0]] : [],
    );
  };

  it.each([
    ['event = "changed" and plan != "test"', 'plan is missing in 1 of 4 stored events'],
    ['plan != "test" and event in ["changed", "new"]', 'plan is missing in 1 of 4 stored events'],
    ['event = "changed" and $not(plan = "x") and $not(off)', 'off is missing in 2 of 4 stored events'],
    ['event = "changed" or plan != "test"', 'plan is missing in 2 of 4 stored events'],
  ])('is not counted: %s', async (when, message) => {
    const kinds = [
      { event: 'changed', plan: 'a' },
      { event: 'changed' },
      { event: 'unsubscribed' },
      { event: 'unsubscribed' },
    ];
    expect(await told(when, kinds)).toEqual([message]);
  });

  it.each(['event = "changed" and plan != "test"', '$lowercase(event) = "changed" and $not(off)'])(
    'is the reason for no warning, if there are no others: %s',
    async when => {
      expect(
        await told(when, [{ event: 'changed', plan: 'a', off: false }, { event: 'unsubscribed' }]),
      ).toEqual([]);
    },
  );

  it.each(['plan != null', 'plan != ""', 'event = "changed" and plan != null'])(
    'is meant if the condition asks for a value: %s',
    async when => {
      expect(await told(when, [{ event: 'changed', plan: 'a' }, { event: 'changed' }])).toEqual([]);
    },
  );
});
