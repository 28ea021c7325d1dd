import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/diagnostics/nearest.ts';

describe('the nearest name', () => {
  it.each([
    ['birth_date', ['birthdate', 'birthplace'], 'birthdate'],
    ['Birth-Date', ['birthdate'], 'birthdate'],
    ['alergies', ['allergies', 'notes'], 'allergies'],
    ['allergeis', ['allergies'], 'allergies'],
    ['Groesse', ['größe'], 'größe'],
    ['Grosse', ['Größe'], 'Größe'],
    ['Strasse', ['straße'], 'straße'],
    ['prenom', ['prénom', 'nom'], 'prénom'],
    ['birthdayOfCustomer', ['birthday'], 'birthday'],
    ['tokn', ['token', 'locale'], 'token'],
    ['Stammkunden', ['Stammkunde', 'Neukunde'], 'Stammkunde'],
  ])('for %s among %j is %s', (name, candidates, expected) => {
    expect(nearest(name, candidates)).toEqual([expected]);
  });

  it.each([
    ['color', ['birthdate', 'allergies']],
    ['id', ['if', 'in']],
    ['abc', ['xyz']],
    ['notes', ['votives']],
    ['', ['a', '']],
    ['!!!', ['???']],
    ['dob', ['birthdate']],
  ])('is none for %j among %j', (name, candidates) => {
    expect(nearest(name, candidates)).toEqual([]);
  });

  it('is the first one, followed by the next nearest', () => {
    expect(nearest('emial', ['mail', 'email', 'e-mail', 'note'], 3)).toEqual(['email', 'e-mail']);
  });

  it('is never the name itself', () => {
    expect(nearest('email', ['email'])).toEqual([]);
  });

  it('is found among many long names', () => {
    const names = Array.from({ length: 2000 }, (_, index) => `field-${index}-${'x'.repeat(80)}`);
    expect(nearest('alergies', [...names, 'allergies'])).toEqual(['allergies']);
  });
});
