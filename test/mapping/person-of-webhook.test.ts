import { describe, expect, it } from 'vitest';
import { personsOfWebhook } from '../../src/mapping/doubts/people/person-of-webhook.ts';
import { bookingMapping, mappingOf } from './evaluate-yaml.ts';

const event = { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };

/** Returns the reported paths for the second event of a webhook that is split at `list`. */
function reported(
  text: string,
  body: Readonly<Record<string, unknown>>,
  list = 'people',
): readonly (string | undefined)[] {
  const payload = (body[list] as readonly unknown[])[1];
  const input = { payload, body, answers: undefined, headers: {}, query: {}, event };
  return personsOfWebhook(mappingOf(text), input).map(({ path }) => path);
}

/** The mapping with a line of `set`, or with a link. */
function textOf(line: string): string {
  if (line.startsWith('link: ')) return updateOf('id: $linked', `${line}\n`);
  return line.startsWith('id: ') ? updateOf(line) : bookingMapping(`  ${line}\n`);
}

function updateOf(line: string, head = ''): string {
  return `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  ${line}\n  note: note\n`;
}

const people = [
  { email: 'a@example.com', note: 'x' },
  { email: 'b@example.com', note: 'y' },
];
const named = people.map((each, at) => ({
  ...each,
  firstName: `N${at}`,
  lastName: `L${at}`,
  phone: `0171${at}`,
}));

describe('a person that is read from a webhook with several people', () => {
  it.each([
    ['link: $body.people[0].email', { people }],
    ['link: $body.people.email', { people }],
    ['link: $body.email', { email: 'x@example.com', people }],
    ['link: $body.contact.email', { contact: { email: 'x@example.com' }, people }],
    ['link: $lowercase($body.email)', { email: 'x@example.com', people }],
    ['link: $body.customer_id', { customer_id: 7, people: [{ customer_id: 1 }, { customer_id: 2 }] }],
    [
      'link: $body.customer.id',
      { customer: { id: 7 }, people: [{ customer: { id: 1 } }, { customer: { id: 2 } }] },
    ],
    ['link: $body.id', { id: 'w1', people }],
    ['link: $body.webhookId', { webhookId: 'w1', people: [{ contact_id: 1 }, { contact_id: 2 }] }],
    ['link: $body.account', { account: 'x', people: [{ person: { id: 1 } }, { person: { id: 2 } }] }],
    ['link: $body.code', { code: 'x', people: [{ code: 'a' }, { code: 'b' }] }],
    ['id: $body.customer', { customer: 7, people }],
    ['id: $body.people[0].nr', { people: [{ nr: 1 }, { nr: 2 }] }],
    ['id: {template: "{$body.customer}"}', { customer: 7, people }],
    ['email: $body.email', { email: 'x@example.com', people }],
    ['email: $body.buyer.mail', { buyer: { mail: 'x@example.com' }, people }],
    ['firstName: $body.firstName', { firstName: 'X', people: named }],
    ['firstName: $body.buyer.vorname', { buyer: { vorname: 'X' }, people: named }],
    ['name: $body.lastName', { lastName: 'X', people: named }],
    ['mobile: $body.phone', { phone: '0301', people: named }],
    ['phone: $body.buyer.tel', { buyer: { tel: '0301' }, people: named }],
    [
      'customerId: $body.customer.number',
      { customer: { number: 7 }, people: [{ clientId: 1 }, { clientId: 2 }] },
    ],
  ])('is reported: %s of %j', (line, body) => {
    expect(reported(textOf(line), body)).toHaveLength(1);
  });

  const changes = [
    { field: 'note', value: 'x' },
    { field: 'allergies', value: 'Nuts' },
  ];
  const items = [
    { id: 1, name: 'Shampoo' },
    { id: 2, name: 'Comb' },
  ];

  it.each([
    ['link: email', { people }],
    ['link: $body.contact.id', { contact: { id: 7 }, people: changes }],
    ['link: $body.email', { email: 'x@example.com', people: changes }],
    ['link: $body.id', { id: 7, people: items }],
    ['link: $body.customer.id', { customer: { id: 7 }, people: items }],
    ['link: $body.customer.email', { customer: { email: 'b@example.com' }, people }],
    ['link: "email ? email : $body.email"', { email: 'x@example.com', people }],
    ['link: $body.customer.id', { customer: { id: 7, email: 'b@example.com' }, people }],
    ['link: $body.customer_id', { customer_id: 2, people: [{ customer_id: 1 }, { customer_id: 2 }] }],
    ['link: $body.customer_id', { customer_id: 7, people: [{ customer_id: '' }, { customer_id: '' }] }],
    ['link: $body.customer_id', { customer_id: 7, people: [{ customer_id: null }, { customer_id: null }] }],
    ['id: nr', { people: [{ nr: 1 }, { nr: 2 }] }],
    ['id: {from: $body.customer, because: one person books for all}', { customer: 7, people }],
    ['email: email', { people }],
    ['email: $body.email', { email: 'x@example.com', people: [{ firstName: 'A' }, { firstName: 'B' }] }],
    ['firstName: $body.firstName', { firstName: 'X', people }],
    ['mobile: $body.phone', { phone: '0301', people }],
    ['appointmentParticipantId: participant', { people: [{ participant: 1 }, { participant: 2 }] }],
    ['customerStatus: $body.status', { status: 'VIP', people }],
  ])('is not reported for a single person, or if the event itself is read: %s of %j', (line, body) => {
    expect(reported(textOf(line), body)).toEqual([]);
  });

  /** The mapping with a rule for an additional field. */
  const fieldOf = (rule: string) => `${updateOf('id: nr')}  additionalFields:\n    allergies: ${rule}\n`;
  const guests = [
    { nr: 1, allergies: 'none', diet: { kind: 'vegan' } },
    { nr: 2, allergies: 'nuts', diet: { kind: 'all' } },
  ];

  it.each([
    '$body.people[0].allergies',
    '$body.people[1].allergies',
    '$body.people[-1].allergies',
    '$body.people[nr = 1].allergies',
    '($body.people.allergies)[0]',
    '$body.people.allergies[0]',
    '$body.people.allergies',
    '$body.people.diet.kind',
    '$body.people[0].diet.kind',
    '{from: "$body.people[0].allergies", as: boolean}',
    '{from: "$body.people[0].allergies", values: {none: "-", nuts: Nuts}}',
    '{template: "{$body.people[0].allergies}"}',
  ])('is reported for any value of one of them: %s', rule => {
    expect(reported(fieldOf(rule), { people: guests })).toEqual(['additionalFields.allergies']);
  });

  it.each([
    'allergies',
    'diet.kind',
    '$body.remark',
    '$body.order.allergies',
    '$count($body.people)',
    '$sum($body.people.nr)',
    '$join($body.people.allergies, ", ")',
    '{from: "$body.people[0].allergies", because: the first is the host}',
    '{template: "{allergies}, {$body.remark}"}',
  ])('is not reported for other values of the webhook: %s', rule => {
    const body = { people: guests, remark: 'x', order: { allergies: 'y' } };
    expect(reported(fieldOf(rule), body)).toEqual([]);
  });

  it('is not reported for a value of the only event', () => {
    const body = { people: guests.slice(1) };
    const input = { payload: guests[1], body, answers: undefined, headers: {}, query: {}, event };
    const mapping = mappingOf(fieldOf('$body.people[0].allergies'));
    expect(personsOfWebhook(mapping, input)).toEqual([]);
  });

  it('is not reported for a webhook with a single event', () => {
    const body = { email: 'a@example.com', people };
    const input = { payload: body, body, answers: undefined, headers: {}, query: {}, event };
    expect(personsOfWebhook(mappingOf(textOf('link: $body.email')), input)).toEqual([]);
  });

  const names = (at: number) => ({ voornaam: `V${at}`, achternaam: `A${at}` });
  const entries = (more: (at: number) => object) => [1, 2].map(at => ({ ...names(at), ...more(at) }));
  it.each<[string, (at: number) => object, string]>([
    ['link: $body.booker.email', at => ({ klantnummer: 1000 + at }), 'here klantnummer;'],
    ['link: $body.booker.email', at => ({ 'e-mail': `${at}@example.nl` }), 'here `e-mail`;'],
    ['link: $body.booker.email', at => ({ id: `d${at}` }), 'here id;'],
    [
      'link: $body.booker.email',
      at => ({ telefoon: 1, gsm: 2, deelnemer: { id: at } }),
      'here deelnemer.id;',
    ],
    [
      'link: $body.booker.email',
      at => ({ id: at, mail: `${at}@x.nl`, kundennummer: at }),
      'here kundennummer;',
    ],
    ['link: $body.booker.achternaam', at => ({ klantnummer: at }), 'here klantnummer;'],
    ['link: $body.people[0].achternaam', at => ({ klantnummer: at }), 'here klantnummer;'],
    ['link: $body.booker.email', () => ({}), 'of this entry; none has a known name;'],
    [
      'id: $body.booker.nr',
      at => ({ numero_cliente: at }),
      'customer number of this entry, here numero_cliente;',
    ],
    ['id: $body.booker.nr', at => ({ email: `${at}@x.nl` }), 'none has a known name, or link: with the path'],
  ])('asks for the number or the address of an entry, never for its name: %s', (line, more, cure) => {
    const payload = entries(more);
    const body = { booker: { email: 'x@example.nl', nr: 7, achternaam: 'X' }, people: payload };
    const input = { payload: payload[1], body, answers: undefined, headers: {}, query: {}, event };
    const [found] = personsOfWebhook(mappingOf(textOf(line)), input);
    expect(found?.hint).toContain(cure);
    expect(found?.hint).not.toMatch(/naam/);
  });
});
