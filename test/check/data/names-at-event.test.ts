import { describe, expect, it } from 'vitest';
import { namesAtEvent, peopleAtEvent } from '../../../src/check/data/names/names-at-event.ts';
import { namedAnswers } from '../../../src/receive/answers/answers.ts';
import * as yaml from '../../mapping/evaluate-yaml.ts';
import { bookingMapping } from '../../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from '../catalog.ts';
import { mappingOf, storedOf } from '../trials.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'allergies', name: 'Allergien' }),
    fieldOf({ keyName: 'rechnung.mail', name: 'E-Mail für Rechnungen' }),
    fieldOf({ keyName: 'versicherung', name: 'Versicherung' }),
    fieldOf({ keyName: 'smoker', name: 'Raucher', type: 'checkbox' }),
    fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'zip', name: 'PLZ' }),
    fieldOf({ keyName: 'cf_7', name: 'Lieblingsfarbe' }),
  ],
});

type Form = Readonly<Record<string, string>>;

function inputOf(payload: object, form: Form | undefined) {
  const listed = Object.entries(form ?? {}).map(([label, value], at) => ({
    keys: [`q${at + 1}`],
    labels: [label],
    value,
  }));
  const [trial] = storedOf(payload);
  if (!trial) throw new Error('no event');
  return { ...trial.input, answers: form && namedAnswers(listed) };
}

function told(rules: string, payload: object, form?: Form): readonly string[] {
  const mapping = mappingOf(['additionalFields:', `  ${rules}`]);
  const both = [0, 1].map(() =>
    namesAtEvent(mapping, catalog, { input: inputOf(payload, form) }).map(
      ({ code, path }) => `${code} ${path}`,
    ),
  );
  // The second event has a shape that is known.
  expect(both[1]).toEqual(both[0]);
  return both[0] ?? [];
}

const form = { 'Haben Sie Allergien?': 'Nüsse', 'Wie dürfen wir Sie erreichen?': 'per Mail' };

describe('a warning about names is in the event', () => {
  it.each<[string, object, Form | undefined]>([
    ['allergies: {answer: q2}', {}, form],
    ['allergies: $answers.q2', {}, form],
    ['allergies: {answer: "Wie dürfen wir Sie erreichen?"}', {}, form],
    ['versicherung: {answer: q1}', {}, { Kasse: 'AOK', Versicherung: 'privat' }],
    ['versicherung: {answer: Kasse}', {}, { Kasse: 'AOK', Versicherung: 'privat' }],
    ['cf_7: {answer: haarfarbe}', {}, { haarfarbe: 'rot', lieblingsfarbe: 'blau' }],
    ['cf_7: haarfarbe', { haarfarbe: 'rot', lieblingsfarbe: 'blau' }, undefined],
    ['versicherung: kunde.kasse', { kunde: { kasse: 'AOK', versicherung: 'privat' } }, undefined],
    ['rechnung.mail: mail', { mail: 'a@example.com', rechnung_mail: 'b@example.com' }, undefined],
    [
      'zip: patient.versicherung.nummer',
      { patient: { versicherung: { nummer: 'Q1' }, anschrift: { plz: '10115' } } },
      undefined,
    ],
    ['newsletter: abo.status', { abo: { status: 'aktiv' }, newsletter: 'nein' }, undefined],
    ['newsletter: member.katastasi', { member: { katastasi: 'energos', ενημερωτικό: 'ναι' } }, undefined],
    [
      `newsletter: {from: 'fields[id = "q7"].value', as: boolean}`,
      { fields: [{ id: 'q7', label: 'Newsletter abbestellen?', value: 'ja' }] },
      undefined,
    ],
    ['smoker: {answer: q1, as: boolean}', {}, { 'Nichtraucher?': 'ja' }],
    ['newsletter: {answer: q1, as: boolean}', {}, { 'Ich möchte keinen Newsletter': 'ja' }],
    ['newsletter: {answer: q1}', {}, { 'AGB gelesen': 'ja' }],
  ])('%s of %j %j', (rule, payload, asked) => {
    expect(told(rule, payload, asked)).toHaveLength(1);
  });

  it.each<[string, object, Form | undefined]>([
    ['allergies: {answer: q1}', {}, form],
    ['allergies: {answer: q2}', {}, { ...form, 'Haben Sie Allergien?': '' }],
    ['allergies: {answer: q2, because: so}', {}, form],
    ['versicherung: {answer: Versicherung}', {}, { Kasse: 'AOK', Versicherung: 'privat' }],
    ['versicherung: {answer: Kasse}', {}, { Kasse: 'AOK' }],
    ['cf_7: {answer: lieblingsfarbe}', {}, { haarfarbe: 'rot', lieblingsfarbe: 'blau' }],
    ['cf_7: haarfarbe', { haarfarbe: 'rot', lieblingsfarbe: '' }, undefined],
    ['cf_7: haarfarbe', { haarfarbe: 'rot', lieblingsfarbe: null }, undefined],
    ['rechnung.mail: rechnung_mail', { mail: 'a@example.com', rechnung_mail: 'b@example.com' }, undefined],
    [
      'zip: patient.anschrift.plz',
      { patient: { versicherung: { nummer: 'Q1' }, anschrift: { plz: '10115' } } },
      undefined,
    ],
    ['newsletter: abo.status', { abo: { status: 'aktiv' }, marketing: 'nein' }, undefined],
    ['newsletter: member.ενημερωτικό', { member: { katastasi: 'energos', ενημερωτικό: 'ναι' } }, undefined],
    [
      `newsletter: {from: 'fields[id = "q7"].value', as: boolean}`,
      { fields: [{ id: 'q7', label: 'Newsletter?', value: 'ja' }] },
      undefined,
    ],
    ['smoker: {answer: q1, as: boolean}', {}, { 'Rauchen Sie?': 'ja' }],
    ['newsletter: {answer: q1, as: boolean}', {}, { Newsletter: 'ja' }],
  ])('%s is right for %j %j', (rule, payload, asked) => {
    expect(told(rule, payload, asked)).toEqual([]);
  });

  it('if only a later event of the same shape has the better value', () => {
    const mapping = mappingOf(['additionalFields:', '  cf_7: haarfarbe']);
    const count = (payload: object) =>
      namesAtEvent(mapping, catalog, { input: inputOf(payload, undefined) }).length;
    const values = ['', 'blau', '', 'rot'];
    expect(values.map(each => count({ haarfarbe: 'rot', lieblingsfarbe: each }))).toEqual([0, 1, 0, 1]);
  });

  it('about the parent beside the name of the child', async () => {
    const text = bookingMapping('  firstName: kind.vorname\n  name: kind.name\n  email: kunde.email\n');
    const people = {
      kunde: { email: 'p@example.com' },
      kind: { vorname: 'Mia', name: 'Lux', email: 'm@example.com' },
    };
    const mapping = yaml.mappingOf(text);
    const of = async (payload: object) =>
      (await peopleAtEvent(mapping, { input: inputOf(payload, undefined) })).map(({ path }) => path);
    expect(await of(people)).toEqual(['email']);
    expect(await of({ ...people, kind: { vorname: 'Mia', name: 'Lux' } })).toEqual([]);
  });
});
