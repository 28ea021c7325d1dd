import { describe, expect, it } from 'vitest';
import { overwrittenFirsts } from '../../src/check/days/overwritten-first.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'first.visit', name: 'Erster Besuch', type: 'date' }),
    fieldOf({ keyName: 'f3', name: 'Kunde seit', type: 'date' }),
    fieldOf({ keyName: 'last.visit', name: 'Letzter Besuch', type: 'date' }),
  ],
});

function reported(field: string, head = '', operation = 'updateCustomer'): readonly string[] {
  const own =
    operation === 'updateCustomer'
      ? '  id: nr\n'
      : '  appointmentId: a\n  privacy: p\n  terms: t\n  minAge: m\n';
  const text = `source: website\ndestination: salon\n${head}operation: ${operation}\nset:\n${own}  additionalFields:\n    ${field}\n`;
  return overwrittenFirsts(mappingOf(text), catalog).map(({ code }) => code);
}

const day = 'as: date, format: dd.MM.yyyy';
const booked = (path: string) => `first.visit: {from: ${path}, ${day}}`;

describe('a field for the first of something that each event overwrites', () => {
  it.each([
    [booked('appointment.start')],
    [booked('booking.date')],
    [booked('termin.datum')],
    [booked('start_time')],
    [booked('payload.start')],
    [booked('data.startTime')],
    [booked('$event.receivedAt')],
    [booked('$now()')],
    [booked('date')],
    ['first.visit: $fromMillis($millis(), "[D01].[M01].[Y0001]")'],
    ['first.visit: $date(appointment.start)'],
    ['first.visit: {template: "{termin.datum}"}'],
    ['first.visit: $substringBefore(start, "T")'],
    [`f3: {from: booking.created_at, ${day}}`],
    [`f3: {from: appointment.createdAt, ${day}}`],
    ['kunde_seit: termin.datum'],
    ['erstkontakt: timestamp'],
    ['customerSince: booking.date'],
    ['firstBooking: booking.start'],
    [`first.visit: {answer: date, ${day}}`],
    [`first.visit: {answer: submittedAt, ${day}}`],
    [booked('appointment.start'), 'when: event = "appointment.created"\n'],
    [booked('appointment.start'), 'when: status != "cancelled"\n'],
    [booked('appointment.start'), '', 'persistCustomerData'],
  ])('is reported: %s %s', (field, head = '', operation = 'updateCustomer') => {
    expect(reported(field, head, operation)).toEqual(['mapping/overwritten-first']);
  });

  it.each([
    [booked('customer.first_visit')],
    [booked('firstAppointment.date')],
    [booked('erster_besuch')],
    [booked('contact.customer_since')],
    [`f3: {from: contact.created_at, ${day}}`],
    [`f3: {from: created_at, ${day}}`],
    [`first.visit: {answer: Erster Besuch, ${day}}`],
    [`first.visit: {answer: Wann waren Sie zuerst bei uns?, ${day}}`],
    [`first.visit: {answer: q7, ${day}}`],
    [`first.visit: {from: 'visits = 1 ? appointment.start', ${day}}`],
    [`first.visit: {from: 'is_first ? start', ${day}}`],
    [`first.visit: {from: appointment.start, ${day}, because: "only the first booking is sent"}`],
    [booked('appointment.start'), 'when: $not($exists($linked))\nlink: nr\n'],
    [booked('appointment.start'), 'when: is_first = true\n'],
    [booked('appointment.start'), 'when: visits = 1\n'],
    [booked('appointment.start'), 'when: kunde.neu\n'],
    [booked('appointment.start'), 'when: event = "customer.created"\n'],
    [`last.visit: {from: appointment.start, ${day}}`],
    ['next.visit: appointment.start'],
    ['firstName: vorname'],
    ['first.visit: answer_7'],
    ['first.source: {value: Website}'],
    ['seit: x'],
  ])('is not reported: %s %s', (field, head = '') => {
    expect(reported(field, head)).toEqual([]);
  });
});
