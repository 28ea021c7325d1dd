import { describe, expect, it } from 'vitest';
import { checkEventTimes } from '../../../src/check/data/people/check-event-times.ts';
import { pathText } from '../../../src/expressions/paths/path-text.ts';
import { parseMapping } from '../../../src/mapping/parse/parse-mapping.ts';
import { storedOf } from '../trials.ts';

const moment = '2026-03-09T08:15:00Z';

function mappingOf({ link = 'contact.id', operation = 'updateCustomer', head = '', value = 'contact.note' }) {
  const id = operation === 'updateCustomer' ? 'id' : 'customerId';
  const others =
    operation === 'updateCustomer'
      ? `  note: ${value}`
      : '  appointmentId: appointment\n  privacy: yes1\n  terms: yes2\n  minAge: yes3';
  const text = `source: crm
destination: salon
operation: ${operation}
link: ${link}
${head}
set:
  ${id}: $linked
${others}
`;
  const { mapping, diagnostics } = parseMapping('mappings/notes.yaml', text, {
    readFile: () => {
      throw new Error('there is no file');
    },
  });
  if (!mapping) throw new Error(JSON.stringify(diagnostics));
  return mapping;
}

function reported(payloads: readonly unknown[], options: Parameters<typeof mappingOf>[0] = {}) {
  const found = checkEventTimes(
    mappingOf(options),
    { name: 'crm', occurredAt: undefined },
    storedOf(...payloads),
  );
  return found.map(({ hint = '' }) => /occurredAt: (.+) to the source/.exec(hint)?.[1]);
}

describe('a time of change that the source does not use', () => {
  it.each([
    ['updated_at', moment],
    ['updatedAt', '2026-03-09T08:15:00.123+01:00'],
    ['UpdatedDate', '2026-03-09 08:15:00'],
    ['updated', 1_772_000_000],
    ['lastModified', '1772000000123'],
    ['last_modified', 'Mon, 09 Mar 2026 08:15:00 +0100'],
    ['LastModifiedDate', moment],
    ['lastmodifieddate', 1_772_000_000_123],
    ['last_modified_at', moment],
    ['date_modified', moment],
    ['dateModified', moment],
    ['date_modified_gmt', '2026-03-09T08:15:00'],
    ['date_updated', moment],
    ['modified_on', moment],
    ['modification_date', moment],
    ['SystemModstamp', moment],
    ['write_date', '2026-03-09 08:15:00'],
    ['last_edited_time', moment],
    ['lastUpdate', moment],
    ['last_update_time', moment],
    ['changed_at', moment],
    ['contact_updated_at', moment],
    ['geaendert_am', moment],
    ['geändertAm', moment],
    ['zuletzt_aktualisiert', moment],
    ['letzte_aenderung', moment],
    ['Letzte Änderung', moment],
    ['gewijzigd_op', moment],
    ['occurred_at', moment],
  ])('is reported: %s', (name, value) => {
    const found = reported([{ contact: { id: 'a', note: 'x', created_at: moment, [name]: value } }]);
    expect(found).toEqual([pathText(['contact', name])]);
  });

  it.each([
    ['a time of creation', { created_at: moment }],
    ['another time of creation', { dateCreated: moment, angelegt_am: moment, submitted_at: moment }],
    ['the change of one value', { email_updated_at: moment, status_changed_at: moment }],
    ['a person who made the change', { updated_by: 'ada', modified_by_id: 7 }],
    ['a yes or no', { updated: true, changed: 'true' }],
    ['a count', { modified: 3, updated: '12' }],
    ['the names of changed values', { changed: ['note'], modified: 'note' }],
    ['a day', { updated_at: '2026-03-09', changed_on: '2026-03-09' }],
    ['a day in German', { geaendert_am: '09.03.2026 08:15' }],
    ['an empty value', { updated_at: '', lastModified: null }],
    ['the time of an appointment', { start: moment, date: moment, appointment_date: moment }],
    ['the time of a visit', { last_visit: moment, last_seen: moment, last_login_at: moment }],
    ['a time of sending', { sent_at: moment, timestamp: moment, time: moment }],
    ['the time of a thing beside', { appointment: { updated_at: moment }, orders: [{ updated_at: moment }] }],
    ['the time of an earlier record', { previous: { updated_at: moment } }],
    ['a date of a contract', { update_until: moment, changeover_date: moment }],
  ])('is not reported for %s', (_, more) => {
    expect(reported([{ contact: { id: 'a', note: 'x', ...more } }])).toEqual([]);
  });

  it.each([
    [
      'beside the object of the customer',
      { updated_at: moment, contact: { id: 'a', note: 'x' } },
      ['updated_at'],
    ],
    ['of a company', { company: { updated_at: moment }, contact: { id: 'a', note: 'x' } }, []],
    ['of the owner', { owner: { updated_at: moment }, contact: { id: 'a', note: 'x' } }, []],
    ['in the values', { id: 1, contact: { note: 'x', updated_at: moment } }, ['contact.updated_at']],
    ['without a value that the mapping reads', { updated_at: moment, ping: true }, []],
  ] as const)('is reported if it is that of the customer: %s', (_, payload, expected) => {
    expect(reported([payload])).toEqual(expected);
  });

  it.each([
    ['ereignis', 'kontakt.geaendert', 'zeitpunkt'],
    ['ereignis', 'Kontakt geändert', 'zeitstempel'],
    ['ereignis', 'kontakt.angelegt', 'datum'],
    ['aktion', 'aktualisiert', 'zeit'],
    ['event', 'contact.updated', 'timestamp'],
    ['event', 'contact.created', 'time'],
    ['event_type', 'CustomerUpdated', 'event_time'],
    ['eventType', 'UPDATE_CUSTOMER', 'eventTime'],
    ['type', 'customer.updated', 'created'],
    ['type', 'contact.property_change', 'createdAt'],
    ['topic', 'contacts/modified', 'at'],
    ['action', 'edit', 'ts'],
    ['trigger', 'person_edited', 'date'],
    ['gebeurtenis', 'klant.gewijzigd', 'tijdstip'],
  ])('is reported if it is that of an event of the record: %s %s, %s', (kind, value, time) => {
    const payload = (more: object) => [{ ...more, contact: { id: 'a', note: 'x' } }];
    expect(reported(payload({ [kind]: value, [time]: moment }))).toEqual([pathText([time])]);
    expect(reported(payload({ [kind]: 'appointment.reminder', [time]: moment }))).toEqual([]);
    expect(reported(payload({ [kind]: value, sent_at: moment, delivered_at: moment }))).toEqual([]);
    expect(reported(payload({ [kind]: value, [time]: '2026-03-09' }))).toEqual([]);
  });

  it('is not reported if most events do not have it', () => {
    const without = { contact: { id: 'a', note: 'x' } };
    const withTime = { contact: { id: 'a', note: 'x', updated_at: moment } };
    expect(reported([without, without, withTime])).toEqual([]);
    expect(reported([without, withTime, withTime, { ping: 1 }])).toEqual(['contact.updated_at']);
  });

  it('is not reported for bookings, with ignoreOlder, or if the source has occurredAt', () => {
    const payload = { contact: { id: 'a', note: 'x', updated_at: moment }, appointment: 'b' };
    expect(reported([payload], { operation: 'persistCustomerData' })).toEqual([]);
    expect(reported([payload], { head: 'ignoreOlder: true' })).toEqual([]);
    const occurredAt = mappingOf({}).link?.value;
    expect(checkEventTimes(mappingOf({}), { name: 'crm', occurredAt }, storedOf(payload))).toEqual([]);
  });
});
