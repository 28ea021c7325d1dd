import { describe, expect, it } from 'vitest';
import { consentPurposes } from '../../src/check/consents/consent-purposes.ts';
import { otherNames } from '../../src/check/other-name.ts';
import { catalogOf, fieldOf } from './catalog.ts';
import { mappingOf } from './trials.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'sms.ok', name: 'SMS-Erinnerung erlaubt', type: 'checkbox' }),
    fieldOf({ keyName: 'photo.ok', name: 'Fotoerlaubnis', type: 'checkbox' }),
    fieldOf({ keyName: 'vip', name: 'VIP', type: 'checkbox' }),
    fieldOf({ keyName: 'contact', name: 'SMS und E-Mail erlaubt', type: 'checkbox' }),
    fieldOf({ keyName: 'phone.home', name: 'Telefon' }),
  ],
});

/** Returns the messages, of which those about names of other consents come from another check. */
function told(rule: string, known: typeof catalog | undefined = catalog): readonly string[] {
  const mapping = mappingOf(['additionalFields:', `  ${rule}`]);
  return [...otherNames(mapping), ...consentPurposes(mapping, known)].map(({ message }) => message);
}

describe('a box that reads the consent to something else', () => {
  it.each([
    ['sms.ok: email_opt_in', 'e-mails'],
    ['sms.ok: {from: marketing.email, as: boolean}', 'e-mails'],
    ['sms.ok: newsletter', 'marketing'],
    ['newsletter: phone_opt_in', 'phone calls'],
    ['newsletter: sms_consent', 'text messages'],
    ['newsletter: {answer: Erinnerung per SMS}', 'text messages'],
    ['newsletter: has_account', 'an account'],
    ['photo.ok: privacy_accepted', 'the privacy policy'],
    ['photo.ok: newsletter.accepted', 'e-mails'],
    ['newsletter: agb', 'the terms'],
    ['photo.ok: {from: datenschutz, values: {ja: true}}', 'the privacy policy'],
  ])('is reported: %s', (rule, about) => {
    expect(told(rule)).toEqual([expect.stringMatching(new RegExp(`is (?:about )?${about}$`))]);
  });

  it.each([
    'sms.ok: sms_opt_in',
    'sms.ok: consents.sms.granted',
    'newsletter: email_opt_in',
    'newsletter: marketing.email',
    'newsletter: consent',
    'newsletter: {from: sms_consent, because: one box for both}',
    'photo.ok: fotos',
    'photo.ok: einwilligung',
    'vip: newsletter',
    'contact: email_opt_in',
    'phone.home: email',
    'newsletter: account.newsletter',
  ])('is not reported for its own purpose, or a general one: %s', rule => {
    expect(told(rule)).toEqual([]);
  });

  it('is reported without an account for the name of a consent', () => {
    expect(told('newsletter: sms_consent', undefined)).toHaveLength(1);
    expect(told('phone.home: email', undefined)).toEqual([]);
  });
});
