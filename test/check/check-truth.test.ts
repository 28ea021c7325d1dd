import { describe, expect, it } from 'vitest';
import { evaluate } from '../expressions/expression-of.ts';
import { brief, checkWith, mappingOf, storedOf } from './trials.ts';

/** Returns the findings for a rule, with a sample that has this value at `x` and at `form.x`. */
async function found(rule: string, value: unknown, { stored = false, head = '' } = {}) {
  const payload = { customer: 1001, x: value, form: { x: value }, other: 'Anna', list: [{ x: value }] };
  const mapping = mappingOf([`note: ${rule}`], { head, tests: stored ? [] : [payload] });
  const all = await checkWith(mapping, stored ? storedOf(payload) : []);
  return all.filter(({ code }) => code === 'check/text-as-condition');
}

const answers = ['nein', 'Nein', 'no', 'false', '0', 'off', 'ja', 'yes', 'true', 'oui', 'n', 'nee'];

describe('an answer in words as a condition', () => {
  it.each([
    `'x ? "A" : "B"'`,
    `'(x) ? "A" : "B"'`,
    `'form.x ? "A" : "B"'`,
    '$boolean(x)',
    '$not(x)',
    `'x and other = "Anna"'`,
    `'other = "Berta" or x'`,
    `'$exists(list[x]) ? "A" : "B"'`,
    `{template: '{x ? "A" : "B"}'}`,
    `'$exists(other) ? (x ? "A" : "B") : "C"'`,
  ])('is reported at %s, whatever the answer', async rule => {
    for (const answer of answers) {
      expect(brief(await found(rule, answer)), answer).toEqual(['warning check/text-as-condition note']);
    }
  });

  it.each([
    `'$exists(x) ? "A" : "B"'`,
    `'x != "" ? "A" : "B"'`,
    `'x != null ? "A" : "B"'`,
    `'"" != x ? "A" : "B"'`,
  ])('is reported if only its presence counts: %s', async rule => {
    for (const answer of ['nein', 'ja', 'false', false, 'off']) {
      expect(brief(await found(rule, answer)), String(answer)).toEqual([
        'warning check/text-as-condition note',
      ]);
    }
  });

  it('is reported at when, for wanted and unwanted events', async () => {
    for (const when of ['x', '$not(x)', '$boolean(form.x)', 'other = "Anna" and x']) {
      const all = await found('other', 'nein', { head: `when: ${JSON.stringify(when)}` });
      expect(brief(all), when).toEqual(['warning check/text-as-condition when']);
    }
  });

  it('is reported for stored events, whose values are not printed', async () => {
    const [first] = await found(`'x ? "A" : "B"'`, 'nein', { stored: true });
    expect(first?.message).toBe(
      'x is an answer in words in a stored event, and a condition counts every text as true, "nein" too',
    );
  });

  it.each([
    ['x', '0', ['1006', '1007']],
    ['form.x', '0', ['K-1006']],
  ])('is a number that is not there if other events have one: %s', async (when, value, others) => {
    const payloadOf = (x: string) => ({ customer: 1001, x, form: { x }, other: 'Anna' });
    const mapping = mappingOf(['note: other'], {
      head: `when: ${when}`,
      tests: [value, ...others].map(payloadOf),
    });
    const all = await checkWith(mapping, storedOf(payloadOf(value)));
    const [first] = all.filter(({ code }) => code === 'check/text-as-condition');
    expect(first?.hint).toBe(`write when: ${when} != "0"`);
    expect(first?.message).toContain(`${when} is "0" in `);
  });

  it('is no such number if other events answer in words', async () => {
    const payloadOf = (x: string) => ({ customer: 1001, x, other: 'Anna' });
    const mapping = mappingOf(['note: other'], { head: 'when: x', tests: ['0', '1', 'ja'].map(payloadOf) });
    const all = await checkWith(mapping, []);
    const [first] = all.filter(({ code }) => code === 'check/text-as-condition');
    expect(first?.hint).toMatch(/^write when: x = "(?:1|ja)"/);
  });

  it('gets the same hint if the condition is negated, also if the answer is missing', async () => {
    const [first] = await found('other', 'nein', { head: 'when: $not(x)' });
    expect(first?.hint).toBe('write when: $not(x = "…"), with the text that means yes');
    const [second] = await found('other', 'Ja', { head: 'when: $not(x)' });
    expect(second?.hint).toBe('write when: $not(x = "Ja")');
  });

  it('is reported with a correct condition', async () => {
    expect((await found('"x ? true : false"', 'nein'))[0]?.hint).toMatch(/^write \{from: x, as: boolean\}/);
    expect((await found(`'x ? "A" : "B"'`, 'Ja'))[0]?.hint).toBe('write x = "Ja"');
    expect((await found('other', 'ja', { head: 'when: x' }))[0]?.hint).toBe('write when: x = "ja"');
  });
});

describe('a condition', () => {
  it.each([
    [`'x ? "A" : "B"'`, true],
    [`'x ? "A" : "B"'`, false],
    [`'x ? "A" : "B"'`, 1],
    [`'x ? "A" : "B"'`, 'on'],
    [`'x ? "A" : "B"'`, '1'],
    [`'x ? "A" : "B"'`, 'checked'],
    [`'x ? "A" : "B"'`, '+49 30 123456'],
    [`'x ? x : other'`, 'nein'],
    [`'x ?: other'`, 'nein'],
    [`'$exists(x) ? "A" : "B"'`, 'on'],
    [`'$exists(x) ? "A" : "B"'`, true],
    [`'$exists(x) ? "A" : "B"'`, '0'],
    [`'x = "nein" ? "A" : "B"'`, 'nein'],
    [`'x in ["ja", "yes"] ? "A" : "B"'`, 'ja'],
    ['x', 'nein'],
  ])('is valid as %s for %j', async (rule, value) => {
    expect(await found(rule, value)).toEqual([]);
  });
});

describe('an empty value that $exists accepts', () => {
  it.each([null, ''])('is reported: %j', async value => {
    for (const rule of [`'$exists(x) ? "A" : "B"'`, `'$exists(x) and other = "Anna" ? "A" : "B"'`])
      expect(brief(await found(rule, value)), rule).toEqual(['warning check/text-as-condition note']);
  });

  it.each([
    [`'$exists(x) ? "A" : "B"'`, '', 'x', '$exists(x)'],
    [`'$exists(x) ? "A" : "B"'`, null, 'x', '$exists(x)'],
    [`'$exists(x) ? "A" : "B"'`, ' ', '$trim(x) != ""', '$exists(x)'],
    [`'x ? "A" : "B"'`, '  ', '$trim(x) != ""', 'x'],
    [`'x != "" ? "A" : "B"'`, null, 'x', 'x != ""'],
    [`'x != null ? "A" : "B"'`, '', 'x', 'x != null'],
    [`'$not($exists(x)) ? "A" : "B"'`, '', '($exists(x) and x != "")', '$exists(x)'],
    [`'$not($exists(x)) ? "A" : "B"'`, null, '($exists(x) and x != null)', '$exists(x)'],
    [`'$not($exists(x)) ? "A" : "B"'`, ' ', '($exists(x) and $trim(x) != "")', '$exists(x)'],
  ])('is reported with a condition that treats it as missing: %s of %j', async (rule, value, meant, old) => {
    const [first, ...others] = await found(rule, value);
    expect(others).toEqual([]);
    expect(first?.hint).toBe(`write ${meant} in place of ${old}`);
    const mended = rule.replace(old, meant);
    expect(await found(mended, value)).toEqual([]);
    expect(await found('other', value, { head: `when: ${mended}` })).toEqual([]);
  });

  it.each([
    `'$exists(x) and x != "" ? "A" : "B"'`,
    `'x != null and x != "" ? "A" : "B"'`,
    `'$exists(x) and $boolean(x) ? "A" : "B"'`,
    `'$exists(x) and $length(x) > 0 ? "A" : "B"'`,
    `'$exists(x) and $trim(x) != "" ? "A" : "B"'`,
    `'$not($exists(x)) or x = "" ? "A" : "B"'`,
  ])('is not reported if another condition is false for it: %s', async rule => {
    expect(await found(rule, '')).toEqual([]);
  });

  it('is reported with a condition that keeps 0 and false', async () => {
    const mapping = mappingOf([`note: '$exists(x) ? "A" : "B"'`], {
      tests: [
        { customer: 1, x: '' },
        { customer: 1, x: 0 },
      ],
    });
    const [first] = (await checkWith(mapping)).filter(({ code }) => code === 'check/text-as-condition');
    expect(first?.hint).toBe('write x != "" in place of $exists(x)');
  });

  it.each([
    [`'x != "" ? "A" : "B"'`, ''],
    [`'x ? "A" : "B"'`, ''],
    [`'$exists(x) ? x : other'`, ''],
    [`'$exists(x) ? "A" : "B"'`, 'Anna'],
    [`'$exists(x) ? "A" : "B"'`, 7],
  ])('is not reported otherwise: %s of %j', async (rule, value) => {
    expect(await found(rule, value)).toEqual([]);
  });
});

describe('a condition on the presence of a number', () => {
  const hintFor = async (when: string, value: unknown, id = 'customer') => {
    const payload = { customer: '1001', x: value, kundennummer: value, order_id: value, other: 'Anna' };
    const mapping = mappingOf(['note: other'], {
      head: `when: ${JSON.stringify(when)}`,
      id,
      tests: [payload],
    });
    const all = await checkWith(mapping, []);
    return all.filter(({ code }) => code === 'check/text-as-condition').map(({ hint }) => hint);
  };

  it.each([
    ['x', 'keine', 'x'],
    ['x', 'nein', 'x'],
    ['kundennummer', 'keine', 'customer'],
    ['kundennummer', '-', 'customer'],
    ['order_id', 'none', 'customer'],
    ['$exists(kundennummer)', 'keine', 'customer'],
    ['kundennummer != ""', 'keine', 'customer'],
    ['kundennummer and other = "Anna"', 'keine', 'customer'],
  ])('gets a condition that each number fulfils: %s, "%s"', async (when, value, id) => {
    const [hint = ''] = await hintFor(when, value, id);
    const [, better = '', old = ''] =
      /^write (.*) in place of (.*), which asks for a digit; or add empty: \["/.exec(hint) ?? [];
    expect(hint).toContain(`add empty: ["${value}"] to the source`);
    const written = when.replace(old, better);
    expect(written).not.toBe(when);
    expect(await hintFor(written, value, id)).toEqual([]);
    const path = /kundennummer|order_id|\bx\b/.exec(when)?.[0] ?? '';
    for (const [number, is] of [
      ['1029', true],
      ['Kd. 1029', true],
      [1029, true],
      [value, false],
      [undefined, undefined],
    ] as const) {
      const scope = { input: { [path]: number, other: 'Anna' } };
      expect(Boolean(await evaluate(written, scope.input)), String(number)).toBe(is ?? false);
    }
  });

  it.each([
    ['x', 'nein'],
    ['x', 'keine'],
    ['kundennummer', 'ja'],
  ])('is not assumed for another answer: %s, "%s"', async (when, value) => {
    expect((await hintFor(when, value))[0]).not.toContain('[0-9]');
  });
});
