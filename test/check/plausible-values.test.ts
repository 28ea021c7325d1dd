import { describe, expect, it } from 'vitest';
import { fieldConsents } from '../../src/check/consents/field-consents.ts';
import { reversedAnswers } from '../../src/check/consents/reversed-answers.ts';
import { checkPayload } from '../../src/check/data/check-payload.ts';
import { inventedDates } from '../../src/check/days/invented-dates.ts';
import { bookingMapping, evaluateYaml, mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' }),
    fieldOf({ keyName: 'first.visit', name: 'Erster Besuch', type: 'date' }),
    fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'f17', name: 'Einwilligung Werbung', type: 'checkbox' }),
    fieldOf({ keyName: 'lead.source', name: 'Aufmerksam geworden durch' }),
  ],
});

function mappingWith(field: string, head = '') {
  return mappingOf(
    `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${field}\n`,
  );
}

describe('a field that records a consent', () => {
  it.each([
    'newsletter: {value: Ja, as: boolean}',
    'newsletter: {value: true}',
    'newsletter: {value: "on"}',
    'newsletter: {from: optin, as: boolean, default: true}',
    'newsletter: {from: optin, values: {ja: true}, otherwise: true}',
    `newsletter: {from: 'optin = "ja" ? true : true', as: boolean}`,
    `newsletter: {from: 'optin or true', as: boolean}`,
    `newsletter: {from: 'optin ?? true', as: boolean}`,
    'f17: {value: true}',
    'werbung_per_mail: {value: ja}',
    'optIn: {value: yes}',
    'AGB gelesen: {value: 1}',
  ])('is reported if no answer gives it: %s', field => {
    expect(fieldConsents(mappingWith(field), catalog).map(({ code }) => code)).toEqual([
      'mapping/invented-consent',
    ]);
  });

  it.each([
    'newsletter: {from: optin, as: boolean}',
    'newsletter: {value: false}',
    'newsletter: {value: true, because: "the form is the sign-up for the newsletter"}',
    'newsletter: {from: optin, as: boolean, default: false}',
    'lead.source: {value: Website}',
    'kein_newsletter: {value: true}',
    'vip: {value: true}',
    `newsletter: 'optin = "ja"'`,
  ])('is not reported otherwise: %s', field => {
    expect(fieldConsents(mappingWith(field), catalog)).toEqual([]);
  });

  it('is not reported if the mapping wants only people who agreed', () => {
    const field = 'newsletter: {value: true}';
    expect(fieldConsents(mappingWith(field, 'when: newsletter = "ja"\n'), catalog)).toEqual([]);
    expect(fieldConsents(mappingWith(field, 'when: form = "a"\n'), catalog)).toHaveLength(1);
  });
});

describe('a date that nobody entered', () => {
  it.each([
    'birthdate: {from: dob, as: date, default: 01.01.1900}',
    'birthdate: {from: dob, as: date, default: "1.1.1970"}',
    'birthdate: {from: dob, default: 01.01.2000}',
    'birthdate: {value: 01.01.1900}',
    `birthdate: '"01.01.1900"'`,
    `birthdate: {from: 'dob ?? "1900-01-01"', as: date}`,
    `birthdate: {from: '$exists(dob) ? dob : "1900-01-01"', as: date}`,
    `birthdate: {from: 'dob ?: "1900-01-01"', as: date}`,
    'birthdate: {from: dob, values: {x: 01.01.1990}, otherwise: 01.01.1900}',
    'first.visit: {from: visit, as: date, default: 01.01.2020}',
    'geburtsdatum: {from: dob, default: 01.01.1900}',
    'other: {from: dob, as: date, default: 01.01.1900}',
    'geburtsdatum: {from: dob, default: 1. Januar 1900}',
    'geburtsdatum: {from: dob, default: 19000101}',
    'geburtsjahr: {from: year, default: 1900}',
  ])('is reported: %s', field => {
    expect(inventedDates(mappingWith(field), catalog).map(({ code }) => code)).toEqual([
      'mapping/invented-date',
    ]);
  });

  it.each([
    'birthdate: {from: dob, as: date}',
    'birthdate: {from: dob, as: date, default: 01.01.1900, because: "the account needs a day"}',
    'first.visit: {value: 2026-01-01}',
    `birthdate: {from: 'dob ?? birthday', as: date}`,
    `birthdate: {from: '$substring(dob, 0, 10)', as: date}`,
    'birthdate: {from: dob, values: {x: 01.01.1990}, otherwise: null}',
    'birthdate: {template: "{day}.{month}.{year}"}',
    `birthdate: {from: 'day & "." & month', as: date}`,
    'lead.source: {from: source, default: 2026}',
    'births: {from: births, default: 0}',
    'anzahl_geburten: {from: geburten, default: "0"}',
    'geburtsort: {from: ort, default: unbekannt}',
    'geburtsgewicht: {from: gewicht, default: 3450}',
    'birth_weight: {from: weight, default: 3.45}',
  ])('is not reported without such a date: %s', field => {
    expect(inventedDates(mappingWith(field), catalog)).toEqual([]);
  });

  it('is reported by its type if the account is known', () => {
    const field = 'first.visit: {from: visit, default: 01.01.2020}';
    expect(inventedDates(mappingWith(field), catalog)).toHaveLength(1);
    expect(inventedDates(mappingWith(field), undefined)).toEqual([]);
  });
});

describe('a table that inverts answers', () => {
  it.each([
    '{from: optin, values: {on: false, off: true}}',
    '{from: optin, values: {ja: nein, nein: ja}}',
    '{from: optin, values: {"1": 0, "0": 1}}',
    '{from: optin, values: {"true": "false", "false": "true"}}',
    '{from: optin, values: {Yes: true, No: true}}',
    '{from: optin, values: {J: false, N: false}}',
    '{from: optin, values: {checked: "Nein"}, otherwise: false}',
    '{from: optin, values: {oui: true, non: 1}, ignoreCase: true}',
    '{answer: Newsletter, values: {an: aus, aus: an}}',
    '{from: optin, values: {x: true, nein: true}}',
    '{from: optin, values: {Ja gerne: "true", Nein danke: "true"}}',
    '{from: optin, values: {"Ja, gerne": false}}',
    '{from: optin, values: {"Non, merci": true, Oui: true}}',
  ])('is reported for a field and for a consent: %s', rule => {
    const codes = ['mapping/reversed-answer'];
    expect(reversedAnswers(mappingWith(`newsletter: ${rule}`)).map(({ code }) => code)).toEqual(codes);
    const booking = mappingOf(bookingMapping(`  marketing: ${rule}\n`));
    expect(reversedAnswers(booking).map(({ code }) => code)).toEqual(codes);
  });

  it.each([
    'newsletter: {from: optin, values: {on: true, off: false}}',
    'newsletter: {from: optin, values: {on: false, off: true}, because: "the question is: no newsletter?"}',
    'newsletter: {from: optout, values: {on: false, off: null}}',
    'newsletter: {from: optout, values: {on: false}}',
    'newsletter: {from: optout, values: {on: false, off: true}, because: "each customer has signed"}',
    'kein_newsletter: {from: newsletter, values: {on: false, off: true}}',
    'note: {from: coffee, values: {ja: kein Tee, nein: keiner}}',
    'interests: {from: topic, values: {a: A, b: B}}',
    'level: {from: grade, values: {A: 10, B: 8, C: 6, D: 4, F: 1}}',
    'smoker: {from: smokes, values: {ja: Raucher, nein: Nichtraucher}}',
  ])('is not reported if it is intended, or if nothing is inverted: %s', field => {
    expect(reversedAnswers(mappingWith(field))).toEqual([]);
  });

  it('is reported for a person who did not object, as this is no consent, until there is a reason', () => {
    const rule = '{from: optout, values: {on: false, off: true}}';
    const field = mappingWith(`newsletter: ${rule}`);
    const parameter = mappingOf(bookingMapping(`  marketing: ${rule}\n`));
    for (const [name, mapping] of Object.entries({ newsletter: field, marketing: parameter })) {
      const [first] = reversedAnswers(mapping);
      expect(first?.message).toBe(
        `the table of ${name} makes a yes of "off", which only says that the person did not object`,
      );
      expect(first?.hint).toContain('write off: null in the table, then nothing is sent');
    }
    const corrected = mappingOf(
      bookingMapping('  marketing: {from: optout, values: {on: false, off: null}}\n'),
    );
    expect(reversedAnswers(corrected)).toEqual([]);
  });

  it.each([
    ['newsletter', '{subscribe: monatlich, unsubscribe: monatlich}', 1],
    ['newsletter', '{"yes": monatlich, "no": monatlich}', 1],
    ['whatsapp', '{Ja gerne: erlaubt, Nein danke: erlaubt}', 1],
    ['coffee', '{"Oui, merci": Kaffee, Non: Kaffee}', 1],
    ['newsletter', '{subscribe: monatlich, unsubscribe: keiner, cleaned: keiner}', 0],
    ['newsletter', '{subscribe: monatlich, weekly: monatlich, unsubscribe: null}', 0],
    ['coffee', '{ja: Kaffee, nein: Tee, egal: Kaffee}', 0],
    ['coffee', '{nein: keiner, "Nein, danke": keiner, vielleicht: keiner}', 0],
    ['coffee', '{ja: null, nein: null, Tee: Tee}', 0],
  ])('is reported for %s if it gives the same for a yes and a no: %s', (name, values, count) => {
    const found = reversedAnswers(mappingWith(`${name}: {from: x, values: ${values}}`));
    expect(found).toHaveLength(count);
    expect(reversedAnswers(mappingWith(`${name}: {from: x, values: ${values}, because: so}`))).toEqual([]);
  });

  it.each([
    ['{ja: false, nein: true, "true": "true"}', 1],
    ['{ja: false, nein: null, "true": "false", "false": "false"}', 1],
    ['{on: true, off: false, "1": true, "0": false}', 0],
    ['{ja: false, nein: null, "true": "false", "false": null}', 0],
    ['{"1": eins, ja: zwei}', 0],
  ])('is reported, also with a reason, if it contradicts itself: %s', (values, count) => {
    const rule = `newsletter: {from: optout, values: ${values}, because: the form asks so}`;
    expect(reversedAnswers(mappingWith(rule)).map(({ code }) => code)).toEqual(
      Array.from({ length: count }, () => 'mapping/reversed-answer'),
    );
  });

  it('is reported for a no to an objection to messages, whose yes would allow them', () => {
    const of = (values: string) =>
      reversedAnswers(mappingWith(`sms.erinnerung: {from: sms_sperre, values: ${values}}`));
    expect(of('{ja: false, nein: true}')).toHaveLength(1);
    expect(of('{ja: false, nein: null}')).toEqual([]);
  });

  it('has a hint with the choice of the field', () => {
    const rule = '{from: x, values: {Ja gerne: ja, Nein: nein, Nein danke: ja}}';
    const [first] = reversedAnswers(mappingWith(`whatsapp: ${rule}`));
    expect(first?.hint).toContain('if it is a mistake, write Nein danke: nein in the table;');
  });

  it('is correct after the hint was followed', async () => {
    const [first] = reversedAnswers(mappingWith('newsletter: {from: optin, values: {on: false, off: true}}'));
    expect(first?.hint).toContain('remove values and write as: boolean, which reads on as yes');
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    newsletter: {from: optin, as: boolean}\n`;
    expect(await evaluateYaml(text, { payload: { nr: 1, optin: 'on' } })).toMatchObject({
      call: { additionalFields: [{ change: { set: { text: 'true' } } }] },
    });
  });
});

describe('a fault that is invisible in every call', () => {
  const event = { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };
  const payload = {
    appointment: 'a1',
    agb: 'ja',
    privacy: 'ja',
    minAge: 'ja',
    objectId: 7,
    kundennummer: 1001,
  };
  const trial = { input: { payload, answers: undefined, headers: {}, query: {}, body: payload, event } };
  const codesOf = async (text: string, isWanted: boolean) =>
    (await checkPayload(mappingOf(text), trial, { isWanted })).map(({ code }) => code);

  it.each([
    ['  marketing: terms\n', 'mapping/shared-consent'],
    [`  marketing: 'werbung = "ja" ? true : true'\n`, 'mapping/invented-consent'],
    ['  marketing: {from: werbung, values: {ja: false, nein: true}}\n', 'mapping/reversed-answer'],
    ['  additionalFields:\n    newsletter: {value: true}\n', 'mapping/invented-consent'],
    ['  additionalFields:\n    dob: {from: dob, as: date, default: 01.01.1900}\n', 'mapping/invented-date'],
    ['  customerId: objectId\n', 'mapping/sender-id'],
    ['  firstName: nachname\n', 'mapping/other-name'],
  ])('is also reported by previews and tests for a wanted event: %s', async (lines, code) => {
    expect(await codesOf(bookingMapping(lines), true)).toEqual([code]);
    expect(await codesOf(bookingMapping(lines), false)).toEqual([]);
  });

  it('is not reported with a reason, or without a fault', async () => {
    expect(
      await codesOf(bookingMapping('  marketing: {from: terms, because: "one box for both"}\n'), true),
    ).toEqual([]);
    expect(await codesOf(bookingMapping('  marketing: werbung\n'), true)).toEqual([]);
  });
});
