import { describe, expect, it, onTestFinished } from 'vitest';
import { interpret } from '../../src/booking/answers/interpret.ts';
import { storedCall } from '../../src/inbox/stored/stored-call.ts';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { withNamedPerson } from '../../src/mapping/evaluate/person/with-named-person.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { answered } from '../booking/calls.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { startHarness } from './harness.ts';

/** The person in an event, as each sender writes it. */
interface Sent {
  readonly first: string;
  readonly last?: string;
  readonly email?: string;
  readonly mobile?: string;
  /** Further properties of the event, at the place of the person. */
  readonly more?: object;
}

interface Sender {
  readonly preset?: string;
  readonly rules: string;
  event(person: Sent): object;
}

const pipedrive = ({ first, last = 'Berger', email = '', mobile = '', more }: Sent) => ({
  meta: { entity: 'person', action: 'change', host: 'school.pipedrive.com' },
  data: {
    first_name: first,
    last_name: last,
    name: `${first} ${last}`,
    emails: email === '' ? [] : [{ label: 'home', primary: true, value: email }],
    phones: mobile === '' ? [] : [{ label: 'mobile', primary: true, value: mobile }],
    custom_fields: { a1f1: { type: 'varchar', value: '1025' } },
    ...more,
  },
  previous: null,
});

const gravity = ({ first, last = 'Berger', email = '', mobile = '', more }: Sent) => ({
  ...{ id: '101', form_id: '4', ip: '203.0.113.7', source_url: 'https://school.example/anmeldung/' },
  ...{ 1.3: first, 1.6: last, 2: email, 3: mobile, 6: 'Sabine Berger', 7: '0170 9988776', 16: '1025' },
  ...more,
});

const typeform = (asked: readonly (readonly [ref: string, title: string, value: string])[]) => ({
  event_id: 't1',
  form_response: {
    ...{ form_id: 'lT4Z3j', hidden: { contact_id: 'c-j' } },
    definition: {
      ...{ id: 'lT4Z3j', title: 'Fragebogen' },
      fields: asked.map(([ref, title]) => ({ id: `id${ref}`, ref, title, type: 'short_text' })),
    },
    answers: asked
      .filter(([, , value]) => value !== '')
      .map(([ref, , text]) => ({ type: 'text', text, field: { id: `id${ref}`, ref, type: 'short_text' } })),
  },
});

const senders: Readonly<Record<string, Sender>> = {
  Pipedrive: {
    preset: 'pipedrive',
    rules:
      'id: data.custom_fields.a1f1.value\n  additionalFields:\n    pupil.mobile: {from: "data.phones[primary=true].value", as: phone, country: DE}',
    event: pipedrive,
  },
  'Gravity Forms': {
    preset: 'gravity-forms',
    rules:
      'id: {answer: "16"}\n  additionalFields:\n    pupil.mobile: {answer: "3", as: phone, country: DE}\n    guardian.phone: {answer: "7", as: phone, country: DE}',
    event: gravity,
  },
  'Gravity Forms, nothing but a note': {
    preset: 'gravity-forms',
    rules: 'id: {answer: "16"}',
    event: gravity,
  },
  'Typeform by a link': {
    preset: 'typeform',
    rules: 'id: $linked\n  additionalFields:\n    pupil.mobile: {answer: handy, as: phone, country: DE}',
    event: ({ first, last = 'Berger', email = '', mobile = '', more = {} }) =>
      typeform([
        ['vorname', 'Dein Vorname', first],
        ['nachname', 'Dein Nachname', last],
        ['q7', 'Wo erreichen wir dich?', email],
        ['handy', 'Deine Handynummer', mobile],
        ['elterntel', 'Telefon eines Elternteils', '+491709988776'],
        ...Object.entries(more).map(([title, value]) => [title, title, `${value}`] as const),
      ]),
  },
  'a list': {
    rules: 'id: Kundennummer\n  additionalFields:\n    pupil.mobile: {from: Handy, as: phone, country: DE}',
    event: ({ first, last = 'Berger', email = '', mobile = '', more }) => ({
      ...{ Kundennummer: '1025', Vorname: first, Nachname: last, 'E-Mail': email, Handy: mobile },
      ...{ Eltern: 'Petra Berger', 'Telefon Eltern': '0170 1112223', Filiale: 'Nord', ...more },
    }),
  },
  Calendly: {
    preset: 'calendly',
    rules:
      'id: {answer: Kundennummer}\n  additionalFields:\n    pupil.mobile: {answer: "Handynummer für SMS", as: phone, country: DE}',
    event: ({ first, last = 'Berger', email = '', mobile = '', more }) => ({
      event: 'invitee.created',
      payload: {
        ...{ email, first_name: first, last_name: last, name: `${first} ${last}`, ...more },
        questions_and_answers: [
          { question: 'Kundennummer', answer: '1025', position: 0 },
          { question: 'Handynummer für SMS', answer: mobile, position: 1 },
        ],
        scheduled_event: { event_memberships: [{ user_email: 'eva@school.example' }] },
      },
    }),
  },
  HubSpot: {
    rules: 'id: properties.nr.value',
    event: ({ first, last = 'Berger', email = '', mobile = '', more = {} }) => ({
      objectId: 51,
      properties: Object.fromEntries(
        Object.entries({ nr: '1025', firstname: first, lastname: last, email, phone: mobile, ...more }).map(
          ([key, value]) => [key, { value }],
        ),
      ),
    }),
  },
  'labels and values': {
    rules: 'id: nr',
    event: ({ first, last = 'Berger', email = '', mobile = '', more = {} }) => ({
      nr: '1025',
      fields: Object.entries({
        ...{ Vorname: first, Nachname: last, 'Wie erreichen wir dich?': email, Telefonnummer: mobile },
        ...{ 'Telefon der Mutter': '0170 1112223', ...more },
      }).map(([label, value]) => ({ label, value })),
    }),
  },
  'parts of a phone number': {
    preset: 'jotform',
    rules: 'id: {answer: kunde}',
    event: ({ first, last = 'Berger', email = '', mobile = '', more }) => ({
      formID: '26',
      rawRequest: {
        ...{ slug: 'submit/26', q1_kunde: '1025', q3_name: { first, last }, q4_typeA4: email },
        ...(mobile !== '' && {
          q5_phone: { area: mobile.slice(0, 4).trim(), phone: mobile.slice(4).trim() },
        }),
        ...more,
      },
    }),
  },
  'texts of addresses': {
    rules: 'id: customer.no',
    event: ({ first, last = 'Berger', email, mobile, more }) => ({
      customer: {
        ...{ no: '1025', first_name: first, last_name: last },
        ...{ emails: email ? [email] : [], phone_numbers: mobile ? { mobile } : {}, ...more },
      },
    }),
  },
  'keys that mean nothing': {
    rules: 'id: f0',
    event: ({ first, last = 'Berger', email = '', mobile = '', more }) => ({
      ...{ f0: '1025', f1: first, f2: last, f3: email, f4: mobile, ...more },
    }),
  },
};

const jule = {
  ...{ firstName: 'Jule', lastName: 'Berger', name: 'Berger', email: 'jule@example.com' },
  mobile: '+4915111110001',
};

/** Returns the code and the message at an update by an event of a sender that was answered with a customer. */
async function found(name: string | Sender, person: Sent, customer: object = jule) {
  const sender = typeof name === 'string' ? senders[name] : name;
  const { preset, rules, event: eventOf } = sender ?? expect.fail(`no sender ${name}`);
  const link = rules.includes('$linked') ? 'link: form_response.hidden.contact_id\n' : '';
  const mapping = mappingOf(
    `source: website\ndestination: salon\n${link}operation: updateCustomer\nset:\n  note: {value: tea}\n  ${rules}\n`,
  );
  const payload = eventOf(person);
  const input = {
    ...{ payload, answers: preset ? answersOf(preset, payload) : undefined, headers: {}, query: {} },
    ...{ body: payload, event: { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' } },
  };
  const surroundings = {
    people: 'website',
    empty: undefined,
    findLink: async () => '1025',
    defaults: { country: 'DE' as const },
  };
  const evaluation = withNamedPerson(await evaluate(mapping, input, surroundings), mapping, input);
  if (evaluation.kind !== 'call') return expect.fail(JSON.stringify(evaluation));
  const { call } = evaluation;
  expect(storedCall.read(storedCall.write(call))).toEqual(call);
  const sent = call.operation === 'updateCustomer' ? call.additionalFields : [];
  const fields = sent.flatMap(({ key, change }) =>
    'set' in change ? [{ key, value: change.set.text, before: '' }] : [],
  );
  const body = {
    ...{ id: 1025, additionalFields: fields.map(({ key, value }) => ({ key, value })) },
    changes: fields.map(({ key, value, before }) => ({ name: key, originalValue: before, newValue: value })),
    ...customer,
  };
  const outcome = interpret(call, answered(200, JSON.stringify(body)), { now: 0, earlierUnclear: false });
  expect(outcome).toMatchObject({ kind: 'done', row: 'A1' });
  const all = outcome.kind === 'done' ? (outcome.completion.diagnostics ?? []) : [];
  const diagnostic = all.find(each => each.severity === 'warning');
  return diagnostic && { code: diagnostic.code, message: diagnostic.message };
}

const names = Object.keys(senders);
const max = { first: 'Max', email: 'max@example.com', mobile: '0151 11110002' };
const known = names.filter(name => name !== 'keys that mean nothing');

describe('an event of the brother with the number of the sister', () => {
  it.each(names)('is told by both addresses: %s', async sender => {
    expect(await found(sender, max)).toMatchObject({ code: 'call/other-person' });
  });

  it.each(names)('is told by the e-mail address: %s', async sender => {
    expect((await found(sender, { ...max, mobile: '' }))?.message).toMatch(
      /first name(?: and|,) e-mail address/,
    );
  });

  it.each(known)('is told by the mobile number: %s', async sender => {
    expect((await found(sender, { ...max, email: '' }))?.message).toMatch(/first name and mobile number/);
  });

  it.each(['a list', 'labels and values'])('is told by the birthday: %s', async sender => {
    const additionalFields = [{ key: 'birthdate', value: '14.05.2009' }];
    const changes = [{ name: 'x', originalValue: '14.05.2009', newValue: '02.03.2008' }];
    const person = { first: 'Max', more: { Geburtstag: '02.03.2008' } };
    expect((await found(sender, person, { ...jule, additionalFields, changes }))?.message).toMatch(
      /birthday/,
    );
  });
});

/** Of what the sender of the event writes, nothing but the addresses differs from the customer. */
const moved = { email: 'new.address@example.org', mobile: '0171 5556677' };

describe('an event of the sister herself', () => {
  it.each(names)('is not told with new addresses: %s', async sender => {
    expect(await found(sender, { first: 'Jule', ...moved })).toBeUndefined();
  });

  it.each<[string, string, string]>([
    ['a long form', 'Juliane', 'Jule'],
    ['another long form', 'Julia', 'Jule'],
    ['a pet form', 'Juli', 'Julia'],
    ['a second name', 'Anna Jule', 'Jule'],
    ['a second name of the customer', 'Jule', 'Marie Jule'],
    ['one of two names', 'Hans', 'Hans Peter'],
    ['two names for one', 'Hans-Peter', 'Peter'],
    ['a short name', 'Max', 'Maximilian'],
    ['an umlaut', 'Jörg', 'Joerg'],
    ['an umlaut without points', 'Jürgen', 'Jurgen'],
    ['a typing mistake', 'Julle', 'Jule'],
    ['an initial', 'J.', 'Jule'],
    ['a title', 'Dr. Jule', 'Jule'],
    ['an Italian name', 'Giuseppe', 'Josef'],
    ['a French name', 'Pierre', 'Peter'],
    ['a Spanish name', 'Juan', 'Johannes'],
    ['a Polish name', 'Jerzy', 'Georg'],
    ['a Turkish name', 'İbo', 'Ibrahim'],
    ['a Greek name', 'Γιώργος', 'Giorgos'],
    ['a Czech name', 'Kateřina', 'Katharina'],
    ['a name in Cyrillic letters', 'Екатерина', 'Ekaterina'],
    ['a pet name', 'Lotta', 'Charlotte'],
    ['an old pet name', 'Heidi', 'Adelheid'],
  ])('is not told with new addresses and %s', async (_, first, customers) => {
    for (const sender of names) {
      expect(
        await found(sender, { first, ...moved }, { ...jule, firstName: customers }),
        sender,
      ).toBeUndefined();
    }
  });

  it.each(names)('is not told with first and last name in the other order: %s', async sender => {
    expect(await found(sender, { first: 'Berger', last: 'Jule', ...moved })).toBeUndefined();
  });

  const petra = { first: 'Petra', email: 'petra@example.com', mobile: '0171 5556677' };
  const shared = { email: jule.email, mobile: jule.mobile };
  const guardian = (key: string, value: string) => ({ ...jule, additionalFields: [{ key, value }] });
  it.each<[string, string, Sent, object]>([
    ['a pet name that nobody knows', 'Pipedrive', { first: 'Mausi', ...shared }, jule],
    ['a brother with the address of the family', 'a list', { first: 'Max', ...shared }, jule],
    [
      'a brother with the number of the family',
      'Gravity Forms',
      { first: 'Max', mobile: '015111110001' },
      jule,
    ],
    ['a brother with the address alone', 'Calendly', { first: 'Max', email: 'JULE@example.com' }, jule],
    [
      'the mother, and the child in a box without a name',
      'Gravity Forms',
      { ...petra, more: { 4: 'Jule' } },
      jule,
    ],
    [
      'the mother, and the whole name of the child',
      'Gravity Forms',
      { ...petra, more: { 4: 'Jule Berger' } },
      jule,
    ],
    [
      'the mother, and the child in an answer',
      'Typeform by a link',
      { ...petra, more: { 'Für wen ist die Anmeldung?': 'Jule' } },
      jule,
    ],
    [
      'the mother, and the child in a message',
      'HubSpot',
      { ...petra, more: { message: `${'Guten Tag, '.repeat(9)}meine Tochter Jule kann am Montag nicht.` } },
      jule,
    ],
    [
      'the mother, and the child in a list',
      'labels and values',
      { ...petra, more: { Fahrschüler: 'Jule' } },
      jule,
    ],
    ['the mother, whom the account knows', 'a list', petra, guardian('guardian.name', 'Petra Berger')],
    [
      'the father, whom the account knows',
      'Pipedrive',
      { ...petra, first: 'Olaf' },
      guardian('vater', 'Olaf'),
    ],
    [
      'the address of the mother in a list',
      'Pipedrive',
      { first: 'Mausi', more: { emails: [{ label: 'Mutter', value: petra.email }] } },
      jule,
    ],
    [
      'the address of the parents below their key',
      'a list',
      { first: 'Mausi', more: { 'E-Mail der Eltern': petra.email } },
      jule,
    ],
    ['the number of the parents, which a rule reads for them', 'Gravity Forms', { first: 'Mausi' }, jule],
    [
      'a number for emergencies',
      'labels and values',
      { first: 'Mausi', mobile: jule.mobile, more: { 'Notfall Telefon': petra.mobile } },
      jule,
    ],
    [
      'a contact for emergencies',
      'texts of addresses',
      { first: 'Mausi', more: { emergency: { phones: [petra.mobile], emails: [petra.email] } } },
      jule,
    ],
    [
      'the address of an employee',
      'HubSpot',
      { first: 'Mausi', more: { owner_email: 'eva.klein@example.org' } },
      jule,
    ],
    ['an address of nobody', 'Pipedrive', { first: 'Mausi', email: 'info@school.example' }, jule],
    [
      'the domain of the sender',
      'keys that mean nothing',
      { first: 'Mausi', email: 'eva@school.example', more: { f9: 'info@school.example' } },
      jule,
    ],
    [
      'an id in the form of an address',
      'Calendly',
      { first: 'Mausi', more: { iCalUID: '3LpAwYNW@cal.example' } },
      jule,
    ],
    ['a landline', 'Pipedrive', { first: 'Mausi', mobile: '030 5556677' }, jule],
    [
      'a fax',
      'Pipedrive',
      { first: 'Mausi', more: { phones: [{ label: 'Fax', value: '0171 5556677' }] } },
      jule,
    ],
    [
      'a hidden copy',
      'HubSpot',
      { first: 'Mausi', more: { cc_email: 'school+123@pipedrivemail.com' } },
      jule,
    ],
    ['a typing mistake in the address', 'Pipedrive', { first: 'Mausi', email: 'jule@exmaple.com' }, jule],
    ['a typing mistake in the number', 'a list', { first: 'Mausi', mobile: '0151 11170001' }, jule],
    ['two digits in the other order', 'a list', { first: 'Mausi', mobile: '0151 11110010' }, jule],
    [
      'an address with the name of the sister',
      'Pipedrive',
      { first: 'Mausi', email: 'jule@new.example' },
      jule,
    ],
    [
      'no addresses of the customer',
      'Pipedrive',
      { first: 'Mausi', ...moved },
      { firstName: 'Jule', lastName: 'Berger' },
    ],
    [
      'a customer who is a company',
      'Pipedrive',
      { first: 'Mausi', ...moved },
      { ...jule, lastName: 'Berger GmbH' },
    ],
  ])('is not told with %s', async (_, sender, person, customer) => {
    expect(await found(sender, person, customer)).toBeUndefined();
  });
});

describe('an event of the brother', () => {
  const numbers = { key: 'pupil.mobile', value: '+4915111110002' };
  it.each<[string, string, Sent, object]>([
    [
      'with two short addresses',
      'Pipedrive',
      { first: 'Tom', email: 'tom@berger.example' },
      { firstName: 'Mia', email: 'mia@berger.example' },
    ],
    [
      'with addresses that differ by a letter',
      'a list',
      { first: 'Tim', email: 'tim@berger.example' },
      { firstName: 'Tom', email: 'tom@berger.example' },
    ],
    ['with the next number', 'Typeform by a link', { first: 'Max', mobile: '+4915111110002' }, {}],
    ['with a number from another country', 'Pipedrive', { first: 'Max', mobile: '+43 664 1234567' }, {}],
    ['with the number of the mother beside his own', 'Gravity Forms', max, {}],
    [
      'whose parents the account knows',
      'a list',
      max,
      { additionalFields: [{ key: 'guardian.name', value: 'Petra Berger' }] },
    ],
    [
      'whose own field had another number',
      'a list',
      { first: 'Max', mobile: '0151 11110002' },
      {
        mobile: undefined,
        additionalFields: [numbers],
        changes: [{ name: 'x', originalValue: '+4915111110001', newValue: numbers.value }],
      },
    ],
    [
      'with an address at work',
      'Pipedrive',
      { first: 'Max', more: { emails: [{ label: 'work', value: max.email }] } },
      {},
    ],
    [
      'with several addresses',
      'Pipedrive',
      {
        first: 'Max',
        more: {
          emails: [
            { label: 'home', value: max.email },
            { label: 'work', value: 'mb@example.org' },
          ],
        },
      },
      {},
    ],
    [
      'with an address in an object',
      'texts of addresses',
      { first: 'Max', more: { emails: { home: max.email } } },
      {},
    ],
    [
      'with an address in objects',
      'texts of addresses',
      { first: 'Max', more: { email_addresses: [{ address: max.email }] } },
      {},
    ],
    [
      'with numbers in objects',
      'texts of addresses',
      { first: 'Max', more: { phones: [{ type: 'mobile', number: max.mobile }] } },
      {},
    ],
    [
      'with the code of a country beside the number',
      'texts of addresses',
      {
        first: 'Max',
        more: {
          phones: {
            primaryPhoneNumber: '15111110002',
            primaryPhoneCountryCode: 'DE',
            primaryPhoneCallingCode: '+49',
          },
        },
      },
      {},
    ],
    ['with the number of a contact', 'HubSpot', { first: 'Max', mobile: max.mobile }, {}],
    ['with an address below another key', 'HubSpot', { first: 'Max', more: { hs_reply_to: max.email } }, {}],
    [
      'with a question for the address',
      'Typeform by a link',
      { first: 'Max', more: { 'Wohin dürfen wir die Bestätigung schicken?': max.email } },
      {},
    ],
    [
      'with a long question',
      'Typeform by a link',
      { first: 'Max', more: { 'Deine Adresse, damit unser Team dich schnell erreicht': max.email } },
      {},
    ],
    ['with a double last name', 'Gravity Forms', { ...max, last: 'Berger-Klein' }, {}],
    ['with the last name in small letters', 'a list', { ...max, last: 'berger' }, {}],
    ['with an umlaut in the last name', 'Calendly', { ...max, last: 'Müller' }, { lastName: 'Mueller' }],
    ['with a second name', 'Calendly', { ...max, first: 'Max Emil' }, {}],
    ['with the last name first', 'a list', { ...max, first: 'Berger', last: 'Max' }, {}],
    ['in an account without numbers', 'Calendly', max, { mobile: undefined }],
    ['in an account without addresses', 'Calendly', max, { email: undefined }],
    ['in an account with empty texts', 'Pipedrive', max, { mobile: '' }],
  ])('is told %s', async (_, sender, person, customer) => {
    expect(await found(sender, person, { ...jule, ...customer })).toMatchObject({
      code: 'call/other-person',
    });
  });
});

describe('an event of a brother whose name is the beginning of that of the sister, or the reverse', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ['Julian', 'Julia'],
    ['Julius', 'Julia'],
    ['Paul', 'Paula'],
    ['Leon', 'Leonie'],
    ['Jan', 'Jana'],
    ['Martin', 'Martina'],
    ['Christian', 'Christiane'],
    ['Stephan', 'Stefanie'],
    ['Michael', 'Michaela'],
    ['Alexander', 'Alexandra'],
    ['Daniel', 'Daniela'],
    ['Franz', 'Franziska'],
    ['Viktor', 'Victoria'],
    ['Emil', 'Emily'],
    ['Johannes', 'Johanna'],
  ];
  it.each(pairs)('is told: %s and %s', async (man, woman) => {
    for (const [one, other] of [
      [man, woman],
      [woman, man],
    ] as const) {
      const customer = { ...jule, firstName: other, email: `${other.toLowerCase()}@example.com` };
      const sent = { first: one, email: `${one.toLowerCase()}@example.com` };
      for (const sender of ['Pipedrive', 'Gravity Forms'])
        expect((await found(sender, sent, customer))?.message, `${sender}: ${one}`).toMatch(/e-mail address/);
      expect(await found('a list', { first: one, mobile: max.mobile }, customer)).toBeDefined();
      expect(await found('a list', { first: one, email: customer.email }, customer)).toBeUndefined();
    }
  });

  it.each([
    ['Alex', 'Alexander'],
    ['Alexa', 'Alexandra'],
    ['Juli', 'Julian'],
    ['Steffi', 'Stefanie'],
    ['Chris', 'Christiane'],
    ['Dani', 'Daniela'],
    ['Franzi', 'Franziska'],
    ['Jo', 'Johanna'],
    ['Vicky', 'Viktoria'],
    ['Michi', 'Michaela'],
    ['Maxi', 'Maximiliane'],
    ['Luisa', 'Luise'],
    ['Stephan', 'Stefan'],
    ['Andrea', 'Andrea'],
    ['Jan Paul', 'Paul'],
  ])('is not told for a short form or a spelling: %s and %s', async (one, other) => {
    const customer = { ...jule, firstName: other };
    for (const sender of ['Pipedrive', 'Gravity Forms', 'a list'])
      expect(await found(sender, { first: one, ...moved }, customer)).toBeUndefined();
  });

  it('is not told with an address that has the names of both', async () => {
    const customer = { ...jule, email: 'jule@example.com' };
    for (const email of ['max.jule@example.org', 'maxundjule@example.org', 'jule.max@example.org'])
      expect(await found('Pipedrive', { first: 'Max', email }, customer), email).toBeUndefined();
  });
});

it('is told by a number that a rule makes, which no text of the event is', async () => {
  const sender: Sender = {
    rules: `id: nr\n  additionalFields:\n    mobil: '"+49" & nummer'`,
    event: ({ first, mobile = '' }) => ({
      ...{ nr: '1025', first_name: first, last_name: 'Berger', nummer: mobile },
    }),
  };
  expect(await found(sender, { first: 'Max', mobile: '15111110002' })).toMatchObject({
    code: 'call/other-person',
  });
  expect(await found(sender, { first: 'Max', mobile: '15111110001' })).toBeUndefined();
});

it('is not told by an address that a rule reads for the parents', async () => {
  const rules = (field: string) => `id: nr\n  additionalFields:\n    ${field}: f3`;
  const event = ({ first, email }: Sent) => ({
    nr: '1025',
    first_name: first,
    last_name: 'Berger',
    f3: email,
  });
  expect(await found({ rules: rules('guardian.email'), event }, max)).toBeUndefined();
  expect(await found({ rules: rules('letters'), event }, max)).toMatchObject({ code: 'call/other-person' });
});

describe('an event of the brother in a running bridge', () => {
  const run = async (sender: string, person: Sent) => {
    const { preset, rules, event } = senders[sender] ?? expect.fail(`no sender ${sender}`);
    const own = rules.split('\n')[0];
    const harness = await startHarness({
      mappings: {
        a: `source: school\ndestination: salon\noperation: updateCustomer\nset:\n  ${own}\n  note: {value: tea}\n`,
      },
      sources: `  school: {${preset ? `preset: ${preset}, ` : ''}verify: {type: none}}`,
    });
    onTestFinished(() => harness.close());
    const { firstName, lastName, email, mobile } = jule;
    const made = harness.sandbox.control('customers', { firstName, lastName, email, mobile });
    const { id } = (made as { customer: { id: number } }).customer;
    const payload = JSON.parse(JSON.stringify(event(person)).replaceAll('"1025"', `"${id}"`));
    const sent = await harness.send(payload, 'school');
    await harness.run();
    expect(harness.sandbox.customer(id)?.updates).toHaveLength(1);
    return harness.event(sent);
  };
  const outside = names.filter(name => !['Typeform by a link', 'parts of a phone number'].includes(name));

  it.each(outside)('is delivered with the warning: %s', async sender => {
    expect(await run(sender, max)).toMatchObject({
      status: 'delivered',
      diagnostics: [{ code: 'call/other-person', path: 'id' }],
    });
  });

  it('is delivered without it for the sister', async () => {
    expect(await run('Pipedrive', { ...max, first: 'Juli' })).toMatchObject({ diagnostics: [] });
  });
});
