import { describe, expect, it } from 'vitest';
import { evaluateYaml } from './evaluate-yaml.ts';

/** Returns the paths of the warnings about consents for an event. */
async function deniedOf(rules: readonly string[], payload: object): Promise<readonly (string | undefined)[]> {
  const text = `source: website
destination: salon
operation: updateCustomer
set:
  id: {value: "7", because: one person}
  additionalFields:
${rules.map(each => `    ${each}\n`).join('')}`;
  const evaluation = await evaluateYaml(text, { payload });
  const all = evaluation.kind === 'not-wanted' ? [] : evaluation.diagnostics;
  return all.filter(({ code }) => code === 'mapping/denied-consent').map(({ path }) => path);
}

const newsletter = ['newsletter: {from: subscriber.fields.newsletter_ok, as: boolean}'];
const subscriber = (more: object, ok = '1') => ({ subscriber: { ...more, fields: { newsletter_ok: ok } } });
const flat = ['newsletter: {from: newsletter, as: boolean}', 'photo.ok: {from: photo, as: boolean}'];

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
    [
      ['newsletter: {from: newsletter, as: boolean, because: of this letter alone}'],
      { newsletter: 'ja', email_opt_out: true },
    ],
  ])('is not told: %j, %j', async (rules, payload) => {
    expect(await deniedOf(rules, payload)).toEqual([]);
  });
});
