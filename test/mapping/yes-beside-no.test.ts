import { describe, expect, it } from 'vitest';
import { nearlyEqual } from '../../src/mapping/doubts/comparisons/nearly-equal.ts';
import { mappingOf, storedOf } from '../check/trials.ts';
import { evaluateYaml } from './evaluate-yaml.ts';

async function told(field: string, rule: string, payload: object): Promise<readonly string[]> {
  const text = `source: form
destination: salon
operation: updateCustomer
set:
  id: nr
  additionalFields:
    ${field}: ${rule}
`;
  const evaluation = await evaluateYaml(text, { payload: { nr: '1001', ...payload } });
  if (evaluation.kind !== 'call' || !('additionalFields' in evaluation.call)) return [];
  const all = evaluation.call.additionalFields.flatMap(({ change }) =>
    'set' in change ? (change.set.doubts ?? []) : [],
  );
  return all.map(({ code }) => code).filter(code => code === 'mapping/denied-consent');
}

function quoted(expression: string): string {
  return `'${expression}'`;
}

describe('a yes although an answer says no', () => {
  it.each([
    ['newsletter', 'newsletter = "yes" or newsletter = "no"', { newsletter: 'no' }],
    ['newsletter', 'newsletter in ["ja", "nein"]', { newsletter: 'nein' }],
    [
      'newsletter',
      'consent.state = "subscribed" or accepts_marketing',
      { consent: { state: 'unsubscribed' }, accepts_marketing: true },
    ],
    ['sms.consent', 'sms = "ja" or fotos = "ja"', { sms: 'nein', fotos: 'ja' }],
    ['newsletter', 'nl != "nein" ? "true" : "false"', { nl: 'Nein danke' }],
    ['newsletter', 'nl != "nein" ? "true" : "false"', { nl: 'no' }],
    ['newsletter', 'nl != "nein" ? true : false', { nl: '' }],
    ['newsletter', 'custom.cf_8wtBxK2 != "No" ? "true" : "false"', { custom: { cf_8wtBxK2: 'No thanks' } }],
    ['sms.consent', 'q7 = "nein" ? false : true', { q7: 'Nee' }],
    ['photo.consent', 'k07 != "Non" ? "true" : "false"', { k07: 'Non merci' }],
    ['sms.consent', 'sms or fotos', { sms: false, fotos: true }],
    ['sms.consent', 'sms ? sms : mail_ok', { sms: false, mail_ok: true }],
    ['newsletter', 'mitglied = "ja" ? true : newsletter', { mitglied: 'ja', newsletter: false }],
    ['newsletter', 'aktiv and newsletter', { aktiv: true, newsletter: 'nein' }],
    ['newsletter', 'aktiv and newsletter', { aktiv: true, newsletter: 'no' }],
    ['newsletter', 'aktiv and newsletter', { aktiv: true, newsletter: '0' }],
    [
      'photo.consent',
      'meta[key="sms_ok"].value = "1" or meta[key="photo_ok"].value = "yes"',
      {
        meta: [
          { key: 'sms_ok', value: '1' },
          { key: 'photo_ok', value: 'no' },
        ],
      },
    ],
    [
      'newsletter',
      'meta[key="newsletter"].value = "yes" or meta[key="newsletter"].value = "no"',
      { meta: [{ key: 'newsletter', value: 'no' }] },
    ],
    [
      'photos.ok',
      '$lowercase(einwilligung_fotos) = "ja" or $lowercase(newsletter) = "ja"',
      { einwilligung_fotos: 'nein', newsletter: 'ja' },
    ],
    [
      'marketing.ok',
      'werbung_mail = "Ja" or werbung_post = "Ja"',
      { werbung_mail: 'Nein', werbung_post: 'Ja' },
    ],
    ['whatsapp', '$contains(whatsapp, "a")', { whatsapp: 'nein, danke' }],
    ['newsletter', '$count([newsletter, agb]) > 1', { newsletter: 'non', agb: 'oui' }],
    ['glasses', 'glasses = "No" ? false : true', { glasses: 'No glasses' }],
    ['glasses', 'brille = "Nein" ? false : true', { brille: 'Keine Brille' }],
    ['pets', '$not(tiere = "nein")', { tiere: 'keine Tiere' }],
    ['allergic', 'allergien != "no"', { allergien: 'none at all' }],
    ['smoker', 'raucht = "nein" ? false : true', { raucht: 'nie geraucht' }],
    ['smoker', 'raucht != "nein" ? "ja" : "nein"', { raucht: 'no' }],
    ['smoker', 'raucht != "nein" ? "ja" : "nein"', { raucht: '0' }],
    ['smoker', 'raucht = "nein" ? "no" : "yes"', { raucht: 'none' }],
    ['smoker', '$not(raucht = "nein")', { raucht: 'false' }],
    ['smoker', '$not(raucht in ["nein", "nie"])', { raucht: 'no' }],
    ['smoker', '$lowercase(raucht) != "nein" ? "ja" : "nein"', { raucht: 'No' }],
    ['smoker', '$string(raucht) != "nein" ? "ja" : "nein"', { raucht: 0 }],
    ['smoker', '$string(raucht) != "nein" ? "ja" : "nein"', { raucht: false }],
    ['smoker', '$string(raucht) != "nein" ? "ja" : "nein"', { raucht: 'Nein' }],
    ['smoker', '$contains($lowercase(raucht), "nein") ? "nein" : "ja"', { raucht: 'nie' }],
    ['smoker', '$match(raucht, /nein/i) ? false : true', { raucht: 'no' }],
    ['newsletter', '$string(nl) != "nein"', { nl: 0 }],
    ['newsletter', '$string(nl) != "nein" ? "ja" : "nein"', { nl: 0 }],
  ])('is told: %s: %s, %j', async (field, rule, payload) => {
    expect(await told(field, quoted(rule), payload)).toEqual(['mapping/denied-consent']);
    expect(await told(field, `{from: ${quoted(rule)}, because: it is right}`, payload)).toEqual([]);
  });

  it.each([
    ['newsletter', 'aktiv and newsletter', { aktiv: true, newsletter: true }],
    ['newsletter', 'newsletter = "yes" or newsletter = "ja"', { newsletter: 'ja' }],
    ['newsletter', 'stammkunde = "nein" and newsletter = "ja"', { stammkunde: 'nein', newsletter: 'ja' }],
    ['newsletter', 'kein_newsletter = "nein"', { kein_newsletter: 'nein' }],
    ['newsletter', '$not(unsubscribed)', { unsubscribed: false }],
    ['newsletter', 'newsletter and $not(opted_out)', { newsletter: true, opted_out: false }],
    ['sms.ok', 'sms = "ja" or $exists(sms_datum)', { sms: 'ja', sms_datum: '2026-01-01' }],
    ['sms.ok', 'sms ? sms : handy', { sms: 'ja' }],
    ['glasses', 'glasses = "No" ? false : true', { glasses: 'Yes' }],
    ['non.smoker', 'smoker = "no"', { smoker: 'no' }],
    ['non.smoker', 'smoker = "yes" ? false : true', { smoker: 'no' }],
    ['non.smoker', 'smoker ? false : true', { smoker: false }],
    ['no.allergies', 'allergien = "keine"', { allergien: 'keine' }],
    ['adult', 'age >= 18', { age: 20, newsletter: false }],
    ['vip', 'newsletter = "nein" or spent > 100', { newsletter: 'nein', spent: 200 }],
    ['vip', 'newsletter != "nein" or spent > 100 ? "ja" : "nein"', { newsletter: 'nein', spent: 200 }],
    ['vip', '$lowercase(abo) != "nein" or spent > 100 ? "ja" : "nein"', { abo: 'Nein', spent: 200 }],
    ['smoker', 'raucht != "nein" ? "ja" : "nein"', { raucht: 'ja' }],
    ['smoker', '$contains($lowercase(raucht), "nein") ? "nein" : "ja"', { raucht: 'manchmal' }],
    ['smoker', '$match(raucht, /nein/i) or spent > 1 ? "ja" : "nein"', { raucht: 'Nein', spent: 2 }],
    ['newsletter', 'sperre = 0', { sperre: 0 }],
    ['newsletter', '$string(nl) = "0" ? true : false', { nl: 0 }],
    ['smoker', 'raucht != "nein" ? "ja" : "nein"', { raucht: 'manchmal' }],
    ['smoker', 'raucht != "nein" ? "ja" : "nein"', { raucht: '' }],
    ['non.smoker', 'raucht = "nein" ? "ja" : "nein"', { raucht: 'nein' }],
  ])('is not told: %s: %s, %j', async (field, rule, payload) => {
    expect(await told(field, quoted(rule), payload)).toEqual([]);
  });
});

describe('a comparison with true or false', () => {
  const compared = (rule: string, answer: unknown) => {
    const [trial] = storedOf({ customer: '1001', answer });
    if (!trial) throw new Error('no event');
    const mapping = mappingOf(['additionalFields:', `  diabetes: ${rule}`]);
    return nearlyEqual(mapping, trial.input).map(({ code }) => code);
  };

  it.each(['Typ 2', 'Type 1', 'vielleicht', 'insulin', 'x'])('is told for the text %j', text => {
    expect(compared('answer = true', text)).toEqual(['check/never-equal']);
    expect(compared('answer = false', text)).toEqual(['check/never-equal']);
    expect(compared('{from: "answer = true", because: it means no}', text)).toEqual([]);
  });

  it.each([true, false, '', null, 3])('is not told for %j', value => {
    expect(compared('answer = true', value)).toEqual([]);
  });

  it('is not told for a text that the expression names', () => {
    expect(compared(quoted('answer = true or answer = "Typ 2"'), 'Typ 2')).toEqual([]);
    expect(compared(quoted('answer in [true, "Typ 2"]'), 'Typ 2')).toEqual([]);
  });
});

it.each([
  ['email_unencrypted', '"E-Mail ohne Verschlüsselung" in zustimmung'],
  ['newsletter', '"Newsletter" in zustimmung'],
])('is no denied box: %s by %s', async (field, expression) => {
  const zustimmung = ['Newsletter', 'E-Mail ohne Verschlüsselung'];
  expect(await told(field, quoted(expression), { zustimmung })).toEqual([]);
  expect(await told(field, quoted(expression), { zustimmung: 'E-Mail ohne Verschlüsselung' })).toEqual([]);
});
