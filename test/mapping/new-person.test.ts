import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { codesOf, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

const mia = { firstName: 'Mia', lastName: 'Beispiel', email: 'mia@example.com' };
const ben = { firstName: 'Ben', lastName: 'Beispiel' };

interface Options {
  readonly note?: string;
  readonly sender?: 'tally';
}

/** Returns true if an event is reported, at the event and in the check alike. */
async function isReported(
  samples: readonly object[],
  event: object,
  { note = 'client.lesson', sender }: Options = {},
): Promise<boolean> {
  const whole = (more: object) => ({ client: { number: 1015, lesson: 'a', ...mia }, ...more });
  const text = [
    'source: website',
    'destination: salon',
    'operation: updateCustomer',
    `set: {id: client.number, note: '${note}'}`,
    ...(samples.length > 0 ? ['tests:'] : []),
    ...samples.map(
      (each, at) =>
        `  - {name: sample ${at}, payload: ${JSON.stringify(whole(each))}, expect: [{id: "1015", note: a}]}`,
    ),
    '',
  ].join('\n');
  const payload = whole(event);
  const answers = sender && answersOf(sender, payload);
  const input = {
    ...{ payload, answers, headers: {}, query: {}, body: payload },
    event: { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
  };
  const atEvent = codesOf(await evaluateYaml(text, { payload, answers })).includes('mapping/other-name');
  const found = await checkTrials(mappingOf(text), [{ input }]);
  expect(found.some(({ code }) => code === 'mapping/other-name')).toBe(atEvent);
  return atEvent;
}

describe('an object of another person that no sample has', () => {
  it.each<object>([
    { student: ben },
    { attendee: ben },
    { player: { firstName: 'Ben' } },
    { child: { firstName: 'Ben', birthday: '2016-03-14' } },
    { child: { name: 'Ben' } },
    { beneficiary: { firstName: 'Ben', lastName: 'Andere', email: 'ben@example.com' } },
    { attendee: { firstName: 'Mia', lastName: 'Andere', email: 'andere@example.com' } },
    { student: { first_name: 'Ben', last_name: 'Beispiel' } },
    { schueler: { vorname: 'Ben', nachname: 'Beispiel' } },
    { kind: { vorname: 'Ben', geburtsdatum: '14.03.2016' } },
    { teilnehmer: { name: 'Ben Beispiel' } },
    { participant: { name: 'Ben Beispiel', email: 'ben@example.com' } },
    { recipient: { full_name: 'Ben Beispiel' } },
    { patient: { name: { first: 'Ben', last: 'Beispiel' } } },
    { attendee: { email: 'ben@example.com' } },
    { élève: { prénom: 'Ben', nom: 'Beispiel' } },
    { leerling: { voornaam: 'Ben', achternaam: 'Beispiel' } },
    { alumno: { nombre: 'Ben', apellido: 'Beispiel' } },
    { rider: { firstName: 'Ben', lastName: 'Beispiel' } },
    { renter: { firstName: 'Ben', lastName: 'Beispiel', customerNo: '1001' } },
    { lesson: { student: ben } },
    { booking: { details: { attendee: ben } } },
    { participants: [ben] },
    { forWhom: ben },
  ])('is reported: %j', async event => {
    const around = { lesson: { day: '2026-12-01' }, booking: { details: { room: 'a' } } };
    expect(await isReported([around], { ...around, ...event })).toBe(true);
  });

  it.each<object>([
    { student: mia },
    { student: { firstName: 'Mia' } },
    // Letters that cannot be compared.
    { student: { firstName: '美亜', lastName: '例' } },
    { attendee: { name: 'Mia Beispiel' } },
    { attendee: { name: 'Beispiel, Mia' } },
    { attendee: { email: 'MIA@example.com' } },
    { parent: { firstName: 'Sandra', lastName: 'Beispiel' } },
    { guardian: { firstName: 'Sandra', lastName: 'Beispiel' } },
    { mutter: { vorname: 'Sandra', nachname: 'Beispiel' } },
    { billing: { firstName: 'Sandra', lastName: 'Beispiel' } },
    { payer: { name: 'Sandra Beispiel', email: 'sandra@example.com' } },
    { teacher: { firstName: 'Ada', lastName: 'Okoye' } },
    { organizer: { name: 'Ada Okoye', email: 'ada@example.com' } },
    { created_by: { name: 'Ada Okoye', email: 'ada@example.com' } },
    { user: { firstName: 'Ada', lastName: 'Okoye' } },
    { emergencyContact: { firstName: 'Sandra', lastName: 'Beispiel' } },
    { notfallkontakt: { name: 'Sandra Beispiel' } },
    { shipping: { first_name: 'Sandra', last_name: 'Beispiel' } },
    { company: { name: 'Beispiel GmbH', email: 'info@example.com' } },
    { school: { name: 'Grundschule Mitte' } },
    { partner: { firstName: 'Kim', lastName: 'Beispiel' } },
    { course: { name: 'Geige für Kinder' } },
    { student: { level: 'Anfänger' } },
    { guests: [ben] },
    { participants: [ben, { firstName: 'Kim' }] },
    { previous: { firstName: 'Maria', lastName: 'Beispiel' } },
  ])('is not reported: %j', async event => {
    expect(await isReported([{}], event)).toBe(false);
  });

  it('is not reported if a sample has it, or the mapping reads it', async () => {
    expect(await isReported([{ student: { ...ben, firstName: 'Tom' } }], { student: ben })).toBe(false);
    expect(await isReported([{}], { student: ben }, { note: 'client.lesson & student.firstName' })).toBe(
      false,
    );
  });

  it('is reported if it is the customer in every sample', async () => {
    expect(await isReported([{ student: mia }], { student: ben })).toBe(true);
    expect(await isReported([{ student: mia }], { student: mia })).toBe(false);
    expect(
      await isReported([{ student: mia }, { student: ben }], { student: { ...ben, firstName: 'Tom' } }),
    ).toBe(false);
  });

  it('is not reported without a sample', async () => {
    expect(await isReported([], { student: ben })).toBe(false);
  });
});

const question = (label: string, value: unknown) => ({ label, value });
const forms = (...values: readonly object[]) => ({
  appointment: { forms: [{ name: 'Anmeldung', values: [question('Instrument', 'Geige'), ...values] }] },
});
const notes = (...values: readonly object[]) => ({ note_attributes: values });
const tally = (label: string, value: unknown) => ({
  data: {
    fields: [
      { key: 'q1', label: 'Instrument', value: 'Geige' },
      { key: 'q2', label, value },
    ],
  },
});

describe('an answer that says in every sample that the customer is meant', () => {
  it.each<readonly [object, object]>([
    [forms(question('Für wen?', 'für mich')), forms(question('Für wen?', 'für mein Kind'))],
    [forms(question('Für wen?', 'für mich')), forms(question('Für wen?', 'für meinen Sohn Ben'))],
    [forms(question('Für wen?', 'mich selbst')), forms(question('Für wen?', 'Ben'))],
    [notes({ name: 'beschenkt', value: 'ich selbst' }), notes({ name: 'beschenkt', value: 'Sohn Ben' })],
    [{ fuer: 'mich' }, { fuer: 'Tochter' }],
    [{ fuerWen: 'selbst' }, { fuerWen: 'jemand anderen' }],
    [{ for: 'myself' }, { for: 'my daughter' }],
    [{ bookingFor: 'self' }, { bookingFor: 'other' }],
    [{ bookingFor: 'Self' }, { bookingFor: 'child' }],
    [{ whoFor: 'For me' }, { whoFor: 'Ben' }],
    [{ voor: 'mezelf' }, { voor: 'mijn zoon' }],
    [{ pour: 'moi-même' }, { pour: 'mon fils' }],
    [{ per: 'me stesso' }, { per: 'mia figlia' }],
    [{ para: 'para mí' }, { para: 'mi hijo' }],
    [{ forMyself: true }, { forMyself: false }],
    [{ lesson: { isSelf: true } }, { lesson: { isSelf: false } }],
    [{ teilnehmer: 'Kunde selbst' }, { teilnehmer: 'Ben Beispiel' }],
    [{ wer: 'dieselbe Person' }, { wer: 'Ben' }],
  ])('is reported: %j, %j', async (sample, event) => {
    expect(await isReported([sample], event)).toBe(true);
  });

  it.each<readonly [object, object]>([
    [forms(question('Für wen?', 'für mich')), forms(question('Für wen?', 'nur für mich'))],
    [forms(question('Für wen?', 'für mich')), forms(question('Für wen?', 'mich selbst.'))],
    [forms(question('Für wen?', 'für mich')), forms(question('Für wen?', ''))],
    [{ bookingFor: 'self' }, { bookingFor: 'myself' }],
    [{ bookingFor: 'self' }, {}],
    [{ forMyself: true }, { forMyself: true }],
    [{ vegetarian: true }, { vegetarian: false }],
    [{ mood: 'happy' }, { mood: 'sad' }],
    [{ bookingFor: 'my son' }, { bookingFor: 'my daughter' }],
    [{ answer: 'ja' }, { answer: 'für mich' }],
  ])('is not reported: %j, %j', async (sample, event) => {
    expect(await isReported([sample], event)).toBe(false);
  });

  it('is not reported if a sample has another answer, or the mapping reads it', async () => {
    const samples = [{ bookingFor: 'self' }, { bookingFor: 'child' }];
    expect(await isReported(samples, { bookingFor: 'my daughter' })).toBe(false);
    const note = 'client.lesson & (bookingFor = "self" ? "" : " for " & bookingFor)';
    expect(await isReported([{ bookingFor: 'self' }], { bookingFor: 'my daughter' }, { note })).toBe(false);
  });
});

describe('a new answer that names another person', () => {
  it.each<readonly [string, unknown]>([
    ['Name des Schülers', 'Ben Beispiel'],
    ['Vorname des Kindes', 'Ben'],
    ['Name des Teilnehmers', 'Ben Beispiel'],
    ['Teilnehmer', 'Ben Beispiel'],
    ['Für wen?', 'für meinen Sohn Ben'],
    ['Für wen ist die Stunde?', 'meine Tochter'],
    ['Wer bekommt den Unterricht?', 'für meine Frau'],
    ['Name of the student', 'Ben Example'],
    ['Student name', 'Ben'],
    ["Child's name", 'Ben'],
    ['Beschenkte Person', 'Ben Beispiel'],
    ["Nom de l'élève", 'Ben Exemple'],
    ['Naam van de leerling', 'Ben Voorbeeld'],
  ])('is reported: %s, %j', async (label, value) => {
    const sample = tally('Bemerkung', 'keine');
    expect(await isReported([sample], tally(label, value), { sender: 'tally' })).toBe(true);
    expect(await isReported([{}], { [label]: value })).toBe(true);
  });

  it.each<readonly [string, unknown]>([
    ['Name des Schülers', 'Mia Beispiel'],
    ['Name des Schülers', 'Mia'],
    ['Vorname des Elternteils', 'Sandra'],
    ['Name der Schule', 'Grundschule Mitte'],
    ['Name des Lehrers', 'Ada Okoye'],
    ['Notfallkontakt des Kindes', 'Sandra Beispiel'],
    ['Wer hat uns empfohlen?', 'meine Schwester'],
    ['Wer holt ab?', 'mein Mann'],
    ['Alter des Kindes', 'Sieben'],
    ['Klasse des Schülers', 'Dritte'],
    ['Kinder', '2'],
    ['Instrument des Schülers', 'Geige'],
    ['Bemerkung zum Schüler', 'Freut sich'],
  ])('is not reported: %s, %j', async (label, value) => {
    const sample = tally('Bemerkung', 'keine');
    expect(await isReported([sample], tally(label, value), { sender: 'tally' })).toBe(false);
    expect(await isReported([{}], { [label]: value })).toBe(false);
  });
});

describe('a new answer of a form whose customer is named by answers alone', () => {
  const form = (...fields: readonly (readonly [string, string])[]) => ({
    client: { number: 1015, lesson: 'a' },
    data: {
      fields: [['Vorname des Schülers', 'Mia'], ['Vorname des Elternteils', 'Sandra'], ...fields].map(
        ([label, value], at) => ({ key: `q${at}`, label, value }),
      ),
    },
  });

  it.each<readonly [string, string, boolean]>([
    ['Name des Schülers', 'Ben Beispiel', true],
    ['Teilnehmer', 'Ben Beispiel', true],
    ['Name des Kindes', 'Ben', true],
    ['Name des Schülers', 'Mia Beispiel', false],
    ['Name des Kindes', 'Mia', false],
    ['Wer zahlt?', 'Sandra Beispiel', false],
  ])('%s, %s: %j', async (label, value, expected) => {
    const sender = 'tally';
    expect(await isReported([form()], form([label, value]), { sender })).toBe(expected);
  });
});
