import { describe, expect, it } from 'vitest';
import { otherEntries } from '../../src/check/people/other-entries.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' }),
    fieldOf({ keyName: 'f7', name: 'Geburtstag des Kindes', type: 'date' }),
    fieldOf({ keyName: 'f8', name: 'Name der zweiten Person' }),
    fieldOf({ keyName: 'f9', name: 'Zweite E-Mail' }),
  ],
});

const lena = { no: 1002, first: 'Lena', name: 'Vogel', birthday: '2004-02-11', email: 'l@example.com' };
const petra = { no: 1001, first: 'Petra', name: 'Vogel', birthday: '1979-05-30', email: 'p@example.com' };
const { no: _, ...unnumbered } = lena;
const payload = {
  attendees: [petra, lena],
  guests: [petra, unnumbered],
  people: [
    { role: 'owner', ...petra },
    { role: 'guest', ...lena },
  ],
  orders: [{ attendees: [petra] }, { attendees: [lena] }],
  order: { items: [{ attendees: [petra, lena] }] },
  records: [petra, lena],
  rows: [petra, unnumbered],
  visits: [
    { no: 1001, day: '2026-03-01' },
    { no: 1001, day: '2026-02-01' },
  ],
  fields: [
    { label: 'Nummer', value: 1001, type: 'number' },
    { label: 'Geburtstag', value: '1979-05-30', type: 'date', birthday: '1979-05-30' },
  ],
  phones: [
    { kind: 'mobile', number: '1' },
    { kind: 'home', number: '2' },
  ],
  kunde: petra,
};

function reported(id: string, field: string, head = ''): readonly string[] {
  const text = `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: ${id}\n  additionalFields:\n    ${field}\n`;
  return otherEntries(mappingOf(text), catalog, { payload }).map(({ code, path }) => `${code} ${path}`);
}

describe('a rule that reads another entry of a list than the customer', () => {
  it.each([
    ["'attendees[0].no'", "birthdate: 'attendees[1].birthday'"],
    ["'attendees[1].no'", "birthdate: 'attendees[0].birthday'"],
    ["'attendees[0].no'", "birthdate: 'attendees[-1].birthday'"],
    ["'attendees[-1].no'", "birthdate: 'attendees[0].birthday'"],
    ["'attendees[0].no'", "birthdate: {from: 'attendees[1].birthday', as: date}"],
    ["'attendees[0].no'", `birthdate: "$string(attendees[1].birthday)"`],
    ["'attendees[0].no'", `birthdate: "attendees[1].birthday ? attendees[1].birthday : null"`],
    ["'attendees[0].no'", 'birthdate: {template: "{attendees[1].first} {attendees[1].name}"}'],
    ["'guests[0].no'", "birthdate: 'guests[1].birthday'"],
    [`'people[role = "owner"].no'`, `birthdate: 'people[role = "guest"].birthday'`],
    [`'people[role = "owner"].no'`, "birthdate: 'people[1].birthday'"],
    ["'people[0].no'", `birthdate: 'people[role = "guest"].birthday'`],
    ["'orders[0].attendees[0].no'", "birthdate: 'orders[1].attendees[0].birthday'"],
    ["'order.items[0].attendees[0].no'", "birthdate: 'order.items[0].attendees[1].birthday'"],
    ["'records[0].no'", "birthdate: 'records[1].birthday'"],
    ["'records[0].no'", "nick: 'records[1].first'"],
    ["'records[1].no'", "birthdate: 'records[0].birthday'"],
    ["'$string(attendees[0].no)'", "birthdate: 'attendees[1].birthday'"],
    [`'"10" & attendees[0].no'`, "birthdate: 'attendees[1].birthday'"],
    ["'attendees[0].no'", "unknown.field: 'attendees[1].birthday'"],
    ["'attendees[0].no'", "vip: 'attendees[1].first'"],
  ])('is reported: %s, %s', (id, field) => {
    expect(reported(id, field)).toHaveLength(1);
  });

  it('is reported beside the link', () => {
    expect(reported('$linked', "birthdate: 'attendees[1].birthday'", "link: 'attendees[0].email'\n")).toEqual(
      ['mapping/other-name additionalFields.birthdate'],
    );
  });

  it.each([
    ["'attendees[0].no'", "birthdate: 'attendees[0].birthday'"],
    ["'attendees[1].no'", "birthdate: 'attendees[1].birthday'"],
    ["'attendees[-1].no'", "birthdate: 'attendees[1].birthday'"],
    [`'people[role = "owner"].no'`, "birthdate: 'people[0].birthday'"],
    ["'attendees[0].no'", "f7: 'attendees[1].birthday'"],
    ["'attendees[0].no'", "f8: 'attendees[1].name'"],
    ["'attendees[0].no'", "child.name: 'attendees[1].name'"],
    ["'attendees[0].no'", "partner: 'attendees[1].name'"],
    ["'attendees[0].no'", "guest2: 'attendees[1].first'"],
    ["'attendees[0].no'", "mutter: 'attendees[1].first'"],
    ["'attendees[0].no'", "birthdate: {from: 'attendees[1].birthday', because: the second is the customer}"],
    ["'attendees[0].no'", "birthdate: 'attendees[2].birthday'"],
    [
      "'attendees[0].no'",
      "birthdate: 'attendees[0].birthday ? attendees[0].birthday : attendees[1].birthday'",
    ],
    ["'attendees[0].no'", "count: '$count(attendees)'"],
    ['kunde.no', "birthdate: 'attendees[1].birthday'"],
    ["'rows[0].no'", "birthdate: 'rows[1].birthday'"],
    ["'visits[0].no'", "last.visit: 'visits[-1].day'"],
    ["'visits[0].no'", "last.visit: 'visits[1].day'"],
    ["'fields[0].value'", "birthdate: 'fields[1].value'"],
    ["'fields[0].value'", "birthdate: 'fields[1].birthday'"],
    ["'phones[0].number'", "phone2: 'phones[1].number'"],
    ["'attendees[0].no'", "birthdate: 'records[1].birthday'"],
  ])('is not reported: %s, %s', (id, field) => {
    expect(reported(id, field)).toEqual([]);
  });
});
