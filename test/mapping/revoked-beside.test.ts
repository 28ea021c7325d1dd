import { describe, expect, it } from 'vitest';
import { bookingData, bookingMapping, evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

async function reported(
  expression: string,
  payload: object,
  { key = 'newsletter', as = '' } = {},
): Promise<readonly string[]> {
  const rule = as === '' ? JSON.stringify(expression) : `{from: ${JSON.stringify(expression)}, as: ${as}}`;
  const text = fieldMapping(rule).replace('f:', `${key}:`);
  const evaluation = await evaluateYaml(text, { payload });
  if (evaluation.kind !== 'call') throw new Error(evaluation.kind);
  return evaluation.call.additionalFields
    .flatMap(({ change }) => ('set' in change ? (change.set.doubts ?? []).map(({ code }) => code) : []))
    .filter(code => code !== 'mapping/condition-as-text');
}

const granted = { granted_at: '2026-01-01' };

describe('a consent that was revoked', () => {
  it.each([
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked_at: '2026-02-01' } }],
    ['consent.granted_at ? true : false', { consent: { ...granted, withdrawn_at: '2026-02-01' } }],
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked: true } }],
    ['$exists(subscribed_at)', { subscribed_at: '2026-01-01', unsubscribed_at: '2026-02-01' }],
    ['$exists(optin_date)', { optin_date: '2026-01-01', opt_out_date: '2026-02-01' }],
    [
      'consents.newsletter.granted',
      { consents: { newsletter: { granted: true, revoked_at: '2026-02-01' } } },
    ],
    ['consent.state', { consent: { state: 'ja', widerrufen: 'ja' } }],
    ['$boolean(optin)', { optin: true, opted_out: 1 }],
    ['$exists(angemeldet)', { angemeldet: '2026-01-01', abgemeldet_am: '2026-02-01' }],
    ['$exists(consent.grantedAt)', { consent: { grantedAt: '2026-01-01', revokedAt: '2026-02-01' } }],
    ['$exists(a.newsletter.datum)', { a: { newsletter: { status: 'widerrufen', datum: '28.11.2026' } } }],
    [
      'a.newsletter.datum ? true : false',
      { a: { newsletter: { status: 'Widerrufen', datum: '28.11.2026' } } },
    ],
    ['newsletter.datum != ""', { newsletter: { status: 'abgelehnt', datum: '28.11.2026' } }],
    ['$exists(newsletter.date)', { newsletter: { state: 'withdrawn', date: '2026-11-28' } }],
    ['$exists(newsletter.date)', { newsletter: { consentStatus: 'revoked', date: '2026-11-28' } }],
    ['$exists(subscribed_at)', { subscribed_at: '2026-01-01', status: 'unsubscribed' }],
    ['$exists(angemeldet_am)', { angemeldet_am: '01.01.2026', status: 'Abgemeldet' }],
    ['$exists(newsletter_date)', { newsletter_date: '2026-01-01', newsletter_status: 'inactive' }],
    ['$exists(newsletter_date)', { newsletter_date: '2026-01-01', opt_out: true }],
    ['$exists(newsletter_date)', { newsletter_date: '2026-01-01', status: 'suppressed' }],
    ['newsletter', { newsletter: true, suppressed: true }],
    ['$exists(newsletter_date)', { newsletter_date: '2026-01-01', newsletterOptOut: 'ja' }],
    ['$exists(newsletter_date)', { newsletter_date: '2026-01-01', newsletter: 'Nein, danke' }],
    ['$exists(newsletter.date)', { newsletter: { answer: 'no', date: '2026-11-28' } }],
    ['$exists(newsletter.date)', { newsletter: { date: '2026-11-28', confirmed: false } }],
    ['$exists(consents.mailing.since)', { consents: { mailing: { since: '2026-01-01', active: 0 } } }],
    ['$exists(consent.granted_at)', { consent: { granted_at: '01.03.2026', revoked_at: '02.03.2026' } }],
    ['klient.newsletter', { klient: { newsletter: true, newsletter_odhlasen: '27.11.2026' } }],
    ['medlem.nyhetsbrev', { medlem: { nyhetsbrev: true, avregistrerad_nyhetsbrev: '2026-11-28' } }],
    ['souhlasy.newsletter', { souhlasy: { newsletter: true, odvolano_dne: '27.11.2026' } }],
    ['infolettre', { infolettre: true, desinscrit_le: '2026-11-27' }],
    ['nieuwsbrief', { nieuwsbrief: true, uitgeschreven_op: '2026-11-27' }],
    ['zgody.newsletter', { zgody: { newsletter: true, wycofano: 'tak' } }],
    ['bulten', { bulten: true, bulten_iptal: '2026-11-27' }],
    ['newsletter', { newsletter: true, newsletter_revogado_em: '2026-11-27' }],
    ['consensi.newsletter', { consensi: { newsletter: true, revocato_il: '27/11/2026' } }],
    ['hírlevél', { hírlevél: true, hírlevél_leiratkozás_dátuma: '2026-11-27' }],
    [
      'kontakt.souhlasy.newsletter',
      { kontakt: { souhlasy: { newsletter: true }, newsletter_odhlasen: '27.11.2026' } },
    ],
    ['boletin', { boletin: true, baja_boletin_fecha: '26/11/2026' }],
    ['boletin', { boletin: true, fecha_baja_boletin: '26/11/2026' }],
    ['enimerotiko', { enimerotiko: true, imerominia_apeggrafis: '28/11/2026' }],
    ['nyhedsbrev', { nyhedsbrev: true, nyhedsbrev_afmeldt: '2026-11-27' }],
    ['boletin', { boletin: true, desuscrito_el: '27/11/2026' }],
    ['newsletter', { newsletter: 'ja', 'Widerruf am': '12.11.2026' }],
    ['newsletter', { newsletter: 'ja', Widerrufsdatum: '12.11.2026' }],
    ['freigabe.leine', { freigabe: { leine: true, status: 'widerrufen' } }],
    ['freigabe.leine', { freigabe: { leine: true, status: 'abgelehnt' } }],
    ['freigabe.leine', { freigabe: { leine: true, widerrufenAm: '2026-02-01' } }],
    ['freigabe.tierarzt', { freigabe: { tierarzt: 'ja', tierarztVerweigert: true } }],
    ['freigabe.tierarzt', { freigabe: { tierarzt: 'ja', tierarzt_verboten: 'ja' } }],
    ['permissions.treatment', { permissions: { treatment: true, treatmentDenied: true } }],
    ['permissions.treatment', { permissions: { treatment: true, valid: false } }],
    ['vollmacht.abholung', { vollmacht: { abholung: true, entzogen: '2026-02-01' } }],
    ['newsletter', { newsletter: 'ja', double_opt_in: 'pending' }],
    ['newsletter', { newsletter: 'ja', newsletter_doi: 'ausstehend' }],
    ['werbung.email', { werbung: { email: 'ja', double_opt_in: 'pending' } }],
    ['werbung.email', { werbung: { email: 'ja', double_opt_in: 'ausstehend' } }],
    ['werbung.email', { werbung: { email: 'ja', double_opt_in: false } }],
    ['werbung.email', { werbung: { email: 'ja', doubleOptIn: 'nein' } }],
    ['werbung.email', { werbung: { email: 'ja', doi_status: 'noch nicht bestätigt' } }],
    ['werbung.email', { werbung: { email: 'ja', bestätigung: 'offen' } }],
    ['werbung.email', { werbung: { email: 'ja', gültig_bis: '2025-01-01' } }],
    ['werbung.email', { werbung: { email: 'ja', gueltigBis: '01.01.2025' } }],
    ['werbung.email', { werbung: { email: 'ja', valid_until: '2025-12-31' } }],
    ['werbung.email', { werbung: { email: 'ja', expires_at: '2026-02-28T10:00:00Z' } }],
    ['werbung.email', { werbung: { email: 'ja', sperre: 'ja' } }],
    ['werbung.email', { werbung: { email: 'ja', gesperrt_seit: '01.02.2026' } }],
  ])('is reported: %s of %j', async (expression, payload) => {
    expect(await reported(expression, payload)).toEqual(['mapping/denied-consent']);
  });

  it.each([
    [{ bank: { weitergabe: 'ja', widerruf: 'ja' } }],
    [{ bank: { weitergabe: 'ja', status: 'widerrufen' } }],
    [{ bank: { weitergabe: 'ja', sperre: 'ja' } }],
    [{ bank: { weitergabe: 'ja', gültig_bis: '2025-01-01' } }],
    [{ bank: { weitergabe: 'ja', widerrufen_am: '2026-02-01' } }],
    [{ bank: { weitergabe: 'ja', status: 'abgelaufen' } }],
    [{ bank: { weitergabe: true, revoked: true } }],
  ])('is reported for a permission to pass data on: %j', async payload => {
    const at = { key: 'consent.bank', as: 'boolean' };
    expect(await reported('bank.weitergabe', payload, at)).toEqual(['mapping/denied-consent']);
  });

  it.each([
    ['bank.weitergabe', { bank: { weitergabe: 'ja', widerruf: 'nein', sperre: 'nein' } }],
    ['bank.weitergabe', { bank: { weitergabe: 'ja', gültig_bis: '2027-01-01', status: 'aktiv' } }],
    ['kunde.weitergabe', { kunde: { weitergabe: 'ja', status: 'inaktiv' } }],
    ['kunde.weitergabe', { kunde: { weitergabe: 'ja', gültig_bis: '2025-01-01' } }],
    ['data.newsletter', { data: { newsletter: 'ja', status: 'abgelaufen', gesperrt: 'nein' } }],
    ['werbung.email', { werbung: { email: 'ja', double_opt_in: 'confirmed' } }],
    ['werbung.email', { werbung: { email: 'ja', double_opt_in: '2026-01-31' } }],
    ['werbung.email', { werbung: { email: 'ja', double_opt_in: true, valid_until: '2026-03-01' } }],
    ['newsletter', { newsletter: 'ja', Widerrufsrecht: 'ja', bestätigung: 'offen gelassen' }],
    ['photo', { photo: 'ja', double_opt_in: 'pending' }],
  ])('is not reported for a state that is none: %s of %j', async (expression, payload) => {
    expect(await reported(expression, payload, { key: 'consent.bank', as: 'boolean' })).toEqual([]);
  });

  it('is reported for a consent of a booking, unless a reason is given', async () => {
    const of = async (rule: string) => {
      const consent = { granted: true, revoked_at: '2026-02-01' };
      const text = bookingMapping(`  marketing: ${rule}\n`);
      const evaluation = await evaluateYaml(text, { payload: { ...bookingData, consent } });
      const marketing = evaluation.kind === 'call' && Object.entries(evaluation.call);
      return JSON.stringify(marketing).includes('consent.revoked_at');
    };
    expect(await of('consent.granted')).toBe(true);
    expect(await of('{from: consent.granted, because: the person came back}')).toBe(false);
  });

  it.each([
    ['$exists(consent.granted_at)', { consent: granted }],
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked_at: null } }],
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked_at: '' } }],
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked: false } }],
    ['$exists(consent.granted_at)', { consent: { granted_at: '2026-03-01', revoked_at: '2026-02-01' } }],
    ['consent.ok', { consent: { ok: true, granted_at: '2026-03-01', revoked_at: '2026-02-01' } }],
    ['consent.ok', { consent: { ok: 'nein', revoked_at: '2026-02-01' } }],
    ['consent.ok', { consent: { ok: true, revoked_at: null } }],
    ['$exists(consent.granted_at)', { consent: granted, revoked_at: '2026-02-01' }],
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked: 'nein' } }],
    ['$exists(consent.granted_at)', { consent: { granted_at: '02.03.2026', revoked_at: '01.03.2026' } }],
    ['$exists(newsletter.datum)', { newsletter: { status: 'aktiv', datum: '28.11.2026' } }],
    ['$exists(newsletter.datum)', { newsletter: { status: 'erteilt', datum: '28.11.2026', sms: false } }],
    ['$exists(newsletter_date)', { newsletter_date: '2026-01-01', status: 'inactive', active: false }],
    ['$exists(newsletter_date)', { newsletter_date: '2026-01-01', status: 'cancelled' }],
    ['$exists(newsletter_date)', { newsletter_date: '2026-01-01', photo_status: 'revoked', photo: 'nein' }],
    ['$exists(newsletter_date)', { newsletter_date: '2026-01-01', newsletter_sms: 'nein' }],
    ['newsletter = "ja"', { newsletter: 'ja', widerruf: 'ja', agb: 'ja' }],
    ['newsletter = "ja"', { newsletter: 'ja', unsubscribe: 'https://example.com/u/1' }],
    ['$exists(newsletter.date)', { newsletter: { answer: 'Ja, nicht zu oft', date: '2026-11-28' } }],
    [
      '$exists(newsletter.date) and newsletter.status in ["a", "revoked"]',
      { newsletter: { status: 'revoked', date: '2026-11-28' } },
    ],
    ['souhlasy.newsletter', { souhlasy: { newsletter: true, odvolano_dne: null } }],
    [
      'kontakt.souhlasy.newsletter',
      { kontakt: { souhlasy: { newsletter: true }, sms_odhlasen: '27.11.2026', newsletter_odhlasen: null } },
    ],
    ['boletin', { boletin: true, prioridad: 'baja', baja: '2026-11-27' }],
    ['a and $not(($exists(unsubscribed_at) and unsubscribed_at != ""))', { a: true, unsubscribed_at: '' }],
    ['unsubscribed_at ? false : (marketing)', { marketing: true, unsubscribed_at: null }],
    ['klient.newsletter', { klient: { newsletter: true, newsletter_odhlasen: 'nein' } }],
    ['klient.newsletter', { klient: { newsletter: true, wycofano: '2026-11-27' } }],
    ['infolettre', { infolettre: true, desinscription_url: 'https://example.com/u' }],
    ['infolettre', { infolettre: true, desinscription: 'https://example.com/u' }],
    ['nyhetsbrev', { nyhetsbrev: true, avregistrerad: false }],
  ])('is not reported: %s of %j', async (expression, payload) => {
    expect(await reported(expression, payload)).toEqual([]);
  });
});

describe('a revoked consent whose field has a name that says less', () => {
  it.each([
    ['news', 'consent.granted', { consent: { granted: true, revoked_at: '2026-11-01T10:00:00Z' } }],
    ['info', 'newsletter', { newsletter: 'ja', newsletter_widerrufen_am: '12.11.2026' }],
    ['news', 'optin.marketing', { optin: { marketing: 1, marketing_withdrawn: '2026-11-01' } }],
    ['post', 'einwilligung', { einwilligung: 'ja', einwilligung_abgemeldet_am: '2026-11-01' }],
    ['mail_open', 'mail_offen', { mail_offen: true, mail_offen_widerruf: true }],
    ['email_unencrypted', 'mail_offen', { mail_offen: true, mail_offen_widerruf: 'ja' }],
    ['bank', 'auskunft', { auskunft: true, auskunft_widerrufen_am: '2026-11-01' }],
    ['bank', 'auskunft', { auskunft: true, widerruf_auskunft: '2026-11-01' }],
    ['data', 'release', { release: 'yes', release_revoked_at: '2026-11-01' }],
    ['data', 'release', { release: true, releaseRevoked: true }],
    ['data', 'accordo', { accordo: true, accordo_revocato_il: '2026-11-01' }],
    ['data', 'accord', { accord: true, accord_retire_le: '2026-11-01' }],
    ['news', 'consent.granted', { consent: { granted: true, revocation: { at: '2026-11-01', by: null } } }],
    ['tips', 'tipps', { tipps: true, tipps_abbestellt: true }],
  ])('is reported: %s by %s of %j', async (key, expression, payload) => {
    expect(await reported(expression, payload, { key, as: 'boolean' })).toEqual(['mapping/denied-consent']);
  });

  it.each([
    ['news', 'consent.granted', { consent: { granted: true, revoked_at: null } }],
    ['news', 'consent.granted', { consent: { granted: true, revoked_at: '' } }],
    ['news', 'consent.granted', { consent: { granted: false, revoked_at: '2026-11-01' } }],
    ['news', 'consent.granted', { consent: { granted: true, expires_at: '2027-11-01' } }],
    ['news', 'consent.granted', { consent: { granted: true, revocation: { at: null, by: '' } } }],
    ['mail_open', 'mail_offen', { mail_offen: true, mail_offen_widerruf: false }],
    ['mail_open', 'mail_offen', { mail_offen: true, mail_offen_widerrufen_am: '' }],
    ['mail_open', 'mail_offen', { mail_offen: true, fax_offen_widerruf: true }],
    ['mail_open', 'mail_offen', { mail_offen: true, mail_offen_seit: '2026-11-01' }],
    ['bank', 'auskunft', { auskunft: true, widerruf: true }],
    ['bank', 'auskunft', { auskunft: true, auskunft_bis: '2027-11-01' }],
    ['bank', 'auskunft', { auskunft: true, auskunft_widerruf_link: 'https://example.com/w' }],
    ['member', 'mitglied', { mitglied: true, mitglied_bis: '2027-12-31', ende: '2027-12-31' }],
    ['glasses', 'brille', { brille: true, status: 'withdrawn' }],
    ['visits', 'besuche', { besuche: true, besuche_status: 'abgelehnt' }],
  ])('is not reported: %s by %s of %j', async (key, expression, payload) => {
    expect(await reported(expression, payload, { key, as: 'boolean' })).toEqual([]);
  });
});
