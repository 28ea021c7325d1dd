import { describe, expect, it } from 'vitest';
import { daysInWrongOrder } from '../../src/check/call/days/day-order.ts';
import type { Call } from '../../src/inbox/call.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const fields = [
  fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' }),
  fieldOf({ keyName: 'child', name: 'Geburtstag des Kindes', type: 'birthday' }),
  fieldOf({ keyName: 'first.visit', name: 'Erster Besuch', type: 'date' }),
  fieldOf({ keyName: 'since', name: 'Kunde seit', type: 'date' }),
  fieldOf({ keyName: 'last', name: 'Letzte Behandlung', type: 'date' }),
  fieldOf({ keyName: 'card', name: 'Karte gültig bis', type: 'date' }),
  fieldOf({ keyName: 'birth2', name: 'Geburtsdatum Partner', type: 'date' }),
  fieldOf({ keyName: 'note', name: 'Letzter Besuch' }),
];

function reported(values: Readonly<Record<string, string>>): readonly string[] {
  const call: Call = {
    operation: 'updateCustomer',
    id: { text: '7', origin: 'data' },
    additionalFields: Object.entries(values).map(([key, text]) => ({
      key,
      change: { set: { text, origin: 'data' } },
    })),
  };
  return daysInWrongOrder(call, { catalog: catalogOf({ fields }) }).map(({ path = '' }) => path);
}

describe('a birthday on or after a visit', () => {
  it.each([
    { birthdate: '01.02.2026', 'first.visit': '14.03.1988' },
    { birthdate: '2026-02-01', 'first.visit': '1988-03-14' },
    { birthdate: '01.02.2026', 'first.visit': '01.02.2026' },
    { birthdate: '14.03.1988', since: '13.03.1988' },
    { birthdate: '14.03.1988', since: '14.03.1988' },
    { birthdate: '14.03.2020', last: '14.03.2019' },
    { birthdate: '2020-03-14', last: '14.03.2019' },
    { birthdate: '03/14/2020', last: '2019-03-14' },
    { birthdate: '14/03/2020', last: '14/03/2019' },
    { birthdate: '01.02.2026', 'first.visit': '14.03.1988', last: '01.03.2026' },
    { birthdate: '1.2.2026', since: '14.3.1988' },
    { birthdate: '20260201', since: '19880314' },
    { birthdate: '01.02.2026', since: '1988-03-14T10:00:00Z' },
    { birthdate: '01-02-2026', since: '14-03-1988' },
    { birthdate: ' 01.02.2026 ', since: '14.03.1988' },
    { birthdate: '01.02.2026', since: '14.03.1988 10:00' },
    { since: '14.03.1988', birthdate: '01.02.2026' },
    { birthdate: '31.12.2025', since: '30.12.2025' },
    { birthdate: '02/03/2020', since: '01/02/2020' },
    { birthdate: '2000-01-01', since: '1999-12-31', card: '2030-01-01' },
  ])('is reported: %j', values => {
    expect(reported(values)).toEqual(['additionalFields.birthdate']);
  });

  it.each([
    { birthdate: '14.03.1988', 'first.visit': '01.02.2026' },
    { birthdate: '1988-03-14', since: '01.02.2026' },
    { birthdate: '14.03.1988' },
    { 'first.visit': '14.03.1988' },
    { birthdate: 'unknown', since: '14.03.1988' },
    { birthdate: '14.03.1988', since: 'unknown' },
    { birthdate: '02/03/2020', since: '02/04/2020' },
    { birthdate: '03/02/2020', since: '02/03/2020' },
    { child: '01.02.2026', since: '14.03.1988' },
    { birthdate: '14.03.2020', card: '14.03.2019' },
    { birthdate: '14.03.2000', birth2: '14.03.1999' },
    { birthdate: '14.03.2020', note: '14.03.2019' },
    { birthdate: '14.03.2020', other: '14.03.2019' },
  ])('is not reported: %j', values => {
    expect(reported(values)).toEqual([]);
  });
});
