import { describe, expect, it } from 'vitest';
import { comingVisitDoubt } from '../../src/check/call/birthday.ts';
import { fieldOf, now } from './catalog.ts';

function reported(name: string, text: string, type = 'date'): boolean {
  return comingVisitDoubt(fieldOf({ keyName: 'f', name, type }), text, now) !== undefined;
}

describe('a last visit that is still to come', () => {
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
  ])('is not reported: %s %s', (name, text) => {
    expect(reported(name, text)).toBe(false);
  });

  it('is not reported for a text', () => {
    expect(reported('Letzter Besuch', '01.06.2026', 'text')).toBe(false);
  });
});
