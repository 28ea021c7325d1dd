import { describe, expect, it } from 'vitest';
import { checkOne } from '../../src/check/check-one.ts';
import { valuesOfOthers } from '../../src/check/people/values-of-others.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' }),
    fieldOf({ keyName: 'allergies', name: 'Allergien', type: 'textArea' }),
    fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'phone2', name: 'Zweite Telefonnummer' }),
    fieldOf({ keyName: 'insurance', name: 'Versicherung' }),
    fieldOf({ keyName: 'city', name: 'Ort' }),
    fieldOf({ keyName: 'partner.city', name: 'Ort des Partners' }),
    fieldOf({ keyName: 'partner.birthday', name: 'Geburtstag des Partners', type: 'birthday' }),
    fieldOf({ keyName: 'child.birthday', name: 'Geburtstag des Kindes', type: 'date' }),
    fieldOf({ keyName: 'child.name', name: 'Name des Kindes' }),
    fieldOf({ keyName: 'child.class', name: 'Klasse des Kindes' }),
    fieldOf({ keyName: 'child.school', name: 'Schule' }),
    fieldOf({ keyName: 'child.allergies', name: 'Allergien des Kindes', type: 'textArea' }),
    fieldOf({ keyName: 'partner.job', name: 'Beruf des Partners' }),
    fieldOf({ keyName: 'partner.hobby', name: 'Hobby des Partners' }),
    fieldOf({ keyName: 'dog.name', name: 'Name des Hundes' }),
    fieldOf({ keyName: 'dog.breed', name: 'Rasse' }),
    fieldOf({ keyName: 'dog.weight', name: 'Gewicht (kg)' }),
    fieldOf({ keyName: 'dog.birthday', name: 'Geburtstag des Hundes', type: 'date' }),
    fieldOf({ keyName: 'dog.chip', name: 'Chipnummer des Hundes' }),
    fieldOf({ keyName: 'dog.allergies', name: 'Allergien des Hundes', type: 'textArea' }),
  ],
});

function mappingWith(rules: readonly string[], id = 'nr') {
  const lines = rules.map(each => `    ${each}\n`).join('');
  return mappingOf(
    `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: ${id}\n  additionalFields:\n${lines}`,
  );
}

function reported(rules: readonly string[], id?: string) {
  return valuesOfOthers(mappingWith(rules, id), catalog).map(({ path }) =>
    path?.replace('additionalFields.', ''),
  );
}

const child = ['child.class: Klasse', 'child.school: Schule'];
const dog = ['dog.breed: Rasse', 'dog.chip: Chip'];

describe('a value for the customer in a mapping about an animal or about somebody else', () => {
  it.each<[readonly string[], readonly string[]]>([
    [[...dog, 'birthdate: Geburtsdatum'], ['birthdate']],
    [[...dog, 'birthdate: {from: Geburtsdatum, as: date}'], ['birthdate']],
    [[...dog, 'birthdate: {answer: Geburtsdatum}'], ['birthdate']],
    [[...dog, 'allergies: Allergien'], ['allergies']],
    [
      [...dog, 'allergies: Allergien', 'birthdate: Geburtsdatum'],
      ['allergies', 'birthdate'],
    ],
    [
      ['dog.weight: Gewicht', 'dog.breed: Rasse', 'dog.name: Hundename', 'allergies: Allergien'],
      ['allergies'],
    ],
    [['dog.weight: weight', 'dog.breed: breed', 'birthdate: birthday'], ['birthdate']],
    [[...dog, 'birthdate: Geburtsdatum', 'dog.birthday: Geburtsdatum'], ['birthdate']],
    [[...child, 'birthdate: Geburtsdatum'], ['birthdate']],
    [[...child, 'allergies: Allergien', 'child.name: Kind'], ['allergies']],
    [[...child, 'birthdate: dob', 'child.birthday: dob'], ['birthdate']],
    [['partner.job: Beruf', 'partner.hobby: Hobby', 'birthdate: Geburtsdatum'], ['birthdate']],
    [[...dog, 'allergies: Allergien', 'dog.allergies: Allergien'], ['allergies']],
  ])('is reported if theirs may be meant: %j', (rules, paths) => {
    expect(reported(rules)).toEqual(paths);
  });

  it.each<[readonly string[], string?]>([
    [['birthdate: Geburtsdatum', 'allergies: Allergien']],
    [['dog.breed: Rasse', 'birthdate: Geburtsdatum']],
    [['dog.breed: Rasse', 'dog.name: Hund', 'birthdate: Geburtsdatum']],
    [['dog.breed: dog.breed', 'dog.chip: dog.chip', 'dog.weight: dog.weight', 'birthdate: birthday']],
    [['dog.breed: dog_breed', 'dog.chip: dog_chip', 'dog.weight: dog_weight', 'birthdate: birthday']],
    [['dog.breed: "dog[0].breed"', 'dog.chip: "dog[0].chip"', 'birthdate: owner.birthday']],
    [[...dog, 'birthdate: {from: Geburtsdatum, because: the column is that of the owner}']],
    [[...dog, 'birthdate: "`Geburtsdatum Besitzer`"']],
    [[...dog, 'birthdate: {answer: Ihr Geburtsdatum}']],
    [[...dog, 'birthdate: {answer: Your birthday}']],
    [[...dog, 'birthdate: owner.birthday']],
    [[...dog, 'birthdate: halter.geburtsdatum']],
    [[...dog, 'birthdate: person.geburtsdatum'], 'person.nr'],
    [[...dog, 'birthdate: data.geburtsdatum'], 'data.nr'],
    [[...dog, 'birthdate: Geburtsdatum', 'dog.birthday: "`Geburtsdatum Hund`"']],
    [[...dog, 'allergies: Allergien', 'dog.allergies: "`Allergien Hund`"']],
    [[...dog, 'dog.birthday: Geburtsdatum', 'dog.allergies: Allergien']],
    [['child.class: Klasse', 'birthdate: Geburtsdatum']],
    [['child.class: Klasse', 'dog.breed: Rasse', 'birthdate: Geburtsdatum']],
    [['child.class: child_class', 'child.school: child_school', 'birthdate: birthday']],
    [[...child, 'birthdate: "`Geburtsdatum Mutter`"']],
    [[...child, 'birthdate: Geburtsdatum', 'child.birthday: "`Geburtsdatum Kind`"']],
    [[...child, 'child.birthday: Geburtsdatum', 'child.allergies: Allergien', 'city: Ort']],
    [[...dog, 'newsletter: Newsletter', 'phone2: Telefon', 'insurance: Versicherung', 'city: Ort']],
    [['unknown: Rasse', 'other: Chip', 'birthdate: Geburtsdatum']],
  ])('is not reported otherwise: %j %s', (rules, id) => {
    expect(reported(rules, id)).toEqual([]);
  });
});

describe('one value for two', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['birthdate: Geburtsdatum', 'dog.birthday: Geburtsdatum'], ['dog.birthday']],
    [['dog.birthday: Geburtsdatum', 'birthdate: {from: Geburtsdatum, as: date}'], ['dog.birthday']],
    [['birthdate: dob', 'child.birthday: dob'], ['child.birthday']],
    [['birthdate: {answer: Geburtstag}', 'partner.birthday: {answer: Geburtstag}'], ['partner.birthday']],
    [['allergies: a.allergies', 'dog.allergies: a.allergies'], ['dog.allergies']],
  ])('is reported for a birthday, or for the animal: %j', (rules, paths) => {
    expect(reported(rules)).toEqual(paths);
  });

  it.each<[readonly string[]]>([
    [['birthdate: dob', 'child.birthday: child_dob']],
    [['birthdate: {from: dob, because: the child is the customer}', 'child.birthday: dob']],
    [['birthdate: dob', 'child.birthday: {from: dob, because: the child is the customer}']],
    [['city: ort', 'partner.city: ort']],
    [['birthdate: dob', 'insurance: dob']],
    [['birthdate: dob', 'partner.city: dob']],
    [['allergies: a', 'insurance: a']],
    [['child.birthday: dob']],
  ])('is not reported otherwise: %j', rules => {
    expect(reported(rules)).toEqual([]);
  });

  it('is reported once by check', () => {
    const found = (rules: readonly string[]) =>
      checkOne(
        mappingWith(rules),
        {
          sources: new Map(),
          destinations: new Map([['salon', { name: 'salon', validators: 'fail' }]]),
        } as never,
        new Map([['salon', { snapshot: catalog }]]),
      ).flatMap(({ code, path }) => (code === 'mapping/other-name' ? [path] : []));
    expect(found(['birthdate: dob', 'child.birthday: dob'])).toEqual(['additionalFields.child.birthday']);
    expect(found([...dog, 'birthdate: Geburtsdatum'])).toEqual(['additionalFields.birthdate']);
    expect(found([...dog, 'birthdate: dog.birthday'])).toEqual(['additionalFields.birthdate']);
  });
});
