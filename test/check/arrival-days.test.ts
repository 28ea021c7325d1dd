import { describe, expect, it } from 'vitest';
import { arrivalDays } from '../../src/check/days/arrival-days.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const catalog = catalogOf({
  fields: [
    ['first.visit', 'Erster Besuch'],
    ['f1', 'Erstbehandlung'],
    ['f2', 'Geburtstag des Kindes'],
    ['f3', 'Hochzeitstag'],
    ['f4', 'Unfalldatum'],
    ['f5', 'Entbindungstermin'],
    ['f6', 'Kunde seit'],
    ['f7', 'Letzter Kontakt'],
    ['f8', 'Wunschtermin'],
    ['f9', 'Einwilligung am'],
    ['last.visit', 'Letzter Besuch'],
  ].map(([keyName = '', name = '']) => fieldOf({ keyName, name, type: 'date' })),
});
const receivedAt = '2026-11-29T08:15:40.123Z';

function reported(rule: string, date: unknown, head = ''): boolean {
  const text = `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\n`;
  const listed = [{ keys: ['q1'], labels: ['date'], value: date }];
  const input = {
    payload: { date, contact: { first_visit: date } },
    answers: namedAnswers(listed),
    event: { id: 'e', source: 'website', receivedAt },
  };
  return arrivalDays(mappingOf(text), catalog, input).length > 0;
}

const written = 'as: date, parse: dd/MM/yyyy HH:mm';
const inBerlin = `${written}, zone: Europe/Berlin`;

describe('a day that is the moment at which the event arrived', () => {
  it.each([
    [`first.visit: {answer: date, ${written}}`, '29/11/2026 09:14'],
    [`first.visit: {from: date, ${written}}`, '29/11/2026 09:14'],
    [`first.visit: {from: date, ${inBerlin}}`, '29/11/2026 09:16'],
    [`first.visit: {from: date, ${written}}`, '29/11/2026 08:14'],
    [`first.visit: {from: date, ${written}}`, '29/11/2026 00:17'],
    [`f1: {from: date, ${inBerlin}}`, '29/11/2026 09:14'],
    ['f2: {from: date, as: date}', '2026-11-29T08:15:39Z'],
    ['f2: {answer: date, as: date}', '2026-11-29T09:15:39+01:00'],
    ['f3: {from: date, as: date}', '2026-11-29 08:13:12'],
    ['f3: {from: date, as: date, parse: X}', 1_795_940_139],
    ['f3: {from: date, as: date, parse: x}', 1_795_940_139_000],
    [`f4: {from: date, ${inBerlin}}`, '29/11/2026 09:14'],
    ['f5: {from: date, as: date}', '2026-11-29T08:14:10.000Z'],
    ['geburtstag_partner: {from: date, as: date}', '2026-11-29T08:14:10.000Z'],
    ['birthdate2: {from: date, as: date}', '2026-11-29T08:14:10.000Z'],
    ['erster_besuch: {from: date, as: date}', '2026-11-29T08:14:10.000Z'],
    ['firstAppointment: {from: date, as: date, zone: Europe/Berlin}', '2026-11-29T08:14:10.000Z'],
    ['wedding.day: {from: date, as: date}', '2026-11-29T08:14:10.000Z'],
    [`f1: {from: date, ${written}}`, '29/11/2026 10:16'],
    ['f2: {from: $event.receivedAt, as: date}', ''],
  ])('is reported: %s %s', (rule, date) => {
    expect(reported(rule, date)).toBe(true);
  });

  it.each([
    [`first.visit: {from: date, ${inBerlin}}`, '28/11/2026 09:14'],
    [`first.visit: {from: date, ${inBerlin}}`, '29/11/2026 10:14'],
    [`first.visit: {from: date, ${inBerlin}}`, '29/11/2026 09:30'],
    [`first.visit: {from: date, ${inBerlin}}`, '29/11/2026 09:15'],
    ['first.visit: {from: date, as: date}', '2026-11-29'],
    ['first.visit: {from: date, as: date}', '2026-11-29T00:00:00Z'],
    ['first.visit: {from: date, as: date}', '2019-11-29T08:15:39Z'],
    ['first.visit: {from: contact.first_visit, as: date}', '2026-11-29T08:15:39Z'],
    ['first.visit: {from: date, as: date, because: sent once}', '2026-11-29T08:15:39Z'],
    ['f2: {from: date, as: date}', '1991-07-04T08:15:39Z'],
    ['f3: {from: date, as: date}', ''],
    ['f3: {from: date, as: date}', null],
    ['f3: {from: date, as: date}', 'unbekannt'],
    ['f5: {from: date, as: date}', '2027-02-14T08:15:39Z'],
    ['f6: {from: date, as: date}', '2026-11-29T08:15:39Z'],
    ['f7: {from: date, as: date}', '2026-11-29T08:15:39Z'],
    ['f8: {from: date, as: date}', '2026-11-29T08:15:39Z'],
    ['f9: {from: date, as: date}', '2026-11-29T08:15:39Z'],
    ['last.visit: {from: date, as: date}', '2026-11-29T08:15:39Z'],
    ['customer_since: {from: date, as: date}', '2026-11-29T08:15:39Z'],
    ['createdAt: {from: date, as: date}', '2026-11-29T08:15:39Z'],
  ])('is not reported: %s %s', (rule, date) => {
    expect(reported(rule, date)).toBe(false);
  });

  it('is not reported for a first visit if the mapping is for first events only', () => {
    expect(
      reported('first.visit: {from: date, as: date}', '2026-11-29T08:15:39Z', 'when: visits = 1\n'),
    ).toBe(false);
  });
});
