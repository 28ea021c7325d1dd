import { describe, expect, it } from 'vitest';
import { asksForOptOut, isConsentName } from '../../src/mapping/opt-out.ts';

describe('a permission to pass data on, or to act for a person', () => {
  it.each([
    'bank_release',
    'Auskunft an Bank erlaubt',
    'Auskünfte erlaubt',
    'Vollmacht Steueramt',
    'steuervollmacht',
    'Bevollmächtigung',
    'Ermächtigung zum Datenabruf',
    'Weitergabe an Dritte',
    'datenweitergabe',
    'weitergabe_ok',
    'Datenübermittlung',
    'Entbindung von der Schweigepflicht',
    'schweigepflichtentbindung',
    'Akteneinsicht',
    'release_of_records',
    'dataRelease',
    'disclosure',
    'Disclosure to the bank',
    'Power of attorney',
    'data_sharing',
    'third_party',
    'Sharing with third parties allowed',
    'share_with_bank',
    'medical authorization',
    'ki_ok',
    'AI allowed',
    'Procuration',
    'Divulgation à la banque',
    'Partage de données',
    'Transmission aux tiers',
    'Renseignements autorisés',
    'Procura',
    'Delega',
    'Divulgazione',
    'Condivisione dei dati',
    'Comunicazione a terzi',
  ])('is a consent by its name: %s', name => {
    expect(isConsentName(name)).toBe(true);
    expect(asksForOptOut(name)).toBe(false);
  });

  it.each([
    'Keine Weitergabe an Dritte',
    'keine_auskunft_bank_erlaubt',
    'auskunftssperre_bank',
    'Auskunftssperre',
    'weitergabesperre',
    'bank_block',
    'block_newsletter',
    'no_disclosure',
    'do not share data',
    'No third parties',
    'bankgeheimnis',
    'Bank secrecy',
    'Geheimhaltung',
    'Pas de partage de données',
    'Nessuna comunicazione a terzi',
  ])('is refused by the name %s', name => {
    expect(asksForOptOut(name)).toBe(true);
    expect(isConsentName(name)).toBe(false);
  });

  it.each([
    'Vollmacht Nr.',
    'vollmacht_datum',
    'Name der Vollmacht',
    'release_date',
    'release',
    'press release',
    'version',
    'third_party_liability',
    'Terminweitergabe Notiz',
    'Auskunft',
    'Bank',
    'bank_name',
    'block',
    'Wohnblock',
    'building_block',
    'Sperrmüll',
    'E-Mail (keine Weitergabe an Dritte)',
    'Ihre E-Mail wird nicht an Dritte weitergegeben',
    'Dritter Termin',
    'cloud',
    'Geheimnisvoll',
    'Hinweise zur Schweigepflicht gelesen',
    'dataset',
    'delegation_id',
    'procurement',
    'sharepoint_url',
  ])('is neither for %s', name => {
    expect([isConsentName(name), asksForOptOut(name)]).toEqual([false, false]);
  });
});
