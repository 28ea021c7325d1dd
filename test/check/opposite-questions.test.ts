import { describe, expect, it } from 'vitest';
import { fieldConsents } from '../../src/check/consents/field-consents.ts';
import { oppositePairs, oppositeQuestions } from '../../src/check/consents/opposite-questions.ts';
import { reversedAnswers } from '../../src/check/consents/reversed-answers.ts';
import type { Wanted } from '../../src/check/data/trial.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';
import { storedOf } from './trials.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'sms.consent', name: 'SMS-Erinnerung', type: 'checkbox' }),
    fieldOf({ keyName: 'sms.erinnerung', name: 'SMS-Erinnerung gewünscht', type: 'checkbox' }),
    fieldOf({ keyName: 'photo.consent', name: 'Fotoerlaubnis', type: 'checkbox' }),
    fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'pregnant', name: 'Schwanger', type: 'checkbox' }),
    fieldOf({ keyName: 'no.photo', name: 'Kein Foto', type: 'checkbox' }),
    fieldOf({ keyName: 'nichtraucher', name: 'Nichtraucher', type: 'checkbox' }),
    fieldOf({ keyName: 'non.smoker', name: 'Non-smoker', type: 'checkbox' }),
    fieldOf({ keyName: 'smoker', name: 'Raucher', type: 'checkbox' }),
    fieldOf({ keyName: 'keineWerbung', name: 'Keine Werbung', type: 'checkbox' }),
    fieldOf({ keyName: 'werbesperre', name: 'Werbesperre', type: 'checkbox' }),
    fieldOf({ keyName: 'inaktiv', name: 'Inaktiv', type: 'checkbox' }),
    fieldOf({ keyName: 'no.member', name: 'Kein Mitglied', type: 'checkbox' }),
    fieldOf({ keyName: 'signature', name: 'Unterschrift', type: 'checkbox' }),
    fieldOf({ keyName: 'c7', name: 'SMS', type: 'checkbox' }),
    fieldOf({ keyName: 'vaccinated', name: 'Geimpft', type: 'checkbox' }),
    fieldOf({ keyName: 'pictures', name: 'Fotos', type: 'checkbox' }),
    fieldOf({ keyName: 'email_unencrypted', name: 'E-Mail ohne Verschlüsselung erlaubt', type: 'checkbox' }),
    fieldOf({ keyName: 'mail.secure', name: 'Verschlüsselte E-Mails', type: 'checkbox' }),
    fieldOf({ keyName: 'bank_release', name: 'Auskunft an Bank erlaubt', type: 'checkbox' }),
    fieldOf({ keyName: 'invoice.unpaid', name: 'Rechnung offen', type: 'checkbox' }),
    fieldOf({ keyName: 'walk.in', name: 'Laufkundschaft', type: 'checkbox' }),
  ],
});

function mappingWith(rule: string) {
  return mappingOf(
    `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\n`,
  );
}

function reported(rule: string): boolean {
  return fieldConsents(mappingWith(rule), catalog).some(({ code }) => code === 'mapping/opt-out-as-consent');
}

describe('a box that reads its opposite', () => {
  it.each([
    'sms.consent: {answer: Ich möchte keine SMS erhalten, as: boolean}',
    'sms.consent: {from: "`Ich möchte keine SMS erhalten`", as: boolean}',
    'sms.consent: {answer: Bitte keine Erinnerungen per SMS}',
    'sms.consent: {answer: SMS unerwünscht, as: boolean}',
    'photo.consent: {answer: Ich widerspreche der Veröffentlichung von Fotos, as: boolean}',
    'photo.consent: {answer: Foto nicht erlaubt, as: boolean}',
    'photo.consent: {from: fotos_verboten, as: boolean}',
    'newsletter: {answer: Ich lehne den Newsletter ab, as: boolean}',
    'pregnant: {from: nicht_schwanger, as: boolean}',
    'email_unencrypted: {from: encrypted_only, as: boolean}',
    'email_unencrypted: {from: verschluesselung, as: boolean}',
    'email_unencrypted: {from: mail_verschluesselt, as: boolean}',
    'email_unencrypted: {from: secure_mail, as: boolean}',
    'email_unencrypted: {answer: Nur verschlüsselte E-Mails, as: boolean}',
    'mail.secure: {from: mail_unverschluesselt, as: boolean}',
    'mail.secure: {answer: E-Mails ohne Verschlüsselung, as: boolean}',
    'bank_release: {from: bankgeheimnis, as: boolean}',
    'bank_release: {from: auskunftssperre_bank, as: boolean}',
    'bank_release: {from: auskunft_gesperrt, as: boolean}',
    'bank_release: {from: bank_block, as: boolean}',
    'bank_release: {from: keine_auskunft_bank, as: boolean}',
    'newsletter: {from: block_newsletter, as: boolean}',
    'invoice.unpaid: {from: invoice_paid, as: boolean}',
    'pregnant: {answer: nicht schwanger}',
    'pregnant: {answer: Schwangerschaft ausgeschlossen, as: boolean}',
    'nichtraucher: raucher',
    'nichtraucher: {from: patient.raucher, as: boolean}',
    'nichtraucher: {answer: Rauchen Sie?}',
    'nichtraucher: {answer: Rauchst du?, as: boolean}',
    'nichtraucher: \'kategorie = "Raucher"\'',
    'non.smoker: smoker',
    'non.smoker: {from: isSmoker, as: boolean}',
    'smoker: nichtraucher',
    'smoker: nonSmoker',
    'smoker: {answer: Ich bin Nichtraucher}',
    'keineWerbung: werbung',
    'keineWerbung: {from: werbung_erlaubt, as: boolean}',
    'keineWerbung: newsletter',
    'werbesperre: {from: newsletter, as: boolean}',
    'no.photo: {from: fotoerlaubnis, as: boolean}',
    'inaktiv: aktiv',
    'no.member: {from: mitglied, as: boolean}',
    'c7: {answer: No text messages please, as: boolean}',
    'c7: {answer: Keine Textnachrichten, as: boolean}',
    'pictures: {answer: No pictures please, as: boolean}',
    'vaccinated: {answer: Ist Ihr Tier nicht geimpft?, as: boolean}',
    'vaccinated: {answer: Is your dog not vaccinated?, as: boolean}',
    'vaccinated: {answer: Keine Impfungen, as: boolean}',
  ])('is reported: %s', rule => {
    expect(reported(rule)).toBe(true);
  });

  it.each([
    'newsletter: {answer: Ich möchte keine Angebote verpassen, as: boolean}',
    'newsletter: {answer: "Newsletter (Abmeldung jederzeit möglich)", as: boolean}',
    'sms.consent: {answer: SMS-Erinnerung gewünscht, as: boolean}',
    'photo.consent: {answer: Ich habe nichts gegen Fotos, as: boolean}',
    'pregnant: {answer: Sind Sie schwanger?, as: boolean}',
    'c7: {answer: Text messages welcome, as: boolean}',
    'vaccinated: {answer: Ist Ihr Tier geimpft?, as: boolean}',
    'vaccinated: {answer: Is your dog vaccinated?, as: boolean}',
    'pregnant: {from: nicht_schwanger, values: {ja: false, nein: true}}',
    'pregnant: {from: nicht_schwanger, because: the form has a wrong name}',
    'no.photo: {answer: Bitte keine Fotos, as: boolean}',
    'walk.in: {answer: Ohne Termin, as: boolean}',
    'nichtraucher: nichtraucher',
    'nichtraucher: non_smoker',
    'nichtraucher: {from: raucher, values: {ja: false, nein: true}}',
    `nichtraucher: 'raucher = "nein"'`,
    `nichtraucher: 'kategorie = "Nichtraucher"'`,
    'nichtraucher: $not(raucher)',
    'nichtraucher: {from: raucher, because: the form has a wrong name}',
    'non.smoker: {answer: Sind Sie Nichtraucher?, as: boolean}',
    'smoker: raucher',
    'smoker: {answer: Rauchen Sie?}',
    'keineWerbung: keine_werbung',
    'keineWerbung: {answer: Ich möchte keine Werbung, as: boolean}',
    'werbesperre: {from: opt_out, as: boolean}',
    'werbesperre: {from: newsletter_blocked, as: boolean}',
    'inaktiv: inaktiv',
    'inaktiv: deaktiviert',
    'no.member: {from: gast, as: boolean}',
    'signature: unterschrift',
    'signature: {from: no_of_signatures, as: boolean}',
    'signature: {from: insert_signature, as: boolean}',
    'email_unencrypted: {from: mail_unverschluesselt, as: boolean}',
    'email_unencrypted: {answer: E-Mail ohne Verschlüsselung, as: boolean}',
    'email_unencrypted: {from: mail_offen, as: boolean}',
    'email_unencrypted: {from: mail_klartext, as: boolean}',
    'mail.secure: {from: encrypted_only, as: boolean}',
    'mail.secure: {from: secure_mail, as: boolean}',
    'bank_release: {from: auskunft_bank, as: boolean}',
    'bank_release: {from: auskunft_erlaubt, as: boolean}',
    'bank_release: {answer: Entbindung vom Bankgeheimnis, as: boolean}',
    'bank_release: {from: bank_block, values: {ja: false, nein: null}}',
    'invoice.unpaid: {from: invoice_unpaid, as: boolean}',
  ])('is not reported otherwise: %s', rule => {
    expect(reported(rule)).toBe(false);
  });
});

it('is right with a table that turns round the opposite, without a reason', () => {
  const table = 'values: {ja: false, nein: true}';
  for (const rule of [`nichtraucher: {from: raucher, ${table}}`, `smoker: {from: nichtraucher, ${table}}`])
    expect(reversedAnswers(mappingWith(rule))).toEqual([]);
  expect(reversedAnswers(mappingWith(`smoker: {from: raucher, ${table}}`))).toHaveLength(1);
});

describe('a consent that names a question by its reference', () => {
  const asked = (rule: string, ...labels: readonly (string | { readonly sample: string })[]) => {
    const [stored] = storedOf({});
    if (!stored) throw new Error('no event');
    const found = (questionWith: (text: string) => object) =>
      oppositeQuestions(
        mappingWith(rule),
        labels.map((label, day): Wanted => {
          const [text, test] =
            typeof label === 'string' ? [label] : [label.sample, { mapping: 'm', name: 'a form' }];
          const question = { keys: ['q7'], labels: [], value: test ? 'yes' : 'ja', ...questionWith(text) };
          const answers = namedAnswers([question]);
          const receivedAt = `2026-03-0${day + 1}T12:00:00.000Z`;
          const input = { ...stored.input, answers, event: { ...stored.input.event, receivedAt } };
          return { trial: { input, ...(test && { test }) }, scope: { input: {}, bindings: { answers } } };
        }),
        catalog,
      );
    const labelled = found(text => ({ labels: [text] }));
    // Typeform has a title, by which only a rule finds the question.
    expect(found(text => ({ alsoCalled: [text, 'JwWggjAKtOkA'] }))).toEqual(labelled);
    return labelled;
  };

  it.each(['Möchten Sie keine SMS-Erinnerung?', 'SMS-Erinnerung abbestellen?'])(
    'sends nothing for a no to an objection to messages: %s',
    label => {
      const [found] = asked('sms.consent: {answer: q7, as: boolean}', label);
      expect(found?.hint).toContain('{ja: false, nein: null, true: false, false: null}');
      const [other] = asked('sms.erinnerung: {answer: q7, as: boolean}', label);
      expect(other?.hint).toContain('{ja: false, nein: null, true: false, false: null}');
    },
  );

  it('has the words of a sample in its hint', () => {
    const [found] = asked('sms.consent: {answer: q7, as: boolean}', {
      sample: 'Ich möchte keine SMS erhalten',
    });
    expect(found?.hint).toContain('values: {yes: false, no: null}');
  });

  it('is judged by the samples and by the newest event, since the form of older events may have been another one', () => {
    const rule = 'sms.consent: {answer: q7, as: boolean}';
    const [yes, no] = ['Dürfen wir SMS senden?', 'Ich möchte keine SMS erhalten'];
    expect(asked(rule, no, yes)).toEqual([]);
    expect(asked(rule, yes, no)).toHaveLength(1);
    expect(asked(rule, { sample: yes }, no, yes)).toEqual([]);
    expect(asked(rule, { sample: no }, yes)).toHaveLength(1);
  });

  it('is reported if the label asks for the opposite', () => {
    const [found] = asked('sms.consent: {answer: q7, as: boolean}', 'Ich möchte keine SMS erhalten');
    expect(found?.message).toBe(
      'a yes to "q7" is a no to sms.consent by its label "Ich möchte keine SMS erhalten", but the rule reads it as a yes',
    );
  });

  it.each([
    ['sms.consent: $answers.q7', 'Ich möchte keine SMS erhalten'],
    [`sms.consent: '$answers.q7 = "ja"'`, 'SMS unerwünscht'],
    ['sms.consent: {answer: q7, values: {ja: true, nein: false}}', 'Ich möchte keine SMS erhalten'],
    ['newsletter: {answer: q7}', 'Bitte keinen Newsletter'],
    ['photo.consent: {answer: q7, as: boolean}', 'Foto nicht erlaubt'],
    ['smoker: {answer: q7}', 'Nichtraucher?'],
    ['smoker: {answer: q7, as: boolean}', 'Sind Sie Nichtraucher?'],
    ['smoker: {from: $answers.q7, as: boolean}', 'Ich bin Nichtraucher'],
    ['smoker: {answer: q7, values: {ja: true, nein: false}}', 'Nichtraucher?'],
    ['nichtraucher: {answer: q7, as: boolean}', 'Rauchen Sie?'],
    ['nichtraucher: {answer: q7}', 'Raucher'],
    ['non.smoker: {answer: q7}', 'Do you smoke?'],
    ['non.smoker: {answer: q7, as: boolean}', 'Smoker'],
    ['pregnant: {answer: q7}', 'Schwangerschaft ausgeschlossen'],
    ['pregnant: {answer: q7, as: boolean}', 'Ich bin nicht schwanger'],
    ['keineWerbung: {answer: q7, as: boolean}', 'Werbung erlaubt'],
    ['keineWerbung: {answer: q7}', 'Newsletter'],
    ['werbesperre: {answer: q7}', 'Möchten Sie unseren Newsletter?'],
    ['no.photo: {answer: q7, as: boolean}', 'Fotoerlaubnis'],
    ['no.member: {answer: q7}', 'Mitglied?'],
    ['inaktiv: {answer: q7}', 'Aktiv'],
  ])('is reported by its label: %s, %s', (rule, label) => {
    expect(asked(rule, label).map(({ code }) => code)).toEqual(['mapping/opt-out-as-consent']);
  });

  it.each([
    ['smoker: {answer: q7}', 'Rauchen Sie?'],
    ['smoker: {answer: q7, as: boolean}', 'Raucher'],
    ['smoker: {answer: q7, values: {ja: false, nein: true}}', 'Nichtraucher?'],
    [`smoker: '$answers.q7 = "nein"'`, 'Nichtraucher?'],
    ['smoker: {answer: q7, because: the form is right}', 'Nichtraucher?'],
    ['nichtraucher: {answer: q7}', 'Nichtraucher?'],
    ['nichtraucher: {answer: q7, values: {ja: false, nein: true}}', 'Rauchen Sie?'],
    ['pregnant: {answer: q7, as: boolean}', 'Sind Sie schwanger?'],
    ['keineWerbung: {answer: q7}', 'Ich möchte keine Werbung'],
    ['werbesperre: {answer: q7}', 'Newsletter gesperrt'],
    ['no.photo: {answer: q7, as: boolean}', 'Bitte keine Fotos'],
    ['no.member: {answer: q7}', 'Gast'],
    ['walk.in: {answer: q7}', 'Ohne Termin'],
    ['signature: {answer: q7}', 'Unterschrift nicht vergessen'],
    ['allergies: {answer: q7, as: boolean}', 'Ich habe keine Einwände'],
    ['newsletter: {answer: q7, as: boolean}', 'Ich möchte keine Angebote verpassen'],
    ['sms.consent: {answer: q7, as: boolean}', 'Ich möchte SMS erhalten'],
    ['sms.consent: {answer: q7, as: boolean}', 'Newsletter (Abmeldung jederzeit möglich)'],
    ['sms.consent: {answer: q7, because: the label is wrong}', 'Ich möchte keine SMS erhalten'],
    ['sms.consent: {answer: q7, values: {ja: false, nein: true}}', 'Ich möchte keine SMS erhalten'],
    ['allergies: {answer: q7}', 'Ich habe keine Allergien'],
  ])('is not reported otherwise: %s, %s', (rule, label) => {
    expect(asked(rule, label)).toEqual([]);
  });
});

describe('a consent that reads the value of a pair', () => {
  const told = (rule: string, label: string) => {
    const fields = [
      { id: 'q6', label: 'Name', value: 'Vogt' },
      { id: 'q7', label, value: 'ja' },
    ];
    const mapping = mappingWith(rule);
    const [trial] = storedOf({ fields });
    if (!trial) throw new Error('no event');
    const event = { trial, scope: { input: { fields }, bindings: {} } };
    const found = oppositeQuestions(mapping, [event], catalog);
    expect(oppositePairs(mapping, [event], catalog)).toEqual(found);
    return found.map(({ code, message }) => `${code}: ${message}`);
  };

  it.each([
    [`newsletter: {from: 'fields[id = "q7"].value', as: boolean}`, 'Newsletter abbestellen?'],
    [`sms.consent: 'fields[id = "q7"].value'`, 'Ich möchte keine SMS erhalten'],
    [`photo.consent: {from: 'fields[1].value', as: boolean}`, 'Foto nicht erlaubt'],
    [`smoker: {from: 'fields[id = "q7"].value', values: {ja: true, nein: false}}`, 'Nichtraucher?'],
  ])('is reported by the label beside: %s, %s', (rule, label) => {
    expect(told(rule, label)).toEqual([expect.stringContaining(`by its label "${label}"`)]);
  });

  it.each([
    [`newsletter: {from: 'fields[id = "q7"].value', as: boolean}`, 'Newsletter?'],
    [
      `newsletter: {from: 'fields[id = "q7"].value', values: {ja: false, nein: true}}`,
      'Newsletter abbestellen?',
    ],
    [`newsletter: {from: 'fields[id = "q7"].value', because: x}`, 'Newsletter abbestellen?'],
    [`newsletter: {from: 'fields[id = "q6"].value', as: boolean}`, 'Newsletter abbestellen?'],
    [`newsletter: {from: 'fields[id = "q7"].id', as: boolean}`, 'Newsletter abbestellen?'],
    [`allergies: 'fields[id = "q7"].value'`, 'Keine Allergien'],
  ])('is not reported otherwise: %s, %s', (rule, label) => {
    expect(told(rule, label)).toEqual([]);
  });
});

describe('a table that turns the answers to an opposite question round', () => {
  const told = (label: string) => {
    const sample = `{nr: 7, fields: [{ref: q7, title: "${label}", value: true}]}`;
    const mapping = mappingOf(
      `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    smoker: {answer: q7, values: {true: false, false: true}}\ntests:\n  - {name: a form, payload: ${sample}, includes: [{id: "7"}]}\n`,
    );
    return reversedAnswers(mapping, catalog).map(({ code }) => code);
  };

  it.each(['Sind Sie Nichtraucher?', 'Nichtraucher', 'Are you a non-smoker?'])(
    'is right by its label: %s',
    label => {
      expect(told(label)).toEqual([]);
    },
  );

  it.each(['Rauchen Sie?', 'Sind Sie Raucher?', 'Newsletter'])('is reported: %s', label => {
    expect(told(label)).toEqual(['mapping/reversed-answer']);
  });
});
