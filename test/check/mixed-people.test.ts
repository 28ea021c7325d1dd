import { describe, expect, it } from 'vitest';
import { checkMixedLabels, checkQuestionLabels } from '../../src/check/data/names/check-labels.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { fieldSubjects } from '../../src/check/field-subjects.ts';
import { mixedPeople } from '../../src/check/people/mixed-people.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';
import { storedOf } from './trials.ts';

const head =
  'source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n';

function mixed(rule: string) {
  return mixedPeople(mappingOf(`${head}    ${rule}\n`));
}

describe('a text of the parts of two people', () => {
  it.each([
    'guardian: {template: "{$answers.nameElternteil.first} {$answers.nameKind.last}"}',
    'guardian: {template: "{$answers.nameKind.first} {$answers.nameElternteil.last}"}',
    'guardian: {template: "{mutter_vorname} {kind_nachname}"}',
    'guardian: {template: "{mother.first_name} {father.last_name}"}',
    'guardian: {template: "{kind.nachname}, {mutter.vorname}"}',
    'guardian: \'mother.firstName & " " & child.lastName\'',
    'guardian: \'$join([mother.first_name, child.last_name], " ")\'',
    'guardian: \'$trim(mother.first_name) & " " & $trim(child.last_name)\'',
    'guardian: {template: "{$answers.`Vorname der Mutter`} {$answers.`Nachname des Kindes`}"}',
    'guardian: {template: "{$answers.`Prénom de la mère`} {$answers.`Nom de famille de l’enfant`}"}',
    'guardian: {template: "{voornaam_moeder} {achternaam_kind}"}',
    'guardian: {template: "{nombre_madre.first} {hijo.last}"}',
    'contact: {template: "{partner.first_name} {child.last_name}"}',
    'contact: {template: "{emergency_first_name} {partner_last_name}"}',
    'contact: {template: "{vorname} {partner_nachname}"}',
    'contact: {template: "{first_name} {emergency_contact.last_name}"}',
    'contact: {template: "{notfall.vorname} {arzt.nachname}"}',
    'contact: {template: "Kontakt: {doctor.first_name} {spouse.last_name}"}',
    'contact: {template: "{Vorname} {Nachname Partner}"}'.replace(
      '{Nachname Partner}',
      '{`Nachname Partner`}',
    ),
    'contact: {template: "{$answers.name1.first} {$answers.name2.last}"}',
    'contact: {template: "{primary.first} {secondary.last}"}',
    'phone: {template: "{mutter.vorwahl} {vater.rufnummer}"}',
    'phone: {template: "{$answers.telefonEltern.area}{$answers.telefonKind.phone}"}',
    'birthdate: {template: "{$answers.geburtKind.day}.{$answers.geburtMutter.month}.{$answers.geburtKind.year}"}',
    'address: {template: "{mother.street}, {father.zip} {father.city}"}',
  ])('is reported: %s', rule => {
    expect(mixed(rule)).toMatchObject([
      { code: 'mapping/other-name', message: expect.stringContaining('are parts of two people') },
    ]);
  });

  it.each([
    'guardian: {template: "{$answers.nameElternteil.first} {$answers.nameElternteil.last}"}',
    'guardian: {template: "{mother.first_name} {mother.last_name}, {father.first_name} {father.last_name}"}',
    'guardian: {template: "{mutter.vorname} und {vater.vorname} {nachname}"}',
    'guardian: {template: "{mother.first_name} & {father.last_name}"}',
    'guardian: {template: "Mutter {mutter.vorname}; Vater {vater.nachname}"}',
    'guardian: {template: "{mother.first_name} / {father.last_name}"}',
    'guardian: {template: "{mother.first_name} {child.last_name}", because: the form asks so}',
    'child: {template: "{kind_vorname} {nachname}"}',
    'partner: {template: "{partner_vorname} {nachname}"}',
    'partner: {template: "{vorname} {nachname}"}',
    'contact: {template: "{first_name} {last_name} ({partner.first_name})"}',
    'contact: {template: "{first_name} {last_name}, {partner.phone}"}',
    'contact: {template: "{emergency.name} {mother.phone}"}',
    'contact: {template: "{$answers.name.first} {$answers.name.last}"}',
    'birthdate: {template: "{$answers.b.day}.{$answers.b.month}.{$answers.b.year}"}',
    'address: {template: "{street}, {zip} {mother.city}"}',
    'phone: {template: "{area} {phone}"}',
    'visit: {template: "{last.day}.{last.month}.{last.year}"}',
    'x: first_name & last_name',
  ])('is right: %s', rule => {
    expect(mixed(rule)).toEqual([]);
  });
});

const names: Readonly<Record<string, string>> = {
  guardian: 'Erziehungsberechtigte/r',
  'guardian.phone': 'Telefon der Erziehungsberechtigten',
  mobile: 'Mobilnummer',
  birthdate: 'Geburtstag',
  recommended: 'Empfohlen von',
  emergency: 'Notfallkontakt',
  partner: 'Name des Partners',
  'child.birthday': 'Geburtstag des Kindes',
  doctor: 'Hausarzt',
  allergies: 'Allergien',
};
const catalog = catalogOf({
  fields: Object.entries(names).map(([keyName, name]) => fieldOf({ keyName, name })),
});

function found(rule: string) {
  return fieldSubjects(mappingOf(`${head}    ${rule}\n`), catalog).map(({ message }) => message);
}

describe('an expression that gives the value of another person', () => {
  it.each([
    ['guardian.phone: {from: $answers.telefonKind.full, as: phone}', 'belongs to somebody else'],
    ['guardian.phone: {from: $answers.`Telefon des Kindes`.full, as: phone}', 'belongs to somebody else'],
    ['guardian: $answers.nameKind.first', 'belongs to somebody else'],
    ['mobile: {from: $answers.telefonEltern.full, as: phone}', 'belongs to somebody else'],
    ['mobile: {from: $answers.phoneEmergency.full, as: phone}', 'belongs to somebody else'],
    ['mobile: "$answers.handy ? $answers.handy : $answers.elterntel"', 'belongs to somebody else'],
    ['mobile: "$answers.handy ? $answers.handy : $answers.`Telefon der Eltern`"', 'belongs to somebody else'],
    ['mobile: "mobile ? mobile : parents.phone"', 'belongs to somebody else'],
    ['mobile: "mobile ?? partner_phone"', 'belongs to somebody else'],
    ['mobile: "$exists(mobile) ? $trim(mobile) : $trim(notfall_telefon)"', 'belongs to somebody else'],
    ['mobile: "type = 1 ? mobile : type = 2 ? mutter_handy : tel"', 'belongs to somebody else'],
    ['guardian: "$answers.eltern ? $answers.eltern : $answers.Nachname"', 'belongs to the customer'],
    ['guardian.phone: "$answers.elterntel ? $answers.elterntel : $answers.handy"', 'belongs to the customer'],
    ['guardian.phone: "parents.phone ?: contact.mobile"', 'belongs to the customer'],
    ['guardian.phone: "guardian_phone ? guardian_phone : child_phone"', 'belongs to somebody else'],
    ['birthdate: "dob ? dob : child.dob"', 'belongs to somebody else'],
    ['child.birthday: "child_dob ?? dob"', 'belongs to the customer'],
    [
      'recommended: "$answers.`Empfohlen von` ? $answers.`Empfohlen von` : $answers.Nachname"',
      'belongs to the customer',
    ],
    ['recommended: "referrer ? referrer : last_name"', 'belongs to the customer'],
    ['recommended: "referred_by ?? contact.full_name"', 'belongs to the customer'],
    ['emergency: "emergency_contact ? emergency_contact : last_name"', 'belongs to the customer'],
    ['doctor: "hausarzt ? hausarzt : nachname"', 'belongs to the customer'],
    ['partner: "partner_name ? partner_name : full_name"', 'belongs to the customer'],
  ])('is reported: %s', (rule, said) => {
    expect(found(rule)).toEqual([expect.stringContaining(said)]);
  });

  it.each([
    'guardian.phone: {from: $answers.telefonEltern.full, as: phone}',
    'guardian: {template: "{$answers.nameElternteil.first} {$answers.nameElternteil.last}"}',
    'guardian: "mother.name ? mother.name : father.name"',
    'guardian.phone: "mother_phone ? mother_phone : father_phone"',
    'guardian.phone: "mutter_handy ?? elterntel"',
    'mobile: "mobile ? mobile : phone"',
    'mobile: "$answers.handy ? $answers.handy : $answers.festnetz"',
    'mobile: "contact.mobile ?? contact.phone"',
    'mobile: {from: "mobile ? mobile : parents.phone", because: the parents answer}',
    'mobile: "is_child ? \\"\\" : mobile"',
    'birthdate: "dob ? dob : birthdate"',
    'recommended: "referrer ? referrer : source"',
    'recommended: "$answers.`Empfohlen von` ? $answers.`Empfohlen von` : $answers.Quelle"',
    'emergency: "emergency_contact ? emergency_contact : partner.name"',
    'emergency: "mother.name ? mother.name : father.name"',
    'doctor: "hausarzt ? hausarzt : zuweiser"',
    'allergies: "allergies ? allergies : unvertraeglichkeiten"',
    'guardian.phone: meta_data[key="guardian_phone"].value',
  ])('is right: %s', rule => {
    expect(found(rule)).toEqual([]);
  });
});

describe('questions whose labels say whose they are', () => {
  function eventsOf(labels: Readonly<Record<string, string>>) {
    const questions = Object.entries(labels).map(([key, label]) => ({
      keys: [key],
      labels: [],
      alsoCalled: [label],
      value: 'x',
    }));
    return storedOf({}).map(each => {
      const trial = { ...each, input: { ...each.input, answers: namedAnswers(questions) } };
      return { trial, scope: trialScope(trial, { needsBody: false }) };
    });
  }

  it.each([
    ['Vorname der Mutter', 'Nachname des Kindes', 1],
    ['First name of the child', 'Last name of the parent', 1],
    ['Ihr Vorname', 'Nachname Ihres Partners', 1],
    ['Vorname der Mutter', 'Nachname der Mutter', 0],
    ['Vorname', 'Nachname', 0],
    ['Vorname des Kindes', 'Nachname', 0],
    ['Lieblingsfarbe der Mutter', 'Nachname des Kindes', 0],
  ])('are parts of two people or of one: %s, %s', (a, b, count) => {
    const mapping = mappingOf(`${head}    guardian: {template: "{$answers.q1} {$answers.q2}"}\n`);
    expect(checkMixedLabels(mapping, eventsOf({ q1: a, q2: b }))).toHaveLength(count);
  });

  it.each([
    ['Mobilnummer', 'Telefon der Eltern', 1],
    ['Mobilnummer', 'Notfallnummer', 1],
    ['Mobilnummer', 'Festnetz', 0],
  ])('are those of the field or of somebody else: %s, %s', (a, b, count) => {
    const mapping = mappingOf(`${head}    mobile: "$answers.q1 ? $answers.q1 : $answers.q2"\n`);
    expect(checkQuestionLabels(mapping, eventsOf({ q1: a, q2: b }))).toHaveLength(count);
  });
});
