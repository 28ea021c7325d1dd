import { describe, expect, it } from 'vitest';
import { emptyNumber } from '../../../src/check/call/texts/empty-number.ts';
import { fieldOf } from '../catalog.ts';

function isReported([keyName, name]: readonly [string, string], text: string, more: object = {}): boolean {
  const field = fieldOf({ keyName, name, ...more });
  return emptyNumber(field, { text, origin: 'data' }) !== undefined;
}

const policy = ['insurance.no', 'Versichertennummer'] as const;

describe('a number of a policy, a member or a customer', () => {
  it.each(['0', '000', '00000', '000 000', '00-000', '-1', 'x', 'XXX', '?', ' 0 '])(
    'is reported if it is one that senders write for none: %s',
    text => {
      expect(isReported(policy, text)).toBe(true);
    },
  );

  it.each([
    ['f1', 'Mitgliedsnummer'],
    ['f1', 'Mitglieds-Nr.'],
    ['memberNumber', 'Mitglied'],
    ['f1', 'Kundennr'],
    ['f1', 'Policennummer'],
    ['policy_number', 'Police'],
    ['f1', 'Patientennummer'],
    ['f1', "Numéro d'assuré"],
    ['f1', 'Numéro de client'],
    ['f1', 'Número de póliza'],
    ['f1', 'Numero tessera'],
    ['f1', 'Número de utente'],
    ['f1', 'Klantnummer'],
    ['f1', 'Polisnummer'],
    ['f1', 'Číslo pojištěnce'],
    ['f1', 'Numer polisy'],
    ['f1', 'Müşteri numarası'],
    ['f1', 'Poliçe No'],
    ['f1', 'Försäkringsnummer'],
    ['f1', 'Biztosítási szám'],
  ] as const)('is known by its name: %s (%s)', (keyName, name) => {
    expect(isReported([keyName, name], '0')).toBe(true);
  });

  it.each([
    [policy, '1006', {}],
    [policy, '0012345', {}],
    [policy, 'X123', {}],
    [policy, '10', {}],
    [policy, 'xxxx', {}],
    [policy, '0', { type: 'selection', selectItems: ['0', '1'] }],
    [['visits', 'Anzahl Besuche'], '0', {}],
    [['points', 'Bonuspunkte'], '0', {}],
    [['revenue', 'Umsatz (Euro)'], '0', {}],
    [['pain', 'Schmerzen (0-10)'], '0', {}],
    [['floor', 'Stockwerk'], '0', {}],
    [['members', 'Anzahl Mitglieder'], '0', {}],
    [['customer', 'Kunde'], '0', {}],
    [['house.no', 'Hausnummer'], '0', {}],
    [['insurance', 'Versicherung'], 'x', {}],
    [['size', 'Größe'], 'x', {}],
    [['newsletter.no', 'Kein Newsletter'], '0', {}],
    [['card', 'Karte'], 'X', {}],
  ] as const)('is right otherwise: %j %s', (names, text, more) => {
    expect(isReported(names, text, more)).toBe(false);
  });

  it('is right if the mapping writes it', () => {
    const field = fieldOf({ keyName: 'insurance.no' });
    expect(emptyNumber(field, { text: '0', origin: 'mapping' })).toBeUndefined();
  });
});
