import { describe, expect, it } from 'vitest';
import { otherNames } from '../../src/check/other-name.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';

/** Returns the paths of the reported rules for a booking with these lines. */
function reported(...lines: readonly string[]): readonly (string | undefined)[] {
  const names = lines.map(line => line.split(':')[0]);
  const rest = ['privacy: ok1', 'terms: ok2', 'minAge: ok3'].filter(
    each => !names.includes(each.split(':')[0]),
  );
  const all = ['appointmentId: slot', ...rest, ...lines].map(line => `  ${line}\n`).join('');
  const text = `source: website\ndestination: salon\noperation: persistCustomerData\nset:\n${all}`;
  return otherNames(mappingOf(text)).map(({ path }) => path);
}

describe('a rule that reads a value with the name of something else', () => {
  it.each([
    'firstName: nachname',
    'firstName: kontakt.lastName',
    'firstName: name.last',
    'firstName: {answer: Nachname}',
    'firstName: $trim(last_name)',
    'name: vorname',
    'name: first_name',
    'name: kontakt.givenName',
    'marketing: agb',
    'marketing: {answer: AGB gelesen?}',
    'marketing: datenschutz_ok',
    `marketing: 'agb = "ja"'`,
    `marketing: 'boxen[name="agb"].wert'`,
    'terms: datenschutz',
    'privacy: newsletter',
    'minAge: agb',
    'rightOfWithdrawal: agb',
    'terms: {from: privacy_policy, as: boolean}',
  ])('is reported: %s', line => {
    expect(reported(line)).toEqual([line.split(':')[0]]);
  });

  it.each([
    'birthdate: created_at',
    'birthdate: {from: submittedAt, as: date}',
    'geburtstag: meta.timestamp',
    'newsletter: {from: agb, as: boolean}',
    'newsletter: {from: sms, as: boolean}',
    'newsletter: {from: sms, values: {ja: true, nein: false}}',
    'newsletter: {answer: "SMS-Erinnerung?", as: boolean}',
    `newsletter: 'sms = "ja"'`,
    'newsletter: {from: fotoerlaubnis, as: boolean}',
    'sms.consent: {from: newsletter, as: boolean}',
    'sms.consent: {from: werbung, as: boolean}',
    'sms.consent: {answer: "Darf ich Ihnen per WhatsApp schreiben?", as: boolean}',
    'photo.consent: {from: datenschutz, as: boolean}',
    'photo.consent: {from: newsletter, as: boolean}',
    'photo.consent: {from: agb, as: boolean}',
    'foto_einwilligung: {from: datenschutz, as: boolean}',
    'whatsapp_ok: {from: sms, as: boolean}',
    'newsletter_email: {from: sms, as: boolean}',
    'last.visit: updated_at',
    'last.visit: {from: LastModifiedDate, as: date}',
    'last.visit: birthday',
    'last.visit: last_email_opened',
    'first_visit: created_at',
    'letzter_besuch: geburtstag',
    'birthdate: last_visit',
  ])('is reported for an additional field: %s', line => {
    expect(reported(`additionalFields: {${line}}`)).toEqual([`additionalFields.${line.split(':')[0]}`]);
  });

  it.each([
    'firstName: vorname',
    'firstName: name.first',
    'firstName: contact.name',
    `firstName: '$substringBefore(full_name, " ")'`,
    'name: nachname',
    'name: first_and_last',
    'name: {template: "{first} {last}"}',
    `name: 'first & " " & last'`,
    'name: {from: vorname, because: "the form asks for one name"}',
    'marketing: newsletter',
    'marketing: einwilligung',
    'privacy: agb_und_datenschutz',
    'terms: AGB',
    'minAge: volljaehrig',
    'minAge: ueber18',
    'additionalFields: {birthdate: dob}',
    'additionalFields: {birthdate: birthday_submitted}',
    'additionalFields: {since: created_at}',
    'additionalFields: {newsletter: {from: werbung, as: boolean}}',
    'additionalFields: {newsletter: {from: optin, as: boolean}}',
    'additionalFields: {newsletter: {from: sms, as: boolean, because: one box asks for both}}',
    'additionalFields: {newsletter: {from: kontakt, values: {E-Mail: true, SMS: false}}}',
    'additionalFields: {newsletter: {from: sms, values: {Newsletter und SMS: true, nur SMS: false}}}',
    'additionalFields: {sms.consent: {from: sms_newsletter, as: boolean}}',
    'additionalFields: {sms.consent: {answer: "Terminerinnerung per SMS?", as: boolean}}',
    'additionalFields: {sms.marketing: {from: marketing, as: boolean}}',
    'additionalFields: {photo.consent: {answer: "Fotos und Datenschutz", as: boolean}}',
    'additionalFields: {photo.consent: {from: bilder_erlaubt, as: boolean}}',
    'additionalFields: {photo: foto.url}',
    'additionalFields: {smsnummer: datenschutz}',
    'additionalFields: {last.visit: last_visit}',
    'additionalFields: {last.visit: appointment_date}',
    'additionalFields: {last.visit: letzter_termin}',
    'additionalFields: {last.visit: date}',
    'additionalFields: {last.visit: booking_created}',
    'additionalFields: {visits: created_count}',
    'additionalFields: {privacy.date: submitted_at}',
  ])('is not reported otherwise: %s', line => {
    expect(reported(line)).toEqual([]);
  });

  it.each([
    ['newsletter: {from: optIn.email or optIn.sms, as: boolean}', true],
    ['newsletter: {from: newsletter or agb, as: boolean}', true],
    ['sms.consent: {from: whatsapp or sms, as: boolean}', true],
    ['newsletter: {from: optIn.email or optIn.newsletter, as: boolean}', false],
    ['newsletter: {from: newsletter or sms_newsletter, as: boolean}', false],
    ['newsletter: {from: optIn.email or optIn.sms, as: boolean, because: one box asks for both}', false],
    ['note: telefon or sms', false],
  ])('is reported for a part of `or`: %s: %s', (line, isReported) => {
    const found = isReported ? [`additionalFields.${line.split(':')[0]}`] : [];
    expect(reported(`additionalFields: {${line}}`)).toEqual(found);
  });

  it('is reported once if two consents read one value', () => {
    expect(reported('terms: agb', 'marketing: agb')).toEqual([]);
  });
});

describe('data of the person whose name says that they belong to somebody else', () => {
  it.each([
    'mobile: {from: notfall_telefon, as: phone, country: DE}',
    'phone: emergency.phone',
    'email: arzt.email',
    'email: owner.email',
    'email: hubspot_owner_email',
    'name: assigned_to.last_name',
    'firstName: {answer: Vorname Hausarzt}',
    'email: mitarbeiterEmail',
    'email: empfohlen_von.email',
    'email: provider.email',
    'firstName: provider.firstName',
    'email: created_by.email',
    'email: collaborateur.email',
    'email: organizer.email',
    'mobile: zustaendiger.handy',
  ])('are reported: %s', line => {
    expect(reported(line)).toEqual([line.split(':')[0]]);
  });

  it.each([
    'email: kontakt.email',
    'mobile: eltern.handy',
    'name: kunde.nachname',
    'phone: telefon_privat',
    'email: salon_form.email',
    'email: {from: owner.email, because: the owner of the dog is the customer}',
    'firstName: patient.vorname',
    'email: besitzer.email',
  ])('are not reported otherwise: %s', line => {
    expect(reported(line)).toEqual([]);
  });

  it('are those of the customer if the owner is that of an animal', () => {
    const dog = 'additionalFields: {dog.name: dog.name}';
    expect(reported('email: owner.email', dog)).toEqual([]);
    expect(reported('email: hubspot_owner_email', dog)).toEqual(['email']);
    expect(reported('email: agent.email', dog)).toEqual(['email']);
  });
});
