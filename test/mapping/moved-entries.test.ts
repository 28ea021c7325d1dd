import { expect, it } from 'vitest';
import { evaluateYaml } from './evaluate-yaml.ts';

const vaccinations = [
  { art: 'Staupe', bis: '2027-01-01' },
  { art: 'Tollwut', bis: '2027-03-01' },
];
const items = [
  { title: 'Lead', qty: 1 },
  { title: 'Puppy course', qty: 8 },
];
const contacts = [
  { role: 'owner', phone: '0151 1' },
  { role: 'emergency', phone: '0151 2' },
];
const sample = { nr: 7, list: vaccinations, order: { items }, contacts };

async function told(rule: string, change: object, samples: readonly object[] = [sample]) {
  const tests = samples.map((payload, at) => ({ name: `row ${at}`, payload, expect: [] }));
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  note: ${rule}\ntests: ${JSON.stringify(tests)}\n`;
  const evaluation = await evaluateYaml(text, { payload: { ...sample, ...change } });
  const diagnostics = evaluation.kind === 'not-wanted' ? [] : evaluation.diagnostics;
  return diagnostics.filter(({ code }) => code === 'mapping/other-name');
}

const turned = [...vaccinations].reverse();

it.each<[string, object, string]>([
  ['list[1].bis', { list: turned }, `'list[art = "Tollwut"].bis'`],
  ['list[0].bis', { list: turned }, `'list[art = "Staupe"].bis'`],
  ['list[-1].bis', { list: turned }, `'list[art = "Tollwut"].bis'`],
  ['list[1].bis', { list: [{ art: 'Lepto', bis: '2028' }, ...vaccinations] }, `'list[art = "Tollwut"].bis'`],
  ['list[0].bis', { list: [{ art: 'Lepto', bis: '2028' }, ...vaccinations] }, `'list[art = "Staupe"].bis'`],
  [
    'list[1].bis',
    { list: turned.map(each => ({ ...each, art: each.art.toUpperCase() })) },
    `'list[art = "Tollwut"].bis'`,
  ],
  [`'"until " & list[1].bis'`, { list: turned }, `'"until " & list[art = "Tollwut"].bis'`],
  [`{from: 'list[1].bis', because: they are sorted}`, { list: turned }, `'list[art = "Tollwut"].bis'`],
  ['{template: "until {list[1].bis}"}', { list: turned }, `'list[art = "Tollwut"].bis'`],
  [
    '$string(order.items[1].qty)',
    { order: { items: [...items].reverse() } },
    'order.items[title = "Puppy course"].qty',
  ],
  ['order.items[0].title', { order: { items: [...items].reverse() } }, 'order.items[title = "Lead"].title'],
  ['contacts[1].phone', { contacts: [...contacts].reverse() }, 'contacts[role = "emergency"].phone'],
  [
    'contacts[1].phone',
    { contacts: [...contacts.slice(1), { role: 'vet', phone: '3' }] },
    'contacts[role = "emergency"].phone',
  ],
])('an entry that stands at another position is reported: %s, %j', async (rule, change, cure) => {
  const [first, ...others] = await told(rule, change);
  expect(others).toEqual([]);
  expect(first?.hint).toContain(cure);
});

it.each<[string, object, (readonly object[])?]>([
  ['list[1].bis', {}],
  ['list[1].bis', { list: vaccinations.map(each => ({ ...each, bis: '2029-01-01' })) }],
  ['list[1].bis', { list: [...vaccinations, { art: 'Lepto', bis: '2028' }] }],
  ['list[1].bis', { list: [vaccinations[0], { art: 'Lepto', bis: '2028' }] }],
  ['list[1].bis', { list: turned }, [sample, { ...sample, list: turned }]],
  ['list[1].bis', { list: turned }, []],
  [`'list[art = "Tollwut"].bis'`, { list: turned }],
  ['order.items[0].title', { order: { items: [{ title: 'Bowl' }] } }],
  [
    'order.items[0].title',
    { order: { items: items.toReversed() } },
    [{ ...sample, order: { items: items.slice(0, 1) } }],
  ],
  ['list[1].bis', { list: null }],
])('an entry in its place, or of a new kind, is not: %s, %j', async (rule, change, samples) => {
  expect(await told(rule, change, samples)).toEqual([]);
});
