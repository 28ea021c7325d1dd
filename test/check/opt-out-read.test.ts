import { describe, expect, it } from 'vitest';
import { fieldConsents } from '../../src/check/consents/field-consents.ts';
import { reversedAnswers } from '../../src/check/consents/reversed-answers.ts';
import { bookingMapping, parse } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';
import { mappingOf } from './trials.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'sms.ok', name: 'SMS erlaubt', type: 'checkbox' }),
    fieldOf({ keyName: 'vip', name: 'VIP', type: 'checkbox' }),
    fieldOf({ keyName: 'blocked', name: 'Werbesperre', type: 'checkbox' }),
    fieldOf({ keyName: 'dental', name: 'Zahnfleisch', type: 'checkbox' }),
    fieldOf({ keyName: 'status', name: 'Kontaktstatus' }),
  ],
});

function codesOf(rule: string): readonly string[] {
  const mapping = mappingOf(['additionalFields:', `  ${rule}`]);
  return [...fieldConsents(mapping, catalog), ...reversedAnswers(mapping)].map(({ code }) => code);
}

const wrong = [
  `newsletter: 'Attributes[key="donotbulkemail"].value'`,
  `newsletter: {from: 'Attributes[key="donotbulkemail"].value', as: boolean}`,
  `newsletter: {from: 'Attributes[key="donotbulkemail"].value', values: {"true": true, "false": false}}`,
  `newsletter: 'custom_fields[name="kein_newsletter" and active].value'`,
  `newsletter: 'tags[name = "x"].optout'`,
  'newsletter: {answer: Möchten Sie keinen Newsletter? Abmeldung}',
  `newsletter: 'optout = "ja"'`,
  `newsletter: 'optout = true'`,
  `newsletter: {from: 'optout ? true : false', as: boolean}`,
  `newsletter: {from: '$lowercase(optout)', as: boolean}`,
  `newsletter: 'status = "unsubscribed"'`,
  'newsletter: {from: status, values: {subscribed: true, unsubscribed: true}}',
  'newsletter: {from: state, values: {OPT_IN: true, OPT_OUT: true}}',
  'newsletter: {from: state, values: {pending: true, cleaned: true}}',
  `newsletter: 'state = "pending"'`,
  'newsletter: NoNewsletter',
  'newsletter: $headers.`x-opt-out`',
  'sms.ok: DoNotCall',
  'sms.ok: {from: DoNotBulkEMail, as: boolean}',
  `sms.ok: 'attributes[key="sms_optout"].value'`,
  'vip: {from: opt_out, as: boolean}',
  'sms.ok: {from: "`SMS gesperrt`", as: boolean, values: {x: "true", "-": "false", nein: "false"}}',
  'sms.ok: {answer: SMS gesperrt, as: boolean, values: {X: "true"}}',
  'sms.ok: {answer: sms_gesperrt, values: {✓: true}, otherwise: false}',
  'sms.ok: {from: sms_widerruf, as: boolean}',
  'sms.ok: {from: sms_widerruf, values: {x: true, o: false}}',
  'newsletter: {answer: Widerruf der Einwilligung, as: boolean}',
  'newsletter: {from: Werbesperre, values: {x: true}}',
  'newsletter: {from: no_newsletter, values: {"ja, bitte": true, nein: false}}',
  'newsletter: {from: werbesperre, values: {angekreuzt: true}, otherwise: false}',
  `newsletter: 'Werbesperre = "x"'`,
];

const right = [
  `newsletter: 'Attributes[key="bulkemail_allowed"].value'`,
  `newsletter: '$not(Attributes[key="donotbulkemail"].value)'`,
  `newsletter: {from: 'Attributes[key="donotbulkemail"].value', values: {"true": false, "false": null}}`,
  `newsletter: {from: 'Attributes[key="donotbulkemail"].value', as: boolean, because: the sender turns it round}`,
  `newsletter: 'optout = "nein"'`,
  `newsletter: 'optout = false'`,
  `newsletter: 'status = "subscribed"'`,
  `newsletter: 'status != "unsubscribed"'`,
  'newsletter: {from: status, values: {subscribed: true, unsubscribed: false}}',
  'newsletter: {from: status, values: {subscribed: true}, otherwise: false}',
  'newsletter: {from: state, values: {subscribed: true, pending: false, cleaned: false}}',
  'newsletter: {from: state, values: {OPT_IN: true, OPT_OUT: false}}',
  `newsletter: 'state != "pending"'`,
  `newsletter: 'fields[optout = false].newsletter'`,
  'newsletter: optin',
  'blocked: DoNotCall',
  `blocked: 'Attributes[key="donotbulkemail"].value'`,
  'dental: {from: parodontose, as: boolean}',
  'sms.ok: {from: not_a_member, as: boolean}',
  'status: unsubscribed',
  'vip: {from: vip, as: boolean}',
  'sms.ok: {from: "`SMS erlaubt`", as: boolean, values: {x: "true", "-": "false"}}',
  'sms.ok: {from: "`SMS gesperrt`", values: {x: false, "-": true}}',
  'sms.ok: {from: "`SMS gesperrt`", values: {x: true}, because: the list has a wrong name}',
  'sms.ok: {from: sms_gesperrt, values: {nein: null, x: false}}',
  'sms.ok: {answer: "SMS-Erinnerung (Widerruf jederzeit möglich)", as: boolean}',
  'newsletter: {from: newsletter_widerrufbar, values: {x: true}}',
  'dental: {from: widerruf_gelesen, as: boolean}',
  'blocked: {from: "`SMS gesperrt`", as: boolean, values: {x: "true"}}',
  `newsletter: 'Werbesperre = "-"'`,
];

describe('a yes to an opt-out', () => {
  it.each(wrong)('is reported as a consent: %s', rule => {
    expect(codesOf(rule)).toEqual(['mapping/opt-out-as-consent']);
  });

  it.each(right)('is not reported if it is reversed, or no consent: %s', rule => {
    expect(codesOf(rule)).toEqual([]);
  });

  it('is reported for a consent of a booking', () => {
    const of = (rule: string) =>
      parse(bookingMapping(`  marketing: ${rule}\n`)).diagnostics.map(({ code }) => code);
    expect(of(`'Attributes[key="donotbulkemail"].value'`)).toEqual(['mapping/opt-out-as-consent']);
    expect(of(`'optout = "ja"'`)).toEqual(['mapping/opt-out-as-consent']);
    expect(of(`'Attributes[key="newsletter"].value'`)).toEqual([]);
    expect(of('{from: optout, values: {ja: false, nein: true}, because: asks the opposite}')).toEqual([]);
  });

  it('is shown with the rule to write', () => {
    const [found] = fieldConsents(mappingOf(['additionalFields:', `  ${wrong[0]}`]), catalog);
    expect(found?.message).toBe(
      'a yes to Attributes[key="donotbulkemail"].value is a no to newsletter by its name, but the rule reads it as a yes',
    );
    expect(found?.hint).toContain(
      'write newsletter: {from: "Attributes[key=\\"donotbulkemail\\"].value", values: {ja: false, nein: null, true: false, false: null}}',
    );
  });
});
