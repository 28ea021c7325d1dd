import { describe, expect, it } from 'vitest';
import { checkRenamedQuestions } from '../../src/check/data/answers/check-renamed-questions.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import type { SourceConfig } from '../../src/config/config.ts';
import { renamedQuestions } from '../../src/mapping/doubts/changed-form/renamed-question.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { mappingOf, storedOf } from '../check/trials.ts';

type Form = Readonly<Record<string, unknown>>;
/** A webhook of a sender, from the answers by their keys. */
type Sender = { readonly shape: SourceConfig['answers']; readonly webhook: (form: Form) => unknown };

const jotform: Sender = { shape: 'jotform', webhook: form => ({ formID: '26', rawRequest: form }) };
const tally: Sender = {
  shape: 'tally',
  webhook: form => ({
    data: {
      fields: Object.entries(form).map(([label, value]) => ({ key: `question_${label}`, label, value })),
    },
  }),
};
const googleForms: Sender = {
  shape: 'google-forms',
  webhook: form => ({
    namedValues: Object.fromEntries(Object.entries(form).map(([title, value]) => [title, [value]])),
  }),
};
const elementor: Sender = { shape: 'elementor', webhook: form => form };

function mappingFor(sender: Sender, rule: string, samples: readonly Form[], more: readonly string[] = []) {
  const lines = ['additionalFields:', `  pain.level: ${rule}`, ...more.map(line => `  ${line}`)];
  return mappingOf(lines, { tests: samples.map(sender.webhook) });
}

function eventOf(sender: Sender, form: Form, receivedAt = '2026-03-01T12:00:00.000Z') {
  const payload = sender.webhook(form);
  const [trial] = storedOf(payload);
  if (!trial) throw new Error('no event');
  const answers = answersOf(sender.shape, payload);
  const input = { ...trial.input, answers, event: { ...trial.input.event, receivedAt } };
  return { trial: { input }, scope: trialScope({ input }, { needsBody: false }) };
}

const patient = { q3_number: '1015', q9_fund: 'AOK', q12_illness: 'Asthma', q14_newsletter: 'Ja' };
const { q14_newsletter, ...first } = patient;
const pain = '{answer: schmerzstaerke}';
const before = { ...first, q11_schmerzstaerke: '6', q14_newsletter };
/** An event of the form in which one question has no answer. */
const unanswered = { ...first, q12_illness: '' };

describe('a question that the sender made anew under another name', () => {
  it.each<readonly [string, Sender, string, Form, Form, string]>([
    ['the same number', jotform, pain, before, { ...patient, q11_wieStarkSchmerz: '4' }, 'wieStarkSchmerz'],
    [
      'another number',
      jotform,
      pain,
      before,
      { ...unanswered, q14_newsletter, q16_wieStark: '4' },
      'wieStark',
    ],
    ['at its place', jotform, pain, before, { ...unanswered, q16_wieStark: '4', q14_newsletter }, 'wieStark'],
    [
      'the first of two',
      jotform,
      pain,
      { ...patient, q10_ort: 'Knie', q11_schmerzstaerke: '6' },
      { ...patient, q20_wo: 'Fuß', q21_wieStark: '4', q14_newsletter },
      'wieStark',
    ],
    [
      'the second of two beside each other',
      googleForms,
      '{answer: Notfall Telefon}',
      { Nummer: '1', 'Notfall Name': 'Ute Vogt', 'Notfall Telefon': '0664 1234503', Kasse: '' },
      { Nummer: '1', 'Wen rufen wir an?': 'Jan Kern', 'Unter welcher Nummer?': '0664 7654321', Kasse: 'TK' },
      'Unter welcher Nummer?',
    ],
    [
      'a yes or no',
      googleForms,
      '{answer: SMS-Erinnerung}',
      { Nummer: '1', 'SMS-Erinnerung': 'Nein', Kasse: '', Name: 'Vogt' },
      { Kasse: 'TK', 'Dürfen wir Ihnen schreiben?': 'Ja, gerne', Nummer: '1', Name: 'Kern', Ort: 'Wien' },
      'Dürfen wir Ihnen schreiben?',
    ],
    [
      'a yes or no about the same, after a yes',
      googleForms,
      '{answer: SMS-Erinnerung?}',
      { Nummer: '1', 'SMS-Erinnerung?': 'Ja', Name: 'Vogt' },
      { Nummer: '1', 'Bitte keine SMS schicken': 'Ja', Name: 'Kern' },
      'Bitte keine SMS schicken',
    ],
    [
      'with a reason, which is about the former question',
      jotform,
      '{answer: schmerzstaerke, because: the form counts to 10}',
      before,
      { ...patient, q11_wieStark: '4' },
      'wieStark',
    ],
    ['a path', jotform, '$answers.schmerzstaerke', before, { ...patient, q11_wieStark: '4' }, 'wieStark'],
    ['inside', jotform, '$number($answers.schmerzstaerke) * 10', before, { ...patient, q11_nrs: '4' }, 'nrs'],
    [
      'a key of the table',
      jotform,
      '{answer: versicherung, values: {privat versichert: Privat, gesetzlich versichert: Gesetzlich}}',
      { ...patient, q8_versicherung: 'gesetzlich versichert' },
      { ...unanswered, q17_status: 'privat versichert' },
      'status',
    ],
    [
      'an added letter',
      jotform,
      '{answer: versicherung}',
      { ...patient, q8_versicherung: 'privat' },
      { ...patient, q8_versicherungsart: 'privat' },
      'versicherungsart',
    ],
    [
      'a part of an answer',
      jotform,
      '{answer: telefon.full}',
      { ...patient, q7_telefon: { full: '0151 20001555' } },
      { ...patient, q7_erreichbar: { full: '0151 20001555' } },
      'erreichbar.full',
    ],
    [
      'a number, the only change',
      googleForms,
      '{answer: Schmerzstärke}',
      { Nummer: '1', Schmerzstärke: '6', Name: 'Vogt' },
      { Nummer: '1', 'Wie sehr tut es weh?': '4', Name: 'Vogt' },
      'Wie sehr tut es weh?',
    ],
    [
      'a text at its place',
      googleForms,
      '{answer: Medikamente}',
      { Nummer: '1', Medikamente: 'Ramipril', Kasse: '' },
      { Nummer: '1', 'Was nehmen Sie ein?': 'Marcumar', Kasse: 'TK' },
      'Was nehmen Sie ein?',
    ],
    [
      'at its place, beside another new one',
      googleForms,
      '{answer: Medikamente}',
      { Nummer: '1', Medikamente: 'Ramipril', Kasse: '' },
      { Nummer: '1', 'Was nehmen Sie ein?': 'Marcumar', Kasse: 'TK', Hobby: 'Tennis' },
      'Was nehmen Sie ein?',
    ],
    [
      'a date',
      elementor,
      '{answer: geburtsdatum}',
      { nummer: '1', geburtsdatum: '07.05.1961', kasse: '' },
      { nummer: '1', kasse: 'TK', dob: '01.02.1990' },
      'dob',
    ],
    [
      'with labels',
      tally,
      '{answer: Schmerzstärke}',
      { Nummer: '1', Schmerzstärke: 6, Name: null },
      { Nummer: '1', 'Wie sehr tut es weh?': 4, Name: null },
      'Wie sehr tut es weh?',
    ],
    [
      'of a source with answers',
      { shape: { form: 'fields' }, webhook: form => form },
      '{answer: pain}',
      { number: '1', pain: '6', name: '' },
      { number: '1', nrs: '4', name: 'Vogt' },
      'nrs',
    ],
  ])('is reported at the event: %s', (_, sender, rule, sample, event, now) => {
    const found = renamedQuestions(mappingFor(sender, rule, [sample]), eventOf(sender, event).scope);
    expect(found).toMatchObject([{ code: 'mapping/renamed-question', path: 'additionalFields.pain.level' }]);
    const isInside = rule.startsWith('$number');
    const written = !isInside ? `write {answer: ${JSON.stringify(now)}` : `write $answers.${now}`;
    expect(found[0]?.hint).toContain(written);
  });

  it.each([
    ['Sei incinta?', 'Non è incinta?', 'Sì', '{Sì: false, No: true}'],
    ['Prenez-vous des médicaments ?', 'Ne prenez-vous aucun médicament ?', 'Oui', '{Oui: false, Non: true}'],
    ['Are you pregnant?', 'I am not pregnant', 'no', '{yes: false, no: true}'],
    ['Czy jest Pani w ciąży?', 'Nie jestem w ciąży', 'Tak', '{Tak: false, Nie: true}'],
    ['Nehmen Sie Medikamente?', 'Nehmen Sie keine Medikamente?', 'Ja', '{Ja: false, Nein: true}'],
    ['Nehmen Sie keine Medikamente?', 'Ich nehme keine Medikamente', 'Ja', undefined],
    ['Nehmen Sie Medikamente?', 'Nehmen Sie derzeit Medikamente?', 'Ja', undefined],
    ['Medikamente', 'Keine Medikamente (warum?)', 'Unverträglich', undefined],
  ])('turns the answers round if only the new one has a negation: %s, %s', (before, now, answer, table) => {
    const sample = { Nummer: '1', [before]: table === undefined ? answer : 'Ja', Name: 'Vogt' };
    const event = { Nummer: '1', [now]: answer, Name: 'Kern' };
    const rule = `{answer: ${JSON.stringify(before)}}`;
    const [found] = renamedQuestions(
      mappingFor(googleForms, rule, [sample]),
      eventOf(googleForms, event).scope,
    );
    expect(found?.hint).toContain(
      table === undefined
        ? `write {answer: ${JSON.stringify(now)}}`
        : `asks the opposite, so that a yes is a no: write {answer: ${JSON.stringify(now)}, values: ${table}}`,
    );
  });

  it('is found in a sample whose body is a form with JSON in a field', () => {
    const mapping = mappingOf(['additionalFields:', `  pain.level: ${pain}`], {
      tests: [{ formID: '26', rawRequest: JSON.stringify(before) }],
    });
    const { scope } = eventOf(jotform, { ...patient, q11_wieStark: '4' });
    expect(renamedQuestions(mapping, scope)).toHaveLength(1);
  });

  it.each<readonly [string, Sender, string, readonly Form[], Form, readonly string[]]>([
    [
      'the new one is the box of an option',
      tally,
      '{answer: Wunsch}',
      [{ Nummer: '1', Dienste: 'Öl', Wunsch: 'Anruf am Abend', Name: null }],
      { Nummer: '1', Dienste: 'Öl', 'Dienste (HU (TÜV))': 'angekreuzt', Name: null },
      [],
    ],
    [
      'two yes or no are new, and none stands at its place',
      googleForms,
      '{answer: SMS-Erinnerung}',
      [{ Nummer: '1', 'SMS-Erinnerung': 'Nein', Kasse: '', Name: 'Vogt' }],
      { Kasse: 'TK', 'Fotos?': 'Ja', Nummer: '1', Name: 'Kern', 'Schwanger?': 'Nein' },
      [],
    ],
    [
      'a box was not ticked, and the new one is about something else',
      googleForms,
      '{answer: SMS-Erinnerung?}',
      [{ Nummer: '1', 'SMS-Erinnerung?': 'Ja', Name: 'Vogt' }],
      { Nummer: '1', 'Fotos für die Website?': 'Ja', Name: 'Kern' },
      [],
    ],
    ['nothing is new', jotform, pain, [before], patient, []],
    ['the new one has no answer', jotform, pain, [before], { ...unanswered, q16_wieStark: '' }, []],
    [
      'a rule reads the new one',
      jotform,
      pain,
      [before],
      { ...unanswered, q14_newsletter, q16_wieStark: '4' },
      ['satisfaction: {answer: wieStark}'],
    ],
    [
      'an expression reads the new one',
      jotform,
      pain,
      [before],
      { ...patient, q11_wieStark: '4' },
      ['satisfaction: $number($answers.wieStark)'],
    ],
    [
      'a sample has the new one',
      jotform,
      pain,
      [{ ...before, q16_wieStark: '3' }],
      { ...unanswered, q14_newsletter, q16_wieStark: '4' },
      [],
    ],
    [
      'a sample lacks the question',
      jotform,
      pain,
      [before, patient],
      { ...unanswered, q14_newsletter, q16_wieStark: '4' },
      [],
    ],
    [
      'it is there without an answer',
      jotform,
      pain,
      [before],
      { ...before, q11_schmerzstaerke: '', q16_x: '4' },
      [],
    ],
    [
      'the answer has another form',
      jotform,
      pain,
      [before],
      { ...unanswered, q16_beruf: 'Maurer', q14_newsletter },
      [],
    ],
    [
      'two new ones may be it',
      jotform,
      pain,
      [before],
      { ...unanswered, q16_wieStark: '4', q17_wieLange: '3', q14_newsletter },
      [],
    ],
    [
      'two texts are new, and none is at its place',
      googleForms,
      '{answer: Medikamente}',
      [{ Nummer: '1', Medikamente: 'Ramipril', Kasse: '' }],
      { Nummer: '1', Kasse: 'TK', 'Was nehmen Sie ein?': 'Marcumar', Hobby: 'Tennis' },
      [],
    ],
    [
      'the part of its answer is missing',
      jotform,
      '{answer: telefon.full}',
      [{ ...patient, q7_telefon: { full: '0151 20001555' } }],
      { ...unanswered, q7_telefon: {}, q18_zeit: '0151 20001556' },
      [],
    ],
    [
      'it is another form',
      jotform,
      pain,
      [before],
      { q3_number: '1015', q4_grund: '', q5_alter: '44', q6_wunsch: 'Massage', q7_tag: 'Montag' },
      [],
    ],
    [
      'a box is not ticked, and another one is',
      googleForms,
      '{answer: Newsletter}',
      [{ Nummer: '1', Newsletter: 'ja', Name: '' }],
      { Nummer: '1', 'SMS erhalten': 'ja', Name: 'Vogt' },
      [],
    ],
    [
      'no box of a list is ticked, and one of another list is',
      jotform,
      '{answer: woTut}',
      [{ ...patient, q10_woTut: ['Knie'] }],
      { ...unanswered, q10a_x: '', q15_ziele: ['Sport'] },
      [],
    ],
    [
      'unanswered questions may be left out',
      elementor,
      '{answer: allergien}',
      [{ nummer: '1', allergien: 'Nüsse', name: 'Vogt' }],
      { nummer: '1', medikamente: 'Ibuprofen', name: 'Kern' },
      [],
    ],
    [
      'several may be left out',
      elementor,
      '{answer: schmerz}',
      [{ nummer: '1', schmerz: '6', kasse: 'TK', name: 'Vogt' }],
      { nummer: '1', alter: '44', name: 'Kern' },
      [],
    ],
    ['no sample has it', jotform, pain, [patient], { ...unanswered, q14_newsletter, q16_wieStark: '4' }, []],
  ])('is not reported if %s', (_, sender, rule, samples, event, more) => {
    const mapping = mappingFor(sender, rule, samples, more);
    const found = renamedQuestions(mapping, eventOf(sender, event).scope);
    expect(found.filter(({ severity }) => severity === 'warning')).toEqual([]);
  });
});

describe('check, for a question that the sender made anew', () => {
  const told = (rule: string, forms: readonly Form[], sender = jotform) => {
    const events = forms.map((form, at) => eventOf(sender, form, `2026-03-0${at + 1}T12:00:00.000Z`));
    return checkRenamedQuestions(mappingFor(sender, rule, []), events.toReversed()).map(each => each.message);
  };
  const now = { ...patient, q16_wieStark: '4' };
  const medicines = { ...patient, q13_medikamente: 'Ramipril' };

  it.each<readonly [string, string, readonly Form[]]>([
    ['a number', pain, [before, before, before, now]],
    ['several newest events', pain, [before, before, before, now, { ...now, q16_wieStark: '' }]],
    ['the same number', '{answer: medikamente}', [medicines, { ...patient, q13_welche: 'Marcumar' }]],
    [
      'the only change',
      '{answer: medikamente}',
      [medicines, medicines, medicines, { ...patient, q20_tabl: 'Marcumar' }],
    ],
  ])('reports it: %s', (_, rule, forms) => {
    expect(told(rule, forms)).toEqual([expect.stringContaining('which is new')]);
  });

  it('names the newest one if the question was made anew twice', () => {
    const twice = [before, before, before, { ...patient, q11_wieStarkSchmerz: '5' }, now, now];
    expect(told(pain, twice)).toEqual([
      'pain.level reads the question "schmerzstaerke", which earlier events have and the newest 3 events do not; 2 of them have "wieStark", which is new',
    ]);
  });

  it.each<readonly [string, readonly Form[]]>([
    ['it is left out now and then', [before, patient, before, before, now]],
    ['few events are known', [before, { ...patient, q16_beruf: 'Maurer' }]],
    ['only some of the newest events have the new one', [before, before, before, patient, now]],
    ['the newest events differ', [before, before, before, { ...patient, q16_alter: '44' }, now]],
    ['the new one is as old', [{ ...before, q16_wieStark: '1' }, before, before, now]],
  ])('does not report it if %s', (_, forms) => {
    expect(told(pain, forms)).toEqual([]);
  });
});
