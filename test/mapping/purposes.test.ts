import { describe, expect, it } from 'vitest';
import { unsettledDoubts } from '../../src/check/call/doubtful-values.ts';
import { concerns, purposesRefused } from '../../src/mapping/purposes.ts';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

const sample = (rule: string, field: string) =>
  fieldMapping(rule).replace('    f: ', `    ${JSON.stringify(field)}: `);

/** Returns the warnings about an event and about its values, for a field of a type. */
async function warningsOf(text: string, payload: object, field: object): Promise<readonly string[]> {
  const evaluation = await evaluateYaml(text, { payload });
  if (evaluation.kind !== 'call') throw new Error(evaluation.kind);
  const [key = ''] = evaluation.call.additionalFields.map(each => each.key);
  const catalog = { version: '1', fields: [{ keyName: key, name: key, ...field }], statuses: [] };
  const checking = { catalog, now: 0 } as unknown as Parameters<typeof unsettledDoubts>[1];
  const found = [...evaluation.diagnostics, ...unsettledDoubts(evaluation.call, checking)];
  return found.filter(({ code }) => code !== 'mapping/condition-as-text').map(({ code }) => code);
}

/** Returns true if a yes for a field is reported as denied by a key beside it. */
async function isDenied(field: string, read: string, key: string): Promise<boolean> {
  const rule = `{from: '\`${read}\`', as: boolean}`;
  const payload = { [read]: true, [key]: true };
  const found = await warningsOf(sample(rule, field), payload, { type: 'checkbox' });
  return found.includes('mapping/denied-consent');
}

describe('a withdrawal beside a consent', () => {
  it.each([
    ['photo.ok', 'photoConsent', 'Newsletter abbestellen'],
    ['photo.ok', 'Dürfen wir Fotos zeigen', 'Widerruf Newsletter'],
    ['photo.ok', 'fotos', 'newsletter_abgemeldet'],
    ['photo.ok', 'Foto erlaubt', 'abgemeldet_newsletter'],
    ['photo.ok', 'bildrechte', 'Abmeldung Newsletter'],
    ['photo.ok', 'zustimmung', 'newsletter unsubscribed'],
    ['video.ok', 'videos', 'unsubscribe newsletter'],
    ['datenschutz', 'datenschutz_gelesen', 'Newsletter abbestellt'],
    ['privacy.ok', 'privacyAccepted', 'newsletterUnsubscribed'],
    ['terms.ok', 'terms', 'unsubscribed_newsletter'],
    ['agb', 'AGB', 'Newsletter abbestellen'],
    ['sms.ok', 'sms_optin', 'newsletter_abgemeldet'],
    ['whatsapp', 'whatsapp_ok', 'newsletter abgemeldet am'],
    ['newsletter', 'newsletter', 'Widerruf Foto'],
    ['newsletter', 'newsletter', 'fotos abgemeldet'],
  ])('is not reported for another purpose: %s, %s, %s', async (field, read, key) => {
    expect(await isDenied(field, read, key)).toBe(false);
  });

  it.each([
    ['newsletter', 'newsletter', 'Newsletter abbestellen'],
    ['newsletter', 'Newsletter', 'Widerruf Newsletter'],
    ['newsletter', 'newsletter', 'newsletter_abgemeldet'],
    ['newsletter', 'optin', 'newsletter_abgemeldet'],
    ['newsletter', 'optin', 'unsubscribed'],
    ['newsletter', 'marketing', 'newsletterUnsubscribed'],
    ['marketing.ok', 'werbung', 'abgemeldet_newsletter'],
    ['newsletter', 'newsletter_ok', 'abgemeldet'],
    ['newsletter', 'newsletter', 'unsubscribe_newsletter'],
    ['photo.ok', 'foto', 'foto_widerrufen'],
    ['photo.ok', 'fotos', 'fotos widerrufen am'],
    ['photo.ok', 'photos', 'photos_revoked'],
    ['photo.ok', 'zustimmung', 'zustimmung_widerrufen'],
    ['photo.ok', 'photoConsent', 'revoked'],
    ['sms.ok', 'sms', 'sms_abgemeldet'],
  ])('is reported for the same one, or one without a purpose: %s, %s, %s', async (field, read, key) => {
    expect(await isDenied(field, read, key)).toBe(true);
  });
});

describe('a denial that two questions about the event find', () => {
  const payload = { content: { OPT_IN: true, UNSUBSCRIBED: true } };

  it.each([
    { type: 'checkbox' },
    { type: 'text' },
    { type: 'selection', selectItems: [{ value: 'true' }, { value: 'false' }] },
  ])('is reported once for a field %j', async field => {
    const text = sample('{from: content.OPT_IN, as: boolean}', 'newsletter');
    expect(await warningsOf(text, payload, field)).toEqual(['mapping/denied-consent']);
  });
});

it.each([
  ['newsletter_partner', 'newsletter', false],
  ['Werbung von Partnern', 'marketing', false],
  ['share_with_third_parties', 'newsletter', false],
  ['newsletter_partner', 'Newsletter der Partner', true],
  ['newsletter', 'newsletter_partner', true],
  ['Werbung von uns und unseren Partnern', 'Partnerwerbung', true],
  ['werbung_erhalten', 'newsletter', true],
  ['unsubscribed', 'newsletter_partner', true],
  ['Ich widerspreche der Verarbeitung', 'privacy', true],
  ['Widerspruch gegen die Datenverarbeitung', 'Datenschutz gelesen', true],
  ['I object to the processing of my data', 'privacy', true],
  ['Ich widerspreche der Verarbeitung meiner Daten', 'newsletter', false],
  ['payment processing declined', 'privacy', false],
])('a refusal of %s concerns the consent %s: %s', (refused, consent, expected) => {
  expect(concerns(purposesRefused([refused]), purposesRefused([consent]))).toBe(expected);
});
