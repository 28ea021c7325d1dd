import { describe, expect, it } from 'vitest';
import { fieldConsents, reversedInWords } from '../../src/check/consents/field-consents.ts';
import { reversedAnswers } from '../../src/check/consents/reversed-answers.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { consentChoice } from '../../src/mapping/convert/consent-choice.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { catalogOf, fieldOf } from './catalog.ts';
import { mappingOf, storedOf } from './trials.ts';

const selection = (keyName: string, name: string, selectItems: readonly string[]) =>
  fieldOf({ keyName, name, type: 'selection', selectItems });

const catalog = catalogOf({
  fields: [
    selection('whatsapp', 'WhatsApp', ['ja', 'nein']),
    selection('newsletter', 'Newsletter', ['wöchentlich', 'monatlich', 'keiner']),
    selection('angebote.mail', 'Newsletter', ['wöchentlich', 'monatlich']),
    selection('foto.erlaubt', 'Fotos erlaubt', ['Ja, gerne', 'Nein, danke', 'noch nicht gefragt']),
    selection('sms.erinnerung', 'SMS-Erinnerung', ['SMS', 'E-Mail', 'keine']),
    selection('kontakt', 'Kontaktweg', ['WhatsApp', 'Telefon', 'keiner']),
    selection('f7', 'Marketing-Einwilligung', ['erteilt', 'widerrufen']),
    selection('level', 'Kurs', ['Anfänger', 'keiner']),
    fieldOf({ keyName: 'whatsapp.text', name: 'WhatsApp' }),
    fieldOf({ keyName: 'sms.text', name: 'SMS-Einwilligung' }),
  ],
});

function found(rule: string): readonly Diagnostic[] {
  const mapping = mappingOf(['additionalFields:', `  ${rule}`]);
  return [...fieldConsents(mapping, catalog), ...reversedAnswers(mapping, catalog)];
}

const optOut = [
  'whatsapp: {answer: Kein WhatsApp, values: {ja: ja, nein: nein}}',
  'whatsapp: {answer: Kein WhatsApp bitte}',
  'whatsapp: {answer: Kein WhatsApp bitte, as: choice}',
  'whatsapp: {from: kein_whatsapp, values: {"true": ja, "false": nein}}',
  'newsletter: {from: kein_newsletter, values: {ja: monatlich, nein: keiner}}',
  'newsletter: {from: kein_newsletter, values: {"true": monatlich, "false": null}}',
  'newsletter: {answer: Newsletter abbestellen?, values: {Ja: wöchentlich, Nein: keiner}}',
  'newsletter: {from: unsubscribed, values: {"1": monatlich, "0": keiner}}',
  'newsletter: {from: status, values: {subscribed: monatlich, unsubscribed: wöchentlich}}',
  'angebote.mail: {answer: Bitte keinen Newsletter, values: {ja: monatlich, nein: wöchentlich}}',
  'foto.erlaubt: {answer: Bitte keine Fotos veröffentlichen, values: {ja: "Ja, gerne", nein: "Nein, danke"}}',
  'f7: {from: optout, values: {ja: erteilt, nein: widerrufen}}',
  'sms.text: {from: sms_optout, values: {ja: SMS ok, nein: keine SMS}}',
];

const reversed = [
  'newsletter: {from: Newsletter, values: {ja: keiner, nein: monatlich}}',
  'newsletter: {from: news, values: {"true": keiner, "false": monatlich}}',
  'newsletter: {answer: Newsletter?, values: {Ja: keiner, Nein: wöchentlich}}',
  'newsletter: {from: Newsletter, values: {yes: wöchentlich, no: monatlich}}',
  'newsletter: {from: Newsletter, values: {"Ja, bitte": wöchentlich, "Nein, danke": monatlich}}',
  'newsletter: {from: kein_newsletter, values: {ja: keiner, nein: monatlich}}',
  'whatsapp: {answer: WhatsApp?, values: {ja: nein, nein: ja}}',
  'foto.erlaubt: {answer: Fotos, values: {ja: "Nein, danke", nein: "Ja, gerne"}}',
  'foto.erlaubt: {answer: Fotos, values: {ja: "Ja, gerne", nein: "Ja, gerne"}}',
  'sms.erinnerung: {answer: SMS?, values: {ja: keine, nein: SMS}}',
  'f7: {from: marketing, values: {ja: widerrufen, nein: erteilt}}',
  'sms.text: {from: sms, values: {ja: keine SMS, nein: SMS ok}}',
];

const right = [
  'whatsapp: {answer: Kein WhatsApp, values: {ja: nein, nein: null}}',
  'whatsapp: {answer: Dürfen wir per WhatsApp schreiben?, values: {ja: ja, nein: nein}}',
  'whatsapp: {answer: WhatsApp}',
  'whatsapp: {answer: Kein WhatsApp, values: {ja: ja, nein: nein}, because: the form shows another text}',
  'newsletter: {from: kein_newsletter, values: {ja: keiner, nein: null}}',
  'newsletter: {from: Newsletter, values: {ja: monatlich, nein: keiner}}',
  'newsletter: {from: Newsletter, values: {ja: monatlich, nein: null}}',
  'newsletter: {from: Newsletter, values: {"true": wöchentlich, "false": keiner}}',
  'newsletter: {answer: Wöchentlicher Newsletter?, values: {ja: wöchentlich, nein: monatlich}}',
  'newsletter: {from: takt, values: {w: wöchentlich, m: monatlich, k: keiner}}',
  'newsletter: {from: Newsletter, values: {ja: wöchentlich, nein: monatlich}, because: only the interval is asked}',
  'newsletter: Newsletter',
  'newsletter: {from: optout, values: {ja: keiner}, otherwise: null}',
  'angebote.mail: {from: taeglich, values: {ja: wöchentlich, nein: monatlich}}',
  'foto.erlaubt: {answer: Fotos, values: {ja: "Ja, gerne", nein: "Nein, danke", "-": noch nicht gefragt}}',
  'foto.erlaubt: {answer: Fotos?, values: {ja: "Ja, gerne", nein: noch nicht gefragt}}',
  'sms.erinnerung: {answer: Erinnerung per SMS?, values: {ja: SMS, nein: E-Mail}}',
  'sms.erinnerung: {answer: SMS?, values: {ja: SMS, nein: keine}}',
  'sms.erinnerung: {answer: Bitte keine SMS, values: {ja: E-Mail, nein: null}}',
  'kontakt: {answer: Kein WhatsApp, values: {ja: Telefon, nein: WhatsApp}}',
  'kontakt: {answer: Kontakt, values: {WhatsApp: WhatsApp, Anruf: Telefon, "-": keiner}}',
  'f7: {from: marketing, values: {ja: erteilt, nein: widerrufen}}',
  'f7: {from: optout, values: {ja: widerrufen, nein: null}}',
  'level: {from: fortgeschritten, values: {ja: keiner, nein: Anfänger}}',
  'sms.text: {from: sms, values: {ja: SMS ok, nein: keine SMS}}',
];

describe('a consent with choices', () => {
  it.each(optOut)('is reported if it gets the yes to an opt-out: %s', rule => {
    expect(found(rule).map(({ code }) => code)).toEqual(['mapping/opt-out-as-consent']);
  });

  it.each(reversed)('is reported if its table changes a yes and a no: %s', rule => {
    expect(found(rule).map(({ code }) => code)).toEqual(['mapping/reversed-answer']);
  });

  it.each(right)('is not reported otherwise: %s', rule => {
    expect(found(rule).map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  });

  it.each([
    'newsletter: {value: monatlich}',
    'newsletter: {from: Newsletter, values: {ja: monatlich, nein: keiner}, otherwise: monatlich}',
    'newsletter: {from: Newsletter, values: {ja: monatlich, nein: keiner}, default: wöchentlich}',
    'foto.erlaubt: {value: "Ja, gerne"}',
    'f7: {from: marketing, values: {ja: erteilt, nein: widerrufen}, default: erteilt}',
  ])('is reported if nobody was asked: %s', rule => {
    expect(found(rule).map(({ code }) => code)).toEqual(['mapping/invented-consent']);
    expect(found(rule.replace(/\}$/, ', because: it is the form of the newsletter}'))).toEqual([]);
  });

  it('has the choices of the field in the hint for a literal', () => {
    const [first] = found('newsletter: {value: monatlich}');
    expect(first?.hint).toContain('{from: PATH, values: {ja: monatlich, nein: keiner}} with its path');
  });

  it.each([
    'newsletter: {value: keiner}',
    'newsletter: {from: Newsletter, values: {ja: monatlich}, otherwise: keiner}',
    'newsletter: {from: Newsletter, values: {ja: monatlich, nein: keiner}, default: keiner}',
    'foto.erlaubt: {value: noch nicht gefragt}',
    'level: {value: Anfänger}',
    'kontakt: {value: Telefon}',
  ])('may be set to a no, or left open: %s', rule => {
    expect(found(rule)).toEqual([]);
  });

  it.each(optOut)('has a hint with the choices, which is right itself: %s', rule => {
    const [{ hint = '' } = {}] = found(rule);
    const [, written] = /write (.*\}), with the words/.exec(hint) ?? [];
    const [, entry] = /values: \{(.*)\};/.exec(hint) ?? [];
    const table = /values: \{(.*?)\}\}?$/.exec(rule)?.[1] ?? '';
    const next = written ?? rule.replace(table, `${table.replace(/, unsubscribed: \S+/, '')}, ${entry}`);
    expect(next).not.toMatch(/: (?:false|true)\b/);
    expect(found(next)).toEqual([]);
  });

  it.each(reversed)('has entries in its hint which are right: %s', rule => {
    const [{ hint = '' } = {}] = found(rule);
    const [, entries = ''] = /write (.*?) in the table/.exec(hint) ?? [];
    const own = (/values: \{(.*)\}\}/.exec(rule)?.[1] ?? '').split(/, (?=\w+: |")/);
    const keys = entries.split(/, (?=\w+: |")/).map(each => each.split(': ')[0]);
    const kept = own.filter(each => !keys.includes(each.split(': ')[0]));
    const next = rule.replace(/values: \{.*\}\}/, `values: {${[...kept, entries].join(', ')}}}`);
    expect(found(next).map(({ message }) => message)).toEqual([]);
  });
});

describe('a text about messages', () => {
  const inText = (rule: string, value: unknown) => {
    const mapping = mappingOf(['additionalFields:', `  whatsapp.text: ${rule}`]);
    const payload = { kein_whatsapp: value, whatsapp: value };
    const events = storedOf(payload).map(trial => ({
      trial: { ...trial, given: 'payload' as const },
      scope: { input: payload, bindings: {} },
    }));
    return reversedInWords(mapping, events, catalog).map(({ hint }) => hint);
  };

  it('is reported if it gets the yes to an opt-out as it is', () => {
    const [hint] = inText('kein_whatsapp', 'Ja');
    expect(hint).toContain('write whatsapp.text: {from: kein_whatsapp, values: {Ja: nein, Nein: null}}');
    expect(inText('{from: kein_whatsapp, values: {Ja: nein, Nein: null}}', 'Ja')).toEqual([]);
  });

  it.each([
    ['kein_whatsapp', '+49 170 1234567'],
    ['kein_whatsapp', 'bitte anrufen'],
    ['{from: kein_whatsapp, because: it is a remark}', 'Ja'],
    ['whatsapp', 'Ja'],
    ['whatsapp', 'Nein'],
  ])('is not reported otherwise: %s with %s', (rule, value) => {
    expect(inText(rule, value)).toEqual([]);
  });
});

describe('the hint about an opt-out', () => {
  /** Returns the hints for a rule of a mapping with a payload, and with further rules. */
  const hintsFor = (rule: string, payload: object, ...more: readonly string[]) => {
    const mapping = mappingOf([
      'additionalFields:',
      `  newsletter2: ${rule}`,
      ...more.map(each => `  ${each}`),
    ]);
    const answers = answersOf({ form: 'fields' }, payload);
    const events = storedOf(payload).map(trial => ({
      trial: { ...trial, given: 'payload' as const },
      scope: { input: payload, bindings: { answers } },
    }));
    return reversedInWords(mapping, events, catalog).map(({ hint }) => hint);
  };
  const hubspot = { hs_email_optout: 'true', newsletter_optin: 'true', city: 'Graz' };
  const inObjects = {
    properties: {
      hs_email_optout: { value: 'false' },
      city: { value: 'x' },
      newsletter_optin: { value: 'true' },
    },
  };

  it.each<readonly [string, object, string]>([
    ['{from: hs_email_optout, as: boolean}', hubspot, 'newsletter_optin'],
    ['hs_email_optout', hubspot, 'newsletter_optin'],
    ['{from: hs_email_optout, as: boolean}', { ...hubspot, hs_email_optout: '' }, 'newsletter_optin'],
    ['{answer: hs_email_optout, as: boolean}', hubspot, '"newsletter_optin"'],
    ['{from: properties.hs_email_optout.value, as: boolean}', inObjects, 'properties.newsletter_optin.value'],
    [
      '{from: p.unsubscribed, as: boolean}',
      { p: { unsubscribed: true, email_opt_in: false } },
      'p.email_opt_in',
    ],
  ])('names the consent beside it first: %s in %j', (rule, payload, beside) => {
    const [hint, ...others] = hintsFor(rule, payload);
    expect(others).toEqual([]);
    expect(hint).toMatch(
      /^read \S+ instead, since the event has the consent itself; or, to read the opt-out, write /,
    );
    expect(hint).toContain(`read ${beside} instead`);
  });

  it.each<readonly [string, object, string]>([
    ['{from: hs_email_optout, as: boolean}', { hs_email_optout: 'true', city: 'Graz' }, ''],
    ['{from: hs_email_optout, as: boolean}', { hs_email_optout: 'true', sms_optin: 'true' }, ''],
    ['{from: hs_email_optout, as: boolean}', { hs_email_optout: 'true', datenschutz: 'true' }, ''],
    ['{from: hs_email_optout, as: boolean}', { hs_email_optout: 'true', no_newsletter: 'true' }, ''],
    ['{from: hs_email_optout, as: boolean}', hubspot, 'newsletter: {from: newsletter_optin, as: boolean}'],
  ])('names no other value: %s in %j', (rule, payload, other) => {
    const [hint] = hintsFor(rule, payload, ...(other === '' ? [] : [other]));
    expect(hint).toMatch(/^write newsletter2: /);
  });

  it('is not given for a rule that reads the consent', () => {
    expect(hintsFor('{from: newsletter_optin, as: boolean}', hubspot)).toEqual([]);
  });
});

it('reads the choices of a consent as yes and no', () => {
  const no = [
    'nein',
    'Nein, danke',
    'keiner',
    'Keine SMS',
    'kein',
    'nie',
    'none',
    'never',
    'No, thanks',
    'off',
  ];
  const further = ['nicht gewünscht', 'abgemeldet', 'widerrufen', 'niet', 'geen', 'pas du tout', 'gar nicht'];
  for (const each of [...no, ...further]) expect([each, consentChoice(each)]).toEqual([each, false]);
  const yes = [
    'ja',
    'monatlich',
    'wöchentlich',
    'per SMS',
    'Ja, gerne',
    'erteilt',
    'monatlich bis auf August',
  ];
  for (const each of [...yes, 'weekly', 'on']) expect([each, consentChoice(each)]).toEqual([each, true]);
  const open = [
    'keine Angabe',
    'noch nicht gefragt',
    'unbekannt',
    'not asked',
    'no answer',
    '',
    'n/a',
    'offen',
  ];
  for (const each of open) expect([each, consentChoice(each)]).toEqual([each, undefined]);
});
