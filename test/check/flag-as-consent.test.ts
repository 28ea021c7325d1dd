import { describe, expect, it } from 'vitest';
import { fieldConsents } from '../../src/check/consents/field-consents.ts';
import { flagsAsConsents } from '../../src/check/consents/flag-as-consent.ts';
import { mappingOf } from './trials.ts';

const mappingWith = (line: string, when = '') =>
  mappingOf(['additionalFields:', `  ${line}`], { head: when === '' ? '' : `when: '${when}'` });

describe('a consent that reads a flag of the record', () => {
  it.each([
    'newsletter: {from: customer.active, as: boolean}',
    'newsletter: {from: data.finished, as: boolean}',
    'newsletter: {from: customer.isActive, as: boolean}',
    'newsletter: {from: is_enabled, as: boolean}',
    'newsletter: {from: customer.guest, as: boolean}',
    'newsletter: {from: email_verified, as: boolean}',
    'newsletter: {from: user.verified, as: boolean}',
    'newsletter: customer.aktiv',
    'newsletter: {answer: Finished, as: boolean}',
    'photo.ok: {from: data.completed, as: boolean}',
    'whatsapp.ok: {from: customer.registered, as: boolean}',
    'marketing_consent: {from: order.paid, as: boolean}',
    'einwilligung_werbung: {from: konto_bestätigt, as: boolean}',
    'newsletter.mail: \'$answers.emailEltern ? "true" : "false"\'',
    "newsletter.mail: '$exists($answers.emailEltern)'",
    'newsletter.mail: \'$answers.email ? "true" : "false"\'',
    "newsletter.mail: '$answers.email ? true : false'",
    'newsletter.mail: \'email != ""\'',
    "newsletter.mail: 'email != null'",
    "newsletter: '$boolean(email)'",
    'newsletter: \'customer.email ? "ja" : "nein"\'',
    'newsletter: \'email ? "Ja"\'',
    "marketing_consent: '$exists(contact.email_address)'",
    "sms_consent: '$exists(phone)'",
    "sms_consent: 'telefon ? true : false'",
    'whatsapp.ok: \'$answers.Handynummer != ""\'',
    'newsletter: \'$exists(email) and email != ""\'',
    "newsletter: 'email or mail'",
    "newsletter: '$exists($answers.`E-Mail-Adresse`)'",
    "newsletter: {from: '$exists(email)', as: boolean}",
    "werbung.ok: '$answers.adresseEmail ? true : false'",
    "newsletter: '$exists(vorname)'",
    "newsletter: 'fields.email.value ? true : false'",
    'newsletter: \'event.data.status_label = "Customer" ? "true" : "false"\'',
    'newsletter: \'status = "Kunde"\'',
    "newsletter: '$count($answers.kontakt) > 1'",
    "photo.ok: '$count(kanäle) >= 2 ? true : false'",
    "sms.ok: '$length(kontakt) > 3'",
    'newsletter: {from: status_label, values: {Customer: true, Lead: false}}',
    'photo.ok: \'created_at ? "true" : "false"\'',
    "photo.ok: '$exists(data.createdAt)'",
    'sms.ok: \'deal.stage_id = 5 ? "true" : "false"\'',
    'marketing_consent: {from: customer.type, values: {private: true, company: false}}',
    'newsletter: \'total > 100 ? "true" : "false"\'',
    'newsletter: \'country = "AT" ? true : false\'',
    "sms: {from: '$exists(payload.text_reminder_number)'}",
    "sms.consent: '$exists(payload.text_reminder_number)'",
    "sms.consent: '$exists(sms_number)'",
    "sms: '$exists(phone)'",
    'sms: \'phone != ""\'',
    "sms: 'phone ? true : false'",
    'sms: \'phone ? "ja" : "nein"\'',
    "reminder: '$exists(mobile)'",
    "whatsapp: {from: '$exists(customer.mobile)', as: boolean}",
    "WhatsApp: '$exists($answers.`Deine Handynummer`)'",
    "newsletter: '$exists(birthday)'",
    "newsletter: '$exists(firma)'",
    'newsletter: \'company != ""\'',
    "newsletter: '$exists(bemerkung)'",
    "sms.ok: '$exists(payload.scheduled_event.start_time)'",
    "guardian.consent: '$exists(`Name der Erziehungsberechtigten`)'",
    "photo.consent: '$exists(instagram)'",
  ])('is reported: %s', line => {
    expect(flagsAsConsents(mappingWith(line), undefined).map(({ code }) => code)).toEqual([
      'mapping/other-name',
    ]);
  });

  it.each([
    'newsletter: {from: newsletter, as: boolean}',
    'newsletter: {from: newsletter.active, as: boolean}',
    'newsletter: {from: consents.marketing.enabled, as: boolean}',
    'newsletter: {from: subscriber.active, as: boolean}',
    'newsletter: {from: subscription.confirmed, as: boolean}',
    'newsletter: {from: lists.a.active, as: boolean}',
    'newsletter: {from: channels.email.enabled, as: boolean}',
    'newsletter: {from: double_opt_in.confirmed, as: boolean}',
    'newsletter: {from: accepts_marketing, as: boolean}',
    'newsletter: {from: data.state, values: {active: true, unsubscribed: false}}',
    'newsletter: {from: customer.active, as: boolean, because: "only subscribers are active"}',
    'newsletter: {answer: q_consent, as: boolean}',
    'photo.ok: {from: data.photo_release, as: boolean}',
    'sms.ok: {from: sms.enabled, as: boolean}',
    'member.active: {from: customer.active, as: boolean}',
    'vip: {from: customer.active, as: boolean}',
    "newsletter: '$exists(newsletter_email)'",
    "newsletter: 'newsletter ? true : false'",
    "newsletter: 'email and newsletter'",
    'newsletter: \'status = "subscribed"\'',
    "newsletter: '$count($answers.newsletter) > 0'",
    "newsletter: '$count(mailing_lists) > 0'",
    'newsletter: \'$count($answers.kontakt[$ = "Newsletter"]) > 0\'',
    "phones: '$count(phones) > 1'",
    'newsletter: {from: status, values: {subscribed: true, unsubscribed: false, cleaned: false}}',
    'newsletter: \'subscriber.status = "x"\'',
    'newsletter: \'type = "newsletter" ? "true" : "false"\'',
    'newsletter: {from: status, values: {active: true, bounced: false}}',
    'newsletter: {from: kategorie, values: {"Newsletter-Empfänger": true}}',
    'newsletter: \'status = "Kunde" and newsletter = "ja"\'',
    'newsletter: {from: status_label, values: {Customer: true, Lead: false}, because: customers agree in the contract}',
    'vip: \'status = "Customer"\'',
    "consent.adult: '$age(birthday) >= 18'",
    "newsletter: '$not($exists(email))'",
    'newsletter: \'$contains(email, "newsletter")\'',
    'newsletter: \'email = "ja"\'',
    "newsletter: {from: '$exists(email)', as: boolean, because: this form is only for the newsletter}",
    "has.email: '$exists(email)'",
    "has.sms: '$exists(phone)'",
    "sms.number: '$exists(phone)'",
    "whatsapp.vorhanden: '$exists(mobile)'",
    "whatsapp: '$exists(whatsapp_number)'",
    "sms: '$exists(sms)'",
    'sms: {from: sms, as: boolean}',
    "sms: 'phone ? sms : null'",
    'sms: \'sms = "Ja" and phone != ""\'',
    "sms: {from: '$exists(phone)', because: the form says so}",
    "no.sms: '$exists(phone)'",
    "reminder.sent: '$exists(phone)'",
    "photo: '$exists(instagram)'",
    "e-mail: '$exists(email)'",
    "kontakt: '$exists(phone)'",
    "newsletter: '$exists(datenschutz)'",
    "newsletter: '$exists($answers.q5)'",
    "newsletter: '$exists(newsletter_number)'",
    "guardian.consent: '$exists(`Unterschrift der Erziehungsberechtigten`)'",
  ])('is not reported: %s', line => {
    expect(flagsAsConsents(mappingWith(line), undefined)).toEqual([]);
  });
});

describe('a permission that is given for everybody', () => {
  it.each([
    'whatsapp.ok: {value: true}',
    'photo.ok: {value: true}',
    'photo_allowed: {value: yes}',
    'Fotoerlaubnis: {value: "ja"}',
    'sms_erlaubt: {value: 1}',
    'kontakt.erlaubt: {from: kontakt, as: boolean, default: true}',
    'email_ok: {from: a, values: {nein: false}, otherwise: true}',
    'bilder_freigabe: {value: true}',
    'newsletter: {value: true}',
  ])('is reported: %s', line => {
    expect(fieldConsents(mappingWith(line), undefined).map(({ code }) => code)).toEqual([
      'mapping/invented-consent',
    ]);
  });

  it.each([
    'whatsapp.ok: {value: false}',
    'photo.ok: {from: photo, as: boolean}',
    'photo.ok: {value: true, because: "the form can be sent only with this box"}',
    'photo.count: {value: 1}',
    'email.valid: {value: true}',
    'whatsapp: {value: "1"}',
    'contact.by: {value: E-Mail}',
    'pets.allowed: {value: true}',
    'parking.ok: {value: true}',
    'checked.ok: {value: true}',
  ])('is not reported: %s', line => {
    expect(fieldConsents(mappingWith(line), undefined)).toEqual([]);
  });

  it('is not reported if when asks for it', () => {
    expect(fieldConsents(mappingWith('photo.ok: {value: true}', 'photo_ok = true'), undefined)).toEqual([]);
  });
});
