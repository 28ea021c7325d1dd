import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FieldConfiguration } from '../../../src/booking/catalog/field.ts';
import { readFields } from '../../../src/booking/catalog/field-list.ts';
import { namedFields } from '../../../src/check/starter/named-fields.ts';
import type { PayloadPath } from '../../../src/check/starter/payload-path.ts';
import { payloadPaths } from '../../../src/check/starter/payload-paths.ts';
import { suggestCustomer } from '../../../src/check/starter/suggest-customer.ts';
import { type NamedField, suggestFields } from '../../../src/check/starter/suggest-fields.ts';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { presets } from '../../../src/receive/senders/senders.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { senders } from './senders.ts';

/** The account of the sandbox, read in every language of the API. */
let account: readonly NamedField[] = [];

beforeAll(async () => {
  const sandbox = await startSandbox();
  const readings: (readonly FieldConfiguration[])[] = [];
  for (const locale of ['de', 'en', 'nl', 'fr']) {
    const query = new URLSearchParams({ token: sandbox.tokens.mitte, locale });
    const reply = await fetch(`${sandbox.url}/office/api/additionalCustomerFields?${query}`);
    readings.push(readFields(await reply.json()) ?? []);
  }
  await sandbox.close();
  account = namedFields(readings);
});

/** Returns the suggestion for a field from one payload: its certainty and the rule. */
function suggested(keyName: string, payload: unknown, answers?: Record<string, unknown>) {
  const found = suggestFields(account, payloadPaths([{ payload, answers }]));
  const { sureness, candidates } = found.find(({ field }) => field.keyName === keyName) ?? {};
  return { sureness, rule: candidates?.[0]?.rule };
}

/** Returns the first suggestion for a text field with this name. */
function suggestedText(name: string, payload: unknown) {
  const like = account.find(({ field }) => field.type === 'text');
  if (!like) throw new Error('no text');
  const field = { ...like.field, keyName: name, name, validatorRegexp: null };
  const [found] = suggestFields(
    [{ field, names: [name], choices: [] }],
    payloadPaths([{ payload, answers: undefined }]),
  );
  return {
    sureness: found?.sureness,
    from: found?.candidates[0]?.rule.from,
    doubt: found?.candidates[0]?.doubt?.code,
  };
}

/** Returns the certainty of the suggestion for a field of this type. */
function suggestedOf(keyName: string, type: string, payload: unknown): string {
  const like = account.find(({ field }) => field.type === type) ?? account[0];
  if (!like) throw new Error('no field');
  const field = { ...like.field, keyName, name: keyName, type } as FieldConfiguration;
  const paths = payloadPaths([{ payload, answers: undefined }]);
  return suggestFields([{ field, names: [keyName], choices: [] }], paths)[0]?.sureness ?? 'none';
}

describe('a value that only resembles the name of a field, or has another kind', () => {
  it.each([
    ['Telefon privat', { phones: [{ name: 'mobile', number: '+491713920001' }] }, 'phones.name'],
    ['E-Mail', { emails: [{ name: 'privat' }] }, 'emails.name'],
    ['Ort', { city: '04105' }, 'city'],
    ['PLZ', { zip: 'Leipzig' }, 'zip'],
    ['Quelle', { Bounce: 'Not Bounced' }, 'Bounce'],
    ['Source', { resource: { name: 'Ada Example' } }, 'resource.name'],
    [
      'Firma',
      { client_name: 'Ada', client_phone: '1', client_email: 'a', company_name: 'Salon' },
      'company_name',
    ],
  ])('is not suggested without a person who looks at it: %s', (name, payload, from) => {
    const found = suggestedText(name, payload);
    expect(found.from === from && ['sure', 'likely'].includes(found.sureness ?? '')).toBe(false);
  });

  it.each([
    ['Telefon privat', { telefon_privat: '+491713920001' }, 'telefon_privat'],
    ['Ort', { city: 'Leipzig' }, 'city'],
    ['PLZ', { zip: '04105' }, 'zip'],
    ['Quelle', { sorce: 'Google' }, 'sorce'],
    ['Firma', { company_name: 'Vogt GmbH', name: 'Ada', phone: '1', email: 'a' }, 'company_name'],
    ['Firma', { client_name: 'Ada', client_phone: '1', client_company: 'Vogt GmbH' }, 'client_company'],
    ['Firma', { client_name: 'Ada', company_name: 'Vogt GmbH' }, 'company_name'],
  ])('is suggested otherwise: %s', (name, payload, from) => {
    const found = suggestedText(name, payload);
    expect({ from: found.from, isActive: ['sure', 'likely'].includes(found.sureness ?? '') }).toEqual({
      from,
      isActive: true,
    });
  });

  it('is no day of a consent if it is only called a date', () => {
    const day = (payload: object) => suggestedOf('privacy.date', 'date', payload);
    expect(day({ date: '2026-12-03' })).toBe('none');
    expect(day({ datum: '2026-12-03', datenschutz: 'ja' })).toBe('none');
    expect(day({ privacy_date: '2026-12-03' })).toBe('sure');
    expect(day({ privacy: { date: '2026-12-03' } })).toBe('likely');
    expect(suggestedOf('date', 'date', { date: '2026-12-03' })).toBe('sure');
  });

  it('is suggested for a numbered question as for one without a number', () => {
    expect(suggestedText('Allergien', { '3. Allergien': 'Nuss' })).toMatchObject({ sureness: 'sure' });
  });
});

describe('a list of values for a field of one value', () => {
  const plain = { phones: ['0351 4445566', '0171 3920001'] };
  const alike = { phones: [{ number: '0351 4445566' }, { number: '0171 3920001' }] };

  it('is not suggested without a person who looks at it', () => {
    for (const payload of [plain, alike])
      expect(suggestedText('Phone', payload)).toMatchObject({ sureness: 'unsure', doubt: 'several-values' });
    expect(suggestedText('E-mail', { emails: ['a@x.example', 'b@x.example'] }).sureness).not.toBe('sure');
  });

  it('is suggested by the type of its entries', () => {
    const payload = {
      phones: [
        { type: 'work', number: '0351 4445566' },
        { type: 'mobile', number: '0171 3920001' },
      ],
    };
    expect(suggestedText('Mobile phone', payload).from).toBe('phones[type="mobile"].number');
  });

  it('of one value is no doubt', () => {
    expect(suggestedText('Phone', { phones: ['0351 4445566'] }).doubt).toBeUndefined();
  });
});

describe('the number of a customer beside that of a parent', () => {
  it('is suggested for the mobile number', () => {
    const customer = { mobile: '0171 3920001', phone: '0351 1234567' };
    const payload = { appointment: { id: 7 }, customer, parent: { mobile: '0171 5550210' } };
    expect(suggestedText('Handy', payload)).toMatchObject({ sureness: 'sure', from: 'customer.mobile' });
  });
});

/** Returns a separate field with these choices. */
function withChoices(type: 'selection' | 'checkbox_group', name: string, selectItems: string[]): NamedField {
  const like = account.find(({ field }) => field.type === type);
  if (!like) throw new Error(`no ${type}`);
  const field = { ...like.field, keyName: name, name, selectItems };
  return { field, names: [name], choices: selectItems.map(value => ({ value, names: [] })) };
}

describe('the suggestions for the samples of all senders', () => {
  it('have the right path at the first place as often as before', async () => {
    const wrong: string[] = [];
    const missedPeople: string[] = [];
    let asked = 0;
    for (const { name, events, fields, id, link } of await senders()) {
      const paths = payloadPaths(events);
      const customer = suggestCustomer(paths);
      const taken = customer.kind === 'none' ? undefined : customer.path;
      if (!taken || !meansSame(`${link} ${id}`, taken, paths)) missedPeople.push(name);
      const suggestions = suggestFields(
        account,
        paths.filter(path => path !== taken),
      );
      for (const [key, expression] of Object.entries(fields)) {
        asked += 1;
        const [first] = suggestions.find(({ field }) => field.keyName === key)?.candidates ?? [];
        if (!first || !meansSame(expression, first.path, paths)) wrong.push(`${name} ${key}`);
      }
    }
    const right = asked - wrong.length;
    const all = presets.size;
    console.log(
      `suggestions for ${asked} fields of ${all} senders: ${right} right in the first place (${Math.round((100 * right) / asked)} %); not: ${wrong.join(', ')}\nwhose data it is: ${all - missedPeople.length} of ${all}; not: ${missedPeople.join(', ')}`,
    );
    expect(asked).toBe(125);
    expect(right).toBeGreaterThanOrEqual(112);
    expect(all - missedPeople.length).toBeGreaterThanOrEqual(43);
  });

  it('are never certain and wrong', async () => {
    const wrong: string[] = [];
    for (const { name, events, fields } of await senders()) {
      const paths = payloadPaths(events);
      for (const { field, sureness, candidates } of suggestFields(account, paths)) {
        const [first] = candidates;
        const expected = fields[field.keyName];
        if (sureness !== 'sure' || !first || expected === undefined) continue;
        if (!meansSame(expected, first.path, paths))
          wrong.push(`${name} ${field.keyName} ${first.path.expression}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** True if an expression reads this path, or reads the same answer by another name: by its label instead of its key. */
function meansSame(expression: string, path: PayloadPath, paths: readonly PayloadPath[]): boolean {
  if (says(expression, path.expression)) return true;
  // The samples of some senders read the payload where a rule could name the question.
  if (path.isAnswer && !expression.includes('$answers') && says(expression, path.keys.at(-1) ?? ''))
    return true;
  return (
    path.isAnswer &&
    paths.some(
      each => each.isAnswer && says(expression, each.expression) && isDeepStrictEqual(each.value, path.value),
    )
  );
}

/** True if an expression reads this path, however its keys are quoted. */
function says(expression: string, path: string): boolean {
  const unquoted = (text: string) => text.replace(/[`"]/g, '');
  return unquoted(expression).includes(unquoted(path));
}

describe('a suggestion', () => {
  it('uses names in every language and spelling', () => {
    for (const key of [
      'allergies',
      'Allergien',
      'ALLERGIES__c',
      'Do you have allergies?',
      'Allergieën',
      'alergies',
    ]) {
      expect({ key, ...suggested('allergies', { [key]: 'Nuts' }) }).toMatchObject({
        key,
        sureness: key === 'alergies' ? 'likely' : 'sure',
      });
    }
    expect(suggested('allergies', { unrelated: 'Nuts' })).toEqual({ sureness: 'none', rule: undefined });
  });

  it('names the question of an answer by its label, if only one has this label', () => {
    const rule = (sender: string, payload: unknown) =>
      suggested('allergies', payload, answersOf(sender, payload)).rule;
    const field = (key: string, label: string, value = 'Nuts') => ({ key, label, value });
    const tally = (...fields: object[]) => rule('tally', { data: { fields } });
    expect(tally(field('question_3EKz4n', 'Allergien'))).toEqual({ answer: 'Allergien' });
    expect(tally(field('allergies', 'Haben Sie welche?'))).toEqual({ answer: 'allergies' });
    const same = tally(field('question_3EKz4n', 'Allergien'), field('question_w2gvXy', 'Allergien', ''));
    expect(same).toEqual({ answer: 'question_3EKz4n' });
    const typeform = {
      definition: { fields: [{ id: 'DlXFaesGBpoF', ref: '01H531', title: 'Do you have allergies?' }] },
      answers: [{ type: 'text', text: 'Nuts', field: { id: 'DlXFaesGBpoF', ref: '01H531' } }],
    };
    expect(rule('typeform', { form_response: typeform })).toEqual({ answer: 'Do you have allergies?' });
  });

  it('finds the format of a date, and the format of the field', () => {
    const written = {
      '1988-03-14': undefined,
      '14.03.1988': 'd.M.yyyy',
      '14/03/1988': 'dd/MM/yyyy',
      '03/14/1988': 'MM/dd/yyyy',
      '19880314': 'yyyyMMdd',
    };
    for (const [text, parse] of Object.entries(written)) {
      expect(suggested('birthdate', { dob: text })).toEqual({
        sureness: 'sure',
        rule: { from: 'dob', as: 'date', ...(parse && { parse }), format: 'dd.MM.yyyy' },
      });
    }
    expect(suggested('birthdate', { dob: '03/04/1988' }).sureness).toBe('likely');
    for (const text of ['3.5.90', '14/03/88', '03/14/88']) {
      expect(suggested('birthdate', { dob: text })).toMatchObject({ sureness: 'unsure' });
    }
    expect(suggested('birthdate', { dob: 'in spring' }).sureness).toBe('none');
    expect(suggested('birthdate', { dob: { day: 14, month: 3, year: 1988 } }).rule).toEqual({
      template: '{dob.day}.{dob.month}.{dob.year}',
    });
  });

  it('makes a table with a line for every choice, if answers are spelt differently or in another language', () => {
    expect(suggested('interests', { interests: ['Farbe', 'Pflege'] }).rule).toEqual({
      from: 'interests',
      as: 'list',
    });
    expect(suggested('interests', { interests: 'Haircut;Colour' }).rule).toMatchObject({
      from: '$split(interests, ";")',
      values: {
        Haircut: 'Haarschnitt',
        Colour: 'Farbe',
        Care: 'Pflege',
        Pflege: 'Pflege',
        Styling: 'Styling',
      },
    });
    expect(suggested('hair.type', { 'hair type': 'Locki' }).rule).toEqual({
      from: '`hair type`',
      values: { Locki: 'lockig', glatt: 'glatt', wellig: 'wellig', lockig: 'lockig', kraus: 'kraus' },
    });
    expect(suggested('hair.type', { hairType: 'a question?' }).sureness).toBe('unsure');
  });

  it('needs no table if answers differ from choices only in case and blanks', () => {
    expect(suggested('hair.type', { 'hair type': 'Lockig' }).rule).toEqual({
      from: '`hair type`',
      as: 'choice',
    });
    expect(suggested('interests', { interests: ['FARBE', ' pflege '] }).rule).toEqual({
      from: 'interests',
      as: 'choices',
    });
  });

  it.each([
    ['birthdate', { dob: '03/04/1988' }, 'day-or-month'],
    ['birthdate', { dob: '3.5.90' }, 'short-year'],
    ['newsletter', { newsletter: 'subscribed' }, 'other-words'],
    ['hair.type', { 'hair type': 'Locki' }, 'other-answers'],
    ['hair.type', { hairType: 'a question?' }, 'no-choice'],
    ['interests', { interests: ['Farben', 'Tattoo'] }, 'options-missing'],
  ])('names doubtful readings: %s from %o', (keyName, payload, code) => {
    const found = suggestFields(account, payloadPaths([{ payload, answers: undefined }]));
    const [first] = found.find(({ field }) => field.keyName === keyName)?.candidates ?? [];
    expect(first?.doubt?.code).toBe(code);
  });

  it.each([
    { locale: 'de-CH', form: { id: 'f' } },
    { form: { locale: 'fr' } },
    { submission: { locale: 'de_DE' } },
    { page_locale: 'nl' },
    { formLanguage: 'de' },
    { browser_language: 'en-US' },
  ])('is not sure that the language of a form is that of the customer: %j', payload => {
    expect(suggested('language', payload).sureness).not.toBe('sure');
  });

  it.each([
    { language: 'de' },
    { sprache: 'fr' },
    { contact: { locale: 'de-CH' } },
    { customer: { language: 'nl' } },
    { user: { locale: 'de' } },
    { lang: 'DE' },
    { attendees: [{ locale: 'de' }] },
  ])('is sure of a language of the customer: %j', payload => {
    expect(suggested('language', payload).sureness).toBe('sure');
  });

  it('never loses an answer that is in no line of its table', () => {
    for (const [keyName, payload] of [
      ['hair.type', { 'hair type': 'Locki' }],
      ['hair.type', { 'hair type': 'a question?' }],
      ['interests', { interests: ['Farben', 'Tattoo'] }],
      ['newsletter', { newsletter: 'subscribed' }],
      ['newsletter', { newsletter: 'opted_out' }],
    ] as const) {
      const { rule } = suggested(keyName, payload);
      expect(rule?.values).toBeDefined();
      expect(rule).not.toHaveProperty('otherwise');
    }
  });

  it('leaves a consent alone of which a list only says that it was not asked for or confirmed', () => {
    for (const state of ['subscribed', 'unsubscribed', 'not_subscribed', 'pending'])
      expect(suggested('newsletter', { newsletter: state }).rule?.values, state).toEqual({
        subscribed: 'true',
        unsubscribed: 'false',
        not_subscribed: null,
        pending: null,
      });
  });

  it('invents no meaning: if none is known, the table has a placeholder', () => {
    const { sureness, rule } = suggested('hair.type', { 'hair type': 'a question?' });
    expect({ sureness, first: rule?.values?.['a question?'] }).toEqual({
      sureness: 'unsure',
      first: 'WHICH CHOICE?',
    });
  });

  it.each([
    ['Ja ', { as: 'choice' }],
    ['ja', { as: 'choice' }],
    ['Neinn', { values: { Neinn: 'Nein', Ja: 'Ja', Nein: 'Nein' } }],
  ])('finds the answers that did not arrive yet, after "%s"', (answer, rule) => {
    const consent = withChoices('selection', 'Fotos erlaubt', ['Ja', 'Nein']);
    const [found] = suggestFields(
      [consent],
      payloadPaths([{ payload: { 'Fotos erlaubt': answer }, answers: undefined }]),
    );
    expect(found?.candidates[0]?.rule).toEqual({ from: '`Fotos erlaubt`', ...rule });
  });

  it.each([
    ['SMS an Fahrer erlaubt?', 'Nein', 'none'],
    ['SMS an Fahrer erlaubt?', ['nein'], 'none'],
    ['SMS an Fahrer erlaubt?', 'Ja', 'none'],
    ['SMS an Fahrer erlaubt?', 'Kombi', 'unsure'],
    ['Ersatzwagen', 'Nein', 'sure'],
  ])('takes a yes or no only for a choice of a field by its name: %s %j', (name, answer, sureness) => {
    const car = withChoices('selection', 'Ersatzwagen', ['nein', 'Kleinwagen', 'Kombi']);
    const [found] = suggestFields([car], payloadPaths([{ payload: { [name]: answer }, answers: undefined }]));
    expect(found?.sureness).toBe(sureness);
  });

  it('names no choice twice for one answer, and splits no choice that contains a comma', () => {
    const wishes = withChoices('checkbox_group', 'Wünsche', [
      'Massage, 60 Min.',
      'Massage, 30 Min.',
      'Körperpflege',
    ]);
    const suggest = (answer: unknown) =>
      suggestFields([wishes], payloadPaths([{ payload: { Wünsche: answer }, answers: undefined }]))[0];
    const both = suggest('Massage, 60 Min., Körperpflege');
    expect([both?.sureness, both?.candidates[0]?.rule]).toEqual(['unsure', { from: 'Wünsche' }]);
    expect(suggest('Massage, 60 Min.')?.candidates[0]?.rule).toEqual({ from: 'Wünsche' });
    expect(suggest(['Massage, 60 Min.', 'Körperpflege'])?.candidates[0]?.rule).toEqual({
      from: 'Wünsche',
      as: 'list',
    });
    const twice = suggest(['Massage 60', '60 Min.', 'Körperpflege'])?.candidates[0]?.rule;
    const meant = ['Massage 60', '60 Min.'].filter(each => twice?.values?.[each] === 'Massage, 60 Min.');
    expect(meant.length).toBeLessThanOrEqual(1);
  });

  it('uses a path only once, for the best field', () => {
    const found = suggestFields(
      account,
      payloadPaths([{ payload: { website: 'https://example.com' }, answers: undefined }]),
    );
    expect(found.filter(({ sureness }) => sureness !== 'none').map(({ field }) => field.keyName)).toEqual([
      'website',
    ]);
  });

  it.each([
    ['3/14/1988', 'sure', 'M/d/yyyy'],
    ['14/3/1988', 'sure', 'd/M/yyyy'],
    ['3/4/1988', 'likely', 'd/M/yyyy'],
    ['03/04/1988', 'likely', 'dd/MM/yyyy'],
    ['03/14/1988', 'sure', 'MM/dd/yyyy'],
  ])('reads a date with slashes, and doubts one that has two readings: %s', (geburtstag, sureness, parse) => {
    expect(suggested('birthdate', { geburtstag })).toMatchObject({ sureness, rule: { parse } });
  });

  const page = 'https://salon.example.com/anamnese';
  it.each([
    [{ site_url: page }, 'unsure'],
    [{ data: { url: page, name: 'Ada' } }, 'unsure'],
    [{ data: { meta: { url: page } } }, 'unsure'],
    [{ source: { url: page, shopId: 's1' } }, 'unsure'],
    [{ page_url: page, form_url: page }, 'unsure'],
    [{ website: page }, 'sure'],
    [{ contact: { url: page } }, 'sure'],
    [{ fields: { Webseite: page } }, 'sure'],
    [{ company: { website_url: page } }, 'sure'],
  ])('does not use the URL of the form as the website of a person: %j', (payload, sureness) => {
    expect(suggested('website', payload).sureness).toBe(sureness);
  });

  it.each([
    ['birthdate', { 'Geburtsdatum Partner': '1988-03-14' }, 'somebody-else'],
    ['birthdate', { 'Emergency contact birthday': '1988-03-14' }, 'somebody-else'],
    ['birthdate', { emergency_contact: { birthday: '1988-03-14' } }, 'somebody-else'],
    ['birthdate', { 'geboortedatum kind': '1988-03-14' }, 'somebody-else'],
    ['birthdate', { 'Date de naissance du conjoint': '1988-03-14' }, 'somebody-else'],
    ['iban', { 'IBAN Salon': 'DE89370400440532013000' }, 'something-else'],
    ['iban', { company: { iban: 'DE89370400440532013000' } }, 'something-else'],
    ['allergies', { 'Allergien des Kindes': 'Nüsse' }, 'somebody-else'],
    ['allergies', { allergies_known: 'yes' }, 'yes-or-no'],
    ['allergies', { has_allergies: true }, 'yes-or-no'],
    ['allergies', { 'Haben Sie Allergien?': 'ja' }, 'yes-or-no'],
    ['allergies', { 'Allergien bekannt?': 'nein' }, 'yes-or-no'],
    ['allergies', { 'Heeft u allergieën?': 'ja' }, 'yes-or-no'],
    ['allergies', { 'Avez-vous des allergies ?': 'oui' }, 'yes-or-no'],
    ['lead.source', { source: 'api' }, 'record-source'],
    ['lead.source', { source: 'csv_import' }, 'record-source'],
    ['lead.source', { lead: { source: 'Webhook' } }, 'record-source'],
    ['lead.source', { Herkunft: 'manuell' }, 'record-source'],
    ['lead.source', { order: { source_name: 'web' } }, 'record-source'],
    ['newsletter', { 'kein Newsletter': 'ja' }, 'negated'],
    ['newsletter', { no_newsletter: true }, 'negated'],
    ['newsletter', { 'geen nieuwsbrief': 'ja' }, 'negated'],
    ['newsletter', { 'Pas de newsletter': 'oui' }, 'negated'],
    ['newsletter', { 'Old newsletter': 'yes' }, 'other-time'],
    ['newsletter', { 'Newsletter vorher': 'ja' }, 'other-time'],
    ['interests', { 'Keine Interessen': ['Farbe'] }, 'negated'],
    ['interests', { 'frühere Interessen': ['Farbe'] }, 'other-time'],
    ['first.visit', { 'Letzter Besuch': '2024-03-14' }, 'other-time'],
    ['first.visit', { 'Nächster Besuch': '2026-03-14' }, 'other-time'],
    ['first.visit', { payload: { startTime: '2026-03-09T10:00:00Z' } }, 'overwritten-first'],
    ['language', { location: { language: 'de' } }, 'something-else'],
    ['language', { salon: { name: 'Salon Mitte', sprache: 'de' } }, 'something-else'],
    [
      'website',
      { praxis: { name: 'Praxis Mitte', website: 'https://praxis.example.com' } },
      'something-else',
    ],
    ['iban', { studio: { iban: 'DE89370400440532013000', owner: { vorname: 'Ida' } } }, 'something-else'],
    ['iban', { praxis: { vorname: 'Ada', partner: { iban: 'DE89370400440532013000' } } }, 'somebody-else'],
    ['website', { 'Website des Salons': 'https://salon.example.com' }, 'something-else'],
    ['hair.type', { 'Haartyp der Tochter': 'glatt' }, 'somebody-else'],
    ['hair.type', { 'Haartyp vorher': 'glatt' }, 'other-time'],
    ['language', { owner: { 'Sprache Partner': 'de' } }, 'somebody-else'],
  ])('writes no rule for %s from a value of somebody or something else: %j', (keyName, payload, code) => {
    const found = suggestFields(account, payloadPaths([{ payload, answers: undefined }]));
    const { sureness, candidates } = found.find(({ field }) => field.keyName === keyName) ?? {};
    expect(['unsure', 'none']).toContain(sureness);
    if (sureness === 'unsure') expect(candidates?.[0]?.doubt?.code).toBe(code);
    const rules = found.filter(each => each.sureness === 'sure' || each.sureness === 'likely');
    expect(rules.map(({ field }) => field.keyName)).toEqual([]);
  });

  it.each([
    ['birthdate', { partner: { birthday: '1990-01-01' }, birthday: '1988-03-14' }],
    ['birthdate', { customer: { dob: '1988-03-14' }, child: { dob: '2019-03-14' } }],
    ['birthdate', { 'Wie alt sind Sie? Geburtsdatum': '1988-03-14' }],
    ['iban', { 'IBAN Salon': 'DE89370400440532013000', IBAN: 'DE12500105170648489890' }],
    ['allergies', { 'Do you have allergies?': 'Nuts' }],
    ['allergies', { allergies_known: 'yes', allergies: 'Nuts' }],
    ['allergies', { Allergien: 'nein' }],
    ['lead.source', { source: 'Instagram' }],
    ['lead.source', { source: 'api', lead_source: 'Google' }],
    ['newsletter', { Newsletter: 'nein' }],
    ['first.visit', { 'Letzter Besuch': '2024-03-14', 'Erster Besuch': '2020-03-14' }],
    ['hair.type', { 'Haartyp (vor der Behandlung)': 'glatt' }],
    ['website', { company: { website: 'https://ada.example.com' } }],
    ['website', { studio: { vorname: 'Ada', website: 'https://ada.example.com' } }],
    ['website', { praxis: { lastName: 'Example', website: 'https://ada.example.com' } }],
    ['iban', { studio: { first_name: 'Ada', iban: 'DE89370400440532013000' } }],
    ['iban', { praxis: { Geburtsdatum: '1988-03-14', konto: { iban: 'DE89370400440532013000' } } }],
    ['birthdate', { institut: { anrede: 'Frau', geburtstag: '1988-03-14' } }],
    ['iban', { clinic: { patient_iban: 'DE89370400440532013000' } }],
    ['language', { praxis: { gender: 'f', language: 'de' } }],
    ['language', { user: { location: { language: 'de' } } }],
  ])('writes a rule for %s from the value of the customer: %j', (keyName, payload) => {
    const { sureness, rule } = suggested(keyName, payload);
    expect({ sureness, from: rule?.from ?? rule?.answer }).toMatchObject({
      sureness: expect.stringMatching(/^(?:sure|likely)$/),
      from: expect.not.stringMatching(/partner|child|Salon|known|api|Letzter|^source.*api/i),
    });
  });

  it('does not use a value that the field refuses', () => {
    expect(suggested('member.code', { member_code: 'AB-1234' }).sureness).toBe('sure');
    expect(suggested('member.code', { member_code: 'abcd' }).sureness).toBe('none');
  });
});

describe('the paths of a payload', () => {
  const expressions = (payload: unknown, answers?: Record<string, unknown>) =>
    payloadPaths([{ payload, answers }]).map(({ expression }) => expression);

  it('are JSONata that returns the value', () => {
    expect(expressions({ a: { 'b-c': 1, and: 2 } })).toEqual(['a."b-c"', 'a."and"']);
    expect(expressions({}, { dob: 'x', 'How old?': 'y' })).toEqual(['$answers.dob', '$answers."How old?"']);
    expect(
      expressions({
        list: [
          { name: 'x', value: 1 },
          { name: 'y', value: 2 },
        ],
      }),
    ).toContain('list[name="x"].value');
  });

  it('accept any payload', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`);
    for (const payload of [null, 'text', 3, [], [1], deep, { '': 1, '`': 2, 'a\nb': 3 }]) {
      expect(expressions(payload).filter(each => each.includes('\n'))).toEqual([]);
    }
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index]));
    expect(expressions(wide).length).toBeLessThanOrEqual(2_000);
  });
});

describe('the identity of the person', () => {
  const customer = (payload: unknown, answers?: Record<string, unknown>) => {
    const found = suggestCustomer(payloadPaths([{ payload, answers }]));
    return [found.kind, found.kind === 'none' ? '' : found.path.expression];
  };

  it('is a customer number, else an id of the person, else an e-mail address', () => {
    expect(customer({ Kundennummer: '1001', contact_id: 'c-1' })).toEqual(['number', 'Kundennummer']);
    expect(customer({ customer_number: 'unknown', contact_id: 'c-1' })).toEqual(['link', 'contact_id']);
    expect(customer({ event_id: 'e', data: { contact: { id: 'c' } } })).toEqual(['link', 'data.contact.id']);
    expect(customer({ event_id: 'e', person: { email: 'a@example.com' } })).toEqual(['link', 'person.email']);
    expect(customer({ text: 'Hello' })).toEqual(['none', '']);
  });
});
