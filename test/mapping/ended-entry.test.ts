import { describe, expect, it } from 'vitest';
import { evaluateYaml } from './evaluate-yaml.ts';

async function warningsOf(
  field: string,
  sample: object,
  event: object,
  more = '',
): Promise<readonly string[]> {
  const tests = [{ name: 'one', payload: { nr: 7, ...sample }, expect: [{ id: '7' }] }];
  const text = `source: website\ndestination: salon\noperation: updateCustomer\n${more}set:\n  id: nr\n  additionalFields: {tag: ${JSON.stringify(field)}}\ntests: ${JSON.stringify(tests)}\n`;
  const evaluation = await evaluateYaml(text, { payload: { nr: 8, ...event } });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.flatMap(({ code, path, message }) =>
    code === 'mapping/ended-record' && path === 'additionalFields.tag' ? [message] : [],
  );
}

const first = 'gespraeche[0].datum';
const talks = (...all: object[]) => ({ gespraeche: all });
const on = (day: number, more: object = {}) => ({ datum: `2027-01-0${day}`, ort: 'Bern', ...more });

const item = (status: string) => ({ kind: 'instrument', name: 'Geige', fee: 15.5, status });

const ended: readonly (readonly [string, object, object])[] = [
  [first, talks(on(1)), talks(on(2, { abgesagt: true }))],
  [first, talks(on(1, { abgesagt: false })), talks(on(2, { abgesagt: true }), on(3))],
  [first, talks(on(1)), talks(on(2, { abgesagt: 'ja' }))],
  [first, talks(on(1)), talks(on(2, { canceled: 1 }))],
  [first, talks(on(1)), talks(on(2, { storniert: 'true' }))],
  [first, talks(on(1)), talks(on(2, { cancelled_at: '2026-12-24T10:00:00Z' }))],
  [first, talks(on(1)), talks(on(2, { storniert_am: '24.12.2026' }))],
  [first, talks(on(1)), talks(on(2, { status: 'storniert' }))],
  [first, talks(on(1, { status: 'confirmed' })), talks(on(2, { status: 'cancelled' }))],
  [first, talks(on(1, { status: 'bestätigt' })), talks(on(2, { status: 'abgesagt' }))],
  [first, talks(on(1, { state: 'paid' })), talks(on(2, { state: 'refunded' }))],
  [first, talks(on(1)), talks(on(2, { noshow: true }))],
  [first, talks(on(1)), talks(on(2, { nicht_erschienen: true }))],
  [first, talks(on(1)), talks(on(2, { deleted: true }))],
  [first, talks(on(1)), talks(on(2, { deleted_at: 1795000000 }))],
  ['gespraeche[-1].datum', talks(on(1), on(2)), talks(on(3), on(4, { abgesagt: true }))],
  ['gespraeche.datum', talks(on(1)), talks(on(2, { abgesagt: true }))],
  ['gespraeche[ort = "Bern"].datum', talks(on(1)), talks(on(2, { abgesagt: true }))],
  ['data.items[0].datum', { data: { items: [on(1)] } }, { data: { items: [on(2, { canceled: true })] } }],
  [
    'besuche[0].termin.datum',
    { besuche: [{ termin: on(1) }] },
    { besuche: [{ termin: on(2, { annulé: true }) }] },
  ],
  [
    'items[kind = "instrument"].name',
    { items: [item('rented'), { kind: 'case', name: 'Koffer', status: 'rented' }] },
    { items: [item('canceled'), { kind: 'case', name: 'Koffer', status: 'rented' }] },
  ],
  [
    'items[kind = "instrument"].name',
    { items: [item('rented'), { kind: 'case', name: 'Koffer', status: 'rented' }] },
    { items: [item('storniert'), { kind: 'case', name: 'Koffer', status: 'rented' }] },
  ],
  [
    'items[kind = "instrument"].name',
    { items: [item('rented'), { kind: 'case', name: 'Koffer', status: 'rented' }] },
    { items: [item('returned'), { kind: 'case', name: 'Koffer', status: 'rented' }] },
  ],
  [
    'items[kind = "instrument"].name',
    { items: [item('rented'), { kind: 'case', name: 'Koffer', status: 'rented' }] },
    { items: [item('refunded'), { kind: 'case', name: 'Koffer', status: 'rented' }] },
  ],
];

const good = (name: string, fee: number, more: object = {}) => ({ name, fee, ...more });
const goods = (...items: object[]) => ({ items });
const usual = goods(good('Geige', 15.5, { status: 'rented' }), good('Koffer', 4, { status: 'rented' }));
const [sum, names] = ['$sum(items.fee)', '$join(items.name, ", ")'];

const endedOfSums: typeof ended = [
  [sum, usual, goods(good('Geige', 15.5), good('Koffer', 4, { status: 'canceled' }))],
  [sum, usual, goods(good('Geige', 15.5), good('Koffer', 4, { status: 'cancelled' }))],
  [sum, usual, goods(good('Geige', 15.5), good('Koffer', 4, { status: 'storniert' }))],
  [sum, usual, goods(good('Geige', 15.5), good('Koffer', 4, { canceled: true }))],
  [sum, usual, goods(good('Geige', 15.5), good('Koffer', 4, { cancelled_at: '2026-11-20' }))],
  [sum, usual, goods(good('Geige', 15.5), good('Koffer', 4, { removed: true }))],
  [sum, usual, goods(good('Geige', 15.5), good('Koffer', 4, { selected: false }))],
  [sum, usual, goods(good('Geige', 15.5), good('Koffer', 4, { active: false }))],
  ['$sum(items.($number(fee)))', usual, goods(good('Koffer', 4, { deleted: true }))],
  ['$sum(items[fee > 1].fee)', usual, goods(good('Koffer', 4, { deleted: true }))],
  [names, usual, goods(good('Geige', 15.5), good('Bogen', 4, { status: 'refunded' }))],
  ['$count(items.name)', usual, goods(good('Geige', 15.5), good('Bogen', 4, { status: 'returned' }))],
  ['$string($sum(items.fee))', usual, goods(good('Bogen', 4, { storniert: 'ja' }))],
  ['items[0].name', goods(good('a', 1)), goods(good('b', 1, { current_quantity: 0, quantity: 1 }))],
  [names, usual, goods(good('a', 1), good('b', 1, { validUntil: '2025-12-31' }))],
  [names, usual, goods(good('a', 1), good('b', 1, { gueltig_bis: '31.12.2025' }))],
  [names, usual, goods(good('a', 1), good('b', 1, { former: true }))],
  ['items[0].name', goods(good('a', 1)), goods(good('b', 1, { status: 'removed' }))],
  ['items[0].name', goods(good('a', 1)), goods(good('b', 1, { status: 'declined' }))],
  ['items[0].name', goods(good('a', 1)), goods(good('b', 1, { blocked: true }))],
  [names, usual, goods(good('a', 1), good('b', 1, { status: 'pausiert' }))],
  [names, usual, goods(good('a', 1), good('b', 1, { status: 'abgesetzt' }))],
  [names, usual, goods(good('a', 1), good('b', 1, { abgesetzt: true }))],
  [names, usual, goods(good('a', 1), good('b', 1, { status: 'geplant' }))],
  ['items[name = "Koffer"].fee', usual, goods(good('Koffer', 1, { status: 'abgelaufen' }))],
  ['items[name = "Koffer"].fee', usual, goods(good('Koffer', 1, { valid: false }))],
  ['items[name = "Koffer"].fee', usual, goods(good('Koffer', 1, { gueltig: false }))],
  [sum, goods(good('a', 1, { current_quantity: 1 })), goods(good('b', 1, { current_quantity: 0 }))],
];

const fine: readonly (readonly [string, object, object])[] = [
  [first, talks(on(1)), talks(on(2))],
  [first, talks(on(1)), talks(on(2, { abgesagt: false }))],
  [first, talks(on(1)), talks(on(2), on(3, { abgesagt: true }))],
  [first, talks(on(1, { abgesagt: true })), talks(on(2, { abgesagt: true }))],
  [first, talks(on(1)), talks(on(2, { status: 'open' }))],
  [first, talks(on(1)), talks(on(2, { bemerkung: 'nicht abgesagt' }))],
  ['gespraeche[$not(abgesagt = true)][0].datum', talks(on(1)), talks(on(2, { abgesagt: true }), on(3))],
  [
    'fragen[id = "q1"].datum',
    { fragen: [{ id: 'q1', datum: 'a' }] },
    { fragen: [{ id: 'q1', datum: 'b', abgesagt: true }] },
  ],
  ['gespraeche[0].datum', {}, talks(on(2, { abgesagt: true }))],
  [sum, usual, goods(good('Geige', 15.5, { status: 'rented' }), good('Bogen', 4, { status: 'open' }))],
  ['$sum(items[status != "canceled"].fee)', usual, goods(good('Koffer', 4, { status: 'canceled' }))],
  [sum, goods(good('a', 1, { status: 'canceled' })), goods(good('b', 1, { status: 'canceled' }))],
  [sum, usual, goods(good('Geige', 15.5, { current_quantity: 1 }))],
  [sum, usual, goods(good('Geige', 15.5, { active: true }))],
  [names, usual, goods(good('Geige', 15.5, { status: 'active' }))],
  [names, usual, goods(good('Geige', 15.5, { approved: null, confirmed: '' }))],
  [names, usual, goods(good('Geige', 15.5, { validUntil: '2099-12-31' }))],
  ['items[0].name', goods(good('a', 1, { bis: '2024-01-01' })), goods(good('b', 1, { bis: '2025-01-01' }))],
  ['items[name = "x"].value', goods({ name: 'x', value: 1 }), goods({ name: 'x', value: 2, valid: false })],
];

describe('an entry of a list that is over', () => {
  it.each([...ended, ...endedOfSums])('is told for %s: %j and %j', async (field, sample, event) => {
    expect(await warningsOf(field, sample, event)).toHaveLength(1);
    expect(await warningsOf(field, sample, sample)).toEqual([]);
  });

  it.each(fine)('is not told for %s: %j and %j', async (field, sample, event) => {
    expect(await warningsOf(field, sample, event)).toEqual([]);
  });

  it('is told if a rule reads the same key elsewhere', async () => {
    const sample = { status: 'aktiv', ...talks(on(1, { status: 'fest' })) };
    const event = { status: 'aktiv', ...talks(on(2, { status: 'storniert' })) };
    expect(await warningsOf(first, sample, event, 'when: \'status = "aktiv"\'\n')).toHaveLength(1);
  });

  it('is not told if the condition reads its key', async () => {
    const event = talks(on(2, { abgesagt: true }));
    const when = "when: '$not(gespraeche[1].abgesagt = true)'\n";
    expect(await warningsOf(first, talks(on(1)), event, when)).toEqual([]);
  });
});
