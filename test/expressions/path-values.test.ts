import { expect, it } from 'vitest';
import { pathReader } from '../../src/expressions/paths/path-values.ts';

const input = { pupils: [{ name: 'Ida' }, { name: 'Ben' }], teachers: [{ name: 'Eva' }], city: 'Bern' };
const scope = { input, bindings: {} };

it('reads paths with the same text inside of different brackets separately, and each again alike', () => {
  const [pupils, teachers] = ['pupils', 'teachers'].map(list =>
    pathReader({ steps: [list, 'name'], text: 'name' }),
  );
  for (let times = 0; times < 2; times += 1) {
    expect(pupils?.(scope)).toEqual(['Ida', 'Ben']);
    expect(teachers?.(scope)).toEqual(['Eva']);
  }
});

it('reads a position apart from the whole list, and the values of another event anew', () => {
  const [first, all] = ['pupils[0].name', 'pupils.name'].map(text =>
    pathReader({ steps: ['pupils', 'name'], text }),
  );
  expect([all?.(scope), first?.(scope)]).toEqual([['Ida', 'Ben'], ['Ida']]);
  expect(all?.({ input: { pupils: [{ name: 'Kim' }] }, bindings: {} })).toEqual(['Kim']);
});

it('reads variables anew at each event, although the payload is the same', () => {
  const read = pathReader({ steps: ['$answers', 'city'], text: '$answers.city' });
  expect(read({ input, bindings: { answers: { city: 'Bern' } } })).toEqual(['Bern']);
  expect(read({ input, bindings: { answers: { city: 'Chur' } } })).toEqual(['Chur']);
});
