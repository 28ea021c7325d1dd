import { describe, expect, it } from 'vitest';
import { trialScope } from '../../src/check/data/trial.ts';
import { areAlike, haveTopicInCommon } from '../../src/mapping/doubts/changed-form/question-words.ts';
import { renamedQuestions } from '../../src/mapping/doubts/changed-form/renamed-question.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { mappingOf, storedOf } from '../check/trials.ts';

type Form = Readonly<Record<string, string>>;

const tally = (form: Form) => ({
  data: {
    fields: Object.entries(form).map(([label, value]) => ({ key: `question_${label}`, label, value })),
  },
});
const elementor = (form: Form) => form;

const around = { Nachname: 'Muster', 'E-Mail': 'a@example.com', Krankenkasse: 'AOK' };
const aroundNow = { Nachname: 'Vogel', 'E-Mail': 'b@example.com', Krankenkasse: 'TK' };

/** Returns the new questions that are named for a field that reads the first question of the sample. */
function named(keyName: string, before: Form, now: Form, samples: readonly Form[] = []): readonly string[] {
  const [asked = ''] = Object.keys(before);
  const found = [
    ['tally', tally],
    ['elementor', elementor],
  ].map(([shape, webhook]) => {
    const send = webhook as typeof tally;
    const mapping = mappingOf(['additionalFields:', `  ${keyName}: {answer: ${JSON.stringify(asked)}}`], {
      tests: [{ ...before, ...around }, ...samples].map(send),
    });
    const payload = send({ ...now, ...aroundNow });
    const [trial] = storedOf(payload);
    if (!trial) throw new Error('no event');
    const input = { ...trial.input, answers: answersOf(shape as 'tally', payload) };
    const all = renamedQuestions(mapping, trialScope({ input }, { needsBody: false }));
    return all
      .filter(({ severity }) => severity === 'warning')
      .map(({ message }) => /it has "(.*)", which is new/.exec(message)?.[1] ?? message);
  });
  expect(found[0]).toEqual(found[1]);
  return found[0] ?? [];
}

const extra = { 'Was ist sonst zu beachten?': 'Ich komme mit dem Rad' };

describe('a question whose place has a new one with a word of it', () => {
  it.each([
    [
      'notfall.name',
      'Notfallkontakt (Name)',
      'Max Muster',
      'Wen sollen wir im Notfall anrufen?',
      'Otto Vogel',
    ],
    ['f1', 'Notfallkontakt (Name)', 'Max Muster', 'Wen sollen wir im Notfall anrufen?', 'Otto Vogel'],
    ['notfall.name', 'Kontaktperson', 'Max Muster', 'Wen dürfen wir im Notfall anrufen?', 'Otto Vogel'],
    ['schmerz.ort', 'Schmerzort', 'Knie', 'Wo haben Sie Schmerzen?', 'Schulter'],
    ['f2', 'Schmerzlokalisation', 'Knie', 'An welcher Stelle ist der Schmerz?', 'Schulter'],
    [
      'allergie',
      'Unverträglichkeiten',
      'Nüsse',
      'Auf welche Stoffe reagieren Sie mit einer Allergie?',
      'Milch',
    ],
    ['f3', 'Allergien', 'Nüsse', 'Leiden Sie an Allergien, und wenn ja, welchen?', 'Milch'],
    ['medikamente', 'Einnahme', 'Aspirin', 'Nennen Sie uns Ihre Medikamente', 'Ibuprofen'],
    ['f4', 'Medikamentenplan', 'Aspirin', 'Welche Medikamente nehmen Sie?', 'Ibuprofen'],
    ['hund.rasse', 'Hunderasse', 'Pudel', 'Rasse des Tieres', 'Dackel'],
    ['rasse', 'Welche Art Hund?', 'Pudel', 'Nennen Sie die Rasse', 'Dackel'],
    ['f5', 'Fahrzeugmodell', 'Golf', 'Welches Fahrzeug bringen Sie?', 'Polo'],
    ['kennzeichen', 'Nummernschild', 'M-AB 123', 'Amtliches Kennzeichen', 'B-CD 45'],
    ['f6', 'Haarlänge', 'lang', 'Wie lang ist Ihr Haar (Haarlänge bis Schulter oder kürzer)?', 'kurz'],
    ['f7', 'Überweisender Arzt', 'Dr. Roth', 'Welcher Arzt hat Sie geschickt?', 'Dr. Blau'],
    ['beruf', 'Tätigkeit', 'Lehrer', 'Ihr Beruf', 'Bäcker'],
    ['f8', 'Emergency contact', 'Max', 'Whom do we call in an emergency?', 'Otto'],
    ['f9', "Contact d'urgence", 'Max', "Qui appeler en cas d'urgence ?", 'Otto'],
    ['f10', 'Allergieën', 'noten', 'Waar bent u allergisch voor (allergieën)?', 'melk'],
    ['f11', 'Sportart', 'Tennis', 'Welchen Sportarten gehen Sie nach?', 'Rudern'],
  ])('is reported: %s, %s', (keyName, before, answer, now, answerNow) => {
    expect(named(keyName, { [before]: answer }, { [now]: answerNow })).toEqual([now]);
    expect(named(keyName, { [before]: answer }, { ...extra, [now]: answerNow })).toEqual([now]);
    // The event as a test makes it known, and so does a sample without an answer.
    const event = { [now]: answerNow, ...aroundNow };
    expect(named(keyName, { [before]: answer }, { [now]: answerNow }, [event])).toEqual([]);
  });

  it.each([
    ['f1', 'Allergien', 'Nüsse', 'Haustiere', 'Katze'],
    ['f1', 'Allergien', 'Nüsse', 'Lieblingsfarbe', 'Rot'],
    ['vorname', 'Vorname', 'Anna', 'Name der Firma', 'Muster GmbH'],
    ['name', 'Ihr Name', 'Anna', 'Firmenname', 'Muster GmbH'],
    ['telefon', 'Telefon', 'am Abend', 'Telefonzeiten der Firma', 'morgens'],
    ['f2', 'Wunschtermin', 'Montag', 'Wunsch an das Team', 'Kaffee'],
    ['kunde.nummer', 'Kundennummer bei uns', 'K1', 'Kunde seit', 'Mai'],
    ['f3', 'Anmerkung zur Person', 'nett', 'Person am Empfang', 'Eva'],
    ['f4', 'Wie alt ist Ihr Auto?', 'neu', 'Wie groß ist Ihr Garten?', 'klein'],
    ['f5', 'Adresse', 'Bonn', 'Adresse der Schule', 'Köln'],
    ['f6', 'Zahnschmerz seit', 'gestern', 'Hobby', 'Schach'],
    ['f2', 'Termin bei Frau Roth', 'vormittags', 'Termin für eine Begleitung?', 'nachmittags'],
    ['f3', 'Ihre Frage an uns vorab', 'Wann?', 'Frage an den Arzt', 'Wie?'],
    ['f8', 'Körpergröße', 'M', 'Körbchen', 'C'],
    ['f9', 'Your first question', 'When?', 'Question of today', 'Why?'],
    ['f10', 'Rücken oder Nacken?', 'beides', 'Rückgabe der Unterlagen', 'per Post'],
    ['f7', 'Kinder', 'zwei', 'Kino', 'oft'],
  ])(
    'is not reported without a word in common that few questions have: %s, %s',
    (keyName, before, answer, now, answerNow) => {
      const found = named(keyName, { [before]: answer }, { ...extra, [now]: answerNow });
      // Two texts with all words of each other are reported as before.
      expect(found.filter(each => !haveAllWords(before, each))).toEqual([]);
    },
  );

  it.each([
    ['the question is there', { 'Notfallkontakt (Name)': 'Otto', 'Wer hilft im Notfall?': 'Eva' }, []],
    ['the new one has no answer', { 'Wer hilft im Notfall?': '' }, []],
    ['nothing is new', {}, []],
    [
      'an e-mail address',
      { 'Notfall-Mail': 'o@example.com' },
      [{ 'Notfallkontakt (Name)': 'Eva', ...around }],
    ],
    ['two new ones', { 'Wer hilft im Notfall?': 'Eva', 'Welche Klinik im Notfall?': 'Bonn' }, []],
    ['a sample has no answer', { 'Wer hilft im Notfall?': 'Eva' }, [around]],
    ['another form', { 'Wer hilft im Notfall?': 'Eva' }, [{ 'Wer hilft im Notfall?': 'X', ...around }]],
  ])('is not reported if %s', (_name, now, samples) => {
    expect(
      named('notfall.name', { 'Notfallkontakt (Name)': 'Max' }, now as unknown as Form, samples as Form[]),
    ).toEqual([]);
  });

  it('is reported for two questions that were both made anew', () => {
    const lines = [
      '  notfall.name: {answer: "Notfallkontakt (Name)"}',
      '  notfall.tel: {answer: "Notfallkontakt (Telefon)"}',
    ];
    const before = { ...around, 'Notfallkontakt (Name)': 'Max', 'Notfallkontakt (Telefon)': '0170 1234567' };
    const mapping = mappingOf(['additionalFields:', ...lines], { tests: [tally(before)] });
    const payload = tally({
      ...aroundNow,
      'Wen sollen wir im Notfall anrufen?': 'Otto',
      'Telefonnummer dieser Person': '0170 7654321',
    });
    const [trial] = storedOf(payload);
    if (!trial) throw new Error('no event');
    const input = { ...trial.input, answers: answersOf('tally', payload) };
    const found = renamedQuestions(mapping, trialScope({ input }, { needsBody: false }));
    expect(found.map(({ hint = '' }) => /\{answer: [^}]*\}/.exec(hint)?.[0])).toEqual([
      '{answer: "Wen sollen wir im Notfall anrufen?"}',
      '{answer: "Telefonnummer dieser Person"}',
    ]);
  });
});

function haveAllWords(one: string, other: string): boolean {
  return one.split(' ').every(word => other.includes(word));
}

it('compares words that few questions have', () => {
  expect(haveTopicInCommon('Notfallkontakt (Name)', 'Wen sollen wir im Notfall anrufen?')).toBe(true);
  expect(haveTopicInCommon('SMS-Erinnerung', 'Bitte keine SMS schicken')).toBe(true);
  expect(haveTopicInCommon('Name', 'Vorname')).toBe(false);
  expect(haveTopicInCommon('Kinder', 'Kino')).toBe(false);
});

describe('names with different means of contact', () => {
  it.each([
    ['hs_email_optout', 'sms_optout'],
    ['Newsletter erhalten', 'WhatsApp erhalten'],
    ['email consent', 'text message consent'],
  ])('are not alike: %s, %s', (one, other) => {
    expect(areAlike(one, other)).toBe(false);
  });

  it.each([
    ['email_optout', 'hs_email_optout'],
    ['WhatsApp erhalten', 'WhatsApp-Nachrichten erhalten'],
    ['optout', 'sms_optout'],
  ])('are alike with the same one, or if one has none: %s, %s', (one, other) => {
    expect(areAlike(one, other)).toBe(true);
  });
});
