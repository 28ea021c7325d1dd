import { describe, expect, it } from 'vitest';
import { checkWith, mappingOf, storedOf } from './trials.ts';

const codes: ReadonlySet<string> = new Set(['check/texts-in-order', 'expression/text-number-comparison']);

/** Returns the hints about texts that a condition compares by their order. */
async function hintsOf(condition: string, payloads: readonly object[] = [], isStored = false) {
  const mapping = mappingOf([`note: ${JSON.stringify(`${condition} ? "a" : "b"`)}`], {
    head: `when: ${JSON.stringify(`${condition} or true`)}`,
    tests: isStored ? [] : payloads,
  });
  const found = await checkWith(mapping, isStored ? storedOf(...payloads) : []);
  return found.filter(({ code }) => codes.has(code)).map(({ hint, path }) => `${path} ${hint}`);
}

describe('words that are compared by their order', () => {
  it.each([
    'level >= "gold"',
    '"silber" <= level',
    'contact.level > "premium plus"',
    '$lowercase(level) >= "gold"',
    'day < "Montag"',
  ])('are reported without an event: %s', async condition => {
    const isFunction = condition.startsWith('$');
    expect((await hintsOf(condition)).map(each => each.replace(/ .*/, ''))).toEqual(
      isFunction ? [] : ['when', 'note'],
    );
  });

  it.each([
    'level in ["gold", "platin"]',
    'level = "gold"',
    'name < "M"',
    '$substring(name, 0, 1) < "N"',
    'day >= "2026-01-01"',
    'time < "10:00"',
    'version >= "v1"',
    'day >= $now()',
  ])('are not reported otherwise: %s', async condition => {
    expect(await hintsOf(condition)).toEqual([]);
  });
});

describe('numbers and times that are compared as texts', () => {
  it.each([
    ['n > m', { n: '10', m: '9' }, '$number(n) > $number(m)'],
    ['n > m', { n: '10.5', m: '9.75' }, '$number(n) > $number(m)'],
    ['n < "9:00"', { n: '10:00' }, '$pad(n, -5, "0") < "09:00"'],
    ['"10:00" > n', { n: '9:30' }, '"10:00" > $pad(n, -5, "0")'],
  ])(
    'are reported for events in which they differ in length: %s of %j',
    async (condition, payload, meant) => {
      expect(await hintsOf(condition, [payload])).toEqual([`when write ${meant}`, `note write ${meant}`]);
      expect(await hintsOf(condition, [payload], true)).toEqual([
        `when write ${meant}`,
        `note write ${meant}`,
      ]);
      expect(await hintsOf(meant, [payload])).toEqual([]);
    },
  );

  it.each([
    ['n > m', { n: '2026', m: '2025' }],
    ['n > m', { n: 10, m: 9 }],
    ['n > m', { n: 'b', m: 'a' }],
    ['n > m', { n: '2026-01-01', m: '2025-12-01' }],
    ['n > "09:00"', { n: '10:00' }],
    ['$number(n) > $number(m)', { n: '10', m: '9' }],
  ])('are not reported otherwise: %s of %j', async (condition, payload) => {
    expect(await hintsOf(condition, [payload])).toEqual([]);
  });

  it('are reported in $sort', async () => {
    const sorted = async (list: readonly unknown[]) => {
      const mapping = mappingOf(["note: '$sort(list)[0]'"], { tests: [{ list }] });
      return (await checkWith(mapping)).filter(({ code }) => code === 'check/texts-in-order').length;
    };
    expect(await sorted(['10', '9'])).toBe(1);
    expect(await sorted(['10', '90'])).toBe(0);
    expect(await sorted([10, 9])).toBe(0);
    expect(await sorted(['b', 'a'])).toBe(0);
  });
});

describe('$count of $split', () => {
  const reported = async (rule: string, payloads: readonly object[], isStored = false) => {
    const mapping = mappingOf([`note: ${JSON.stringify(rule)}`], { tests: isStored ? [] : payloads });
    const found = await checkWith(mapping, isStored ? storedOf(...payloads) : []);
    return found.filter(({ code }) => code === 'check/empty-differs').map(({ hint }) => hint);
  };
  const counted = ', which counts an empty text as none';

  it.each([
    ['$count($split(x, ",")) > 0 ? "a" : "b"', 'x != ""'],
    ['$count($split(x, ",")) >= 1 ? "a" : "b"', 'x != ""'],
    ["$count( $split( x , ';' ) ) != 0 ? 'a' : 'b'", 'x != ""'],
    ['$count($split(form.x, ",")) = 0 ? "a" : "b"', '$not($exists(form.x) and form.x != "")'],
    ['$count($split(x, ",")) < 1 ? "a" : "b"', '$not($exists(x) and x != "")'],
  ])('is reported if it is compared with none, without an event: %s', async (rule, meant) => {
    expect(await reported(rule, [])).toEqual([`write ${meant}${counted}`]);
  });

  it.each(['', ' '])('is reported if an event has an empty text: %j', async x => {
    for (const rule of ['$string($count($split(x, ",")))', '$count($split(x, ",")) = 1 ? "a" : "b"']) {
      const meant = `write (x != "" ? $count($split(x, …)) : 0)${counted}`;
      expect(await reported(rule, [{ x }])).toEqual([meant]);
      expect(await reported(rule, [{ x }], true)).toEqual([meant]);
      expect(await reported(rule, [{ x: 'a,b' }])).toEqual([]);
    }
  });

  it.each([
    'x != "" ? $string($count($split(x, ","))) : "0"',
    'x ? $string($count($split(x, ","))) : "0"',
    '$count($split(x, ",")) > 1 ? "a" : "b"',
    '$string($count(list))',
    '$join($split(x, ","), ", ")',
  ])('is not reported otherwise: %s', async rule => {
    const payload = { x: rule.includes('> 1') || rule.includes('$join') ? 'a,b' : '', list: [] };
    expect(await reported(rule, [payload])).toEqual([]);
  });
});
