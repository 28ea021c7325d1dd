import { describe, expect, it, onTestFinished } from 'vitest';
import { interpret } from '../../src/booking/answers/interpret.ts';
import { namedPerson } from '../../src/mapping/evaluate/person/named-person.ts';
import type { Answers } from '../../src/receive/answers/answers.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { answered, data } from '../booking/calls.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { startHarness } from './harness.ts';

type Asked = readonly (readonly [ref: string, title: string, value?: unknown])[];

/** Questions of a long form, most of which are not answered. */
const further = (count: number): Asked =>
  Array.from({ length: count }, (_, at) => [
    `q${at}`,
    `${words[at % words.length]} ${'i'.repeat(1 + Math.floor(at / words.length))}`,
    at % 3 === 0 ? 'Lieber nicht' : undefined,
  ]);
const words = 'Brille Visus Gläser Kopfschmerzen Beschwerden Krankenkasse Sprache Hörgerät Wünsche'.split(
  ' ',
);

/** Options of a question, each of which is a name to a program that cannot read. */
const choices = (question: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `o${at}`,
    ref: `r${at}`,
    label: `${words[question % words.length]} ${'x'.repeat(at)}${'y'.repeat(question)}`,
  }));

const typeform = (asked: Asked, options = 0) => ({
  event_id: 'e1',
  form_response: {
    form_id: 'Opt1k9',
    definition: {
      id: 'Opt1k9',
      title: 'Anamnese',
      fields: asked.map(([ref, title], at) => ({
        id: `id${ref}`,
        ref,
        title,
        type: 'short_text',
        ...(options > 0 && { properties: { choices: choices(at, options) } }),
      })),
    },
    answers: asked.flatMap(([ref, , value]) =>
      value === undefined
        ? []
        : [{ type: 'text', text: value, field: { id: `id${ref}`, ref, type: 'short_text' } }],
    ),
  },
});
const tally = (asked: Asked) => ({
  eventId: 'e1',
  data: {
    formId: 'f1',
    fields: asked.map(([key, label, value], at) => ({
      key: `question_${key}`,
      label,
      type: 'INPUT_TEXT',
      value: value ?? null,
      options: choices(at, 3),
    })),
  },
});
const paperform = (asked: Asked) => ({
  submission_id: 's1',
  data: asked.map(([key, title, value]) => ({
    key,
    title,
    type: 'text',
    custom_key: null,
    value: value ?? null,
  })),
});
const gravity = (fields: object) => ({
  id: '12',
  form_id: '7',
  date_created: '2026-03-02 09:20:00',
  ...fields,
});
const jotform = (fields: object) => ({ formID: '26', rawRequest: { slug: 'submit/26', ...fields } });
const webflow = (fields: object) => ({
  triggerType: 'form_submission',
  payload: { name: 'Anamnese', data: fields },
});

const customer = ['kdnr', 'Kundennummer', '1001'] as const;
const mail = ['email', 'E-Mail', 'frank.behrens@example.com'] as const;

const mara = {
  firstName: 'Mara',
  lastName: 'Lindqvist',
  name: 'Lindqvist',
  email: 'mara.lindqvist@example.com',
  mobile: '+491713920001',
};
const jonas = { firstName: 'Jonas', lastName: 'Ebersbach', name: 'Ebersbach', email: 'jonas@example.com' };

/** Returns the warning of an update by an event of a form that was answered with a customer. */
function warned(sender: string, id: string, payload: object, reached: object, birthday?: string) {
  return warnedOf(payload, `{answer: "${id}"}`, reached, birthday, answersOf(sender, payload));
}

function warnedOf(payload: object, id: string, reached: object, birthday?: string, answers?: Answers) {
  const mapping = mappingOf(
    `source: forms\ndestination: salon\noperation: updateCustomer\nset: {id: ${id}, note: note}\n`,
  );
  const event = { id: 'e1', source: 'forms', receivedAt: '2026-03-01T12:00:00.000Z' };
  const person = namedPerson(mapping, { payload, answers, headers: {}, query: {}, body: payload, event });
  const call = {
    operation: 'updateCustomer' as const,
    id: data('1001'),
    note: { set: data('tea') },
    additionalFields: birthday === undefined ? [] : [{ key: 'birthdate', change: { set: data(birthday) } }],
    ...(person && { person }),
  };
  const body = JSON.stringify({ id: 1001, changes: [], ...reached });
  const outcome = interpret(call, answered(200, body), { now: 0, earlierUnclear: false });
  expect(outcome).toMatchObject({ kind: 'done', row: 'A1' });
  const [found] = outcome.kind === 'done' ? (outcome.completion.diagnostics ?? []) : [];
  return found && { code: found.code, message: found.message };
}

const frank = (first: string, last: string, firstTitle = first, lastTitle = last): Asked => [
  customer,
  [first, firstTitle, 'Frank'],
  [last, lastTitle, 'Behrens'],
  mail,
];
const uuids = ['01f7d3b2-9a0c-4c1e-8d55-3b1f5a0c7e01', '01f7d3b2-9a0c-4c1e-8d55-3b1f5a0c7e02'] as const;

describe('the person of a long form', () => {
  it.each<readonly [string, string, string, object]>([
    [
      'short references',
      'typeform',
      'kdnr',
      typeform([...further(22), ...frank('vn', 'nn', 'Vorname', 'Nachname')]),
    ],
    ['references in German', 'typeform', 'kdnr', typeform([...further(22), ...frank('vorname', 'nachname')])],
    [
      'references in English',
      'typeform',
      'kdnr',
      typeform([...further(22), ...frank('first_name', 'last_name')]),
    ],
    [
      'references without titles',
      'typeform',
      'kdnr',
      typeform([...further(45), ...frank('vorname', 'nachname', '', '')]),
    ],
    [
      'random references',
      'typeform',
      'kdnr',
      typeform([...further(30), ...frank(...uuids, 'Ihr Vorname', 'Ihr Nachname')]),
    ],
    [
      'one question',
      'typeform',
      'kdnr',
      typeform([...further(22), customer, ['name', 'Vor- und Nachname', 'Frank Behrens'], mail]),
    ],
    [
      'one question in English',
      'typeform',
      'kdnr',
      typeform([...further(45), customer, ['abc', 'What is your full name?', 'Frank Behrens'], mail]),
    ],
    [
      'the name first',
      'typeform',
      'kdnr',
      typeform([...frank('vn', 'nn', 'Vorname', 'Nachname'), ...further(60)]),
    ],
    [
      '120 questions',
      'typeform',
      'kdnr',
      typeform([...frank('vn', 'nn', 'Vorname', 'Nachname'), ...further(120)]),
    ],
    [
      'many options',
      'typeform',
      'kdnr',
      typeform([...further(40), ...frank('vn', 'nn', 'Vorname', 'Nachname')], 12),
    ],
    [
      'French questions',
      'typeform',
      'kdnr',
      typeform([...further(30), ...frank('a', 'b', 'Prénom', 'Nom de famille')]),
    ],
    [
      'Dutch questions',
      'typeform',
      'kdnr',
      typeform([...further(30), ...frank('a', 'b', 'Voornaam', 'Achternaam')]),
    ],
    [
      'Spanish questions',
      'typeform',
      'kdnr',
      typeform([...further(30), ...frank('a', 'b', 'Nombre', 'Apellidos')]),
    ],
    [
      'Italian questions',
      'typeform',
      'kdnr',
      typeform([...further(30), ...frank('a', 'b', 'Nome', 'Cognome')]),
    ],
    [
      'Polish questions',
      'typeform',
      'kdnr',
      typeform([...further(30), ...frank('a', 'b', 'Imię', 'Nazwisko')]),
    ],
    ['labels', 'tally', 'Kundennummer', tally([...further(40), ...frank('a', 'b', 'Vorname', 'Nachname')])],
    [
      'a long form with labels',
      'tally',
      'Kundennummer',
      tally([...further(120), ...frank('a', 'b', 'First name', 'Last name')]),
    ],
    [
      'titles',
      'paperform',
      'Kundennummer',
      paperform([...further(60), ...frank('a1', 'b2', 'Vorname', 'Nachname')]),
    ],
    [
      'parts of a field for a name',
      'gravity-forms',
      '1',
      gravity({ 1: '1001', 2.3: 'Frank', 2.6: 'Behrens', 3: 'frank@example.com' }),
    ],
    [
      'all parts of a field for a name',
      'gravity-forms',
      '1',
      gravity({
        1: '1001',
        2.2: 'Herr',
        2.3: 'Frank',
        2.4: '',
        2.6: 'Behrens',
        2.8: '',
        3: 'frank@example.com',
      }),
    ],
    [
      'a field for a name beside an address and boxes',
      'gravity-forms',
      '8',
      gravity({
        1.1: 'Ring 1',
        1.3: 'Mainz',
        1.5: '1',
        1.6: 'Germany',
        4.1: '',
        4.3: 'Mara',
        4.6: 'Lind',
        7.3: 'Frank',
        7.6: 'Behrens',
        8: '1001',
      }),
    ],
    [
      'a name of two words',
      'gravity-forms',
      '1',
      gravity({ 1: '1001', 12.3: 'Bea Luisa', 12.6: 'de la Cruz', 3: '' }),
    ],
    [
      'parts in one answer',
      'jotform',
      'kunde',
      jotform({ q1_kunde: '1001', q3_name: { first: 'Frank', last: 'Behrens' } }),
    ],
    [
      'parts below a random key',
      'jotform',
      'kunde',
      jotform({ q1_kunde: '1001', q3_typeA3: { first: 'Frank', last: 'Behrens' } }),
    ],
    [
      'two boxes',
      'jotform',
      'kunde',
      jotform({ q1_kunde: '1001', q3_vorname: 'Frank', q4_nachname: 'Behrens' }),
    ],
    [
      'names of fields',
      'webflow',
      'Kunde',
      webflow({ Kunde: '1001', Vorname: 'Frank', Nachname: 'Behrens' }),
    ],
  ])('is compared with the customer: %s', (_, sender, id, payload) => {
    expect(warned(sender, id, payload, mara)).toMatchObject({ code: 'call/other-person' });
  });

  it('is shown by the paths that a rule can read', () => {
    const found = warned('gravity-forms', '1', gravity({ 1: '1001', 2.3: 'Frank', 2.6: 'Behrens' }), mara);
    expect(found?.message).toContain('($answers."2.3", $answers."2.6")');
  });

  const child = { firstName: 'Emil', lastName: 'Lindqvist', name: 'Lindqvist', mobile: '+491713920001' };
  const additionalFields = [{ key: 'birthdate', value: '14.03.1988' }];
  const changes = [{ name: 'birthdate', originalValue: '03.05.2017', newValue: '14.03.1988' }];
  const mother = [customer, ['vn', 'Vorname', 'Mara'], ['nn', 'Nachname', 'Lindqvist'], mail] as const;
  it.each<readonly [string, string, string, object]>([
    [
      'of a long form',
      'typeform',
      'kdnr',
      typeform([...further(30), ...mother, ['handy', 'Mobilnummer', '+491713920001']]),
    ],
    [
      'of a form with parts',
      'gravity-forms',
      '1',
      gravity({ 1: '1001', 2.3: 'Mara', 2.6: 'Lindqvist', 4: '+491713920001' }),
    ],
    ['of a form with labels', 'tally', 'Kundennummer', tally([...further(30), ...mother])],
  ])('is not the child of the same last name, by the birthday: %s', (_, sender, id, payload) => {
    expect(warned(sender, id, payload, { ...child, additionalFields, changes }, '14.03.1988')).toMatchObject({
      code: 'call/other-person',
    });
  });

  it.each<readonly [string, string, string, object, object]>([
    [
      'the customer',
      'typeform',
      'kdnr',
      typeform([...further(40), ...frank('vn', 'nn', 'Vorname', 'Nachname')]),
      { ...mara, firstName: 'Frank', lastName: 'Behrens' },
    ],
    [
      'a parent with the name of the child',
      'typeform',
      'kdnr',
      typeform([
        ...further(30),
        ...frank('vn', 'nn', 'Vorname', 'Nachname'),
        ['kind', 'Name des Kindes', 'Mara Lindqvist'],
      ]),
      mara,
    ],
    [
      'somebody for the customer of another field',
      'gravity-forms',
      '1',
      gravity({ 1: '1001', 2.3: 'Frank', 2.6: 'Behrens', 5.3: 'Mara', 5.6: 'Lindqvist' }),
      mara,
    ],
    ['a married name', 'gravity-forms', '1', gravity({ 1: '1001', 2.3: 'Mara', 2.6: 'Behrens' }), mara],
    [
      'a city and a country',
      'gravity-forms',
      '1',
      gravity({ 1: '1001', 2.1: 'Ring 1', 2.3: 'Mainz', 2.4: '', 2.5: '55116', 2.6: 'Germany' }),
      jonas,
    ],
    [
      'ticked boxes',
      'gravity-forms',
      '1',
      gravity({ 1: '1001', 9.1: '', 9.2: '', 9.3: 'Tinnitus', 9.4: '', 9.5: '', 9.6: 'Schwindel' }),
      jonas,
    ],
    [
      'the first of ten boxes',
      'gravity-forms',
      '1',
      gravity({ 1: '1001', 9.1: 'A', 9.3: 'Tinnitus', 9.6: 'Schwindel', 9.11: 'Kopf' }),
      jonas,
    ],
    [
      'the address of a company',
      'jotform',
      'kunde',
      jotform({ q1_kunde: '1001', q3_anschrift: { addr_line1: 'Ring 1', city: 'Mainz' } }),
      jonas,
    ],
    [
      'a child of a parent',
      'jotform',
      'kunde',
      jotform({ q1_kunde: '1001', q3_nameKind: { first: 'Frank', last: 'Behrens' } }),
      jonas,
    ],
    [
      'a range',
      'jotform',
      'kunde',
      jotform({ q1_kunde: '1001', q3_semester: { first: '1', last: '12' } }),
      jonas,
    ],
    ['a form of questions alone', 'typeform', 'kdnr', typeform([customer, ...further(30)]), jonas],
  ])('may be %s', (_, sender, id, payload, reached) => {
    expect(warned(sender, id, payload, reached)).toBeUndefined();
  });
});

describe('the person in a list of pairs, which no setting of the source reads', () => {
  const pairs = (label: string, value: string, asked: Asked) =>
    asked.map(([, title, text]) => ({ [label]: title, [value]: text ?? null, type: 'text' }));
  const names: Asked = [...further(9), ['a', 'Vorname', 'Frank'], ['b', 'Nachname', 'Behrens']];
  const own = (payload: object) => warnedOf(payload, 'kunde', mara);

  it.each<[string, object]>([
    ['label and value', { kunde: '1001', fields: pairs('label', 'value', names) }],
    ['title and answer', { kunde: '1001', answers: pairs('title', 'answer', names) }],
    ['question and response', { kunde: '1001', responses: pairs('question', 'response', names) }],
    ['name and value', { kunde: '1001', note_attributes: pairs('name', 'value', names) }],
    ['key and text', { kunde: '1001', custom: pairs('key', 'text', names) }],
    ['pairs of the customer', { kunde: '1001', customer: { meta: pairs('key', 'value', names) } }],
    [
      'one whole name',
      { kunde: '1001', fields: pairs('label', 'value', [...further(3), ['n', 'Ihr Name', 'Frank Behrens']]) },
    ],
    [
      'English labels',
      {
        kunde: '1001',
        fields: pairs('label', 'value', [
          ['a', 'First name', 'Frank'],
          ['b', 'Last name', 'Behrens'],
        ]),
      },
    ],
  ])('is compared with the customer: %s', (_, payload) => {
    expect(own(payload)).toMatchObject({ code: 'call/other-person' });
  });

  it('is shown by paths', () => {
    expect(own({ kunde: '1001', fields: pairs('label', 'value', names) })?.message).toContain(
      '(fields[label="Vorname"].value, fields[label="Nachname"].value)',
    );
  });

  it.each<[string, object]>([
    ['without a name', { kunde: '1001', fields: pairs('label', 'value', further(9)) }],
    ['with two people', { kunde: '1001', fields: pairs('label', 'value', [...names, ...names]) }],
    [
      'of products',
      {
        kunde: '1001',
        items: [
          { name: 'Brille', value: '240' },
          { name: 'Etui', value: '9' },
        ],
      },
    ],
    ['of names alone', { kunde: '1001', fields: [{ label: 'Vorname' }, { label: 'Nachname' }] }],
    [
      'with the customer too',
      {
        kunde: '1001',
        fields: pairs('label', 'value', [...names, ['k', 'Name des Kindes', 'Mara Lindqvist']]),
      },
    ],
    ['of somebody else', { kunde: '1001', owner: { fields: pairs('label', 'value', names) } }],
  ])('is not looked for in a list %s', (_, payload) => {
    expect(own(payload)).toBeUndefined();
  });
});

it('is compared in a delivered event of a long form', async () => {
  const harness = await startHarness({
    mappings: {
      contact:
        'source: survey\ndestination: salon\noperation: updateCustomer\nset: {id: {answer: kdnr}, note: form_response.form_id}\n',
    },
    sources: '  survey: {preset: typeform, verify: {type: none}}',
  });
  onTestFinished(() => harness.close());
  const asked = [...further(30), ...frank('vn', 'nn', 'Vorname', 'Nachname')];
  const id = await harness.send(typeform(asked), 'survey');
  await harness.run();
  expect(await harness.event(id)).toMatchObject({
    status: 'delivered',
    diagnostics: [{ code: 'call/other-person' }],
  });
});

describe('the contact for an emergency', () => {
  const mapping = mappingOf(
    'source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  note: note\n',
  );
  const person = {
    ...{ nr: '1002', note: 'a', vorname: 'Aylin', nachname: 'Demirtas' },
    ...{ email: 'aylin@example.com', handy: '+41791234567' },
  };

  it.each([
    { notfall_name: 'Jonas Ebersbach', notfall_tel: '+41797654321' },
    { 'Notfallkontakt Name': 'Jonas Ebersbach', 'Notfall Telefon': '+41797654321' },
    { emergency_contact: 'Jonas Ebersbach', emergency_phone: '+41797654321' },
    { emergency: { name: 'Jonas Ebersbach', phone: '+41797654321' } },
    { contatto_emergenza: 'Jonas Ebersbach', telefono_emergenza: '+41797654321' },
    { contact_urgence: 'Jonas Ebersbach', tel_urgence: '+41797654321' },
    { noodcontact: 'Jonas Ebersbach', noodtelefoon: '+41797654321' },
    {
      fields: [
        { label: 'Notfallkontakt', value: 'Jonas Ebersbach' },
        { label: 'Notfall Telefon', value: '+41797654321' },
      ],
    },
  ])('is not the customer whom the event names: %j', contact => {
    const payload = { ...person, ...contact };
    const found = namedPerson(mapping, {
      ...{ payload, answers: undefined, headers: {}, query: {}, body: payload },
      event: { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
    });
    expect(found?.name).toBe('Aylin Demirtas');
    expect(found?.others ?? []).not.toContain('Jonas Ebersbach');
    expect(found?.phones).toEqual(['+41791234567']);
  });

  it('may be in the name of a whole form, whose values count', () => {
    const payload = { name: 'Notfallkontakt-Formular', ...person };
    const found = namedPerson(mapping, {
      ...{ payload, answers: undefined, headers: {}, query: {}, body: payload },
      event: { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
    });
    expect(found?.phones).toEqual(['+41791234567']);
    expect(found?.emails).toEqual(['aylin@example.com']);
  });
});
