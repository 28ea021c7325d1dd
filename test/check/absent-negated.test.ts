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
    const [, cure = ''] = /^write (\$not\(.*\)) if a missing/.exec(reported?.hint ?? '') ?? [];
    expect(cure).toBe('$not(blocked = true)');
    const cured = mappingOf(['note: other'], { head: `when: '${cure}'` });
    const events = storedOf(
      { customer: 1001, blocked: false, other: 'Anna' },
      { customer: 1001, other: 'Anna' },
    );
    expect(brief(await checkWith(cured, events))).toEqual([]);
  });
});
