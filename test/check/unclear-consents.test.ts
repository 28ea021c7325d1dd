import { describe, expect, it } from 'vitest';
import { unclearConsents } from '../../src/check/consents/unclear-consents.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { plainAnswer } from '../../src/mapping/convert/plain-answer.ts';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { bookingData, bookingMapping, mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'sms.ok', name: 'SMS erlaubt', type: 'checkbox' }),
    fieldOf({ keyName: 'vip', name: 'VIP', type: 'checkbox' }),
    fieldOf({ keyName: 'werbesperre', name: 'Werbesperre', type: 'checkbox' }),
    fieldOf({ keyName: 'whatsapp', name: 'WhatsApp', type: 'selection', selectItems: ['ja', 'nein'] }),
    fieldOf({
      keyName: 'news',
      name: 'Newsletter',
      type: 'selection',
      selectItems: ['wöchentlich', 'monatlich', 'keiner'],
    }),
    fieldOf({ keyName: 'whatsapp.text', name: 'WhatsApp' }),
    fieldOf({ keyName: 'sms.art', name: 'SMS', type: 'selection', selectItems: ['ja'] }),
    fieldOf({ keyName: 'marketing.quelle', name: 'Marketing-Quelle' }),
  ],
});

/** Returns the warnings about an event with an answer `a`; `samples`: the answers of the samples. */
async function found(
  rule: string,
  answer: unknown,
  samples: readonly unknown[] = [],
  key = 'a',
): Promise<readonly Diagnostic[]> {
  const tests = samples.map((a, at) => ({ name: `t${at}`, payload: { nr: 7, [key]: a }, expect: [] }));
  const text = rule.startsWith('marketing: ')
    ? `${bookingMapping(`  ${rule}\n`)}tests: ${JSON.stringify(tests)}\n`
    : `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  note: {value: x}\n  additionalFields:\n    ${rule}\ntests: ${JSON.stringify(tests)}\n`;
  const mapping = mappingOf(text);
  const payload = { nr: 7, ...bookingData, [key]: answer };
  const answers = namedAnswers([{ keys: [key], labels: [], value: answer }]);
  const event = { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };
  const input = { payload, answers, headers: {}, query: {}, body: payload, event };
  const evaluation = await evaluate(mapping, input, { people: 'crm', findLink: async () => undefined });
  if (evaluation.kind !== 'call') throw new Error(JSON.stringify(evaluation));
  return unclearConsents(mapping, catalog, input, evaluation.call);
}

const codesOf = (all: readonly Diagnostic[]) => all.map(({ code }) => code.replace('mapping/', ''));

describe('a consent from an answer whose meaning is not plain', () => {
  it.each([
    ['newsletter: {from: a, values: {Rückbildung: true}}', 'Rückbildung', 'unclear-consent'],
    ['newsletter: {from: a, values: {A: true, B: false}}', 'A', 'unclear-consent'],
    ['newsletter: {from: a, values: {"8831": true}}', 8831, 'unclear-consent'],
    ['newsletter: {from: a, values: {ja: true}, otherwise: true}', 'vielleicht', 'unclear-consent'],
    [
      'newsletter: {from: a, values: {"Ja, aber nur zu Terminen": true}}',
      'Ja, aber nur zu Terminen',
      'unclear-consent',
    ],
    ['sms.ok: {from: a, values: {nur per Mail: true, ja: true}}', 'nur per Mail', 'unclear-consent'],
    ['sms.ok: {answer: a, values: {E-Mail: true, SMS: true}}', 'E-Mail', 'unclear-consent'],
    ['sms.ok: {from: a, values: {Herr: true, Frau: true}}', ['Herr'], 'unclear-consent'],
    [
      'newsletter: {from: a, values: {Rückbildung: true, ja: true, nein: false}}',
      'Rückbildung',
      'unclear-consent',
    ],
    ['sms.ok: {from: a, values: {nur per Mail: true, nein: false}}', 'nur per Mail', 'unclear-consent'],
    ['whatsapp: {from: a, values: {Rückbildung: ja}}', 'Rückbildung', 'unclear-consent'],
    ['marketing: {from: a, values: {Rückbildung: true}}', 'Rückbildung', 'unclear-consent'],
    ['newsletter: {from: a, values: {Nein danke: true}}', 'Nein danke', 'reversed-answer'],
    ['newsletter: {from: a, values: {nein: "true", ja: "false"}}', 'nein', 'reversed-answer'],
    ['newsletter: {from: a, values: {"false": true}}', false, 'reversed-answer'],
    ['newsletter: {from: a, values: {Keine Werbung: true}}', 'Keine Werbung', 'reversed-answer'],
    ['newsletter: {from: a, values: {ja: true}, otherwise: true}', 'Nein, bitte nicht', 'reversed-answer'],
    ['whatsapp: {from: a, values: {nein: ja, ja: nein}}', 'nein', 'reversed-answer'],
    ['news: {from: a, values: {nein: monatlich, ja: keiner}}', 'nein', 'reversed-answer'],
    ['news: {from: a, values: {abgemeldet: wöchentlich}}', 'abgemeldet', 'reversed-answer'],
  ])('is reported: %s of %j', async (rule, answer, code) => {
    expect(codesOf(await found(rule, answer))).toEqual([code]);
    // Another answer of a sample does not confirm it.
    expect(codesOf(await found(rule, answer, ['Ja!']))).toEqual([code]);
    expect(codesOf(await found(rule, answer, [answer]))).toEqual([]);
    expect(codesOf(await found(rule, answer, ['Ja!', answer]))).toEqual([]);
    const because = rule.replace(/\}$/, ', because: the form says so}');
    if (!rule.startsWith('marketing')) expect(codesOf(await found(because, answer))).toEqual([]);
  });

  it.each([
    ['newsletter: {from: kein_newsletter, as: boolean}', 'kein_newsletter', 'ja', 'opt-out-as-consent'],
    [
      'newsletter: {answer: Kein Newsletter bitte, as: boolean}',
      'Kein Newsletter bitte',
      'Ja',
      'opt-out-as-consent',
    ],
    ['whatsapp: {answer: Kein WhatsApp bitte}', 'Kein WhatsApp bitte', 'ja', 'opt-out-as-consent'],
    ['whatsapp.text: {answer: Kein WhatsApp bitte}', 'Kein WhatsApp bitte', 'Ja', 'opt-out-as-consent'],
    ['whatsapp.text: {from: kein_whatsapp, values: {x: Ja}}', 'kein_whatsapp', 'x', 'opt-out-as-consent'],
    ['sms.art: {from: sms_gesperrt}', 'sms_gesperrt', 'ja', 'opt-out-as-consent'],
    ['whatsapp: {answer: Kein WhatsApp, values: {x: ja}}', 'Kein WhatsApp', 'x', 'opt-out-as-consent'],
    ['news: {from: unsubscribed, values: {"true": monatlich}}', 'unsubscribed', true, 'opt-out-as-consent'],
    ['sms.ok: {from: sms_gesperrt, values: {ja: true}}', 'sms_gesperrt', 'ja', 'opt-out-as-consent'],
    ['newsletter: {from: optout, values: {ja: false, nein: true}}', 'optout', 'nein', 'reversed-answer'],
    [
      'whatsapp: {answer: Kein WhatsApp, values: {ja: nein, nein: ja}}',
      'Kein WhatsApp',
      'nein',
      'reversed-answer',
    ],
    ['news: {from: unsubscribed, values: {"false": monatlich}}', 'unsubscribed', false, 'reversed-answer'],
  ])('is reported for an opt-out: %s', async (rule, key, answer, code) => {
    expect(codesOf(await found(rule, answer, [], key))).toEqual([code]);
    expect(codesOf(await found(rule, answer, [answer], key))).toEqual([]);
  });

  it.each([
    ['newsletter: {from: a, as: boolean}', 'ja'],
    ['newsletter: {from: a, as: boolean}', true],
    ['newsletter: {from: a, as: boolean}', '1'],
    ['newsletter: {from: a, as: boolean}', 'nein'],
    ['newsletter: {from: a, values: {x: true}}', 'x'],
    ['newsletter: {from: a, values: {✓: true}}', '✓'],
    ['newsletter: {from: a, values: {Ich stimme zu: true}}', 'Ich stimme zu'],
    ['newsletter: {from: a, values: {subscribed: true, unsubscribed: false}}', 'subscribed'],
    ['newsletter: {from: a, values: {subscribed: true, unsubscribed: false}}', 'unsubscribed'],
    ['newsletter: {from: a, values: {Newsletter abonnieren: true}}', ['Newsletter abonnieren']],
    ['newsletter: {from: a, values: {Ja gerne: true, SMS: false}}', ['SMS', 'Ja gerne']],
    ['newsletter: {from: a, values: {Rückbildung: false}}', 'Rückbildung'],
    ['newsletter: {from: a, values: {Rückbildung: null}}', 'Rückbildung'],
    ['newsletter: {from: a, values: {igen: true, nem: false}}', 'igen'],
    [
      'newsletter: {from: a, values: {Rückbildung: true}, because: the course has a newsletter}',
      'Rückbildung',
    ],
    ['newsletter: a = "Rückbildung"', 'Rückbildung'],
    ['sms.ok: {from: a, values: {per SMS: true, per E-Mail: false}}', 'per SMS'],
    ['whatsapp: a', 'ja'],
    ['whatsapp: {from: a, values: {WhatsApp: ja, Telefon: nein}}', 'WhatsApp'],
    ['news: a', 'monatlich'],
    ['news: {from: a, values: {m: monatlich, w: wöchentlich, k: keiner}}', 'm'],
    ['news: {from: a, values: {ja: monatlich, nein: keiner}}', 'nein'],
    [
      'newsletter: {from: a, values: {zur Eröffnung: true, zu Weihnachten: true, nie: false}}',
      'zur Eröffnung',
    ],
    ['sms.ok: {from: a, values: {einen Tag vorher: true, keine: false}}', 'einen Tag vorher'],
    ['whatsapp.text: a', 'Ja'],
    ['whatsapp.text: a', '+49 170 1234567'],
    ['whatsapp.text: a', 'nur abends'],
    ['whatsapp.text: {from: a, values: {w: Ja, n: Nein}}', 'w'],
    ['vip: {from: a, values: {Gold: true}}', 'Gold'],
    ['werbesperre: {from: a, values: {Gold: true}}', 'Gold'],
    ['marketing.quelle: a', 'Google'],
    ['marketing.quelle: {from: a, values: {g: Google}}', 'g'],
    ['marketing: a', 'ja'],
    ['marketing: {from: a, values: {Einverstanden: true}}', 'Einverstanden'],
    ['newsletter: {from: b, default: true}', 'x'],
  ])('is not reported if the answer is plain, or no consent: %s of %j', async (rule, answer) => {
    expect(codesOf(await found(rule, answer))).toEqual([]);
  });

  it.each([
    ['newsletter: {from: kein_newsletter, values: {ja: false, nein: null}}', 'kein_newsletter', 'ja'],
    ['whatsapp: {answer: Kein WhatsApp, values: {ja: nein, nein: null}}', 'Kein WhatsApp', 'ja'],
    ['whatsapp: {answer: WhatsApp erlaubt?}', 'WhatsApp erlaubt?', 'ja'],
  ])('is not reported for an opt-out that is reversed: %s', async (rule, key, answer) => {
    expect(codesOf(await found(rule, answer, [], key))).toEqual([]);
  });

  it('names the answer, and the entry to write', async () => {
    const [first] = await found('whatsapp: {from: a, values: {Nein danke: ja}}', 'Nein danke');
    expect(first?.hint).toBe(
      'write Nein danke: nein in the table (values) of the rule; if the yes is right, keep the event as a test (fieldbridge capture)',
    );
    const [other] = await found('newsletter: {from: a, values: {Rückbildung: true}}', 'Rückbildung');
    expect(other?.message).toBe(
      'the rule makes a yes to newsletter of "Rückbildung", which is neither a yes nor a no by its words, and no sample of the mapping has this answer',
    );
    expect(other?.hint).toContain('write Rückbildung: null in the table');
    const rule = 'newsletter: {from: a, values: {"Ja, aber nur per Post": true}}';
    const [limited] = await found(rule, 'Ja, aber nur per Post');
    expect(limited?.message).toContain(
      '"Ja, aber nur per Post", which is a yes with a condition, and no sample',
    );
    const [third] = await found('whatsapp: {answer: Kein WhatsApp bitte}', 'ja', [], 'Kein WhatsApp bitte');
    expect(third?.hint).toContain('write ja: nein in the table (values) of the rule, and null for a no');
  });
});

it('knows the words for a plain yes and no', () => {
  for (const each of [
    'ja',
    'Ja, gerne',
    'yes',
    'x',
    '✓',
    'on',
    '1',
    'einverstanden',
    'angekreuzt',
    'oui',
    'sí',
    'tak',
    'souhlasím',
    'согласен',
    'Freigabe erteilt',
    'double_opt_in',
    'auf jeden Fall',
  ])
    expect([each, plainAnswer(each)]).toEqual([each, true]);
  for (const each of [
    'nein',
    'Nein danke',
    'no',
    '-',
    '',
    '0',
    'unsubscribed',
    'nicht erteilt',
    'opt-out',
    'nem',
    'niet akkoord',
    'Nein, nur Post',
  ])
    expect([each, plainAnswer(each)]).toEqual([each, false]);
  for (const each of [
    'Rückbildung',
    'nur per Mail',
    'vielleicht',
    'Ja, aber nur per Mail',
    '8831',

    '2026-01-01',
  ])
    expect([each, plainAnswer(each)]).toEqual([each, undefined]);
});
