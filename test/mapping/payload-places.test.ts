import { describe, expect, it } from 'vitest';
import { payloadPlaces } from '../../src/mapping/explain/payload-places.ts';

const twice = 'yes';
const input = {
  customer: { 'first name': 'Ada', tags: ['a', 'b'] },
  items: [{ price: 1 }, { price: 2 }, [{ price: 3 }]],
  fields: [
    { label: 'Allergies', value: 'nuts' },
    { label: 'Vegan', value: twice },
    { label: 'News', value: twice },
  ],
};
const bindings = { answers: { allergies: 'nuts', vegan: twice }, headers: { 'x-tag': 'nuts' } };
const places = (...path: string[]) => payloadPlaces(path, { input, bindings });

describe('the places of a path in the payload', () => {
  it('are found by its keys, and in every element of a list', () => {
    expect(places('customer', 'first name')).toEqual([['customer', 'first name']]);
    expect(places('customer', 'tags')).toEqual([['customer', 'tags']]);
    expect(places('items', 'price')).toEqual([
      ['items', 0, 'price'],
      ['items', 1, 'price'],
      ['items', 2, 0, 'price'],
    ]);
    expect(places('$', 'customer')).toEqual([['customer']]);
  });

  it('are those beside the name of the question if several answers are equal', () => {
    const answers = { Vegan: twice, News: twice, Other: twice };
    const of = (name: string) => payloadPlaces(['$answers', name], { input, bindings: { answers } });
    expect(of('Vegan')).toEqual([['fields', 1, 'value']]);
    expect(of('News')).toEqual([['fields', 2, 'value']]);
    expect(of('Other')).toEqual([]);
  });

  it('are those of an answer only if its value occurs once', () => {
    expect(places('$answers', 'allergies')).toEqual([['fields', 0, 'value']]);
    expect(places('$answers', 'vegan')).toEqual([]);
    expect(places('$answers', 'none')).toEqual([]);
  });

  it('are none if nothing of the payload is read', () => {
    expect(places('$headers', 'x-tag')).toEqual([]);
    expect(places('constructor')).toEqual([]);
    expect(places('customer', '__proto__')).toEqual([]);
  });

  it('are at most twenty', () => {
    const many = { list: Array.from({ length: 50 }, () => ({ x: 1 })) };
    expect(payloadPlaces(['list', 'x'], { input: many, bindings: {} })).toHaveLength(20);
  });
});
