import { describe, expect, it } from 'vitest';
import { interpret } from '../../src/booking/answers/interpret.ts';
import { namedPerson } from '../../src/mapping/evaluate/person/named-person.ts';
import { answered, data } from '../booking/calls.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';

const leopold = {
  firstName: 'Leopold',
  lastName: 'Achterberg',
  name: 'Achterberg',
  email: 'leopold@example.com',
};
const ida = { vorname: 'Ida', nachname: 'Sørensen', email: 'ida.soerensen@example.com' };
const owner = { nummer: 1016, vorname: 'Leopold', nachname: 'Achterberg', email: 'leopold@example.com' };

/** Returns the codes of the warnings about an update that reached Leopold Achterberg. */
function codesOf(payload: object, id = 'kunde.nummer'): readonly string[] {
  const mapping = mappingOf(
    `source: crm\ndestination: salon\noperation: updateCustomer\nset: {id: ${id}, note: note}\n`,
  );
  const event = { id: 'e1', source: 'crm', receivedAt: '2026-03-01T12:00:00.000Z' };
  const person = namedPerson(mapping, {
    payload,
    answers: undefined,
    headers: {},
    query: {},
    body: payload,
    event,
  });
  const call = {
    operation: 'updateCustomer' as const,
    id: data('1016'),
    note: { set: data('tea') },
    additionalFields: [],
    ...(person && { person }),
  };
  const body = JSON.stringify({ id: 1016, changes: [], ...leopold });
  const outcome = interpret(call, answered(200, body), { now: 0, earlierUnclear: false });
  const diagnostics = outcome.kind === 'done' ? (outcome.completion.diagnostics ?? []) : undefined;
  return (diagnostics ?? []).map(({ code }) => code);
}

describe('an update that reached the customer whom an event names as somebody else', () => {
  it.each<[string, object]>([
    ['the owner', { eigentuemer: owner }],
    ['the owner with an umlaut', { eigentümer: owner }],
    ['the owner in a list', { eigentuemer: [owner] }],
    ['the owner deeper in the event', { objekt: { ort: 'Ulm', eigentuemer: owner } }],
    ['the owner in English', { property: { owner: { firstName: 'Leopold', lastName: 'Achterberg' } } }],
    ['the owner in one text', { eigentuemer: 'Leopold Achterberg' }],
    ['the name of the owner in one text', { eigentuemer_name: 'Leopold Achterberg' }],
    ['the agent', { makler: owner }],
    ['the agent as a word of the key', { zustaendiger_makler: owner }],
    ['the agent in English', { agent: { name: 'Leopold Achterberg', email: 'leopold@example.com' } }],
    ['the agent with capitals', { assignedAgent: { name: 'Leopold Achterberg' } }],
    ['the employee', { mitarbeiter: owner }],
    ['the employee in English', { employee: { name: 'Leopold Achterberg' } }],
    ['the clerk', { sachbearbeiterin: owner }],
    ['the host', { termin: { host: { name: 'Leopold Achterberg', email: 'leopold@example.com' } } }],
    ['the seller', { verkäufer: owner }],
    ['the seller in English', { seller: owner }],
    ['the landlord', { vermieter: owner }],
    ['the partner', { partner: owner }],
    ['the partner in marriage', { ehepartnerin: owner }],
    ['the consultant', { berater: owner }],
    ['two of them', { makler: { name: 'Jonas Ebersbach' }, eigentuemer: owner }],
  ])('is reported beside the number and the name of another person: %s', (_, others) => {
    expect(codesOf({ note: 'tea', kunde: { nummer: 1016, ...ida }, ...others })).toEqual([
      'call/other-person',
    ]);
    expect(codesOf({ note: 'tea', kundennummer: 1016, ...ida, ...others }, 'kundennummer')).toEqual([
      'call/other-person',
    ]);
  });

  it.each<[string, object, string?]>([
    ['a child', { kunde: { nummer: 1016, ...ida }, kind: { vorname: 'Leopold', nachname: 'Achterberg' } }],
    ['a child in a text', { kunde: { nummer: 1016, ...ida }, name_des_kindes: 'Leopold Achterberg' }],
    ['a participant', { kunde: { nummer: 1016, ...ida }, teilnehmer: { name: 'Leopold Achterberg' } }],
    ['a patient', { kunde: { nummer: 1016, ...ida }, patient: { name: 'Leopold Achterberg' } }],
    ['a company', { kunde: { nummer: 1016, ...ida }, firma: 'Leopold Achterberg' }],
    ['a pupil', { kunde: { nummer: 1016, ...ida }, schueler: { name: 'Leopold Achterberg' } }],
    [
      'the owner of a pet',
      { tier: { nummer: 1016, vorname: 'Ida', nachname: 'Sørensen' }, besitzer: owner },
      'tier.nummer',
    ],
    ['the owner whose number is read', { kunde: ida, eigentuemer: owner }, 'eigentuemer.nummer'],
    ['an owner beside a contact', { kundennummer: 1016, contact: ida, eigentuemer: owner }, 'kundennummer'],
    [
      'an owner beside the customer',
      { kunde: { nummer: 1016, vorname: 'Leopold', nachname: 'Achterberg' }, makler: ida },
    ],
  ])('is not reported for %s', (_, payload, id) => {
    expect(codesOf({ note: 'tea', ...payload }, id)).toEqual([]);
  });
});
