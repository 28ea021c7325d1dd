import { describe, expect, it } from 'vitest';
import { checkWith, mappingOf, storedOf } from './trials.ts';

const payload = {
  customer: 1,
  type: 'a',
  list: ['a', 'b'],
  amount: '1.250',
  small: '12.50',
  boxes: { Farbe: true, Pflege: false },
  words: { Farbe: 'ja', Pflege: 'nein' },
  ticked: { Farbe: 'on' },
  texts: { Farbe: 'rot', Pflege: '' },
};

async function reported(condition: string, events: readonly object[] = [payload]) {
  const mapping = mappingOf(['note: text'], { head: `when: ${JSON.stringify(condition)}`, tests: events });
  return checkWith(mapping);
}

async function hints(condition: string, code: string) {
  return (await reported(condition)).filter(each => each.code === code).map(({ hint }) => hint);
}

describe('a value that is compared with several texts', () => {
  it.each([
    ['type in "a,b"', 'type in ["a", "b"]'],
    ['type in "b; a"', 'type in ["b", "a"]'],
    ["type in 'a|b|c'", 'type in ["a", "b", "c"]'],
    ['type = ["a","b"]', 'type in ["a", "b"]'],
    ["type = ['b', 'a']", 'type in ["b", "a"]'],
    ['type = ["a"]', 'type in ["a"]'],
    ['["a","b"] = type', 'type in ["a", "b"]'],
    ['type != ["a","b"]', '$not(type in ["a", "b"])'],
    ['customer = 1 and type = ["a", "b"]', 'type in ["a", "b"]'],
    ['(type = ["a", "b"]) or customer = 2', 'type in ["a", "b"]'],
    ['$not(type in "a,b")', 'type in ["a", "b"]'],
  ])('is reported: %s', async (condition, meant) => {
    expect(await hints(condition, 'check/never-equal')).toEqual([`write ${meant}`]);
  });

  it.each([
    'type in ["a", "b"]',
    'type in list',
    'type in "abc"',
    'type in "x,y"',
    'list = ["a","b"]',
    'type = "a"',
    'type = list',
    'type = ["x","y"]',
  ])('is not reported otherwise: %s', async condition => {
    expect(await hints(condition, 'check/never-equal')).toEqual([]);
  });
});

describe('a function that hides the meaning of a value', () => {
  it.each(['"Farbe" in $keys(boxes)', '$count($keys(words)) > 1', '$keys(boxes)[0] = "Farbe"'])(
    'is reported for names of boxes: %s',
    async condition => {
      expect(await hints(condition, 'check/keys-of-unticked')).toHaveLength(1);
    },
  );

  it.each(['"Farbe" in $keys(ticked)', '"Farbe" in $keys(texts)', '$count($keys($)) > 1'])(
    'is not reported otherwise: %s',
    async condition => {
      expect(await hints(condition, 'check/keys-of-unticked')).toEqual([]);
    },
  );

  it('is reported for a rule, unless it has a reason', async () => {
    const codes = async (rule: string) => {
      const mapping = mappingOf(['additionalFields:', `  interests: ${rule}`], { tests: [payload] });
      return (await checkWith(mapping)).map(({ code }) => code);
    };
    expect(await codes('$keys(boxes)')).toContain('check/keys-of-unticked');
    expect(await codes('{from: $keys(boxes), because: all are offered}')).not.toContain(
      'check/keys-of-unticked',
    );
  });

  it.each([
    ['$number(amount) > 100', ['write $number(amount, ",") where a comma stands before decimals']],
    ['$number(amount, ",") > 100', []],
    ['$number(small) > 10', []],
    ['amount = "1.250"', []],
  ])('is reported for a thousands separator: %s', async (condition, expected) => {
    expect(await hints(condition, 'mapping/ambiguous-value')).toEqual(expected);
  });

  it('shows no value of a stored event', async () => {
    const mapping = mappingOf(['note: text'], { head: 'when: $number(amount) > 100' });
    const found = await checkWith(mapping, storedOf(payload));
    const message = found.find(({ code }) => code === 'mapping/ambiguous-value')?.message;
    expect(message).toBe(
      'when: amount is a number with a point and three digits in a stored event: the point may stand between thousands',
    );
  });
});

describe('a count of a value that is not a list', () => {
  const counted = async (x: unknown) => {
    const found = await reported('$count(x) > 3', [{ customer: 1, text: 'a', x }]);
    return found.filter(({ message }) => message.startsWith('$count')).map(({ hint }) => hint);
  };

  it.each([
    [7, 'write x without $count'],
    ['7', 'write $number(x) without $count'],
    ['a,b,c', 'write $count($split(x, ",")) with the sign between the values'],
    ['a; b', 'write $count($split(x, ",")) with the sign between the values'],
  ])('is reported: %j', async (x, hint) => {
    expect(await counted(x)).toEqual([hint]);
  });

  it.each([[['a', 'b']], ['Farbe'], [{ a: 1 }], [[]], ['a,'], [[1, 2, 3, 4]]])(
    'is not reported: %j',
    async x => {
      expect(await counted(x)).toEqual([]);
    },
  );
});
