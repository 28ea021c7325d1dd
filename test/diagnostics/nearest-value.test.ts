import { describe, expect, it } from 'vitest';
import { nearestValue } from '../../src/diagnostics/nearest-value.ts';

describe('the value that was probably meant', () => {
  it.each([
    ['Inaktiv', 'aktiv'],
    ['aktiv', 'Inaktiv'],
    ['inaktive', 'aktiv'],
    ['Unverheiratet', 'verheiratet'],
    ['Nichtraucher', 'Raucher'],
    ['nicht aktiv', 'aktiv'],
    ['Aktiv: nein', 'Aktiv'],
    ['unsubscribed', 'subscribed'],
    ['Abgemeldet', 'Angemeldet'],
    ['angemeldet', 'abgemeldet'],
    ['deaktiviert', 'aktiviert'],
    ['female', 'male'],
    ['disabled', 'enabled'],
    ['Pflegegrad 0', 'Pflegegrad 1'],
    ['Pflegegrad 9', 'Pflegegrad 1'],
    ['Pflegegrad', 'Pflegegrad 1'],
    ['Stufe II', 'Stufe I'],
    ['Gruppe B', 'Gruppe A'],
    ['2024', '2025'],
    ['ex-Kunde', 'Kunde'],
    ['kein Pflegegrad', 'Pflegegrad'],
  ])('is not its opposite, or one with another number: %s, %s', (text, candidate) => {
    expect(nearestValue(text, [candidate])).toEqual([]);
  });

  it.each([
    ['EMail', 'E-Mail'],
    ['lokcig', 'lockig'],
    ['Unverheirated', 'unverheiratet'],
    ['Inaktiv ', 'Inaktiv'],
    ['inaktive', 'Inaktiv'],
    ['Pflegegrad 01', 'Pflegegrad 1'],
    ['Pflegegrat 1', 'Pflegegrad 1'],
    ['Pflege-Grad 1', 'Pflegegrad 1'],
    ['Interresse', 'Interesse'],
    ['Internett', 'Internet'],
    ['Deutschland ', 'Deutschland'],
    ['Fusspflege', 'Fußpflege'],
    ['Techniker', 'Techniker Krankenkasse'],
    ['Abgemelded', 'Abgemeldet'],
    ['Stuffe II', 'Stufe II'],
    ['ausgezeichnt', 'ausgezeichnet'],
    ['Anderes', 'Andere'],
  ])('is a misspelt one: %s, %s', (text, candidate) => {
    expect(nearestValue(text, [candidate])).toEqual([candidate]);
  });

  it('is the next one if the nearest is the opposite', () => {
    expect(nearestValue('Inaktive', ['aktive', 'Inaktivität', 'Inaktiv'])[0]).toBe('Inaktiv');
  });
});
