import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { codesOf, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

/** Returns true if entries of a list are reported, at the event and in the check alike. */
async function isReported(rule: string, sample: object, event: object, head = '', id = 'customer') {
  const text = [
    'source: website',
    'destination: salon',
    ...(head === '' ? [] : [head]),
    'operation: updateCustomer',
    'set:',
    `  id: ${id}`,
    `  note: ${rule}`,
    'tests:',
    '  - name: a customer',
    `    payload: ${JSON.stringify({ customer: 1001, ...sample })}`,
    '    expect: [{id: "1001", note: a}]',
    '',
  ].join('\n');
  const payload = { customer: 1002, ...event };
  const input = {
    ...{ payload, answers: undefined, headers: {}, query: {}, body: payload },
    event: { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
  };
  const atEvent = codesOf(await evaluateYaml(text, { payload })).includes('mapping/several-entries');
  const atCheck = (await checkTrials(mappingOf(text), [{ input }])).some(
    ({ code }) => code === 'mapping/several-entries',
  );
  expect(atCheck).toBe(atEvent);
  return atEvent;
}

const pupil = (vorname: string, minuten = 45) => ({ vorname, minuten });
const one = { schueler: [pupil('Mia')] };
const two = { schueler: [pupil('Mia'), pupil('Tom', 30)] };

describe('several entries of a list of which the samples have one', () => {
  it.each([
    ['schueler[0].vorname', one, two],
    ['schueler[-1].vorname', one, two],
    ['$uppercase(schueler[0].vorname)', one, two],
    ['{template: "for {schueler[0].vorname}"}', one, two],
    ['schueler[0].vorname & " x"', one, two],
    ['$string($sum(schueler.minuten))', one, two],
    ['$string($max(schueler.minuten))', one, two],
    ['$string($average(schueler.minuten))', one, two],
    [
      '$string($sum(data.pupils.minutes))',
      { data: { pupils: [{ minutes: 1 }] } },
      { data: { pupils: [{ minutes: 1 }, { minutes: 2 }] } },
    ],
    [
      '$string($sum(rows.minutes))',
      { rows: [{ name: 'a', minutes: 1 }] },
      {
        rows: [
          { name: 'a', minutes: 1 },
          { name: 'b', minutes: 2 },
        ],
      },
    ],
    [
      'children[0].dob',
      { children: [{ dob: '2015-01-01' }] },
      { children: [{ dob: '2015-01-01' }, { dob: '2017-01-01' }] },
    ],
    ['line_items[0].name', { line_items: [{ name: 'a' }] }, { line_items: [{ name: 'a' }, { name: 'b' }] }],
    [
      'line_items[0].meta[key="pa"].value',
      { line_items: [{ meta: [{ key: 'pa', value: 'a' }] }] },
      { line_items: [{ meta: [{ key: 'pa', value: 'a' }] }, { meta: [{ key: 'pa', value: 'b' }] }] },
    ],
    [
      'order.items[0].title',
      { order: { items: [{ title: 'a' }] } },
      { order: { items: [{ title: 'a' }, { title: 'b' }] } },
    ],
    [
      'teilnehmer[0].name',
      { teilnehmer: [{ name: 'a' }] },
      { teilnehmer: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
    ],
    ['attendees[0].name', { attendees: [{ name: 'a' }] }, { attendees: [{ name: 'a' }, { name: 'b' }] }],
    [
      'payload.guests[0].name',
      { payload: { guests: [{ name: 'a' }] } },
      { payload: { guests: [{ name: 'a' }, { name: 'b' }] } },
    ],
    ['`gäste`[0].name', { gäste: [{ name: 'a' }] }, { gäste: [{ name: 'a' }, { name: 'b' }] }],
    ['pets[0].name', { pets: [{ name: 'a' }] }, { pets: [{ name: 'a' }, { name: 'b' }] }],
    ['schueler[0].vorname & schueler[1].vorname', one, { schueler: [pupil('a'), pupil('b'), pupil('c')] }],
    [
      'tickets[0].holder.name',
      { tickets: [{ holder: { name: 'a' } }] },
      { tickets: [{ holder: { name: 'a' } }, { holder: { name: 'b' } }] },
    ],
    ['schueler[0] ? schueler[0].vorname : "none"', one, two],
  ])('%s, sample %j, event %j: is reported', async (rule, sample, event) => {
    expect(await isReported(`'${rule}'`.replace(/^'(\{.*\})'$/, '$1'), sample, event)).toBe(true);
  });

  it.each([
    // One entry, or several in a sample.
    ['schueler[0].vorname', one, { schueler: [pupil('Tom')] }],
    ['schueler[0].vorname', one, {}],
    ['schueler[0].vorname', two, { schueler: [pupil('a'), pupil('b'), pupil('c')] }],
    ['schueler[0].vorname', {}, two],
    ['schueler[0].vorname', { schueler: [] }, two],
    // All of them are read.
    ['$join(schueler.vorname, ", ")', one, two],
    ['schueler[0].vorname & schueler[1].vorname', one, two],
    ['$string($count(schueler))', one, two],
    [
      '$string($sum(line_items.price))',
      { line_items: [{ price: 1 }] },
      { line_items: [{ price: 1 }, { price: 2 }] },
    ],
    // Several entries of one person.
    ['phones[0].number', { phones: [{ number: '1' }] }, { phones: [{ number: '1' }, { number: '2' }] }],
    [
      'emailAddresses[0].value',
      { emailAddresses: [{ value: 'a' }] },
      { emailAddresses: [{ value: 'a' }, { value: 'b' }] },
    ],
    ['addresses[0].city', { addresses: [{ city: 'a' }] }, { addresses: [{ city: 'a' }, { city: 'b' }] }],
    [
      'custom_fields[0].value',
      { custom_fields: [{ value: 'a' }] },
      { custom_fields: [{ value: 'a' }, { value: 'b' }] },
    ],
    ['answers[0].text', { answers: [{ text: 'a' }] }, { answers: [{ text: 'a' }, { text: 'b' }] }],
    ['topics[0]', { topics: ['a'] }, { topics: ['a', 'b'] }],
    [
      'children[name="Mia"].dob',
      { children: [{ name: 'Mia', dob: 'a' }] },
      {
        children: [
          { name: 'Mia', dob: 'a' },
          { name: 'Tom', dob: 'b' },
        ],
      },
    ],
  ])('%s, sample %j, event %j: is not reported', async (rule, sample, event) => {
    expect(await isReported(`'${rule}'`, sample, event)).toBe(false);
  });

  it('is not reported with a reason, or if when reads the list', async () => {
    const rule = '{from: "schueler[0].vorname", because: the first one pays}';
    expect(await isReported(rule, one, two)).toBe(false);
    expect(await isReported("'schueler[0].vorname'", one, two, "when: '$count(schueler) > 0'")).toBe(false);
  });

  it('is reported for the customer number, with the list and the cure', async () => {
    const [sample, event] = [
      { children: [{ no: '1', a: 'x' }] },
      {
        children: [
          { no: '1', a: 'x' },
          { no: '2', a: 'y' },
        ],
      },
    ];
    expect(await isReported('customer', sample, event, '', 'children[0].no')).toBe(true);
    const text =
      'source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: children[0].no\n  note: remark\n' +
      'tests:\n  - name: a\n    payload: {remark: a, children: [{no: "1"}]}\n    expect: [{id: "1", note: a}]\n';
    const found = await evaluateYaml(text, {
      payload: { remark: 'b', children: [{ no: '1' }, { no: '2' }] },
    });
    expect('diagnostics' in found && found.diagnostics[0]).toMatchObject({
      message:
        'id reads one of the 2 entries of children in the event, and the others are left out; every sample of the mapping has one entry',
      hint: 'if each entry is a person of its own, write split: children at the source in the config, which makes an event of each, and read its values without children[0]; if this is right, add because: with the reason, or keep such an event as a test (fieldbridge capture)',
    });
  });

  it('is reported once for a list that several rules read', async () => {
    const text =
      'source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: kids[0].no\n  note: kids[0].a\n' +
      '  additionalFields: {b: "kids[0].b", c: "kids[0].c", none: "kids[0].none"}\n' +
      'tests:\n  - name: a\n    payload: {kids: [{no: "1"}]}\n    expect: [{id: "1"}]\n';
    const kids = ['1', '2'].map(no => ({ no, a: 'a', b: 'b', c: 'c' }));
    const found = await evaluateYaml(text, { payload: { kids } });
    const messages = 'diagnostics' in found ? found.diagnostics.map(({ message }) => message) : [];
    expect(messages).toEqual([
      'id, note, additionalFields.b and 1 more read one of the 2 entries of kids in the event, and the others are left out; every sample of the mapping has one entry',
    ]);
  });
});
