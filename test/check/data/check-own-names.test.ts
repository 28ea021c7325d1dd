import { describe, expect, it } from 'vitest';
import { checkOwnNames } from '../../../src/check/data/names/check-own-names.ts';
import { trialScope } from '../../../src/check/data/trial.ts';
import { namedAnswers } from '../../../src/receive/answers/answers.ts';
import { catalogOf, fieldOf } from '../catalog.ts';
import { mappingOf, storedOf } from '../trials.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'staerke.links', name: 'Brillenstärke links' }),
    fieldOf({ keyName: 'rechnung.mail', name: 'E-Mail für Rechnungen' }),
    fieldOf({ keyName: 'versicherung', name: 'Versicherung' }),
    fieldOf({ keyName: 'zusatz', name: 'Zusatzversicherung' }),
    fieldOf({ keyName: 'cf_7', name: 'Lieblingsfarbe' }),
    fieldOf({ keyName: 'newsletter', name: 'Newsletter' }),
    fieldOf({ keyName: 'phone.private', name: 'Telefon privat' }),
    fieldOf({ keyName: 'prescription', name: 'HNO-Verordnung vorhanden', type: 'checkbox' }),
    fieldOf({ keyName: 'sms.erinnerung', name: 'SMS-Erinnerung', type: 'checkbox' }),
    fieldOf({ keyName: 'foto.einwilligung', name: 'Foto-Einwilligung', type: 'checkbox' }),
    fieldOf({ keyName: 'flotte', name: 'Flottenkunde', type: 'checkbox' }),
    fieldOf({ keyName: 'battery', name: 'Batteriegröße' }),
    fieldOf({ keyName: 'doctor', name: 'Behandelnder Arzt' }),
    fieldOf({ keyName: 'emergency.contact', name: 'Notfallkontakt' }),
    fieldOf({ keyName: 'doctor.phone', name: 'Telefon des Hausarztes' }),
    fieldOf({ keyName: 'crm.contact', name: 'Contact ID' }),
  ],
});

const values = {
  brillenstaerke_rechts: '-1,75',
  brillenstaerke_links: '-2,00',
  mail: 'a@example.com',
  rechnung_mail: 'b@example.com',
  kasse: 'privat',
  versicherung: 'AOK',
  sms_erinnerung: 'ja',
  zusatzversicherung: 'Zahn',
  lieblingsfarbe: 'rot',
  haarfarbe: 'braun',
  newsletter: 'ja',
  newsletter_text: 'Ja, gern',
  telefon_privat: '0351 1',
  telefon_privat_e164: '+49 351 1',
  telefon: '0351 2',
};

function told(lines: readonly string[], form: Readonly<Record<string, string>>, isKnown = true) {
  const listed = Object.entries(form).map(([label, value], at) => ({
    keys: [`q${at + 1}`],
    labels: [label],
    value,
  }));
  const [trial] = storedOf({ kunde: form });
  const input = trial && { ...trial.input, answers: namedAnswers(listed) };
  const mapping = mappingOf(['additionalFields:', ...lines.map(line => `  ${line}`)]);
  const events = input ? [{ trial: { input }, scope: trialScope({ input }, { needsBody: false }) }] : [];
  return checkOwnNames(mapping, events, isKnown ? catalog : undefined).map(({ message }) => message);
}

describe('a value with the name of the field that no rule reads', () => {
  it.each([
    ['staerke.links', 'kasse', 'brillenstaerke_links'],
    ['rechnung.mail', 'mail', 'rechnung_mail'],
    ['versicherung', 'kasse', 'versicherung'],
    ['zusatz', 'sms_erinnerung', 'zusatzversicherung'],
    ['zusatz', 'versicherung', 'zusatzversicherung'],
    ['cf_7', 'haarfarbe', 'lieblingsfarbe'],
    ['newsletter', 'kasse', 'newsletter'],
    ['phone.private', 'kasse', 'telefon_privat'],
  ])('is named for %s: %s', (key, read, better) => {
    const form = Object.fromEntries(Object.entries(values).filter(([name]) => !name.endsWith('e164')));
    const rules = [`${key}: {answer: ${read}}`, `${key}: {from: $answers.${read}}`, `${key}: kunde.${read}`];
    const others = [`"${better}"`, `"${better}"`, `kunde.${better}`];
    expect(rules.flatMap(rule => told([rule], form))).toEqual(
      others.map(other =>
        expect.stringContaining(`while ${other} has the name of the field, and no rule reads it`),
      ),
    );
  });

  it.each([
    [
      'its own value',
      ['staerke.links: {answer: brillenstaerke_links}', 'rechnung.mail: kunde.rechnung_mail'],
    ],
    ['a value with its key', ['versicherung: {answer: versicherung}', 'zusatz: kunde.zusatzversicherung']],
    ['its own value by a number', ['staerke.links: {answer: q2}', 'cf_7: {answer: q9}']],
    [
      'another format of its value',
      ['newsletter: {answer: newsletter_text}', 'phone.private: kunde.telefon_privat_e164'],
    ],
    ['another rule that reads it', ['zusatz: {answer: kasse}', 'remark: {answer: zusatzversicherung}']],
    ['a template that reads it', ['zusatz: kunde.kasse', 'remark: {template: "{kunde.zusatzversicherung}"}']],
    ['a reason', ['versicherung: {answer: kasse, because: "the form has both in one"}']],
    ['no such value', ['cf_7: {answer: fehlt}', 'hair.type: {answer: haarfarbe}', 'cf_8: kunde.haarfarbe']],
    [
      'a value of two',
      ['versicherung: kunde.kasse & kunde.mail', 'zusatz: {template: "{kunde.kasse} {kunde.mail}"}'],
    ],
  ])('is not named beside %s', (_, lines) => {
    expect(told(lines, values)).toEqual([]);
  });

  it.each([
    ['profilazione', [], 'kunde.newsletter has the name'],
    ['profilazione', ['newsletter'], 'kunde.marketing has the name'],
    ['newsletter', [], undefined],
  ])(
    'is the one with the very name, beside another word for it: for %s without %j',
    (read, without, text) => {
      const all = Object.entries({ marketing: 'ja', newsletter: 'nein', profilazione: 'ja' });
      const form = Object.fromEntries(all.filter(([name]) => !without.some(each => each === name)));
      const [message] = told([`newsletter: {from: kunde.${read}, as: boolean}`], form);
      if (text === undefined) expect(message).toBeUndefined();
      else expect(message).toContain(text);
    },
  );

  it('is not named if it is empty, or if the account does not give its name', () => {
    expect(told(['versicherung: {answer: kasse}'], { ...values, versicherung: '' })).toEqual([]);
    expect(told(['cf_7: {answer: haarfarbe}'], values, false)).toEqual([]);
  });

  it.each([
    ['newsletter: {from: kunde.marketing, as: boolean}', { marketing: 'ja', newsletter: 'nein' }, true],
    ['newsletter: {from: kunde.werbung, as: boolean}', { werbung: 'ja', newsletter: 'nein' }, true],
    ['newsletter: {from: kunde.marketing, as: boolean}', { marketing: 'ja' }, false],
    ['newsletter: {from: kunde.marketing, as: boolean}', { marketing: 'ja', newsletter: '' }, false],
    ['newsletter: {from: kunde.newsletter, as: boolean}', { marketing: 'ja', newsletter: 'nein' }, false],
    ['newsletter: {from: kunde.newsletter_optin}', { newsletter_optin: 'ja', newsletter: 'x' }, false],
    [
      'newsletter: {from: kunde.marketing, as: boolean, because: "one question"}',
      { marketing: 'ja', newsletter: 'nein' },
      false,
    ],
  ])('is named for the consent to something else: %s of %j', (rule, form, isTold) => {
    expect(told([rule], form as Readonly<Record<string, string>>)).toHaveLength(isTold ? 1 : 0);
  });

  const form = {
    'Haben Sie eine Verordnung vom HNO-Arzt?': 'Nein',
    'Möchten Sie per SMS erinnert werden?': 'Ja',
    'Welche Batteriegröße nutzen Sie?': '312',
    'Wie heißt Ihr behandelnder Arzt?': 'Dr. Voss',
    'Welche Anmerkungen haben Sie?': 'keine',
  };
  const sms = 'Möchten Sie per SMS erinnert werden?';
  const note = 'Welche Anmerkungen haben Sie?';

  it.each([
    [`prescription: {answer: "${sms}", as: boolean}`, 'Haben Sie eine Verordnung vom HNO-Arzt?'],
    [`prescription: {answer: "${note}"}`, 'Haben Sie eine Verordnung vom HNO-Arzt?'],
    [`battery: {answer: "${note}"}`, 'Welche Batteriegröße nutzen Sie?'],
    [`doctor: {answer: "${sms}"}`, 'Wie heißt Ihr behandelnder Arzt?'],
  ])('is named if only a word of a question is in the name of the field: %s', (rule, better) => {
    expect(told([rule], form)).toEqual([
      expect.stringContaining(`while "${better}" has a word of the name of the field, and no rule reads it`),
    ]);
  });

  it.each([
    // The question has a word of the field itself.
    [['prescription: {answer: "Haben Sie eine Verordnung vom HNO-Arzt?", as: boolean}']],
    // Another rule reads the other question.
    [
      [
        `prescription: {answer: "${sms}", as: boolean}`,
        'note2: {answer: "Haben Sie eine Verordnung vom HNO-Arzt?"}',
      ],
    ],
    [[`prescription: {answer: "${sms}", as: boolean, because: "one tick for both"}`]],
    // No question has a word of the field.
    [[`zusatz: {answer: "${note}"}`]],
  ])('is not named by a word: %j', lines => {
    expect(told(lines, form)).toEqual([]);
  });

  it('is not named by a word that several questions have', () => {
    const two = { ...form, 'Bis wann gilt die Verordnung?': '2027' };
    expect(told([`prescription: {answer: "${sms}", as: boolean}`], two)).toEqual([]);
  });

  const garage = { Flottenkunde: 'ja', 'SMS-Einwilligung': 'ja', Newsletter: 'nein', Lager: 'R1' };
  it.each([
    ['sms.erinnerung', 'Flottenkunde', garage, 'SMS-Einwilligung'],
    ['sms.erinnerung', 'Lager', { ...garage, 'SMS-Nummer': '0171' }, 'SMS-Einwilligung'],
    ['sms.erinnerung', 'Flottenkunde', { Flottenkunde: 'ja', SMS: 'nein' }, 'SMS'],
    ['sms.erinnerung', 'Flottenkunde', { Flottenkunde: 'ja', 'SMS erlaubt': 'nein' }, 'SMS erlaubt'],
    ['sms.erinnerung', 'fleet', { fleet: 'true', sms_opt_in: 'false' }, 'sms_opt_in'],
    [
      'newsletter',
      'Flottenkunde',
      { Flottenkunde: 'ja', 'Newsletter erhalten': 'nein' },
      'Newsletter erhalten',
    ],
    ['foto.einwilligung', 'Flottenkunde', { Flottenkunde: 'ja', 'Foto erlaubt': 'nein' }, 'Foto erlaubt'],
  ])('is named by a short word for the consent %s that reads %s of %j', (key, read, row, better) => {
    const rules = [
      `${key}: {answer: ${read}, as: boolean}`,
      `${key}: {from: "kunde.\`${read}\`", as: boolean}`,
    ];
    for (const rule of rules) {
      expect(told([rule], row as Readonly<Record<string, string>>)).toEqual([
        expect.stringMatching(
          new RegExp(`while (?:"${better}"|.*${better}.*) has .* of the field, and no rule reads it`),
        ),
      ]);
    }
  });

  it.each([
    ['sms.erinnerung', 'SMS-Einwilligung', garage],
    ['sms.erinnerung', 'Newsletter', garage],
    ['sms.erinnerung', 'Erinnerung erlaubt', { ...garage, 'Erinnerung erlaubt': 'ja' }],
    ['sms.erinnerung', 'Flottenkunde', { Flottenkunde: 'ja', 'SMS-Nummer': '0171 555' }],
    ['sms.erinnerung', 'Flottenkunde', { Flottenkunde: 'ja', 'SMS-Abmeldung': 'ja' }],
    ['sms.erinnerung', 'Flottenkunde', { Flottenkunde: 'ja', 'SMS-Einwilligung': '' }],
    ['foto.einwilligung', 'Flottenkunde', garage],
    ['flotte', 'Lager', { Lager: 'ja', 'SMS-Einwilligung': 'ja' }],
  ])('is not named by a short word for %s that reads %s of %j', (key, read, row) => {
    expect(
      told([`${key}: {from: "kunde.\`${read}\`", as: boolean}`], row as Readonly<Record<string, string>>),
    ).toEqual([]);
  });

  it('is not named by a short word if a rule reads it, or with a reason', () => {
    const read = 'sms.erinnerung: {from: kunde.Flottenkunde, as: boolean}';
    expect(told([read, 'sms.werbung: {from: "kunde.`SMS-Einwilligung`", as: boolean}'], garage)).toEqual([]);
    expect(told([read.replace('boolean}', 'boolean, because: "fleets agreed"}')], garage)).toEqual([]);
  });
});

describe('a question that cannot be meant', () => {
  const person = { 'Wen sollen wir im Notfall anrufen?': 'Eva Beispiel', contact_id: 'c-1' };

  it('is the id of the person', () => {
    const rule = 'emergency.contact: {answer: "Wen sollen wir im Notfall anrufen?"}';
    expect(told([rule], person)).toEqual([]);
    const crm = 'crm.contact: {answer: "Wen sollen wir im Notfall anrufen?"}';
    expect(told([crm], person)).toEqual([expect.stringContaining('while "contact_id" has the name')]);
  });

  it('has an answer that is no phone number', () => {
    const rule = 'doctor.phone: {answer: Rufnummer}';
    const form = { Rufnummer: '0171 2345678', Hausarztes: 'Dr. Sommer' };
    expect(told([rule], form)).toEqual([]);
    expect(told([rule], { ...form, 'Hausarzt Telefon': '0351 4712233' })).toEqual([
      expect.stringContaining('while "Hausarzt Telefon"'),
    ]);
  });
});
