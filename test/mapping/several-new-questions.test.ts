import { describe, expect, it } from 'vitest';
import { trialScope } from '../../src/check/data/trial.ts';
import type { SourceConfig } from '../../src/config/config.ts';
import { renamedQuestions } from '../../src/mapping/doubts/changed-form/renamed-question.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { mappingOf, storedOf } from '../check/trials.ts';

type Form = Readonly<Record<string, unknown>>;
/** A webhook of a sender, from the answers by their names. */
type Sender = { readonly shape: SourceConfig['answers']; readonly webhook: (form: Form) => unknown };

/** Lists all questions of its form. */
const jotform: Sender = { shape: 'jotform', webhook: form => ({ formID: '26', rawRequest: form }) };
/** Leaves out questions without an answer. */
const elementor: Sender = { shape: 'elementor', webhook: form => form };

function found(sender: Sender, rules: readonly string[], samples: readonly Form[], event: Form) {
  const lines = rules.map(rule => `  ${rule}`);
  const mapping = mappingOf(['additionalFields:', ...lines], { tests: samples.map(sender.webhook) });
  const payload = sender.webhook(event);
  const [trial] = storedOf(payload);
  if (!trial) throw new Error('no event');
  const input = { ...trial.input, answers: answersOf(sender.shape, payload) };
  return renamedQuestions(mapping, trialScope({ input }, { needsBody: false }));
}

const whatsapp = ['kontakt.w: {answer: whatsapp}'];
const asked = { q3_nummer: '1015', q5_name: 'Vogt', q9_kasse: 'AOK' };
const no = { ...asked, q17_whatsapp: 'Nein' };
const yes = { ...asked, q17_whatsapp: 'Ja', q9_kasse: '' };
const anew = { q21_duerfenWir: 'Ja', q22_beruf: 'Maurer' };
const plain = { nummer: '1015', name: 'Vogt', kasse: 'AOK' };

describe('a missing question beside several new ones', () => {
  it.each<readonly [string, Sender, readonly string[], readonly Form[], Form, readonly string[]]>([
    [
      'a yes or no, with another yes or no',
      jotform,
      whatsapp,
      [no, yes],
      { ...asked, ...anew, q23_fotos: 'Nein' },
      ['duerfenWir', 'fotos', 'beruf'],
    ],
    [
      'a yes or no, with a text, of one sample',
      elementor,
      whatsapp,
      [{ ...plain, whatsapp: 'Nein' }],
      { ...plain, darfIchSchreiben: 'Ja', beruf: 'Maurer' },
      ['darfIchSchreiben', 'beruf'],
    ],
    [
      'a date',
      elementor,
      ['geburt: {answer: geburtsdatum}'],
      [{ ...plain, geburtsdatum: '07.05.1961' }],
      { ...plain, dob: '01.02.1990', beruf: 'Maurer' },
      ['dob'],
    ],
    [
      'a number of two samples',
      jotform,
      ['pain.level: {answer: schmerz}'],
      [
        { ...asked, q11_schmerz: '6' },
        { ...asked, q11_schmerz: '3' },
      ],
      { ...asked, q31_nrs: '4', q32_tage: '3' },
      ['nrs', 'tage'],
    ],
    [
      'a choice of the table',
      elementor,
      ['kasse: {answer: versichert, values: {privat: Privat, gesetzlich: Gesetzlich}}'],
      [{ ...plain, versichert: 'gesetzlich' }],
      { ...plain, status: 'privat', beruf: 'Maurer' },
      ['status', 'beruf'],
    ],
    [
      'read inside of an expression',
      jotform,
      ['pain.level: $number($answers.schmerz)'],
      [
        { ...asked, q11_schmerz: '6' },
        { ...asked, q11_schmerz: '3' },
      ],
      { ...asked, q31_nrs: '4', q32_tage: '3' },
      ['nrs', 'tage'],
    ],
    [
      'a phone number of three samples that leave out questions',
      elementor,
      ['mobil: {answer: handy}'],
      [
        { ...plain, handy: '0151 20001555' },
        { ...plain, handy: '0151 20001556' },
        { ...plain, handy: '0151 20001557' },
      ],
      { ...plain, erreichbar: '0151 20001558', notfall: '0151 20001559' },
      ['erreichbar', 'notfall'],
    ],
    [
      'boxes about the same',
      elementor,
      ['sms: {answer: SMS-Erinnerung}'],
      [{ ...plain, 'SMS-Erinnerung': 'Ja' }],
      { ...plain, 'Keine Infos per SMS': 'Ja', 'SMS vor dem Termin': 'Ja' },
      ['Keine Infos per SMS', 'SMS vor dem Termin'],
    ],
  ])('is reported with their names: %s', (_, sender, rules, samples, event, names) => {
    const all = found(sender, rules, samples, event);
    expect(all).toMatchObject([{ code: 'mapping/renamed-question', severity: 'warning' }]);
    const listed = names.map(each => JSON.stringify(each)).join(', ');
    expect(all[0]?.message).toContain(
      `which all samples of this form answered and the event does not have; it has ${listed}, which ${names.length > 1 ? 'are' : 'is'} new`,
    );
    expect(all[0]?.hint).toMatch(
      /^look which of them asks for the same.*renew the sample.*fieldbridge capture/,
    );
    // The event as a test makes the new questions known.
    expect(found(sender, rules, [...samples, event], event)).toEqual([]);
  });

  it('is reported once for two questions, with five names at most', () => {
    const both = (w: string, s: string) => ({ ...asked, q17_whatsapp: w, q18_sms: s });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((each, at) => [`q${31 + at}_x${each}`, 'Nein']);
    const all = found(
      jotform,
      [...whatsapp, 'sms: {answer: sms}'],
      [both('Nein', 'Ja'), both('Ja', 'Nein')],
      { ...asked, ...Object.fromEntries(names) },
    );
    expect(all.map(each => each.message)).toEqual([
      'kontakt.w reads the question "whatsapp" (and other rules "sms"), which all samples of this form answered and the event does not have; it has "xa", "xb", "xc", "xd", "xe" and 1 more, which are new',
    ]);
  });

  it('leaves out what another missing question became', () => {
    const all = found(
      jotform,
      [...whatsapp, 'sms: {answer: smsErinnerung}'],
      [
        { ...no, q18_smsErinnerung: 'Ja' },
        { ...yes, q18_smsErinnerung: 'Nein' },
      ],
      { ...asked, ...anew, q18_smsErinnerungGewuenscht: 'Nein' },
    );
    expect(all.map(each => each.message.replace(/.*it has /, ''))).toEqual([
      '"smsErinnerungGewuenscht", which is new',
      '"duerfenWir", "beruf", which are new',
    ]);
  });

  it.each<readonly [string, Sender, readonly string[], readonly Form[], Form, readonly string[]]>([
    [
      'a consent',
      jotform,
      ['marketing.ok: {answer: werbung}'],
      [{ ...asked, q18_werbung: 'Ja' }],
      { ...asked, q22_reclame: 'Nee' },
      ['reclame'],
    ],
    [
      'a consent of two',
      elementor,
      ['marketing.ok: {answer: werbung}'],
      [{ ...plain, werbung: 'Ja', fotos: 'Ja' }],
      { ...plain, angebote: 'Nein', bilder: 'Nein' },
      ['angebote', 'bilder'],
    ],
    [
      'a text',
      elementor,
      ['allergies: {answer: allergien}'],
      [{ ...plain, allergien: 'Nüsse' }],
      { ...plain, unvertraeglich: 'Milch', beruf: 'Maurer' },
      ['unvertraeglich', 'beruf'],
    ],
  ])('is noted with their names if it may be left out: %s', (_, sender, rules, samples, event, names) => {
    const all = found(sender, rules, samples, event);
    expect(all).toMatchObject([{ code: 'mapping/renamed-question', severity: 'info' }]);
    expect(all[0]?.message).toContain(`it has ${names.map(each => JSON.stringify(each)).join(', ')}, which`);
    expect(found(sender, rules, [...samples, event], event)).toEqual([]);
  });

  const twoYesNo = { ...asked, q21_duerfenWir: 'Ja', q23_fotos: 'Nein' };
  it.each<readonly [string, Sender, readonly string[], readonly Form[], Form]>([
    ['a sample lacks the question', jotform, whatsapp, [no, yes, asked], twoYesNo],
    ['a sample has no answer to it', jotform, whatsapp, [no, yes, { ...asked, q17_whatsapp: '' }], twoYesNo],
    ['there is one sample, and two have its form', jotform, whatsapp, [no], twoYesNo],
    [
      'no new one has its form',
      jotform,
      whatsapp,
      [no, yes],
      { ...asked, q21_beruf: 'Maurer', q22_ort: 'Wien' },
    ],
    [
      'the new ones have no answer',
      jotform,
      whatsapp,
      [no, yes],
      { ...asked, q21_duerfenWir: '', q23_fotos: '' },
    ],
    ['the question is there', jotform, whatsapp, [no, yes], { ...no, ...anew, q23_fotos: 'Ja' }],
    [
      'it is there without an answer',
      jotform,
      whatsapp,
      [no, yes],
      { ...asked, q17_whatsapp: '', q21_duerfenWir: 'Ja', q23_fotos: 'Ja' },
    ],
    [
      'it is another form',
      jotform,
      whatsapp,
      [no, yes],
      { q41_ski: 'Ja', q42_helm: 'Nein', q43_tag: '01.02.2026' },
    ],
    [
      'more are left out than are new',
      elementor,
      whatsapp,
      [{ ...plain, whatsapp: 'Nein', ort: 'Wien' }],
      { nummer: '1', name: 'Kern', haustier: 'Nein' },
    ],
    [
      'a box is not ticked, and the new ones are about something else',
      elementor,
      ['sms: {answer: SMS}'],
      [{ ...plain, SMS: 'Ja' }],
      { ...plain, 'Fotos?': 'Ja', 'Haustier?': 'Ja' },
    ],
    [
      'rules read the new ones',
      jotform,
      [...whatsapp, 'd: {answer: duerfenWir}', 'f: {answer: fotos}'],
      [no, yes],
      twoYesNo,
    ],
    [
      'two texts are new',
      jotform,
      ['ort: {answer: kasse}'],
      [no],
      { q3_nummer: '1', q31_a: 'x', q32_b: 'y' },
    ],
  ])('is not reported if %s', (_, sender, rules, samples, event) => {
    expect(found(sender, rules, samples, event).filter(({ severity }) => severity === 'warning')).toEqual([]);
  });
});
