import { describe, expect, it } from 'vitest';
import { unmeasured } from '../../src/mapping/doubts/comparisons/unmeasured.ts';
import { checkWith, mappingOf, storedOf } from '../check/trials.ts';
import { expressionOf } from '../expressions/expression-of.ts';

describe('a comparison by size without its value', () => {
  it.each([
    ['age > 18 ? "a" : "b"', {}],
    ['age > 18 and city = "Ulm" ? "a" : "b"', { city: 'Ulm' }],
    ['vip = "ja" ? "V" : age > 18 ? "a" : "b"', { vip: 'nein' }],
    ['vip = "ja" ? (age > 18 ? "a" : "b") : "c"', { vip: 'ja' }],
    ['vip = "ja" ? "V" : $number(age) > 18 ? "a" : "b"', { vip: 'nein' }],
    ['vip = "ja" or age > 18 ? "a" : "b"', { vip: 'nein' }],
    ['$not(age > 18) ? "a" : "b"', { vip: 'nein' }],
    ['points > 5 ? "a" : age > 18 ? "b" : "c"', { points: 3 }],
    ['$exists(vip) and age > 18 ? "a" : "b"', { vip: 1 }],
    ['18 < age and city', { city: 'Ulm' }],
  ])('decides: %s of %j', (source, payload) => {
    expect(unmeasured(expressionOf(source), { input: payload, bindings: {} })).toBe('age');
  });

  it.each([
    ['age > 18 ? "a" : "b"', { age: 20 }],
    ['age > 18', {}],
    ['age > 18 and city = "Ulm" ? "a" : "b"', { city: 'Bonn' }],
    ['age > 18 and city = "Ulm" ? "a" : "b"', {}],
    ['vip = "ja" ? "V" : age > 18 ? "a" : "b"', { vip: 'ja' }],
    ['vip = "ja" or age > 18 ? "a" : "b"', { vip: 'ja' }],
    ['$exists(age) and age > 18 ? "a" : "b"', { city: 'Ulm' }],
    ['$exists(age) ? (age > 18 ? "a" : "b")', {}],
    ['points > 5 ? "a" : age > 18 ? "b" : "c"', { points: 7 }],
    ['$contains(city, "U") and age > 18 ? "a" : "b"', { city: 'Ulm' }],
    ['age = 18 ? "a" : "b"', {}],
    ['age > 18 ? age : other', { other: 3 }],
    ['age > 18 ? "a"', {}],
    ['age > 18 ? "a" : ""', {}],
    ['$not(age = 18) ? "a" : "b"', {}],
  ])('does not decide: %s of %j', (source, payload) => {
    expect(unmeasured(expressionOf(source), { input: payload, bindings: {} })).toBeUndefined();
  });

  it.each([
    ['type = "order" and total > 100', { type: 'order' }, 1],
    ['type = "order" and $not(total > 100)', { type: 'order' }, 1],
    ['type = "order" and total > 100', { type: 'note' }, 0],
    ['type = "order" and total > 100', { type: 'order', total: 5 }, 0],
    ['type = "order" and $exists(total) and total > 100', { type: 'order' }, 0],
    ['total > 100', { type: 'order' }, 0],
  ])('is a note at when, as stored events show: %s of %j', async (when, payload, count) => {
    const mapping = mappingOf(['note: customer'], { head: `when: ${JSON.stringify(when)}` });
    const found = await checkWith(mapping, storedOf({ customer: 1, ...payload }));
    const notes = found.filter(({ code }) => code === 'check/missing-differs');
    expect(notes.map(({ severity }) => severity)).toEqual(Array(count).fill('info'));
  });
});
