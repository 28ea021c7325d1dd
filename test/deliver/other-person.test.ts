import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { interpret } from '../../src/booking/answers/interpret.ts';
import { namedPerson } from '../../src/mapping/evaluate/person/named-person.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { answered, data } from '../booking/calls.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { startHarness } from './harness.ts';

const byNumber = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
`;
const byUser = byNumber.replace('id: customer', 'id: user.customer');
const withReason = byNumber.replace(
  'id: customer',
  'id: {from: customer, because: parents write for their children}',
);

interface Case {
  readonly mapping?: string;
  readonly payload: object;
  readonly answers?: Record<string, unknown>;
  /** The birthday that the call sets. */
  readonly birthdate?: string;
}

const mara = {
  firstName: 'Mara',
  lastName: 'Lindqvist',
  name: 'Lindqvist',
  email: 'mara.lindqvist@example.com',
  mobile: '+491713920001',
};

/** Returns the warning of an update for an event that was answered with a customer. */
function warningOf(
  { mapping = byNumber, payload, answers, birthdate }: Case,
  customer: object,
  text?: string,
  severity = 'warning',
) {
  const event = { id: 'e1', source: 'crm', receivedAt: '2026-03-01T12:00:00.000Z' };
  const person = namedPerson(mappingOf(mapping), {
    payload,
    answers,
    headers: {},
    query: {},
    body: payload,
    event,
  });
  const call = {
    operation: 'updateCustomer' as const,
    id: data('1001'),
    note: { set: data('tea') },
    additionalFields: birthdate === undefined ? [] : [{ key: 'birthdate', change: { set: data(birthdate) } }],
    ...(person && { person }),
  };
  const body = text ?? JSON.stringify({ id: 1001, changes: [], ...customer });
  const outcome = interpret(call, answered(200, body), { now: 0, earlierUnclear: false });
  expect(outcome).toMatchObject({ kind: 'done', row: 'A1' });
  const diagnostics = outcome.kind === 'done' ? (outcome.completion.diagnostics ?? []) : [];
  return diagnostics.find(each => each.severity === severity);
}

const anna = { first_name: 'Anna', last_name: 'Schmidt' };

describe('an update that reached another person than the one in the event', () => {
  it.each<[string, Case, object]>([
    ['at the root', { payload: anna }, mara],
    ['in numbered parts', { payload: { kunde: { name1: 'Schmidt', name2: 'Anna', tel: '0664 1' } } }, mara],
    [
      'in a list of one',
      {
        mapping: byNumber.replace('id: customer', 'id: content.KUNDENNR'),
        payload: {
          email: 'anna@example.com',
          content: [{ KUNDENNR: '7', VORNAME: 'Anna', NACHNAME: 'Schmidt' }],
        },
      },
      mara,
    ],
    ['in an object of a person', { payload: { contact: { firstname: 'Anna', lastname: 'Schmidt' } } }, mara],
    ['deeper in a webhook', { payload: { data: { object: { customer: anna } } } }, mara],
    [
      'in objects with values',
      { payload: { properties: { firstname: { value: 'Anna' }, lastname: { value: 'Schmidt' } } } },
      mara,
    ],
    ['in answers', { payload: {}, answers: { Vorname: 'Anna', 'Nachname *': 'Schmidt' } }, mara],
    ['in an answer in parts', { payload: {}, answers: { Name: { first: 'Anna', last: 'Schmidt' } } }, mara],
    ['in the names of a form', { payload: { names: { vorname: 'Anna', nachname: 'Schmidt' } } }, mara],
    [
      'in the parts of a form',
      { payload: { input_names: { first_name: 'Anna', last_name: 'Schmidt' } } },
      mara,
    ],
    ['in one text', { payload: { contact: { name: 'Anna Schmidt' } } }, mara],
    ['in one text beside an address', { payload: { name: 'Anna Schmidt', email: 'a@example.com' } }, mara],
    ['as first name and name', { payload: { kunde: { vorname: 'Anna', name: 'Schmidt' } } }, mara],
    [
      'beside the number, whoever a user is',
      { mapping: byUser, payload: { user: { customer: 7, ...anna } } },
      mara,
    ],
    [
      'with another address',
      { payload: { ...anna, email: 'anna@example.com', phone: '0171 555 666 77' } },
      mara,
    ],
    [
      'with a title and particles',
      { payload: { first_name: 'Dr. Anna', last_name: 'von Schmidt' } },
      { ...mara, firstName: 'Dr. Mara', lastName: 'von Lindqvist' },
    ],
    ['in French', { payload: { nom: 'Dupont', prenom: 'Camille', courriel: 'camille@example.fr' } }, mara],
    ['in French with accents', { payload: { client: { Prénom: 'Camille', Nom: 'Dupont' } } }, mara],
    ['in French without accents', { payload: { prénom: 'Camille', nom_famille: 'Dupont' } }, mara],
    [
      'in French answers',
      { payload: {}, answers: { 'Votre prénom *': 'Camille', 'Nom de famille': 'Dupont' } },
      mara,
    ],
    ['in French as one text', { payload: { nom: 'Camille Dupont', courriel: 'c@example.fr' } }, mara],
    ['in Spanish', { payload: { nombre: 'Lucia', apellidos: 'Garcia Lopez' } }, mara],
    ['in Spanish with an address', { payload: { nombre: 'Lucia Garcia', correo: 'l@example.es' } }, mara],
    ['in Spanish data', { payload: { datos: { Nombre: 'Lucia', Apellido: 'Garcia' } } }, mara],
    ['in Italian', { payload: { cliente: { nome: 'Chiara', cognome: 'Rossi' } } }, mara],
    ['in Polish', { payload: { klient: { imie: 'Tomasz', nazwisko: 'Zielonka' } } }, mara],
    ['in Polish with accents', { payload: { Imię: 'Tomasz', Nazwisko: 'Zielonka' } }, mara],
    ['in Greek', { payload: { όνομα: 'Γιώργος', επώνυμο: 'Παπαδόπουλος', email: 'g@example.gr' } }, mara],
    ['in Greek with Latin letters', { payload: { όνομα: 'Giorgos', επώνυμο: 'Papadopoulos' } }, mara],
    [
      'in Greek letters below other keys',
      { payload: { first_name: 'Γιώργος', last_name: 'Παπαδόπουλος' } },
      mara,
    ],
    ['with Greek keys in Latin letters', { payload: { onoma: 'Γιώργος', eponymo: 'Παπαδόπουλος' } }, mara],
    ['in Russian', { payload: { имя: 'Иван', фамилия: 'Петров' } }, mara],
    [
      'in another alphabet',
      { payload: { first_name: 'Анна', last_name: 'Иванова' } },
      { firstName: 'Olga', lastName: 'Smirnova' },
    ],
    ['in Croatian', { payload: { korisnik: 1, ime: 'Ivana', prezime: 'Horvat' } }, mara],
    ['in Polish as one text', { payload: { dane: { 'Imię i nazwisko': 'Tomasz Zielonka' } } }, mara],
    ['in Portuguese', { payload: { nome: 'João', sobrenome: 'Pereira' } }, mara],
    ['in Portuguese from Portugal', { payload: { cliente: { nome: 'João', apelido: 'Pereira' } } }, mara],
    ['in Swedish', { payload: { förnamn: 'Elin', efternamn: 'Sjöberg' } }, mara],
    ['in Swedish as one text', { payload: { namn: 'Elin Sjöberg', e_post: 'elin@example.se' } }, mara],
    ['in Danish', { payload: { kunde: { fornavn: 'Mads', efternavn: 'Holm' } } }, mara],
    ['in Norwegian', { payload: { fornavn: 'Ingrid', etternavn: 'Berg' } }, mara],
    ['in Czech', { payload: { zákazník: { jméno: 'Jana', příjmení: 'Dvořáková' } } }, mara],
    ['in Slovak', { payload: { meno: 'Jana', priezvisko: 'Kováčová' } }, mara],
    ['in Hungarian', { payload: { Vezetéknév: 'Nagy', Keresztnév: 'Zoltán' } }, mara],
    ['in Turkish', { payload: { müşteri: { ad: 'Elif', soyad: 'Yılmaz' } } }, mara],
    ['in Turkish answers', { payload: {}, answers: { Adınız: 'Elif', Soyadınız: 'Yılmaz' } }, mara],
    ['in Finnish', { payload: { etunimi: 'Aino', sukunimi: 'Virtanen' } }, mara],
    ['in Romanian', { payload: { prenume: 'Ioana', nume: 'Popescu' } }, mara],
    ['with the company of the person', { payload: { ...anna, company: 'Muster GmbH' } }, mara],
    ['with the name of an employee', { payload: { ...anna, owner: { name: 'Eva Klein' } } }, mara],
    ['with a last name under `name` only', { payload: anna }, { firstName: 'Mara', name: 'Lindqvist' }],
    [
      'with a short and another first name',
      { payload: { first_name: 'Bob', last_name: 'Miller' } },
      { firstName: 'Robert', lastName: 'Smith', email: 'r@example.com' },
    ],
    [
      'with umlauts',
      { payload: { first_name: 'Jörg', last_name: 'Müller' } },
      { firstName: 'Käthe', lastName: 'Köhler' },
    ],
  ])('is reported: %s', (_, event, customer) => {
    expect(warningOf(event, customer)).toMatchObject({
      code: 'call/other-person',
      severity: 'warning',
      path: 'id',
    });
  });

  it.each<[string, Case, object]>([
    ['in numbered parts', { payload: { kunde: { name1: 'Lindqvist', name2: 'Mara', tel: '0664 1' } } }, mara],
    [
      'a company in numbered parts',
      { payload: { kunde: { anrede: 'Firma', name1: 'Schmidt', name2: 'Lager', tel: '0664 1' } } },
      mara,
    ],
    ['the same person', { payload: { first_name: 'Mara', last_name: 'Lindqvist' } }, mara],
    ['the same person in Polish', { payload: { imię: 'Mara', nazwisko: 'Lindqvist' } }, mara],
    ['the same person in Turkish', { payload: { ad: 'Mara', soyad: 'Lindqvist' } }, mara],
    [
      'a parent in Polish',
      { payload: { imie: 'Tomasz', nazwisko: 'Zielonka', imie_dziecka: 'Mara Lindqvist' } },
      mara,
    ],
    [
      'the address of the customer in Polish',
      {
        payload: { imie: 'Tomasz', nazwisko: 'Zielonka', email_klienta: mara.email },
      },
      mara,
    ],
    ['an advertisement', { payload: { ad: 'Spring Offer', email: 'a@example.com' } }, mara],
    ['an advertisement beside a name', { payload: { ad: 'Spring', name: 'Offer' } }, mara],
    [
      'the name of a company in Polish',
      { payload: { nazwa: 'Firma Testowa', telefon: '0171 555 666 77' } },
      mara,
    ],
    ['in capitals', { payload: { first_name: 'MARA', last_name: 'LINDQVIST' } }, mara],
    ['first and last name are swapped', { payload: { first_name: 'Lindqvist', last_name: 'Mara' } }, mara],
    ['a married name', { payload: { first_name: 'Mara', last_name: 'Schmidt' } }, mara],
    ['a double name', { payload: { first_name: 'M.', last_name: 'Schmidt-Lindqvist' } }, mara],
    [
      'a double first name in one word',
      { payload: { first_name: 'Annelena', last_name: 'Weber' } },
      { firstName: 'Anne-Lena', lastName: 'Schmidt' },
    ],
    [
      'a short first name',
      { payload: { first_name: 'Max', last_name: 'Weber' } },
      { firstName: 'Maximilian', lastName: 'Braun' },
    ],
    [
      'another first name and the same family',
      { payload: { first_name: 'Emil', last_name: 'Lindqvist' } },
      mara,
    ],
    [
      'Bob and Robert with the same e-mail',
      { payload: { first_name: 'Bob', last_name: 'Miller', email: 'RS@example.com' } },
      { firstName: 'Robert', lastName: 'Smith', email: 'rs@example.com' },
    ],
    ['the same phone in another spelling', { payload: { ...anna, mobile: '0171 / 392 00 01' } }, mara],
    ['the same phone as a number', { payload: { ...anna, phone: 491713920001 } }, mara],
    [
      'the same address elsewhere in the event',
      { payload: { ...anna, form: { contact_mail: 'mara.lindqvist@example.com' } } },
      mara,
    ],
    [
      'an address with the name of the customer',
      { payload: { ...anna, email: 'lindqvist.m@example.org' } },
      mara,
    ],
    [
      'an address of the customer with the name in the event',
      { payload: anna },
      { ...mara, email: 'anna.schmidt@example.com' },
    ],
    [
      'ue for ü',
      { payload: { first_name: 'Juergen', last_name: 'Mueller' } },
      { firstName: 'Jürgen', lastName: 'Müller' },
    ],
    [
      'ue for ü in the last name alone',
      { payload: { first_name: 'Kay', last_name: 'Mueller' } },
      { firstName: 'Jürgen', lastName: 'Müller' },
    ],
    [
      'ue for ü in a short name',
      { payload: { first_name: 'Kay', last_name: 'Rueb' } },
      { firstName: 'Ida', lastName: 'Rüb' },
    ],
    [
      'ø for oe',
      { payload: { first_name: 'Kay', last_name: 'Soerensen' } },
      { firstName: 'Ida', lastName: 'Sørensen' },
    ],
    [
      'ß for ss',
      { payload: { first_name: 'Kay', last_name: 'Strauss' } },
      { firstName: 'Ida', lastName: 'Strauß' },
    ],
    [
      'accents',
      { payload: { first_name: 'Celeste', last_name: 'Weber' } },
      { firstName: 'Céleste', lastName: 'Marchand' },
    ],
    [
      'another spelling',
      { payload: { first_name: 'Kay', last_name: 'Meyer' } },
      { firstName: 'Ida', lastName: 'Meier' },
    ],
    [
      'an apostrophe',
      { payload: { first_name: 'Kay', last_name: 'ONeill' } },
      { firstName: 'Ida', lastName: "O'Neill" },
    ],
    [
      'another alphabet',
      { payload: { first_name: 'Анна', last_name: 'Иванова' } },
      { firstName: 'Anna', lastName: 'Iwanowa' },
    ],
    [
      'Greek letters',
      { payload: { first_name: 'Γιώργος', last_name: 'Παπαδόπουλος' } },
      { firstName: 'Georgios', lastName: 'Papadopoulos' },
    ],
    [
      'Greek letters in the calendar',
      { payload: { first_name: 'Giorgos', last_name: 'Papadopoulos' } },
      { firstName: 'Γιώργος', lastName: 'Παπαδόπουλος' },
    ],
    [
      'Hebrew letters',
      { payload: { first_name: 'משה', last_name: 'כהן' } },
      { firstName: 'Moshe', lastName: 'Cohen' },
    ],
    ['a product in French', { payload: { produit: 'Soin', nom: 'Masque Argile' } }, mara],
    ['a product in a list', { payload: { produits: [{ nom: 'Masque Argile', prenom: 'x' }] } }, mara],
    ['a number of things', { payload: { prenom: 'Camille', nombre: '2' } }, mara],
    ['a first name and a product', { payload: { nombre: 'Lucia', producto: 'Corte' } }, mara],
    ['no last name in Italian', { payload: { nome: 'Corso Base' } }, mara],
    [
      'a parent who writes for a child, in French',
      { payload: { nom: 'Dupont', prenom: 'Camille', prenom_enfant: 'Mara' } },
      mara,
    ],
    [
      'the same person in French',
      { payload: { nom: 'LINDQVIST', prenom: 'Mara', courriel: 'new@example.fr' } },
      mara,
    ],
    [
      'the same address in Spanish',
      { payload: { nombre: 'Lucia', apellidos: 'Garcia', correo: 'MARA.lindqvist@example.com' } },
      mara,
    ],
    ['only an initial', { payload: { first_name: 'A.', last_name: 'Schmidt' } }, mara],
    ['no last name in the event', { payload: { first_name: 'Anna' } }, mara],
    ['no names in the event', { payload: { email: 'anna@example.com' } }, mara],
    ['no first name of the customer', { payload: anna }, { ...mara, firstName: '' }],
    ['no last name of the customer', { payload: anna }, { firstName: 'Mara', lastName: null, name: ' ' }],
    ['no names of the customer', { payload: anna }, {}],
    ['names that are no texts', { payload: anna }, { firstName: 1, lastName: ['Lindqvist'] }],
    ['a company as the last name', { payload: anna }, { firstName: 'Buchhaltung', lastName: 'Sonnen GmbH' }],
    [
      'the company of the event as the last name',
      { payload: { ...anna, company: 'Sonnenhof' } },
      { firstName: 'Empfang', lastName: 'Sonnenhof' },
    ],
    ['a customer without a name yet', { payload: anna }, { firstName: 'Neuer', lastName: 'Kunde' }],
    ['a parent who writes for a child', { payload: { ...anna, 'Vorname des Kindes': 'Mara' } }, mara],
    [
      'a parent who writes for a child, in a list of answers',
      { payload: { ...anna, answers: [{ label: 'Kind', value: 'Mara' }] } },
      mara,
    ],
    [
      'the former name of the person',
      { payload: { contact: anna, previous: { last_name: 'Lindqvist' } } },
      mara,
    ],
    [
      'a second person in the event',
      { payload: { contact: anna, partner: { first_name: 'Mara', last_name: 'X' } } },
      mara,
    ],
    [
      'only an employee is named',
      { payload: { owner: { first_name: 'Eva', last_name: 'Klein' }, user: anna } },
      mara,
    ],
    ['only people in a list are named', { payload: { contacts: [anna] } }, mara],
    ['a name that is a form', { payload: { name: 'Anmeldung Herbst' } }, mara],
    ['a company as the name of a contact', { payload: { contact: { name: 'Hotel Adler' } } }, mara],
    ['placeholders in the event', { payload: { first_name: '{{ given }}', last_name: '%MERGE%' } }, mara],
    ['words for no name in the event', { payload: { first_name: 'null', last_name: 'undefined' } }, mara],
    ['an erased customer', { payload: anna }, { firstName: 'Gelöscht', lastName: 'Gelöscht' }],
    ['a masked customer', { payload: anna }, { firstName: 'M***', lastName: 'L***' }],
    ['the mapping says why', { mapping: withReason, payload: anna }, mara],
  ])('is not reported: %s', (_, event, customer) => {
    expect(warningOf(event, customer)).toBeUndefined();
  });

  it('is not reported for a response that names it twice', () => {
    const twice = '{"id": 1001, "firstName": "Anna", "firstName": "Mara", "lastName": "Lindqvist"}';
    expect(warningOf({ payload: anna }, {}, twice)).toBeUndefined();
  });

  it('is not reported for an event with too many values or names', () => {
    const letters = [...'abcdefghijklmnop'];
    const names = Object.fromEntries(
      letters.flatMap(one => letters.map(other => [`name_${one}${other}`, `Q${one}${other}`])),
    );
    expect(warningOf({ payload: { ...anna, ...names } }, mara)).toBeUndefined();
    const many = Array.from({ length: 6_000 }, () => 1);
    expect(warningOf({ payload: { many, ...anna } }, mara)).toBeUndefined();
  });

  it('names the paths and the next step, and no value', () => {
    const found = warningOf({ payload: { contact: anna } }, mara);
    expect(found?.message).toContain('(contact.first_name, contact.last_name)');
    expect(`${found?.message} ${found?.hint}`).not.toMatch(/anna|schmidt|mara|lindqvist|1001/i);
  });
});

describe('an update by an event that has a whole name under a plain key beside the customer number', () => {
  const row = (named: object) => ({
    payload: { customer: '7', ...named, Kennzeichen: 'B-OP 22', Fahrzeug: 'Opel Corsa', 'HU bis': '11/26' },
  });
  it.each<[string, Case]>([
    ['in a list', row({ Name: 'Vogt, Karl-Heinz' })],
    ['in a list, as one writes it', row({ Name: 'Olaf Peters' })],
    ['with a particle', row({ Name: 'van der Molen, Pieter' })],
    ['with a title', row({ Name: 'Dr. Olaf Peters' })],
    ['with three words', row({ Name: 'Karl Heinz Vogt' })],
    ['in the column of the customer', row({ Kunde: 'Vogt, Karl-Heinz' })],
    ['in one column for both', row({ 'Name, Vorname': 'Vogt, Karl-Heinz' })],
    ['in one column for both, in another order', row({ 'Vorname Name': 'Olaf Peters' })],
    ['in one English column for both', row({ 'Last name, first name': 'Peters, Olaf' })],
    ['in one Dutch column for both', row({ 'Achternaam, voornaam': 'Bakker, Sanne' })],
    ['in one Polish column for both', row({ 'Imię i nazwisko klienta': 'Tomasz Zielonka' })],
    ['in French', row({ Nom: 'Camille Dupont' })],
    ['in French, the last name first', row({ Nom: 'DUPONT, Camille' })],
    ['in Dutch', row({ Naam: 'Sanne Bakker' })],
    ['in a column for the customer', row({ Kundin: 'Sanne Bakker' })],
    ['in a column for the patient', row({ Patient: 'Olaf Peters' })],
    ['in Spanish', row({ Nombre: 'Lucía García López' })],
    ['in Italian', row({ Nome: 'Chiara Rossi' })],
    ['in Czech', row({ Jméno: 'Jana Dvořáková' })],
    ['in Swedish', row({ Namn: 'Elin Sjöberg' })],
    ['in Finnish', row({ Nimi: 'Aino Virtanen' })],
    [
      'beside the address and the category',
      row({ Name: 'Olaf Peters', Strasse: 'Ring 1', Ort: 'Berlin', Kategorie: 'A', Category: 'B' }),
    ],
    ['beside a company', row({ Name: 'Olaf Peters', Firma: 'Autohaus Berger' })],
    ['beside a product, the last name first', row({ Name: 'Peters, Olaf', Preis: '12' })],
    [
      'beside the number in an object',
      {
        mapping: byNumber.replace('id: customer', 'id: order.no'),
        payload: { order: { no: '7', name: 'Olaf Peters' } },
      },
    ],
    ['in answers', { payload: {}, answers: { kundennummer: '1018', name: 'Olaf Peters' } }],
    [
      'in answers, the last name first',
      { payload: {}, answers: { kundennummer: '1018', name: 'Peters, Olaf' } },
    ],
  ])('is reported: %s', (_, event) => {
    expect(warningOf(event, mara)).toMatchObject({ code: 'call/other-person', path: 'id' });
  });

  it.each<[string, Case, object]>([
    ['the same person', row({ Name: 'Lindqvist, Mara' }), mara],
    ['the same person as one writes it', row({ Name: 'Mara Lindqvist' }), mara],
    ['a married name', row({ Name: 'Schmidt, Mara' }), mara],
    ['one of the same family', row({ Name: 'Lindqvist, Emil' }), mara],
    ['the customer is a company', row({ Name: 'Sonnenblume GmbH' }), mara],
    ['a company without a form', row({ Name: 'Autohaus Berger' }), mara],
    ['a company by its trade', row({ Name: 'Schreinerei Holzmann' }), mara],
    ['a company of two', row({ Name: 'Vogt & Söhne' }), mara],
    ['one word', row({ Name: 'Vogt' }), mara],
    ['a last name beside the first name', row({ Vorname: 'Mara', Name: 'Vogt Peters' }), mara],
    ['a product', row({ name: 'Masque Argile', prix: 12 }), mara],
    ['a product by its number', row({ name: 'Pneu Hiver', sku: 'A-1' }), mara],
    ['a product by its words', row({ name: 'Haarschnitt Lang' }), mara],
    ['a form', row({ name: 'Anmeldung Herbst' }), mara],
    ['a task', row({ name: 'Neue Aufgabe', assignee: 'eva' }), mara],
    ['a task by its project', row({ name: 'Kundin Anrufen', project_id: '7' }), mara],
    ['a card', row({ name: 'Haare Färben', board: { id: 7 } }), mara],
    ['an order by its number', row({ name: '#1001' }), mara],
    ['a question', row({ name: 'Wie Geht Es?' }), mara],
    ['a form by its id', row({ name: 'Neues Jahr', formId: 7 }), mara],
    ['a dog', row({ Name: 'Bello Vom Wald', Rasse: 'Pudel' }), mara],
    ['a dog with a small particle', row({ Name: 'Bello vom Wald', Chipnummer: '276' }), mara],
    ['a class of customers', row({ Kunde: 'Premium Plus' }), mara],
    ['a kind of customer in one word', row({ Kunde: 'Privat' }), mara],
    ['a contact by its reason', row({ Kontakt: 'Inbound Call' }), mara],
    ['a car with its model', row({ name: 'Golf 7' }), mara],
    ['a record around the customer', { payload: { name: 'Masque Argile' } }, mara],
    [
      'an order with the customer below',
      {
        mapping: byNumber.replace('id: customer', 'id: order.customer.no'),
        payload: { order: { name: 'Weisse Rosen', customer: { no: 7 } } },
      },
      mara,
    ],
    ['the dog in answers', { payload: {}, answers: { Name: 'Bello vom Wald', Rasse: 'Pudel' } }, mara],
    ['the mapping says why', { ...row({ Name: 'Vogt, Karl-Heinz' }), mapping: withReason }, mara],
  ])('is not reported: %s', (_, event, customer) => {
    expect(warningOf(event, customer)).toBeUndefined();
  });
});

describe('an update by a form whose questions have random keys', () => {
  type Asked = readonly (readonly [title: string, value: unknown])[];
  const uuid = (at: number) => `6b43a470-000b-55ea-ae38-${String(at).padStart(12, '0')}`;
  /** The payload of a Typeform webhook, and its answers. */
  const typeform = (asked: Asked): Case => {
    const fields = asked.map(([title], at) => ({ id: `f${at}xQ`, ref: uuid(at), title, type: 'short_text' }));
    const answers = asked.map(([, text], at) => ({
      type: 'text',
      text,
      field: { id: `f${at}xQ`, ref: uuid(at) },
    }));
    const payload = { form_response: { definition: { fields }, answers } };
    return { payload, answers: answersOf('typeform', payload) ?? {} };
  };
  /** The answers of a sender that has labels. */
  const labelled = (asked: Asked): Case => ({
    payload: {},
    answers: namedAnswers(asked.map(([label, value], at) => ({ keys: [uuid(at)], labels: [label], value }))),
  });
  const others: Asked = [
    ['Ihr Vorname', 'Frank'],
    ['Ihr Nachname', 'Behrens'],
    ['Ihre E-Mail', 'frank.behrens@example.com'],
  ];

  it.each<readonly [string, Asked]>([
    ['your first and last name', others],
    ['without an address', others.slice(0, 2)],
    [
      'first and last name',
      [
        ['Vorname', 'Frank'],
        ['Nachname', 'Behrens'],
        ['E-Mail', 'f@example.com'],
      ],
    ],
    [
      'an informal form',
      [
        ['Dein Vorname', 'Frank'],
        ['Dein Nachname', 'Behrens'],
      ],
    ],
    [
      'required questions',
      [
        ['Vorname *', 'Frank'],
        ['Nachname *', 'Behrens'],
      ],
    ],
    [
      'whole questions',
      [
        ['Wie ist Ihr Vorname?', 'Frank'],
        ['Wie lautet Ihr Nachname?', 'Behrens'],
      ],
    ],
    [
      'requests',
      [
        ['Bitte geben Sie Ihren Vornamen ein', 'Frank'],
        ['Ihr Nachname', 'Behrens'],
      ],
    ],
    [
      'English questions',
      [
        ["What's your first name?", 'Frank'],
        ['What is your last name?', 'Behrens'],
      ],
    ],
    [
      'one question',
      [
        ['Wie heißen Sie?', 'Frank Behrens'],
        ['Ihre E-Mail', 'f@example.com'],
      ],
    ],
    ['one English question', [['What is your name?', 'Frank Behrens']]],
    [
      'French questions',
      [
        ['Votre prénom', 'Camille'],
        ['Nom de famille', 'Dupont'],
      ],
    ],
    ['other questions beside it', [['Chipnummer', '276'], ['Wie heißt Ihr Hund?', 'Bello'], ...others]],
  ])('is reported: %s', (_, asked) => {
    const expected = { code: 'call/other-person', path: 'id' };
    expect(warningOf(typeform(asked), mara)).toMatchObject(expected);
    expect(warningOf(labelled(asked), mara)).toMatchObject(expected);
  });

  it.each<readonly [string, Asked]>([
    [
      'the same person',
      [
        ['Ihr Vorname', 'Mara'],
        ['Ihr Nachname', 'Lindqvist'],
      ],
    ],
    [
      'the same address',
      [
        ['Ihr Vorname', 'Frank'],
        ['Ihr Nachname', 'Behrens'],
        ['Ihre E-Mail', mara.email],
      ],
    ],
    ['a parent who writes for a child', [...others, ['Name Ihres Kindes', 'Mara']]],
    [
      'a married name',
      [
        ['Ihr Vorname', 'Mara'],
        ['Ihr Nachname', 'Schmidt'],
      ],
    ],
    [
      'only a first name',
      [
        ['Ihr Vorname', 'Frank'],
        ['Ihre E-Mail', 'f@example.com'],
      ],
    ],
    [
      'no answers',
      [
        ['Ihr Vorname', ''],
        ['Ihr Nachname', ''],
      ],
    ],
    [
      'the dog',
      [
        ['Wie heißt Ihr Hund?', 'Bello vom Wald'],
        ['Rasse', 'Deutscher Pudel'],
      ],
    ],
    [
      'the friend who recommended',
      [
        ['Vorname der Freundin', 'Ute'],
        ['Nachname der Freundin', 'Seidel'],
      ],
    ],
    [
      'an emergency',
      [
        ['Vorname Notfallkontakt', 'Ute'],
        ['Nachname Notfallkontakt', 'Seidel'],
      ],
    ],
    ['two people', [...others, ['Ihr Vorname', 'Ute'], ['Ihr Nachname', 'Seidel']]],
  ])('is not reported: %s', (_, asked) => {
    expect(warningOf(typeform(asked), mara)).toBeUndefined();
    expect(warningOf(labelled(asked), mara)).toBeUndefined();
  });
});

const heike = {
  firstName: 'Heike',
  lastName: 'Voß',
  email: 'heike.voss@example.com',
  mobile: '+491713920001',
};
const jochen = { vorname: 'Jochen', nachname: 'Voß' };
const born = (value: string, before?: string) => ({
  additionalFields: [{ key: 'birthdate', value }],
  changes:
    before === undefined
      ? []
      : [{ name: 'additionalFields.birthdate', originalValue: before, newValue: value }],
});

describe('an update that reached somebody else of the same family', () => {
  it.each<[string, Case, object, string]>([
    [
      'another e-mail address',
      { payload: { ...jochen, email: 'jochen@example.org' } },
      heike,
      'first name and e-mail address of the customer are not',
    ],
    [
      'another mobile number, beside the same e-mail address',
      { payload: { ...jochen, email: heike.email, handy: '0171 555 66 77' } },
      heike,
      'first name and mobile number',
    ],
    [
      'another birthday, which the update replaced, beside the same e-mail address',
      { payload: { ...jochen, email: heike.email }, birthdate: '03.05.1961' },
      { ...heike, ...born('03.05.1961', '14.03.1988') },
      'first name and birthday of the customer before the update',
    ],
    [
      'another birthday, which no rule reads',
      { payload: { ...jochen, geburtsdatum: '1961-05-03' } },
      { ...heike, ...born('14.03.1988') },
      'first name and birthday',
    ],
    [
      'a birthday of the same year',
      { payload: jochen, birthdate: '03.05.1988' },
      { ...heike, ...born('03.05.1988', '14.03.1988') },
      'first name and birthday',
    ],
    [
      'all of them',
      {
        payload: { ...jochen, email: 'jochen@example.org', mobile: '0171 555 66 77' },
        birthdate: '03.05.1961',
      },
      { ...heike, ...born('03.05.1961', '14.03.1988') },
      'first name, birthday, e-mail address and mobile number',
    ],
    [
      'an address at the receiver of a newsletter',
      {
        mapping: byNumber.replace('set:', 'link: receiver.email\nset:').replace('customer,', '$linked,'),
        payload: { receiver: { email: 'jo@example.org', attributes: jochen } },
      },
      heike,
      'first name and e-mail address',
    ],
    [
      'a whole name in one text',
      { payload: { contact: { name: 'Voss, Jochen', email: 'jo@example.org' } } },
      heike,
      'first name and e-mail address',
    ],
    [
      'answers of a form',
      {
        payload: {},
        answers: { 'Vor- und Nachname': 'Jochen Voß', 'Ihre E-Mail-Adresse *': 'jo@example.org' },
      },
      heike,
      'first name and e-mail address',
    ],
    [
      'sisters',
      { payload: { first_name: 'Ulrike', last_name: 'Fröhlich', email: 'ulrike@example.com' } },
      { firstName: 'Lisa', lastName: 'Fröhlich', email: 'lisa@example.com' },
      'first name and e-mail address',
    ],
    [
      'another double name',
      { payload: { first_name: 'Karl-Heinz', last_name: 'Müller-Voß', email: 'kh@example.org' } },
      heike,
      'first name and e-mail address',
    ],
    [
      'other names and birthdays behind one e-mail address',
      { payload: { ...anna, email: mara.email }, birthdate: '03.05.1961' },
      { ...mara, ...born('03.05.1961', '14.03.1988') },
      'first name, last name and birthday',
    ],
    [
      'somebody else in the billing address',
      { payload: { billing: { ...anna, email: 'anna@example.org' } } },
      mara,
      'first name, last name and e-mail address',
    ],
    [
      'somebody else in the billing address of an order, with another birthday',
      { payload: { order: { billing_address: anna } }, birthdate: '03.05.1961' },
      { ...mara, ...born('03.05.1961', '14.03.1988') },
      'first name, last name and birthday of the customer before the update',
    ],
    [
      'somebody else with another mobile number in the billing address',
      { payload: { billing: { ...anna, mobile: '0171 555 66 77' } } },
      mara,
      'first name, last name and mobile number',
    ],
    [
      'a family with French keys',
      { payload: { nom: 'Voß', prenom: 'Jochen', courriel: 'j@example.fr' } },
      heike,
      'first name and e-mail address',
    ],
    [
      'a family with Spanish keys',
      { payload: { apellidos: 'Voß', nombre: 'Jochen', 'correo electrónico': 'j@example.es' } },
      heike,
      'first name and e-mail address',
    ],
    [
      'father and son of one name',
      { payload: { vorname: 'Heike', nachname: 'Voß', email: 'h@example.org' }, birthdate: '03.05.1961' },
      { ...heike, email: 'old@example.com', ...born('03.05.1961', '14.03.1988') },
      'birthday and e-mail address of the customer before the update are not those in the event, although first and last name agree (vorname, nachname)',
    ],
  ])('is reported: %s', (_, event, customer, words) => {
    const found = warningOf(event, customer);
    expect(found).toMatchObject({ code: 'call/other-person', message: expect.stringContaining(words) });
    expect(`${found?.message} ${found?.hint}`).not.toMatch(/jochen|heike|vo(?:ß|ss)|1961|1988|@|1001/i);
  });

  const other = { email: 'new@example.org', handy: '0171 555 66 77' };
  it.each<[string, Case, object]>([
    ['only the name in the billing address', { payload: { billing: anna } }, mara],
    [
      'a payer with the e-mail address of the customer',
      { payload: { billing: { ...anna, email: mara.email } } },
      mara,
    ],
    [
      'a payer who knows the birthday of the customer',
      { payload: { billing: { ...anna, email: 'a@example.org' } }, birthdate: '14.03.1988' },
      { ...mara, ...born('14.03.1988') },
    ],
    [
      'a payer of the same family',
      { payload: { billing: { first_name: 'Anna', last_name: 'Lindqvist', email: 'a@example.org' } } },
      mara,
    ],
    [
      'a payer, and the customer in the delivery address',
      {
        payload: {
          billing: { ...anna, email: 'a@example.org' },
          shipping: { first_name: 'Mara', last_name: 'Lindqvist' },
        },
      },
      mara,
    ],
    [
      'a payer beside the customer',
      {
        payload: {
          customer: { first_name: 'Mara', last_name: 'Lindqvist' },
          billing: { ...anna, email: 'a@example.org' },
        },
      },
      mara,
    ],
    [
      'a payer, and the mapping says why',
      { mapping: withReason, payload: { billing: { ...anna, email: 'a@example.org' } } },
      mara,
    ],
    ['nothing but the first name', { payload: jochen }, heike],
    ['the same e-mail address', { payload: { ...jochen, email: heike.email } }, heike],
    [
      'the same person with a new address',
      { payload: { vorname: 'Heike', nachname: 'Voß', ...other } },
      heike,
    ],
    ['a marriage', { payload: { vorname: 'Heike', nachname: 'Klein', ...other } }, heike],
    ['a typing mistake', { payload: { vorname: 'Hieke', nachname: 'Voß', ...other } }, heike],
    ['a second name', { payload: { vorname: 'Anna Heike', nachname: 'Voß', ...other } }, heike],
    [
      'a second name of the customer',
      { payload: { vorname: 'Jochen', nachname: 'Voß', ...other } },
      { ...heike, firstName: 'Karl Jochen' },
    ],
    ...[
      ['Tom', 'Thomas'],
      ['Anna', 'Anna-Lena'],
      ['Hans', 'Johannes'],
      ['Lisa', 'Elisabeth'],
      ['Sepp', 'Josef'],
      ['Bob', 'Robert'],
      ['Uli', 'Ulrike'],
      ['Jo', 'Johanna'],
      ['Käthe', 'Katharina'],
      ['Bernd', 'Bernhard'],
      ['Klaus', 'Nikolaus'],
      ['Annalena', 'Anna Lena'],
      ['Joerg', 'Georg'],
      ['Steffi', 'Stefanie'],
      ['Jochen', 'Joachim'],
      ['Mike', 'Michael'],
      ['Uschi', 'Ursula'],
      ['Bill', 'William'],
      ['Kees', 'Cornelis'],
      ['Sascha', 'Alexander'],
      ['Zoe', 'Zoé'],
    ].flatMap(([short = '', long = '']): [string, Case, object][] => [
      [
        `${short} for ${long}`,
        { payload: { vorname: short, nachname: 'Voß', ...other } },
        { ...heike, firstName: long },
      ],
      [
        `${long} for ${short}`,
        { payload: { vorname: long, nachname: 'Voß', ...other } },
        { ...heike, firstName: short },
      ],
    ]),
    ['an initial', { payload: { vorname: 'J.', nachname: 'Voß', ...other } }, heike],
    ['an initial and a double name', { payload: { contact: { name: 'J. Klein-Voß', ...other } } }, heike],
    ['both of a couple', { payload: { vorname: 'Jochen und Heike', nachname: 'Voß', ...other } }, heike],
    ['names in the other order', { payload: { vorname: 'Voß', nachname: 'Heike', ...other } }, heike],
    [
      'a parent who writes for a child',
      { payload: { ...jochen, ...other, 'Name des Kindes': 'Heike Voß' } },
      heike,
    ],
    [
      'the address of the other person of a couple',
      { payload: { ...jochen, email: 'heike.v@example.org' } },
      heike,
    ],
    [
      'a customer with the address of the other person',
      { payload: { ...jochen, email: 'me@example.org' } },
      { ...heike, email: 'jochen.voss@example.com' },
    ],
    ['a typing mistake in the address', { payload: { ...jochen, email: 'heike.voss@exmaple.com' } }, heike],
    ['an address of a company', { payload: { ...jochen, email: 'info@voss.example' } }, heike],
    ['the address of an employee', { payload: { ...jochen, owner: { email: 'eva@example.org' } } }, heike],
    ['the address of a partner', { payload: { ...jochen, partner_email: 'eva@example.org' } }, heike],
    ['a landline', { payload: { ...jochen, telefon: '030 555 66 77' } }, heike],
    [
      'no address of the customer',
      { payload: { ...jochen, ...other } },
      { firstName: 'Heike', lastName: 'Voß' },
    ],
    [
      'a birthday for the first time',
      { payload: jochen, birthdate: '03.05.1961' },
      {
        ...heike,
        additionalFields: [{ key: 'birthdate', value: '03.05.1961' }],
        changes: [{ name: 'x', originalValue: '', newValue: '03.05.1961' }],
      },
    ],
    [
      'the same birthday',
      { payload: { ...jochen, geburtsdatum: '1988-03-14' } },
      { ...heike, ...born('14.03.1988') },
    ],
    [
      'the evening before the birthday, as a moment',
      { payload: { ...jochen, geburtsdatum: '1988-03-13T23:00:00Z' } },
      { ...heike, ...born('14.03.1988') },
    ],
    [
      'a birthday with day and month in the other order',
      { payload: { ...jochen, geburtsdatum: '03/05/1988' } },
      { ...heike, ...born('05/03/1988') },
    ],
    [
      'a placeholder as the birthday of the customer',
      { payload: jochen, birthdate: '03.05.1961' },
      { ...heike, ...born('03.05.1961', '01.01.1900') },
    ],
    [
      'the birthday of a child',
      { payload: { ...jochen, kind_geburtsdatum: '2015-03-14' } },
      { ...heike, ...born('14.03.1988') },
    ],
    [
      'a corrected birthday',
      { payload: { vorname: 'Heike', nachname: 'Voß', ...other }, birthdate: '14.03.1989' },
      { ...heike, ...born('14.03.1989', '14.03.1988') },
    ],
    [
      'another birthday and nothing else',
      { payload: { vorname: 'Heike', nachname: 'Voß' }, birthdate: '03.05.1961' },
      { ...heike, ...born('03.05.1961', '14.03.1988') },
    ],
    [
      'a corrected birthday and a new number with the same e-mail address',
      {
        payload: { vorname: 'Heike', nachname: 'Voß', email: heike.email, handy: '0171 555 66 77' },
        birthdate: '03.05.1961',
      },
      { ...heike, ...born('03.05.1961', '14.03.1988') },
    ],
    ['the mapping says why', { mapping: withReason, payload: { ...jochen, ...other } }, heike],
  ])('is not reported: %s', (_, event, customer) => {
    expect(warningOf(event, customer)).toBeUndefined();
  });
});

describe('an update of a customer with another first name', () => {
  const noteOf = (event: Case, customer: object) => warningOf(event, customer, undefined, 'info');
  it.each<[string, Case, object]>([
    ['the event has no address', { payload: jochen }, heike],
    [
      'the customer has no address',
      { payload: { ...jochen, email: 'j@example.org' } },
      { firstName: 'Heike', lastName: 'Voß' },
    ],
    ['the address is that of a company', { payload: { ...jochen, email: 'info@voss.example' } }, heike],
    ['the number is a landline', { payload: { ...jochen, telefon: '030 555 66 77' } }, heike],
    ['the name is in answers', { payload: {}, answers: { Vorname: 'Jochen', Nachname: 'Voß' } }, heike],
    ['the birthday is set for the first time', { payload: jochen, birthdate: '03.05.1961' }, heike],
  ])('has a note, if %s', (_, event, customer) => {
    const found = noteOf(event, customer);
    expect(found).toMatchObject({ code: 'call/other-first-name', path: 'id' });
    expect(`${found?.message} ${found?.hint}`).not.toMatch(/jochen|heike|vo(?:ß|ss)|1961|@|1001/i);
    expect(warningOf(event, customer)).toBeUndefined();
  });

  it.each<[string, Case, object]>([
    ['the first name is the same', { payload: { vorname: 'Heike', nachname: 'Voß' } }, heike],
    [
      'it is a short form',
      { payload: { vorname: 'Tom', nachname: 'Voß' } },
      { ...heike, firstName: 'Thomas' },
    ],
    ['it is an initial', { payload: { vorname: 'J.', nachname: 'Voß' } }, heike],
    ['the names are in the other order', { payload: { vorname: 'Voß', nachname: 'Heike' } }, heike],
    ['the last name differs', { payload: { vorname: 'Heike', nachname: 'Klein' } }, heike],
    ['the e-mail address is the same', { payload: { ...jochen, email: heike.email } }, heike],
    ['the number is the same', { payload: { ...jochen, telefon: heike.mobile } }, heike],
    [
      'the birthday is the same',
      { payload: { ...jochen, geburtsdatum: '1988-03-14' } },
      { ...heike, ...born('14.03.1988') },
    ],
    ['the event has the first name too', { payload: { ...jochen, kind: 'Heike' } }, heike],
    ['it is a payer', { payload: { billing: jochen } }, heike],
    [
      'it is a parent',
      { payload: jochen },
      { ...heike, additionalFields: [{ key: 'eltern', value: 'Jochen' }] },
    ],
    ['there is a warning', { payload: { ...jochen, email: 'j@example.org' } }, heike],
    ['the mapping says why', { mapping: withReason, payload: jochen }, heike],
  ])('has none, if %s', (_, event, customer) => {
    expect(noteOf(event, customer)).toBeUndefined();
  });
});

describe('one of a couple with the same address', () => {
  const shared = { ...jochen, email: heike.email, mobile: heike.mobile };
  const woman = { ...heike, genderType: 'FEMALE' };
  const man = { ...heike, firstName: 'Jochen', genderType: 'MALE' };
  const ofWoman = { vorname: 'Heike', nachname: 'Voß', email: heike.email };
  it.each<[string, Case, object]>([
    ['a form of address', { payload: { ...shared, anrede: 'Herr' } }, woman],
    ['a form of address with a title', { payload: { ...shared, Anrede: 'Herr Dr.' } }, woman],
    ['a gender', { payload: { ...shared, gender: 'male' } }, woman],
    ['a gender in one letter', { payload: { ...shared, geschlecht: 'm' } }, woman],
    ['a salutation', { payload: { ...jochen, salutation: 'Mr' } }, woman],
    ['a French one', { payload: { prenom: 'Luc', nom: 'Voß', civilite: 'Monsieur' } }, woman],
    ['a Dutch one', { payload: { voornaam: 'Jan', achternaam: 'Voß', aanhef: 'dhr.' } }, woman],
    ['in an object of a person', { payload: { contact: { ...shared, anrede: 'Herr' } } }, woman],
    ['in answers', { payload: {}, answers: { ...shared, 'Ihre Anrede': 'Herr' } }, woman],
    ['the other way round', { payload: { ...ofWoman, anrede: 'Frau' } }, man],
    ['Mrs', { payload: { ...ofWoman, salutation: 'Mrs.' } }, man],
    ['female', { payload: { ...ofWoman, gender: 'female' } }, man],
    ['with two last names', { payload: { ...anna, email: man.email, anrede: 'Frau' } }, man],
  ])('is told apart by %s', (_, event, customer) => {
    expect(warningOf(event, customer)?.message).toMatch(
      /first name(?:, last name)? and gender of the customer/,
    );
  });

  it.each<[string, Case, object]>([
    ['the event has no form of address', { payload: shared }, woman],
    ['it is empty', { payload: { ...shared, anrede: '' } }, woman],
    ['it is a title', { payload: { ...shared, anrede: 'Dr.' } }, woman],
    ['it is none of two', { payload: { ...shared, anrede: 'Divers' } }, woman],
    ['it is that of both', { payload: { ...shared, anrede: 'Herr', gender: 'female' } }, woman],
    ['the gender of the customer is unknown', { payload: { ...shared, anrede: 'Herr' } }, heike],
    ['it is UNKNOWN', { payload: { ...shared, anrede: 'Herr' } }, { ...heike, genderType: 'UNKNOWN' }],
    ['it is a child', { payload: { ...shared, anrede: 'Herr' } }, { ...heike, genderType: 'KID' }],
    ['it is the same', { payload: { ...shared, anrede: 'Frau' } }, woman],
    ['the first name is the same', { payload: { ...ofWoman, anrede: 'Herr' } }, woman],
    ['the name is only an initial', { payload: { ...shared, vorname: 'J.', anrede: 'Herr' } }, woman],
    ['it is a short name', { payload: { ...shared, vorname: 'Heiki', anrede: 'Herr' } }, woman],
    ['both are named', { payload: { ...shared, anrede: 'Herr', partner: 'Heike Voß' } }, woman],
    ['it is that of a child', { payload: { ...shared, kind: { geschlecht: 'm' } } }, woman],
    ['it is that of an employee', { payload: { ...shared, owner: { anrede: 'Herr' } } }, woman],
    ['the mapping says why', { mapping: withReason, payload: { ...shared, anrede: 'Herr' } }, woman],
  ])('is not told apart, if %s', (_, event, customer) => {
    expect(warningOf(event, customer)).toBeUndefined();
  });
});

it('is delivered with the warning, which the person does not outlive', async () => {
  const harness = await startHarness({ mappings: { contact: byNumber } });
  onTestFinished(() => harness.close());
  const right = await harness.send({ customer: 1001, note: 'a', first_name: 'Mara', last_name: 'Lindqvist' });
  const wrong = await harness.send({ customer: 1002, note: 'b', first_name: 'Mara', last_name: 'Lindqvist' });
  await harness.run();
  expect(await harness.event(right)).toMatchObject({ status: 'delivered', diagnostics: [] });
  const event = await harness.event(wrong);
  expect(event).toMatchObject({ status: 'delivered', diagnostics: [{ code: 'call/other-person' }] });
  const database = new DatabaseSync(harness.storeFile, { readOnly: true });
  onTestFinished(() => database.close());
  expect(JSON.stringify(database.prepare('SELECT request FROM call').all())).not.toContain('Lindqvist');
  expect(harness.sandbox.customer(1002)?.updates).toEqual([
    expect.not.objectContaining({ person: expect.anything() }),
  ]);
});
