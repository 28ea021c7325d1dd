import { describe, expect, it } from 'vitest';
import { brief, checkWith, mappingOf, storedOf } from '../trials.ts';

const payload = {
  customer: 1001,
  topics: ['Newsletter', 'Angebote'],
  one: ['Newsletter'],
  none: [],
  numbers: [5, 7],
  codes: ['5', '7'],
  flags: [true, false],
  wanted: 'Newsletter',
  allowed: ['Newsletter'],
  count: 5,
  yes: true,
  form: { topics: ['Newsletter'], 'e-mail': ['a@example.com'] },
  items: [
    { sku: 'A', tags: ['x', 'y'], size: 1 },
    { sku: 'B', tags: ['z'], size: 2 },
  ],
  only: [{ sku: 'A', tags: 'x' }],
};

async function found(condition: string, sample: object = payload, stored: readonly object[] = []) {
  const tests = Object.keys(sample).length === 0 ? [] : [sample];
  const mapping = mappingOf(['note: wanted'], { head: `when: ${JSON.stringify(condition)}`, tests });
  const all = await checkWith(mapping, storedOf(...stored));
  return all.filter(({ code }) => code === 'check/list-compared' || code === 'check/never-equal');
}

describe('a list that is compared with a single value', () => {
  it.each([
    ['topics = "Newsletter"', '"Newsletter" in topics'],
    ['"Newsletter" = topics', '"Newsletter" in topics'],
    ['topics != "Newsletter"', '$not("Newsletter" in topics)'],
    ['one = "Newsletter"', '"Newsletter" in one'],
    ['form.topics = "Newsletter"', '"Newsletter" in form.topics'],
    ['form."e-mail" = "a@example.com"', '"a@example.com" in form."e-mail"'],
    ['numbers = 5', '5 in numbers'],
    ['numbers = "5"', '5 in numbers'],
    ['codes = 5', '"5" in codes'],
    ['codes != 5', '$not("5" in codes)'],
    ['flags = true', 'true in flags'],
    ['topics = wanted', 'wanted in topics'],
    ['wanted = topics', 'wanted in topics'],
    ['topics in ["Newsletter", "Angebote"]', '"Newsletter" in topics or "Angebote" in topics'],
    ['topics in allowed', '$exists(topics[$ in $$.allowed])'],
    ['items.sku = "A"', '"A" in items.sku'],
    ['items = "A"', '"A" in items.sku'],
    ['items[tags = "x"].sku = "A"', 'items["x" in tags].sku = "A"'],
    ['$exists(items[tags = "z"])', '$exists(items["z" in tags])'],
    ['count = 5 and topics = "Newsletter"', 'count = 5 and "Newsletter" in topics'],
    ['$not(topics in ["Blocked", "Inactive"])', '$not("Blocked" in topics or "Inactive" in topics)'],
    [
      'count = 5 and topics in ["Newsletter", "SMS"]',
      'count = 5 and ("Newsletter" in topics or "SMS" in topics)',
    ],
    ['$not(topics = "Newsletter")', '$not("Newsletter" in topics)'],
    ['(topics = "Newsletter") ? yes : false', '("Newsletter" in topics) ? yes : false'],
    ['topics = $uppercase(wanted)', '(…) in topics'],
    ['$uppercase(wanted) = topics', '$uppercase(wanted) in topics'],
    ['items[0].tags = "x"', '"x" in items[0].tags'],
    ['{"a": topics = "Newsletter"}.a', '{"a": "Newsletter" in topics}.a'],
  ])('is reported with a correct comparison: %s', async (condition, cure) => {
    const all = await found(condition);
    expect(brief(all)).toEqual(['warning check/list-compared when']);
    expect(all[0]?.hint).toBe(`write ${cure}`);
  });

  it('is reported in a rule and in a template, at its place', async () => {
    for (const rule of [
      `'topics = "Newsletter" ? "yes" : "no"'`,
      `{template: 'Wants news: {topics = "Newsletter"}'}`,
      `{from: 'topics = "Newsletter"', as: boolean}`,
      `{from: 'items[tags = "x"].sku'}`,
    ]) {
      const all = await checkWith(mappingOf([`note: ${rule}`], { tests: [payload] }));
      expect(
        brief(all).filter(each => each.includes('list')),
        rule,
      ).toEqual(['warning check/list-compared note']);
    }
  });

  it('is reported if only some events have a list, as a form sends one for two ticks', async () => {
    const all = await found('topics = "Newsletter"', { customer: 1, topics: 'Newsletter', wanted: 'x' }, [
      payload,
    ]);
    expect(all.map(({ message }) => message)).toEqual([
      'topics is a list in a stored event, and a list never equals a text',
    ]);
  });

  it('shows no value of a stored event', async () => {
    const [first] = await found('topics != "Newsletter"', {}, [payload]);
    expect(first?.message).toBe('topics is a list in a stored event, and a list always differs from a text');
  });
});

describe('the hint for a list that chooses between two texts', () => {
  it.each([
    [
      'topics = "Newsletter" ? "news" : "none"',
      '$exists(topics[$ != ""]) ? ("Newsletter" in topics ? "news" : "none")',
    ],
    [
      'form.topics != "SMS" ? "post" : "sms"',
      '$exists(form.topics[$ != ""]) ? ($not("SMS" in form.topics) ? "post" : "sms")',
    ],
    ['topics = "Newsletter" ? "news"', '"Newsletter" in topics ? "news"'],
    ['topics = "Newsletter" ? true : false', '"Newsletter" in topics ? true : false'],
    [
      'topics = "Newsletter" ? wanted : "none"',
      '$exists(topics[$ != ""]) ? ("Newsletter" in topics ? wanted : "none")',
    ],
  ])('sends nothing if nothing is ticked: %s', async (expression, cure) => {
    const all = await checkWith(mappingOf([`note: ${JSON.stringify(expression)}`], { tests: [payload] }));
    const [first] = all.filter(({ code }) => code === 'check/list-compared');
    expect(first?.hint).toBe(`write ${cure}`);
    const cured = await checkWith(mappingOf([`note: ${JSON.stringify(cure)}`], { tests: [payload] }), [
      ...storedOf({ ...payload, topics: [''] }, { ...payload, topics: '' }, { customer: 1 }),
    ]);
    expect(brief(cured).filter(each => /list|absence/.test(each))).toEqual([]);
  });
});

describe('a valid comparison', () => {
  it.each([
    '"Newsletter" in topics',
    'wanted in topics',
    'wanted = "Newsletter"',
    'topics[0] = "Newsletter"',
    '"Newsletter" = topics[0]',
    'topics[-1] != "Newsletter"',
    'topics = ["Newsletter"]',
    'topics = allowed',
    'none = "Newsletter"',
    'none != "Newsletter"',
    'missing = "Newsletter"',
    'topics = missing',
    'topics = null',
    'items[sku = "A"].size = 1',
    'items[size = 1].sku = "A"',
    '$exists(items[sku = "A"])',
    'only.sku = "A"',
    'only[tags = "x"].sku = "A"',
    '$count(topics) = 2',
    '$join(topics, ",") = "Newsletter"',
    'wanted in ["Newsletter", "Angebote"]',
    'wanted in allowed',
    'topics',
    '$exists(topics)',
    'topics != ""',
  ])('is not reported: %s', async condition => {
    expect(brief(await found(condition))).toEqual([]);
  });
});
