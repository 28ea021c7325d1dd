import { describe, expect, it } from 'vitest';
import { endless } from '../../../src/check/data/patience.ts';
import { unreadValues } from '../../../src/history/unmapped/unread-values.ts';
import { namedAnswers } from '../../../src/receive/answers/answers.ts';
import { mappingOf, samplesOf, storedOf } from '../../check/trials.ts';

const lines = [
  'note: dog.name',
  'additionalFields:',
  '  dog.weight: dog.weight.value',
  '  dog.meds: \'$join(meds.name, ", ")\'',
  "  care.days: '$sum(items.quantity)'",
  "  chip: 'ids[main].number'",
];

const sample = {
  customer: '1001',
  dog: { name: 'Balu', weight: { value: 28.5, unit: 'kg' }, diedAt: null, archived: false, per: 'Mahlzeit' },
  meds: [{ name: 'Apoquel', since: '2026-01-02' }],
  items: [{ quantity: 8, current_quantity: 8, billing_quantity: 16 }],
  ids: [{ main: true, number: '276' }],
  owner: { firstname: 'petra', city: 'ulm', lang: 'de', approved: true },
  attributes: [{ name: 'Dog', value: 'Balu' }],
};

async function foundIn(
  change: (event: ReturnType<typeof structuredClone<typeof sample>>) => object,
  tests = [sample as object],
) {
  const mapping = mappingOf(lines, { tests });
  const changed = change(structuredClone(sample));
  const found = await unreadValues(mapping, [...(await samplesOf(mapping)), ...storedOf(changed)], endless);
  return found.map(({ path, change: kind, to }) => [path, kind, ...(to === undefined ? [] : [to])].join(' '));
}

describe('values that no rule reads and no sample has', () => {
  it.each<[Parameters<typeof foundIn>[0], string]>([
    [({ dog, ...event }) => ({ ...event, dog: { ...dog, status: 'revoked' } }), 'dog.status new'],
    [event => ({ ...event, canceled: true }), 'canceled new'],
    [event => ({ ...event, kuendigung_zum: '2026-12-31' }), 'kuendigung_zum new'],
    [({ dog, ...event }) => ({ ...event, dog: { ...dog, diedAt: '2026-11-20' } }), 'dog.diedAt new'],
    [({ dog, ...event }) => ({ ...event, dog: { ...dog, archived: true } }), 'dog.archived new'],
    [({ dog, ...event }) => ({ ...event, dog: { ...dog, archived: 'ja' } }), 'dog.archived new'],
    [
      ({ dog, ...event }) => ({ ...event, dog: { ...dog, weight: { value: 62, unit: 'lb' } } }),
      'dog.weight.unit word',
    ],
    [({ dog, ...event }) => ({ ...event, dog: { ...dog, per: 'Tag' } }), 'dog.per word'],
    [
      event => ({ ...event, meds: [...event.meds, { name: 'Metacam', status: 'abgesetzt' }] }),
      'meds.status new',
    ],
    [event => ({ ...event, meds: [{ name: 'Metacam', beendetAm: '2026-10-01' }] }), 'meds.beendetAm new'],
    [
      event => ({ ...event, items: [{ ...event.items[0], current_quantity: 4 }] }),
      'items.current_quantity unequal items.quantity',
    ],
    [event => ({ ...event, items: [{ ...event.items[0], tax: 'brutto' }] }), 'items.tax new'],
    [({ owner, ...event }) => ({ ...event, owner: { ...owner, approved: false } }), 'owner.approved no'],
    [({ owner, ...event }) => ({ ...event, owner: { ...owner, approved: 'nein' } }), 'owner.approved no'],
    [
      event => ({ ...event, attributes: [...event.attributes, { name: 'Keine Fotos', value: 'ja' }] }),
      'attributes[name = "Keine Fotos"].value new',
    ],
    [event => ({ ...event, attendee: { email: 'petra@example.com' } }), 'attendee.email new'],
    [event => ({ ...event, 'Bitte immer anleinen?': 'Ja' }), '`Bitte immer anleinen?` new'],
    [event => ({ ...event, payments: [{ status: 'refunded' }, { status: null }] }), 'payments.status new'],
    [({ ids: [id], ...event }) => ({ ...event, ids: [{ ...id, expired: true }] }), 'ids.expired new'],
    [event => ({ ...event, form: { name: 'Abmeldung' } }), 'form.name new'],
    [event => ({ ...event, refunds: 2 }), 'refunds new'],
    [
      ({ owner, ...event }) => ({ ...event, owner: { ...owner, firstname: 'Stornierung' } }),
      'owner.firstname word',
    ],
    [event => ({ ...event, signed: false }), 'signed new'],
    [event => ({ ...event, no_show: { uri: 'https://example.com/no_shows/1' } }), 'no_show.uri new'],
    [
      event => ({ ...event, changes: [{ field: 'dogs', value: { banned: 'ja' } }] }),
      'changes.field new,changes.value.banned new',
    ],
    [
      event => ({ ...event, attributes: [...event.attributes, { name: 'unit', value: 'lb' }] }),
      'attributes[name = "unit"].value new',
    ],
  ])('are listed: %s, %s', async (change, line) => {
    expect((await foundIn(change)).join()).toBe(line);
  });

  it.each<[string, Parameters<typeof foundIn>[0]]>([
    ['the sample', event => event],
    ['values that rules read', ({ dog, ...event }) => ({ ...event, dog: { ...dog, name: 'Bella' } })],
    ['a key of a filter', event => ({ ...event, ids: [{ main: false, number: '277' }, ...event.ids] })],
    [
      'an unticked box',
      ({ dog, ...event }) => ({
        ...event,
        second: null,
        further: '',
        none: [],
        dog: { ...dog, diedAt: '', archived: 'no' },
      }),
    ],
    [
      'another name, city and language',
      event => ({ ...event, owner: { firstname: 'paul', city: 'bonn', lang: 'en', approved: true } }),
    ],
    ['another day', event => ({ ...event, meds: [{ name: 'Metacam', since: '2026-03-04' }] })],
    [
      'a key that belongs to a person',
      event => ({ ...event, 'petra@example.com': true, 4915112345678: 'x' }),
    ],
    [
      'another number that was unequal before',
      event => ({ ...event, items: [{ quantity: 2, current_quantity: 2, billing_quantity: 9 }] }),
    ],
    [
      'ids and times of records',
      event => ({ ...event, id: 'a7', createdAt: '2026-01-02', profile_url: 'x', updated_by: 'b' }),
    ],
    ['a key in another spelling', ({ owner, ...event }) => ({ ...event, Owner: owner })],
  ])('are not: %s', async (_, change) => {
    expect(await foundIn(change)).toEqual([]);
  });

  it('are none without a sample, and none once a sample has them', async () => {
    const change = (event: object) => ({ ...event, canceled: true });
    expect(await foundIn(change, [])).toEqual([]);
    expect(await foundIn(change, [sample, { ...sample, canceled: true }])).toEqual([]);
    expect(await foundIn(change, [{ ...sample, canceled: false }])).toEqual(['canceled new']);
  });

  it('are listed with the number of their events, the rarest first, without those that most events have', async () => {
    const mapping = mappingOf(lines, { tests: [sample] });
    const events = Array.from({ length: 8 }, (_, at) => ({
      ...sample,
      company: 'Brandt',
      ...(at < 3 && { second: 'a' }),
      ...(at === 5 && { canceled: true }),
    }));
    const found = await unreadValues(
      mapping,
      [...(await samplesOf(mapping)), ...storedOf(...events)],
      endless,
    );
    expect(found).toEqual([
      { mapping: 'notes', path: 'canceled', change: 'new', events: 1, event: 'evt_6' },
      { mapping: 'notes', path: 'second', change: 'new', events: 3, event: 'evt_1' },
    ]);
  });
});

describe('answers of a form that no rule reads', () => {
  const answered = (values: Readonly<Record<string, unknown>>) =>
    namedAnswers(Object.entries(values).map(([key, value]) => ({ keys: [key], labels: [], value })));

  async function unreadOf(
    sampled: Readonly<Record<string, unknown>>,
    values: Readonly<Record<string, unknown>>,
  ) {
    const mapping = mappingOf(['note: $answers.Goals'], { tests: [{}] });
    const trial = (answers: Readonly<Record<string, unknown>>, own: object) => ({
      ...{ payload: { answers }, body: {}, headers: {}, query: {}, answers: answered(answers) },
      event: { id: 'evt_1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
      ...own,
    });
    const [own] = await samplesOf(mapping);
    const trials = [{ ...own, input: trial(sampled, {}) }, { input: trial(values, {}) }];
    const found = await unreadValues(mapping, trials as never, endless);
    return found.map(({ path, change }) => `${path} ${change}`);
  }

  it('are listed once if the payload has them under their questions', async () => {
    expect(await unreadOf({ Goals: 'Sleep' }, { Goals: 'Sleep', Parking: 'Yes' })).toEqual([
      '$answers.Parking new',
    ]);
  });

  it('are no box of a question that stands beside it', async () => {
    const boxes = { Goals: ['Sleep'], 'Goals (Sleep)': true, 'Goals (More energy)': true };
    expect(await unreadOf({ Goals: 'Sleep' }, boxes)).toEqual([]);
    expect(await unreadOf({ Goals: 'Sleep' }, { Goals: 'Sleep', 'Photos (private)': true })).toEqual([
      '$answers."Photos (private)" new',
    ]);
  });

  it('are another word once a sample has the question with a no', async () => {
    expect(await unreadOf({ Parking: 'No' }, { Parking: 'Yes' })).toEqual(['$answers.Parking word']);
    expect(await unreadOf({ Parking: 'No' }, { Parking: 'No' })).toEqual([]);
  });
});
