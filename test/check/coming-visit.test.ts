import { describe, expect, it } from 'vitest';
import { comingDayDoubt } from '../../src/check/call/days/birthday.ts';
import { fieldOf, now } from './catalog.ts';

function reported(name: string, text: string, type = 'date'): boolean {
  return comingDayDoubt(fieldOf({ keyName: 'f', name, type }), text, now) !== undefined;
}

describe('a last visit or a birthday that is still to come', () => {
  it.each([
    ['Letzter Besuch', '01.06.2026'],
    ['Letzter Besuch', '2026-06-01'],
    ['letzter Termin', '2026-06-01T10:00:00Z'],
    ['Letzte Behandlung', '06/20/2026'],
    ['Last visit', '2026-03-20'],
    ['last.visit', '20.03.2026'],
    ['Last salon appointment', '20260620'],
    ['Last seen', '2026-12-24'],
    ['Letzter Kontakt', '24.12.2026'],
    ['Laatste bezoek', '24-12-2026'],
    ['Geburtstag des Hundes', '2027-02-28'],
    ['dog.birthday', '28.02.2027'],
    ['Geburtsdatum Partner', '28.02.2027'],
    ['Date of birth', '2027-02-28'],
    ["Child's birthdate", '2027-02-28'],
    ['Geboren am', '28.02.2027'],
    ['Date de naissance', '28/02/2027'],
    ['Geboortedatum', '28-02-2027'],
  ])('is reported: %s %s', (name, text) => {
    expect(reported(name, text)).toBe(true);
  });

  it.each([
    ['Letzter Besuch', '01.02.2026'],
    ['Letzter Besuch', '02.03.2026'],
    ['Letzter Besuch', '03.03.2026'],
    ['Letzter Besuch', '02/06/2026'],
    ['Nächster Besuch', '01.06.2026'],
    ['Erster Besuch', '01.06.2026'],
    ['Kunde seit', '01.06.2026'],
    ['Letzter Besuch', 'unbekannt'],
    ['Letzte Rate', '01.06.2026'],
    ['Karte gültig bis', '01.06.2026'],
    ['Geburtstag des Hundes', '04.05.2021'],
    ['Geburtstag des Hundes', '02/06/2026'],
    ['Nächster Geburtstag', '28.02.2027'],
    ['Next birthday', '2027-02-28'],
    ['Geburtstermin', '28.02.2027'],
    ['Geburtstagsaktion bis', '28.02.2027'],
    ['Birthday party', '2027-02-28'],
    ['Birthday gift until', '2027-02-28'],
  ])('is not reported: %s %s', (name, text) => {
    expect(reported(name, text)).toBe(false);
  });

  it('is not reported for a text', () => {
    expect(reported('Letzter Besuch', '01.06.2026', 'text')).toBe(false);
  });
});
