import { describe, expect, it } from 'vitest';
import { otherSubject } from '../../../src/check/names/other-subject.ts';

/** Returns the difference that the name of a value shows; keys above it stand before a dot. */
function subjectOf(name: string, fieldNames: readonly string[], type = 'text') {
  const keys = name.includes(' ') ? [name] : name.split('.');
  const value = { names: keys.slice(-1), above: keys.slice(0, -1) };
  return otherSubject(value, { names: fieldNames, type });
}

const birthday = ['birthdate', 'Geburtstag', 'Date of birth'];
const newsletter = ['newsletter', 'Newsletter', 'Lettre d’information'];

describe('the name of a value that belongs to somebody or something else', () => {
  it.each([
    ['Geburtsdatum Partner', 'somebody-else'],
    ['Geburtstag der Partnerin', 'somebody-else'],
    ['partnerGeburtstag', 'somebody-else'],
    ['Geburtsdatum des Kindes', 'somebody-else'],
    ['child_dob', 'somebody-else'],
    ['Geburtstag Ihrer Tochter', 'somebody-else'],
    ['Geburtsdatum der Mutter', 'somebody-else'],
    ['Emergency contact birthday', 'somebody-else'],
    ['emergency_contact.birthday', 'somebody-else'],
    ['Notfallkontakt Geburtsdatum', 'somebody-else'],
    ['Geburtstag Ihres Hundes', 'somebody-else'],
    ['geboortedatum partner', 'somebody-else'],
    ['Geboortedatum kind', 'somebody-else'],
    ['geboortedatum noodcontact', 'somebody-else'],
    ['Date de naissance de l’enfant', 'somebody-else'],
    ['Date de naissance conjoint', 'somebody-else'],
    ['data di nascita figlio', 'somebody-else'],
    ['staff.birthday', 'somebody-else'],
    ['birthday_mom', 'somebody-else'],
    ['booking.guests.birthDate', 'somebody-else'],
    ['Geburtstag Schwiegermutter', 'somebody-else'],
    ['Geburtstag Mitarbeiterin', 'somebody-else'],
    ['Geburtstag der Firma', 'something-else'],
    ['Geburtstag Salon', 'something-else'],
    ['Alter Geburtstag vorher', 'other-time'],
    ['old_birthdate', 'other-time'],
    ['Geburtstag (alt)', 'other-time'],
    ['frueheres Geburtsdatum', 'other-time'],
    ['next_birthday', 'other-time'],
  ])('is not taken for the birthday of the customer: %s', (name, expected) => {
    expect(subjectOf(name, birthday, 'birthday')).toBe(expected);
  });

  it.each([
    'Geburtsdatum',
    'date_of_birth',
    'customer.birthday',
    'contact.dob',
    'patient.birth_date',
    'store.customer.birthday',
    'salon_form.birthday',
    'Wie alt sind Sie? Geburtsdatum',
    'How old are you? Birthday',
    'Mindestens 18 Jahre alt? Geburtsdatum',
    'Ihr Geburtsdatum (für Ihr Geburtstagsgeschenk)',
    'What kind of birthday',
    'geboortedatum',
    'Hoe oud ben je? Geboortedatum',
    'Votre date de naissance',
    'Alter/Geburtsdatum',
    'Geburtsdatum (falls nicht bekannt, leer lassen)',
    'Familienname, Geburtsdatum',
    'x_studio_birthdate',
  ])('is taken for the birthday of the customer: %s', name => {
    expect(subjectOf(name, birthday, 'birthday')).toBeUndefined();
  });

  it.each([
    ['kein Newsletter', 'negated'],
    ['Ich möchte keinen Newsletter', 'negated'],
    ['Newsletter nicht gewünscht', 'negated'],
    ['no_newsletter', 'negated'],
    ['Please do not send the newsletter', 'negated'],
    ["don't send newsletter", 'negated'],
    ['geen nieuwsbrief', 'negated'],
    ['Pas de newsletter', 'negated'],
    ['Newsletter abbestellen', 'negated'],
    ['unsubscribed', 'negated'],
    ['nessuna newsletter', 'negated'],
    ['Old newsletter', 'other-time'],
    ['previous_newsletter', 'other-time'],
    ['newsletter_before', 'other-time'],
    ['Newsletter vorher', 'other-time'],
    ['oude nieuwsbrief', 'other-time'],
    ['Ancien abonnement newsletter', 'other-time'],
    ['Newsletter für Ihren Partner', 'somebody-else'],
  ])('is not taken for a consent: %s', (name, expected) => {
    expect(subjectOf(name, newsletter, 'checkbox')).toBe(expected);
  });

  it.each([
    'Newsletter',
    'Möchten Sie Neuigkeiten aus unserem Salon per E-Mail erhalten?',
    'Newsletter (ja/nein)',
    'Newsletter (yes/no)',
    'Newsletter oui/non',
    'Möchten Sie den Newsletter oder nicht?',
    'subscribed',
    'nieuwsbrief',
    'Have you subscribed to our newsletter before today?',
    'store.newsletter',
    'No. 5: Newsletter',
    'Newsletter vor/nach',
    'Photos avant/après',
    'Fotos vorher/nachher',
    'before/after photos',
  ])('is taken for a consent: %s', name => {
    expect(subjectOf(name, newsletter, 'checkbox')).toBeUndefined();
  });

  it.each([
    ['E-Mail Filiale', 'something-else'],
    ['email_salon', 'something-else'],
    ['branch.email', 'something-else'],
    ['store.email', 'something-else'],
    ['company.email', 'something-else'],
    ['E-Mail Arbeitgeber', 'something-else'],
    ['owner.email', 'somebody-else'],
    ['contact.owner.email', 'somebody-else'],
    ['assigned_to.email', 'somebody-else'],
    ['E-Mail Hausarzt', 'somebody-else'],
    ['emergency.contact.email', 'somebody-else'],
    ['E-Mail vestiging', 'something-else'],
    ['Adresse e-mail du magasin', 'something-else'],
    ['email', undefined],
    ['customer.email', undefined],
    ['shop.customer.email', undefined],
    ['contact.location.email', undefined],
    ['E-Mail-Adresse', undefined],
    ['E-Mail (wie im Salon angegeben)', 'something-else'],
  ])('is distinguished from an address of the customer: %s', (name, expected) => {
    expect(subjectOf(name, ['email', 'E-Mail'])).toBe(expected);
  });

  it.each([
    ['Partner', ['partner.name', 'Name des Partners'], undefined],
    ['partner_birthday', ['partner.birthday', 'Geburtstag Partner'], undefined],
    ['Geburtsdatum', ['partner.birthday', 'Geburtstag Partner'], 'somebody-else'],
    ['Telefon', ['emergency', 'Notfallnummer'], 'somebody-else'],
    ['Notfalltelefon', ['emergency', 'Notfallnummer'], undefined],
    ['Hausarzt', ['doctor', 'Hausarzt'], undefined],
    ['Firma', ['company', 'Firma'], undefined],
    ['IBAN Firma', ['iban', 'IBAN'], 'something-else'],
    ['IBAN Salon', ['iban', 'IBAN'], 'something-else'],
    ['Kinder', ['children', 'Kinder'], undefined],
    ['Anzahl Kinder', ['kids', 'Kids'], undefined],
    ['Keine Werbung', ['no.ads', 'Keine Werbung'], undefined],
    ['Werbung', ['no.ads', 'Keine Werbung'], 'negated'],
    ['Keine Interessen', ['interests', 'Interessen'], 'negated'],
    ['Allergien (falls keine: leer)', ['allergies', 'Allergien'], undefined],
    ['family_history.allergies', ['allergies', 'Allergien'], 'somebody-else'],
    ['staff.language', ['language', 'Sprache'], 'somebody-else'],
    ['agent.language', ['language', 'Sprache'], 'somebody-else'],
    ['insurance.member_code', ['member.code', 'Mitgliedsnummer'], 'something-else'],
    ['Mitgliedsnummer Krankenkasse', ['member.code', 'Mitgliedsnummer'], 'something-else'],
    ['Versichertennummer (Krankenkasse)', ['insured', 'Versichertennummer'], undefined],
    ['insurance.name', ['insurance', 'Krankenkasse'], undefined],
    ['guest.language', ['language', 'Sprache'], undefined],
    ['Mein Lieblingsstylist', ['wish', 'Wünsche'], undefined],
    ['Hat Ihr Kind Allergien?', ['allergies', 'Allergien'], 'somebody-else'],
    ['Muttersprache', ['language', 'Sprache'], undefined],
    ['Mother tongue', ['language', 'Sprache'], undefined],
    ['Familienstand', ['marital', 'Familienstand'], undefined],
    ['Lieblingssalon', ['favourite', 'Lieblingssalon'], undefined],
    ['Wie haben Sie von unserem Salon erfahren?', ['source', 'Herkunft'], undefined],
    ['Kinderwunsch', ['wish', 'Kinderwunsch'], undefined],
  ])('is compared with a field of any subject: %s for %j', (name, names, expected) => {
    expect(subjectOf(name, names)).toBe(expected);
  });

  it.each([
    ['Letzter Besuch', 'other-time'],
    ['last_visit', 'other-time'],
    ['Nächster Besuch', 'other-time'],
    ['next appointment', 'other-time'],
    ['Dernière visite', 'other-time'],
    ['laatste bezoek', 'other-time'],
    ['Erster Besuch', undefined],
    ['first_visit', undefined],
    ['start_time', undefined],
  ])('is distinguished from the first visit: %s', (name, expected) => {
    expect(subjectOf(name, ['first.visit', 'Erster Besuch', 'First visit'], 'date')).toBe(expected);
  });

  it.each([
    ['Nächste HU/AU laut Plakette', 'HU/AU fällig', undefined],
    ['naechste_hu', 'HU/AU fällig', undefined],
    ['Wann ist die nächste HU?', 'HU faellig am', undefined],
    ['next_inspection', 'Inspection due', undefined],
    ['Next inspection', 'valid until', undefined],
    ['next_renewal', 'Contract expires', undefined],
    ['Nächste Prüfung', 'Ablaufdatum', undefined],
    ['nächster Termin', 'Gültig bis', undefined],
    ['prochain contrôle', "Date d'échéance", undefined],
    ['prochain contrôle', 'Valable jusqu’au', undefined],
    ['volgende keuring', 'APK vervaldatum', undefined],
    ['volgende keuring', 'geldig tot', undefined],
    ['próxima revisión', 'Fecha de vencimiento', undefined],
    ['prossima revisione', 'Scadenza revisione', undefined],
    ['Nächste HU', 'Letzte HU', 'other-time'],
    ['Nächste HU', 'Hauptuntersuchung', 'other-time'],
    ['Letzte HU', 'HU/AU fällig', 'other-time'],
    ['last_inspection', 'Inspection due', 'other-time'],
    ['erste HU', 'HU/AU fällig', 'other-time'],
    ['frühere HU', 'HU/AU fällig', 'other-time'],
    ['HU fällig', 'Nächste HU', undefined],
  ])('is the next day for a field that something is due on: %s for %s', (name, field, expected) => {
    expect(subjectOf(name, ['hu.day', field], 'date')).toBe(expected);
  });
});

describe('the name of a family doctor', () => {
  const doctors = [
    'Hausarzt',
    'Familienarzt',
    'family doctor',
    'Name of your family physician',
    'médecin de famille',
    'médecin traitant',
    'huisarts',
    'familiearts',
    'Médico de família',
    'médico de familia',
    'medico di famiglia',
    'medico di base',
    'lekarz rodzinny',
    'rodinný lékař',
    'háziorvos',
    'családi orvos',
    'aile hekimi',
    'Aile Hekiminiz',
    'familieläkare',
    'medic de familie',
  ];
  it.each(doctors)('is that of a doctor, not of a relative: %s', name => {
    expect(subjectOf(name, ['doctor', 'Überweisender Arzt', 'Referring doctor'])).toBeUndefined();
    expect(subjectOf(name, ['allergies', 'Allergien'])).toBeUndefined();
    expect(subjectOf(name, ['birthdate', 'Geburtstag'], 'birthday')).toBe('somebody-else');
  });

  it.each([
    'Geburtsdatum in der Familie',
    'data de nascimento família',
    'date de naissance de la famille',
    'compleanno famiglia',
  ])('is another one than that of a family: %s', name => {
    expect(subjectOf(name, ['birthdate', 'Geburtstag'], 'birthday')).toBe('somebody-else');
    expect(subjectOf(name.replace(/.* /, ''), ['doctor', 'Arzt'])).toBe('somebody-else');
  });
});
