import { expect, it } from 'vitest';
import { compile } from '../../src/expressions/compile.ts';
import { placesTaken } from '../../src/mapping/explain/places-taken.ts';

const input = {
  phones: [
    { type: 'work', number: '1' },
    { type: 'mobile', number: '2' },
    { type: 'private', number: '2' },
  ],
  consents: [
    { label: 'a', given: true },
    { label: 'b', given: true },
  ],
  tags: ['x', 'y', 'y'],
  one: { value: 7 },
  many: Array.from({ length: 60 }, (_, at) => ({ at, value: 'same' })),
};

async function taken(source: string): Promise<readonly string[]> {
  const compiled = compile(source);
  if (!('expression' in compiled)) throw new Error(source);
  const { expression } = compiled;
  const scope = { input, bindings: {} };
  const places = await placesTaken(expression, await expression.evaluate(scope), scope);
  return places.map(place => place.join('.'));
}

it.each([
  ['phones[type="mobile"].number', ['phones.1.number']],
  ['phones[0].number', ['phones.0.number']],
  ['phones[-1].number', ['phones.2.number']],
  ['phones[type!="work"].number', ['phones.1.number', 'phones.2.number']],
  // Without a choice, all of them.
  ['phones.number', ['phones.0.number', 'phones.1.number', 'phones.2.number']],
  // Equal values of other entries are not taken.
  ['consents[label="b"].given', ['consents.1.given']],
  // A condition on the value itself.
  ['phones[number="1"].number', ['phones.0.number']],
  ['phones[type="mobile"]', ['phones.1']],
  ['tags[1]', ['tags.1']],
  ['tags', ['tags']],
  ['one.value', ['one.value']],
  ['many[at=45].value', ['many.45.value']],
])('a rule %s takes its value from %j', async (source, places) => {
  expect(await taken(source)).toEqual(places);
});
