import { describe, expect, it } from 'vitest';
import { daysInWrongOrder } from '../../src/check/call/days/day-order.ts';
import type { Call } from '../../src/inbox/call.ts';
import { catalogOf, fieldOf } from './catalog.ts';

/** Reports the codes for a call that sets two fields with these names. */
function reported(
  [one, oneText]: readonly [string, string],
  [other, otherText]: readonly [string, string],
): readonly string[] {
  const fields = [
    fieldOf({ keyName: 'a', name: one, type: 'date' }),
    fieldOf({ keyName: 'b', name: other, type: 'date' }),
  ];
  const call: Call = {
    operation: 'updateCustomer',
    id: { text: '7', origin: 'data' },
    additionalFields: [['a', oneText] as const, ['b', otherText] as const].map(([key, text]) => ({
      key,
      change: { set: { text, origin: 'data' } },
    })),
  };
  return daysInWrongOrder(call, { catalog: catalogOf({ fields }) }).map(
    ({ code, path = '' }) => `${code} ${path}`,
  );
}

describe('a last visit before the first one', () => {
  it.each<[string, string, string, string]>([
    ['Kunde seit', '2026-05-04', 'Letzter Besuch', '2015-03-01'],
    ['Kundin seit', '04.05.2026', 'Letzte Behandlung', '01.03.2015'],
    ['Patient seit', '04.05.2026', 'Letzter Termin', '03.05.2026'],
    ['customerSince', '05/04/2026', 'lastVisit', '03/01/2015'],
    ['client_since', '2026-05-04', 'last_appointment', '2015-03-01'],
    ['since', '2026-05-04', 'last.visit', '2015-03-01'],
    ['seit', '2026-05-04', 'letzter.termin', '2015-03-01'],
    ['Erster Besuch', '2026-05-04', 'Letzter Besuch', '2015-03-01'],
    ['Ersttermin', '2026-05-04', 'Letzter Termin', '2015-03-01'],
    ['first visit', '20260504', 'last seen', '20150301'],
    ['First appointment', '2026-05-04 10:00', 'Last booking', '2015-03-01 11:00'],
    ['Klant sinds', '2026-05-04', 'Laatste bezoek', '2015-03-01'],
    ['Eerste afspraak', '2026-05-04', 'Laatste afspraak', '2015-03-01'],
    ['Client depuis', '2026-05-04', 'Dernière visite', '2015-03-01'],
    ['Première visite', '2026-05-04', 'Dernier rendez-vous', '2015-03-01'],
    ['Cliente desde', '2026-05-04', 'Última visita', '2015-03-01'],
    ['Prima visita', '2026-05-04', 'Ultima visita', '2015-03-01'],
    ['Erstbesuch', '2026-05-04', 'Letzte Buchung', '2015-03-01'],
    ['Gast seit', '2026-05-04', 'Letzter Besuch', '2026-05-03'],
    ['Stammkunde seit', '2026-05-04', 'letzter Besuch', '2015-03-01'],
  ])('is reported: %s %s, %s %s', (first, firstDay, last, lastDay) => {
    expect(reported([first, firstDay], [last, lastDay])).toEqual([
      'check/last-before-first additionalFields.b',
    ]);
    expect(reported([last, lastDay], [first, firstDay])).toEqual([
      'check/last-before-first additionalFields.a',
    ]);
  });

  it.each<[string, string, string, string]>([
    ['Kunde seit', '2015-03-01', 'Letzter Besuch', '2026-05-04'],
    ['Kunde seit', '2026-05-04', 'Letzter Besuch', '2026-05-04'],
    ['Kunde seit', '02/01/2026', 'Letzter Besuch', '01/02/2026'],
    ['Mitglied seit', '2026-05-04', 'Letzter Besuch', '2015-03-01'],
    ['Abo seit', '2026-05-04', 'Letzte Behandlung', '2015-03-01'],
    ['Vertrag seit', '2026-05-04', 'Letzter Besuch', '2015-03-01'],
    ['Angelegt am', '2026-05-04', 'Letzter Besuch', '2015-03-01'],
    ['Kunde seit', '2026-05-04', 'Letzter Kontakt', '2015-03-01'],
    ['Kunde seit', '2026-05-04', 'Letzter Impftag', '2015-03-01'],
    ['Kunde seit', '2026-05-04', 'Letzter Besuch des Kindes', '2015-03-01'],
    ['Kunde seit', 'früher', 'Letzter Besuch', '2015-03-01'],
    ['Kunde seit', '2026-05-04', 'Nächster Besuch', '2015-03-01'],
    ['Schmerzen seit', '2026-05-04', 'Letzter Besuch', '2015-03-01'],
  ])('is not reported: %s %s, %s %s', (first, firstDay, last, lastDay) => {
    expect(reported([first, firstDay], [last, lastDay])).toEqual([]);
  });
});
