import { describe, expect, it } from 'vitest';
import { doubtsOfComparisons } from '../../src/mapping/doubts/comparisons/never-true.ts';
import { fieldMapping, mappingOf } from './evaluate-yaml.ts';

const event = { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };

function reported(expression: string, payload: unknown): readonly string[] {
  const input = { payload, body: payload, answers: undefined, headers: {}, query: {}, event };
  return doubtsOfComparisons(mappingOf(fieldMapping(JSON.stringify(expression))), input).map(
    ({ code }) => code,
  );
}

const [list, spelt, number, text] = [
  'check/list-compared',
  'check/never-equal',
  'expression/text-number-comparison',
  'expression/impossible-text',
];

describe('a comparison that is false for an event', () => {
  it.each([
    ['topics = "Ja" ? "a" : "b"', { topics: ['Ja'] }, list],
    ['topics = "Ja"', { topics: ['Ja', 'Nein'] }, list],
    ['"Ja" = topics', { topics: ['Ja'] }, list],
    ['topics != "Ja" ? "a" : "b"', { topics: ['Ja'] }, list],
    ['topics in ["Ja", "Oui"]', { topics: ['Ja'] }, list],
    ['a.topics = "Ja"', { a: { topics: ['Ja'] } }, list],
    ['level = 5', { level: [5] }, list],
    ['topics = plan', { topics: ['a'], plan: 'a' }, list],
    ['tags[0] = "vip" ? "a" : "b"', { tags: ['new', 'vip'] }, spelt],
    ['tags[-1] = "vip"', { tags: ['vip', 'new'] }, spelt],
    ['a.tags[0] = "vip"', { a: { tags: ['new', 'vip'] } }, spelt],
    ['optin = true', { optin: 'ja' }, spelt],
    ['optin = false ? "no" : "yes"', { optin: 'nein' }, spelt],
    ['optin = "ja"', { optin: true }, spelt],
    ['optin = "Yes"', { optin: true }, spelt],
    ['level = "5"', { level: 5 }, spelt],
    ['level = 5', { level: '5' }, spelt],
    ['level in ["4", "5"]', { level: 5 }, spelt],
    ['$count(topics) = "2"', { topics: ['a', 'b'] }, number],
    ['$number(level) = "5"', { level: '5' }, number],
    ['$length(code) = "5"', { code: 'abcde' }, number],
    ['$string(level) = 5', { level: 5 }, number],
    ['level & "" = 5', { level: 5 }, number],
    ['5 = "5"', {}, number],
    ['visits > "10" ? "a" : "b"', { visits: '9' }, number],
    ['$exists(optin) = "true"', { optin: 1 }, text],
    ['(a = b) = "true"', { a: 1, b: 1 }, text],
    ['$contains(a, "b") = "true"', { a: 'b' }, text],
    ['$lowercase(optin) = "Ja"', { optin: 'Ja' }, text],
    ['$uppercase(optin) = "ja"', { optin: 'ja' }, text],
    ['$not(optin) = "true"', { optin: false }, text],
  ])('is reported: %s of %j', (expression, payload, code) => {
    expect(reported(expression, payload)).toEqual([code]);
  });

  it.each([
    ['topics = "Ja"', { topics: 'Ja' }],
    ['topics = "Ja"', { topics: [] }],
    ['topics = "Ja"', {}],
    ['"Ja" in topics', { topics: ['Ja'] }],
    ['topics = "Ja" or "Ja" in topics', { topics: ['Ja'] }],
    ['topics != "" ? "a" : "b"', { topics: ['Ja'] }],
    ['topics[0] = "Ja"', { topics: ['Ja'] }],
    ['topics[0] = "Ja"', { topics: ['Ja', 'Nein'] }],
    ['topics[0] = "Ja"', { topics: ['Nein', 'Nie'] }],
    ['topics = others', { topics: ['Ja'], others: ['Ja'] }],
    ['optin = true', { optin: true }],
    ['optin = true', { optin: 'nein' }],
    ['optin = true or optin = "ja"', { optin: 'ja' }],
    ['optin = "ja"', { optin: false }],
    ['level = 5', { level: 7 }],
    ['level = "5"', { level: '5' }],
    ['$count(topics) = 2', { topics: ['a', 'b'] }],
    ['$number(level) = 5', { level: '5' }],
    ['$exists(optin) = true', { optin: 1 }],
    ['$lowercase(optin) = "ja"', { optin: 'Ja' }],
    ['visits > 10 ? "a" : "b"', { visits: 9 }],
    ['$string(level) = "5"', { level: 5 }],
    ['plan = "gold" ? "a" : "b"', { plan: 'silver' }],
  ])('is not reported: %s of %j', (expression, payload) => {
    expect(reported(expression, payload)).toEqual([]);
  });

  it('is reported for `when` alone', () => {
    const mapping = mappingOf(fieldMapping('a', 'when: \'$count(topics) = "2"\'\n'));
    const payload = { topics: ['a', 'b'] };
    const input = { payload, body: payload, answers: undefined, headers: {}, query: {}, event };
    expect(doubtsOfComparisons(mapping, input, 'when').map(({ path }) => path)).toEqual(['when']);
  });

  it('is not reported if the rule has a reason', () => {
    const mapping = mappingOf(fieldMapping('{from: \'topics = "Ja"\', because: an older form sends a text}'));
    const payload = { topics: ['Ja'] };
    const input = { payload, body: payload, answers: undefined, headers: {}, query: {}, event };
    expect(doubtsOfComparisons(mapping, input)).toEqual([]);
  });
});
