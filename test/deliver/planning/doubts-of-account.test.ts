import { describe, expect, it, onTestFinished } from 'vitest';
import { startHarness } from '../harness.ts';

/** Returns the codes and paths of the warnings of an event, whose account is known. */
async function warned(
  fields: string,
  payload: (now: number) => object,
  id = 'nr',
): Promise<readonly string[]> {
  const mapping = `source: crm\ndestination: salon\noperation: updateCustomer\nset:\n  id: ${id}\n  additionalFields:\n${fields}`;
  const harness = await startHarness({ mappings: { intake: mapping } });
  onTestFinished(() => harness.close());
  await harness.run();
  const event = await harness.send({ nr: 1001, ...payload(harness.now()) });
  await harness.run();
  const { calls } = await harness.event(event);
  return calls.flatMap(({ diagnostics }) => diagnostics.map(({ code, path }) => `${code} ${path}`));
}

it('an event has the warning about a first visit that is the moment of its arrival', async () => {
  const rule = '    first.visit: {from: date, as: date, zone: Europe/Berlin}\n';
  const at = (moment: number) => ({ date: new Date(Math.floor(moment / 60_000) * 60_000 + 1).toISOString() });
  expect(await warned(rule, at)).toEqual(['mapping/invented-date additionalFields.first.visit']);
  expect(await warned(rule, now => at(now - 86_400_000))).toEqual([]);
});

it('an event has the warning about a value of somebody else than its customer in a list', async () => {
  const people = (birthday: string) => [{ nr: 1001 }, { nr: 1002, birthday }];
  const rule = "    birthdate: {from: 'people[1].birthday', as: date}\n";
  const list = (birthday: string) => () => ({ people: people(birthday) });
  expect(await warned(rule, list('1991-07-04'), "'people[0].nr'")).toEqual([
    'mapping/other-name additionalFields.birthdate',
  ]);
  expect(await warned(rule, list(''), "'people[0].nr'")).toEqual(['mapping/nothing-to-send undefined']);
  expect(await warned(rule, list('1991-07-04'), "'people[1].nr'")).toEqual([]);
});

describe('a value whose name is not that of its field', () => {
  it.each<[string, string, object]>([
    ['better name', 'allergies: kasse', { kasse: 'AOK', allergien: 'Nüsse' }],
    ['own name in an object', 'allergies: k.kasse', { k: { kasse: 'AOK', allergies: 'Nüsse' } }],
  ])('is reported at the event: %s', async (_, rule, payload) => {
    const [own = ''] = /^\w+/.exec(rule) ?? [];
    expect(await warned(`    ${rule}\n`, () => payload)).toEqual([
      `mapping/other-name additionalFields.${own}`,
    ]);
  });

  it.each<[string, string, object]>([
    ['the own one is read', 'allergies: allergien', { kasse: 'AOK', allergien: 'Nüsse' }],
    ['the own one is empty', 'allergies: kasse', { kasse: 'AOK', allergien: '' }],
    ['the own one is missing', 'allergies: kasse', { kasse: 'AOK' }],
    ['a reason is given', 'allergies: {from: kasse, because: so}', { kasse: 'AOK', allergien: 'x' }],
  ])('is not reported otherwise: %s', async (_, rule, payload) => {
    expect(await warned(`    ${rule}\n`, () => payload)).toEqual([]);
  });
});
