import { describe, expect, it } from 'vitest';
import { testPerson } from '../../src/mapping/doubts/people/test-person.ts';
import { checkWith, mappingOf as mappingWith, storedOf } from '../check/trials.ts';
import { codesOf, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

const text = (when = '') =>
  `source: website\ndestination: salon\n${when}operation: updateCustomer\nset:\n  id: {value: "7", because: test}\n  note: message\n`;

function reported(payload: object, answers?: Readonly<Record<string, unknown>>): boolean {
  return testPerson(mappingOf(text()), { payload, answers }) !== undefined;
}

describe('an event whose person is evidently a test', () => {
  it.each([
    { nom: 'TEST', prenom: 'Test', courriel: 'test@test.fr', message: 'ceci est un test' },
    { nom: 'TEST', prenom: 'Test' },
    { first_name: 'Test', lastname: 'Testmann' },
    { vorname: 'Test', nachname: 'Tester' },
    { firstName: 'test', lastName: 'test2' },
    { name: 'Test Test' },
    { fullName: 'Test User' },
    { 'Ihr Name': 'Test Testmann', message: '' },
    { email: 'test@test.fr' },
    { email: 'test@example.com', name: 'Anna Weber' },
    { nachname: 'Test', vorname: 'Anna', email: 'test@gmx.de' },
    { vorname: 'Tim', nachname: 'Meier', email: 'test123@gmx.de', message: 'Test, bitte ignorieren' },
    { vorname: 'Tim', message: 'Dies ist ein Test', telefon: '0123456789' },
    { vorname: 'Tim', message: 'This is just a test.', email: 'tim@example.org' },
    { kunde: { vorname: 'TEST', nachname: 'TEST' } },
    { order: { billing: { first_name: 'Test', last_name: 'Bestellung', email: 'test@example.com' } } },
    { data: { contact: { email: 'test@test.de', name: 'Test' } } },
    { nombre: 'Prueba', apellidos: 'Prueba' },
    { naam: 'x', voornaam: 'Test', achternaam: 'Test' },
    { vorname: 'asdf', nachname: 'asdfg' },
    { name: 'Dummy', phone: '+49 000000' },
    { contact: { firstname: 'Test', phone: '1234567890' } },
    { vorname: 'Test', nachname: 'Test', email: 'tim.meier@praxis.de' },
    { message: 'Testnachricht', email: 'testuser@gmail.com' },
  ])('is reported: %j', payload => {
    expect(reported(payload)).toBe(true);
  });

  it.each([
    {},
    { vorname: 'Anna', nachname: 'Test', email: 'anna.test@gmx.de' },
    { vorname: 'Testa', nachname: 'Rossi', email: 'testa@gmx.it' },
    { vorname: 'Anna', nachname: 'Tester', message: 'Bitte um Rückruf' },
    { vorname: 'Anna', nachname: 'Testorf', email: 'anna@testorf.de' },
    { vorname: 'Jonas', nachname: 'Testroet', email: 'jonas@test-ag.de' },
    { vorname: 'Petra', nachname: 'Vogel', email: 'petra@test.de' },
    { vorname: 'Petra', nachname: 'Vogel', email: 'test@vogel-praxis.de' },
    { vorname: 'Petra', email: 'petra@gmx.de', message: 'Ich brauche einen Test auf Allergien' },
    { vorname: 'Petra', email: 'petra@gmx.de', message: 'Test auf Allergien' },
    { vorname: 'Petra', message: 'Dies ist ein Testergebnis von gestern', email: 'petra@gmx.de' },
    { vorname: 'Petra', message: 'This is a testament to your work', email: 'petra@gmx.de' },
    { vorname: 'Petra', corona: 'Test', impfung: 'Test', email: 'petra@gmx.de' },
    { vorname: 'Petra', message: 'Test', email: 'petra@gmx.de' },
    { vorname: 'Petra', email: 'petra@contest.de', firma: 'Test GmbH' },
    { vorname: 'Petra', product: { name: 'Test' }, service: { name: 'Sehtest Test' } },
    { vorname: 'Petra', owner: { first_name: 'Test', last_name: 'Test', email: 'test@test.de' } },
    { vorname: 'Petra', assignee: { email: 'test@example.com' } },
    { vorname: 'Petra', form: { name: 'Test', email: 'test@test.de' }, email: 'petra@gmx.de' },
    { vorname: 'Max', nachname: 'Mustermann', email: 'max@mustermann.de' },
    { vorname: 'Petra', telefon: '0151 12345678', email: 'petra@gmx.de' },
    { vorname: 'Petra', telefon: '030 1234567', nachname: 'Test' },
    { vorname: 'Petra', nachname: 'Prova', email: 'p.prova@gmx.it' },
    { kind: { vorname: 'Test', nachname: 'Test' }, vorname: 'Petra' },
    { status: 'test result', note: 'Sehtest am Montag' },
    { vorname: 'Test' },
  ])('is not reported: %j', payload => {
    expect(reported(payload)).toBe(false);
  });

  it('is reported at the event, and left out by following the advice', async () => {
    const payload = { nom: 'TEST', prenom: 'Test', message: 'a' };
    expect(codesOf(await evaluateYaml(text(), { payload }))).toEqual(['mapping/ended-record']);
    const { hint = '' } = testPerson(mappingOf(text()), { payload, answers: undefined }) ?? {};
    const [, when = ''] = /as in (when: '.*')$/.exec(hint) ?? [];
    expect(await evaluateYaml(text(`${when}\n`), { payload })).toEqual({ kind: 'not-wanted' });
    const real = { nom: 'Dupont', prenom: 'Camille', message: 'a' };
    expect(codesOf(await evaluateYaml(text(`${when}\n`), { payload: real }))).toEqual([]);
  });

  it('is described without its values, if these may not be shown', () => {
    const payload = { nom: 'TEST', courriel: 'test@test.fr' };
    const found = testPerson(mappingOf(text()), { payload, answers: undefined }, { isShown: false });
    expect(JSON.stringify(found)).not.toMatch(/TEST|test@/);
    expect(found?.message).toContain('(nom, courriel)');
  });
});

it('an event is a test by its answers and by its payload', () => {
  expect(reported({ Nachname: 'TEST' }, { Vorname: 'Test' })).toBe(true);
  expect(reported({ Nachname: 'TEST' }, { Nachname: 'TEST' })).toBe(false);
  expect(reported({}, { 'Ihre E-Mail-Adresse': 'test@test.de' })).toBe(true);
});

it('check reports a test among the stored events, and not a sample with such a person', async () => {
  const person = { customer: 7, nom: 'TEST', prenom: 'Test', message: 'a' };
  const mapping = mappingWith(['note: message'], { tests: [person] });
  const found = async (...stored: readonly object[]) =>
    (await checkWith(mapping, storedOf(...stored))).filter(({ code }) => code === 'mapping/ended-record');
  expect(await found()).toEqual([]);
  expect(await found({ ...person, nom: 'Dupont' })).toEqual([]);
  expect(await found(person, person)).toMatchObject([
    { message: expect.stringMatching(/^a stored event is evidently a test/) },
  ]);
});

describe('an event with a text of the test of its sender', () => {
  const dummy = (name: string) => `<test lead: dummy data for ${name}>`;
  it.each<[object, Readonly<Record<string, unknown>>?]>([
    [{ full_name: dummy('full_name'), email: 'test@fb.com', phone_number: '+491713920001' }],
    [{ full_name: dummy('full_name') }],
    [{ first_name: dummy('first_name'), last_name: dummy('last_name'), email: 'test@fb.com' }],
    [{ full_name: 'Mara Lindqvist', phone_number: dummy('phone_number') }],
    [{ email: 'test@meta.com', 'haben_sie_hörgeräte?': dummy('haben_sie_hörgeräte?') }],
    [{ city: dummy('city'), email: 'mara@gmx.de' }],
    [{ company_name: dummy('company_name') }],
    [{ date_of_birth: dummy('date_of_birth'), vorname: 'Mara' }],
    [{ data: { full_name: dummy('full_name'), id: 'l:1' } }],
    [{ lead: { answers: { question_1: dummy('question_1') } } }],
    [{ full_name: ` ${dummy('full_name')} ` }],
    [{ full_name: dummy('full_name').toUpperCase() }],
    [{ full_name: 'test lead: dummy data for full_name' }],
    [{ full_name: 'dummy data for full_name' }],
    [{ frage: dummy('w'.repeat(200)) }],
    [{}, { full_name: dummy('full_name') }],
    [{}, { email: 'test@fb.com', street_address: dummy('street_address') }],
    [{ properties: { firstname: 'Maria', lastname: 'Johnson (Sample Contact)' } }],
    [{ firstname: 'Brian', lastname: 'Halligan (Sample Contact)', email: 'bh@hubspot.com' }],
    [{ properties: { fullname: 'Maria Johnson (Sample Contact)' } }],
  ])('is reported: %j %j', (payload, answers) => {
    expect(reported(payload, answers)).toBe(true);
  });

  it.each<[object]>([
    [{ full_name: 'Mara Lindqvist', email: 'mara@gmx.de', campaign: 'test lead' }],
    [{ full_name: 'Mara Lindqvist', note: 'the text "<test lead: dummy data for full_name>" came again' }],
    [{ full_name: 'Mara Lindqvist', note: 'sample contact' }],
    [{ full_name: 'Dummy Data' }],
    [{ firma: 'Data For You GmbH', vorname: 'Mara' }],
    [{ email: 'test@fb.com', full_name: 'Mara Lindqvist' }],
  ])('is not reported: %j', payload => {
    expect(reported(payload)).toBe(false);
  });

  it.each([{ isShown: true }, { isShown: false }])('is left out by following the advice: %j', async shown => {
    const payload = { full_name: dummy('full_name'), message: 'a' };
    const input = { payload, answers: undefined };
    const { hint = '', message = '' } = testPerson(mappingOf(text()), input, shown) ?? {};
    expect(message).toContain('full_name: "<test lead: dummy data for full_name>"');
    const [, when = ''] = /as in (when: '.*')$/.exec(hint) ?? [];
    expect(await evaluateYaml(text(`${when}\n`), { payload })).toEqual({ kind: 'not-wanted' });
    const real = { full_name: 'Camille Dupont', message: 'a' };
    expect(await evaluateYaml(text(`${when}\n`), { payload: real })).toMatchObject({ kind: 'call' });
    expect(await evaluateYaml(text(`${when}\n`), { payload: { message: 'a' } })).toMatchObject({
      kind: 'call',
    });
  });
});

it('the advice compares with no other text than that of the event, and names none that may not be shown', () => {
  const payload = { email: 'eva@example.com', handy: '1234567890' };
  const input = { payload, answers: undefined };
  const hintOf = (isShown: boolean) => testPerson(mappingOf(text()), input, { isShown })?.hint ?? '';
  expect(hintOf(true)).toContain('$lowercase(email) = "eva@example.com"');
  expect(hintOf(false)).toContain('$lowercase(email) = "…"');
  expect(hintOf(false)).toMatch(/with the text of the test$/);
  expect(hintOf(false)).not.toMatch(/"test"|eva/);
});
