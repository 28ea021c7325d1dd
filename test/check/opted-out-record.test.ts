import { describe, expect, it } from 'vitest';
import { doubtsOfCall } from '../../src/check/call/doubtful-values.ts';
import { refusedElsewhere } from '../../src/check/consents/refused-elsewhere.ts';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';

/** Returns the paths of the warnings about consents for an event. */
async function deniedOf(rules: readonly string[], payload: object): Promise<readonly (string | undefined)[]> {
  const mapping = mappingOf(`source: website
destination: salon
operation: updateCustomer
set:
  id: {value: "7", because: one person}
  additionalFields:
${rules.map(each => `    ${each}\n`).join('')}`);
  const event = { id: 'e1', source: 'website', receivedAt: '2026-11-30T12:00:00.000Z' };
  const input = { payload, answers: undefined, headers: {}, query: {}, body: payload, event };
  const evaluation = await evaluate(mapping, input, { people: 'crm', findLink: async () => undefined });
  if (evaluation.kind !== 'call') throw new Error(JSON.stringify(evaluation));
  const { call, diagnostics } = evaluation;
  const all = [...diagnostics, ...doubtsOfCall(call), ...refusedElsewhere(mapping, null, input, call)];
  return all.filter(({ code }) => code === 'mapping/denied-consent').map(({ path }) => path);
}

const newsletter = ['newsletter: {from: subscriber.fields.newsletter_ok, as: boolean}'];
const subscriber = (more: object, ok = '1') => ({ subscriber: { ...more, fields: { newsletter_ok: ok } } });
const flat = ['newsletter: {from: newsletter, as: boolean}', 'photo.ok: {from: photo, as: boolean}'];

const ways = [
  'consent.email: {from: werbung.email, as: boolean}',
  'consent.sms: {from: werbung.sms, as: boolean}',
  'consent.bank: {from: bank.weitergabe, as: boolean}',
];
const all = { werbung: { email: 'ja', sms: 'ja' }, bank: { weitergabe: 'ja' } };
const [email, sms] = ['additionalFields.consent.email', 'additionalFields.consent.sms'];

describe('a yes beside a bar of advertising', () => {
  it.each<readonly [object, readonly string[]]>([
    [{ werbesperre: 'ja' }, [email, sms]],
    [{ werbesperre: true }, [email, sms]],
    [{ Werbesperre: '12.11.2026' }, [email, sms]],
    [{ kunde: { werbesperre: 'ja' } }, [email, sms]],
    [{ keine_werbung: 'ja' }, [email, sms]],
    [{ keineWerbung: 1 }, [email, sms]],
    [{ 'Keine Werbung erwünscht': 'ja' }, [email, sms]],
    [{ widerspruch_werbung: 'ja' }, [email, sms]],
    [{ 'Widerspruch gegen Werbung': 'ja' }, [email, sms]],
    [{ werbewiderspruch: true }, [email, sms]],
    [{ Werbewiderspruch_am: '2026-11-12' }, [email, sms]],
    [{ werbung_gesperrt: 'ja' }, [email, sms]],
    [{ newsletter_abmeldung: true }, [email]],
    [{ abmeldung_newsletter: 'ja' }, [email]],
    [{ mailsperre: 'ja' }, [email]],
    [{ kontaktsperre: 'ja' }, [email, sms]],
    [{ marketing_opt_out: 'true' }, [email, sms]],
    [{ no_marketing: 'true' }, [email, sms]],
    [{ stop_mailing: 'ja' }, [email]],
    [{ robinsonliste: 'ja' }, [email, sms]],
    [{ tags: ['Bestand', 'Werbesperre'] }, [email, sms]],
    [{ tags: 'VIP, Werbesperre' }, [email, sms]],
    [{ tags: 'VIP, Newsletter: nein' }, [email]],
    [{ customer: { tags: ['VIP', 'no-newsletter'] } }, [email]],
    [{ kunde: { schlagworte: 'newsletter abgemeldet; Bestand' } }, [email]],
    [{ sms_opt_out: 'ja' }, [sms]],
    [{ smsOptOut: true }, [sms]],
    [{ keine_sms: 'ja' }, [sms]],
    [{ do_not_text: true }, [sms]],
    [{ sms_widerruf: 'ja' }, [sms]],
    [{ hs_email_optout: { value: 'true' } }, [email]],
    [{ properties: { hs_email_optout: { value: true } } }, [email]],
  ])('is told: %j', async (more, paths) => {
    expect(await deniedOf(ways, { ...all, ...more })).toEqual(paths);
  });

  it('is told for text messages alone, but not for a permission to pass data on', async () => {
    const noEmail = { ...all, werbung: { email: 'nein', sms: 'ja' } };
    expect(await deniedOf(ways, { ...noEmail, do_not_contact: true })).toEqual([sms]);
    expect(await deniedOf(ways, { ...noEmail, werbesperre: 'ja' })).toEqual([sms]);
    const none = { ...all, werbung: { email: 'nein', sms: 'nein' } };
    expect(await deniedOf(ways, { ...none, werbesperre: 'ja' })).toEqual([]);
    expect(
      await deniedOf(ways, { ...noEmail, werbung: { email: 'ja', sms: 'nein' }, sms_opt_out: 'ja' }),
    ).toEqual([]);
  });

  it.each<readonly [readonly string[], object]>([
    [ways, { werbesperre: 'nein' }],
    [ways, { keine_werbung: false, sms_opt_out: '0' }],
    [ways, { hs_email_optout: { value: 'false' } }],
    [ways, { tags: ['Bestand', 'Werbung'] }],
    [ways, { keine_termine: 'ja', kein_interesse: 'ja', nichtraucher: 'ja' }],
    [ways, { objekt: { gesperrt: 'ja' } }],
    [ways, { 'Werbung gelesen': 'ja', marketing: 'ja' }],
    [[`consent.email: 'werbesperre = "ja" ? false : werbung.email'`], { werbesperre: 'nein', x: 1 }],
  ])('is not told: %j, %j', async (rules, more) => {
    expect(await deniedOf(rules, { ...all, ...more })).toEqual([]);
  });
});

describe('a yes beside a record that is unsubscribed', () => {
  it.each<readonly [readonly string[], object]>([
    [newsletter, subscriber({ status: 'unsubscribed' })],
    [newsletter, subscriber({ status: 'Unconfirmed' })],
    [newsletter, subscriber({ status: 'bounced' })],
    [newsletter, { ...subscriber({}), subscription_status: 'Unsubscribed' }],
    [flat, { newsletter: 'true', email_opt_out: true }],
    [flat, { newsletter: 'true', Email_Opt_Out: 'true' }],
    [flat, { newsletter: 'ja', HasOptedOutOfEmail: true }],
    [flat, { newsletter: 'ja', contact: { do_not_disturb: true } }],
    [flat, { newsletter: 'ja', emailBlacklisted: true }],
    [flat, { newsletter: 'ja', properties: { hs_email_optout: 'true' } }],
    [
      ['newsletter: {from: newsletter, as: boolean, because: of this letter}'],
      { newsletter: 'ja', email_opt_out: true },
    ],
    [flat, { newsletter: '1', member: { email_marketing_status: 'abgemeldet' } }],
  ])('is told: %j, %j', async (rules, payload) => {
    expect(await deniedOf(rules, payload)).toEqual(['additionalFields.newsletter']);
  });

  it.each<readonly [readonly string[], object]>([
    [newsletter, subscriber({ status: 'active' })],
    [newsletter, subscriber({ status: 'unsubscribed' }, '0')],
    [flat, { newsletter: 'true', email_opt_out: false }],
    [flat, { newsletter: 'nein', email_opt_out: true }],
    [flat, { photo: 'ja', email_opt_out: true }],
    [flat, { newsletter: 'true', status: 'open' }],
    [flat, { newsletter: 'true', company: { state: 'Bavaria' } }],
    [["newsletter: 'email_opt_out ? false : newsletter'"], { newsletter: true, email_opt_out: true, x: 1 }],
  ])('is not told: %j, %j', async (rules, payload) => {
    expect(await deniedOf(rules, payload)).toEqual([]);
  });
});
