import { describe, expect, it } from 'vitest';
import { checkLabels } from '../../src/check/data/names/check-labels.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { fieldSubjects } from '../../src/check/field-subjects.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';
import { storedOf } from './trials.ts';

const own = {
  birthdate: 'Geburtstag',
  mobile: 'Mobilnummer',
  school: 'Schule',
  'newsletter.mail': 'Newsletter per E-Mail',
};
const ofGuardian = {
  guardian: 'Erziehungsberechtigte/r',
  'guardian.phone': 'Telefon der Erziehungsberechtigten',
};
const ofChild = { 'child.birthday': 'Geburtstag des Kindes', 'child.name': 'Name des Kindes' };

const catalogWith = (names: Readonly<Record<string, string>>) =>
  catalogOf({
    fields: Object.entries(names).map(([keyName, name]) =>
      fieldOf({ keyName, name, type: keyName.startsWith('newsletter') ? 'checkbox' : 'text' }),
    ),
  });

const mappingWith = (lines: readonly string[]) =>
  mappingOf(
    `source: forms\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n${lines.map(each => `    ${each}\n`).join('')}`,
  );

/** Returns the warnings about a rule in an account with these fields. */
function ofRule(rule: string, names: Readonly<Record<string, string>>) {
  return fieldSubjects(mappingWith([rule]), catalogWith(names)).map(({ message }) => message);
}

/** Returns the warnings about a question with a label that a form sends. */
function ofLabel(key: string, label: string, others: readonly string[] = []) {
  const mapping = mappingWith([`${key}: {answer: ref1}`, ...others]);
  const questions = [{ keys: ['ref1'], labels: [], alsoCalled: [label], value: 'x' }];
  const events = storedOf({}).map(each => {
    const trial = { ...each, input: { ...each.input, answers: namedAnswers(questions) } };
    return { trial, scope: trialScope(trial, { needsBody: false }) };
  });
  return checkLabels(mapping, events).map(({ message }) => message);
}

describe('a field about a guardian', () => {
  it.each([
    'guardian: {answer: Name eines Erziehungsberechtigten (bei Kindern)}',
    'guardian: {answer: Name der Mutter des Kindes}',
    'guardian: {answer: Eltern (bei Minderjährigen)}',
    'guardian: {answer: eltern}',
    'guardian: {answer: Name of the child’s mother}',
    'guardian: {answer: Parent of the child}',
    'guardian: {answer: Nom du parent (pour les enfants)}',
    'guardian: {answer: Naam ouder (bij kinderen)}',
    'guardian: {answer: erz_ber}',
    'guardian: {answer: vormund_name}',
    'guardian.phone: {answer: elterntel, as: phone}',
    'guardian.phone: {answer: muttertel, as: phone}',
    'guardian.phone: {answer: parentphone, as: phone}',
    'guardian.phone: {answer: Elternhandy, as: phone}',
    'guardian.phone: {answer: Telefon der Eltern, as: phone}',
    'guardian.phone: {answer: Handy der Mutter des Kindes, as: phone}',
    'guardian.phone: {answer: Telefon der Eltern (bei Kindern), as: phone}',
    'guardian.phone: meta_data[key="guardian_phone"].value',
    "guardian.phone: meta_data[key='parent_phone'].value",
    'guardian.phone: \'fields[label="Telefon der Eltern"].value\'',
    'guardian.phone: parents.phone',
    'guardian.phone: child.mother.phone',
  ])('reads a value about a guardian without a word: %s', rule => {
    expect(ofRule(rule, { ...own, ...ofGuardian })).toEqual([]);
  });

  it.each([
    'guardian: {answer: Name des Kindes}',
    'guardian.phone: {answer: Telefon des Kindes}',
    'guardian.phone: {answer: handy}',
    'guardian.phone: {answer: telefonKind}',
    'guardian.phone: phone',
    'guardian.phone: meta_data[key="phone"].value',
    'guardian.phone: meta_data[key="child_phone"].value',
    'guardian.phone: {answer: Partnertelefon}',
    'guardian: last_name',
    'guardian: {answer: Nachname}',
  ])('is reported with that of anybody else: %s', rule => {
    expect(ofRule(rule, { ...own, ...ofGuardian })).toHaveLength(1);
  });

  it.each([
    ['guardian', 'Name eines Erziehungsberechtigten (bei Kindern)'],
    ['guardian', 'Wie heißt die Mutter des Kindes?'],
    ['guardian', 'Parent or guardian of the child'],
    ['guardian.phone', 'Telefon der Eltern'],
    ['guardian.phone', 'Mobile number of a parent (for children)'],
  ])('may have the label of a guardian: %s: %s', (key, label) => {
    expect(ofLabel(key, label)).toEqual([]);
  });

  it.each([
    ['guardian', 'Name des Kindes'],
    ['guardian.phone', 'Telefonnummer Ihres Kindes'],
    ['guardian.phone', 'Handynummer Ihres Partners'],
  ])('is reported with the label of somebody else: %s: %s', (key, label) => {
    expect(ofLabel(key, label)).toHaveLength(1);
  });
});

describe('an account whose customers are children', () => {
  it.each([
    'birthdate: {answer: Geburtsdatum des Kindes}',
    'birthdate: {answer: geburtstagKind}',
    'birthdate: child.birthday',
    'birthdate: kind_geburtsdatum',
    'birthdate: {answer: Date de naissance de l’enfant}',
    'birthdate: {answer: Geboortedatum kind}',
    'birthdate: student.child.dob',
    'mobile: {answer: Telefon des Kindes, as: phone}',
    'mobile: {from: $answers.telefonKind.full, as: phone}',
    'school: {answer: Schule des Kindes}',
    'school: child.school',
    'newsletter.mail: {answer: newsletterEltern, as: boolean}',
    'newsletter.mail: parents.newsletter',
  ])('have the values of a child: %s', rule => {
    expect(ofRule(rule, { ...own, ...ofGuardian })).toEqual([]);
  });

  it.each([
    'birthdate: {answer: Geburtsdatum der Mutter}',
    'birthdate: {answer: Geburtsdatum Partner}',
    'mobile: {answer: Telefon der Eltern, as: phone}',
    'mobile: {answer: Handy der Mutter des Kindes, as: phone}',
    'newsletter.mail: {answer: newsletterPartner, as: boolean}',
    'birthdate: parents.birthday',
  ])('have no values of others: %s', rule => {
    expect(ofRule(rule, { ...own, ...ofGuardian })).toHaveLength(1);
  });

  it.each([
    ['birthdate: {answer: Geburtsdatum des Kindes}', own],
    ['birthdate: {answer: Geburtsdatum des Kindes}', { ...own, ...ofChild }],
    ['birthdate: {answer: Geburtsdatum des Kindes}', { ...own, ...ofChild, ...ofGuardian }],
    ['newsletter.mail: {answer: newsletterEltern, as: boolean}', own],
    ['mobile: {answer: Telefon des Kindes, as: phone}', own],
  ])('are not those of other accounts: %s', (rule, names) => {
    expect(ofRule(rule, names)).toHaveLength(1);
  });

  it.each(['q13_newsletterEltern', 'Newsletter für die Eltern', 'Newsletter for parents'])(
    'have consents of their parents: %s',
    label => {
      expect(ofLabel('newsletter.mail', label, ['guardian: {answer: eltern}'])).toEqual([]);
      expect(ofLabel('newsletter.mail', label)).toHaveLength(1);
    },
  );

  it('are known by the other fields of the mapping too, if a label names the child', () => {
    const label = 'Geburtsdatum des Kindes';
    expect(ofLabel('birthdate', label, ['guardian: {answer: eltern}'])).toEqual([]);
    expect(ofLabel('birthdate', label)).toHaveLength(1);
    expect(ofLabel('birthdate', 'Geburtsdatum der Mutter', ['guardian: {answer: eltern}'])).toHaveLength(1);
  });
});
