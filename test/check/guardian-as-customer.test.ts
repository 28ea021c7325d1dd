import { describe, expect, it } from 'vitest';
import { checkBetterFields } from '../../src/check/data/names/check-better-fields.ts';
import { checkLabels } from '../../src/check/data/names/check-labels.ts';
import { addPaths, emptyTree, nearestPath } from '../../src/check/data/paths/path-tree.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { fieldSubjects } from '../../src/check/field-subjects.ts';
import { sameValues } from '../../src/check/same-values.ts';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { catalogOf, fieldOf } from './catalog.ts';
import { mappingOf, storedOf } from './trials.ts';

const ofCustomer = [
  fieldOf({ keyName: 'birthdate', name: 'Geburtsdatum', type: 'birthday' }),
  fieldOf({ keyName: 'weight', name: 'Gewicht (kg)' }),
  fieldOf({ keyName: 'height', name: 'Größe (cm)' }),
  fieldOf({ keyName: 'smoker', name: 'Raucherin', type: 'checkbox' }),
  fieldOf({ keyName: 'gender', name: 'Geschlecht' }),
  fieldOf({ keyName: 'insurance.type', name: 'Versicherungsart' }),
  fieldOf({ keyName: 'insurance', name: 'Versicherung' }),
  fieldOf({ keyName: 'allergies', name: 'Allergien' }),
];
const ofChild = [
  fieldOf({ keyName: 'child.name', name: 'Name des Kindes' }),
  fieldOf({ keyName: 'birth.weight', name: 'Geburtsgewicht (g)' }),
  fieldOf({ keyName: 'delivery', name: 'Entbindung am', type: 'date' }),
];
const others = [
  fieldOf({ keyName: 'father', name: 'Vater des Kindes' }),
  fieldOf({ keyName: 'companion', name: 'Begleitperson' }),
  fieldOf({ keyName: 'partner.phone', name: 'Telefon des Partners' }),
];
const ofMother = [
  fieldOf({ keyName: 'mother.name', name: 'Name der Mutter' }),
  fieldOf({ keyName: 'mother.weight', name: 'Gewicht der Mutter (kg)' }),
  fieldOf({ keyName: 'mother.height', name: 'Größe der Mutter (cm)' }),
];

function told(
  rules: readonly string[],
  fields: readonly ReturnType<typeof fieldOf>[],
  id = 'nr',
): readonly (string | undefined)[] {
  const mapping = mappingOf(['additionalFields:', ...rules.map(each => `  ${each}`)], { id });
  const catalog = catalogOf({ fields });
  const found = [...fieldSubjects(mapping, catalog), ...checkBetterFields(mapping, [], catalog)];
  return [...found, ...sameValues(mapping, catalog)].map(({ path }) => path?.replace(/^\w+\./, ''));
}

describe('values of a mother who is the customer', () => {
  const several = ['birthdate: mother.birthdate', 'weight: mother.weight', 'height: mother.height'];
  it.each([
    [several, ofCustomer],
    [['birthdate: mother_birthdate', 'weight: mother_weight', 'smoker: mother_smoker'], ofCustomer],
    [[...several, 'smoker: smoker', 'insurance: ins.name'], ofCustomer],
    [
      [...several, 'child.name: baby.name', 'birth.weight: baby.weight'],
      [...ofCustomer, ...ofChild],
    ],
    // An account with fields for the child needs two of them.
    [
      ['weight: mother.weight', 'height: mother.height'],
      [...ofCustomer, ...ofChild],
    ],
    [
      ['mother.weight: weight', 'mother.height: height'],
      [...ofMother, ...ofChild],
    ],
  ])('are not reported: %j', (rules, fields) => {
    expect(told(rules, fields)).toEqual([]);
  });

  it.each([
    [['weight: mother.weight', 'height: mother.height'], ofCustomer, ['weight', 'height']],
    [['birthdate: birthdate', 'weight: mother.weight'], [...ofCustomer, ...ofChild], ['weight']],
    [['birthdate: mother.birthdate'], [...ofCustomer, ...ofChild], ['birthdate']],
    // The birthday is that of the child.
    [
      ['birthdate: baby.born', 'weight: mother.weight', 'height: mother.height', 'smoker: mother.smoker'],
      ofCustomer,
      ['birthdate', 'weight', 'height', 'smoker'],
    ],
    [
      ['gender: child.sex', 'weight: mother.weight', 'height: mother.height'],
      [...ofCustomer, ...ofChild],
      ['gender', 'weight', 'height'],
    ],
    // The account has fields for the mother, and none for the child, who is the customer.
    [
      ['weight: mother.weight', 'height: mother.height', 'smoker: mother.smoker'],
      [...ofCustomer, ...ofMother],
      ['weight', 'height', 'smoker'],
    ],
  ])('are reported if somebody else may be the customer: %j', (rules, fields, paths) => {
    expect(told(rules, fields)).toEqual(paths);
  });

  it('are reported if the customer number is that of the child', () => {
    expect(told(several, ofCustomer, 'child.nr')).toEqual(['birthdate', 'weight', 'height']);
    expect(told(several, ofCustomer, 'mother.nr')).toEqual([]);
  });
});

describe('questions that are named by ids', () => {
  const found = (labels: readonly string[], fields: readonly string[]) => {
    const rules = fields.map((field, at) => `  ${field}: {answer: q${at}}`);
    const answers = namedAnswers(
      labels.map((label, at) => ({ keys: [`q${at}`], labels: [label], value: 'x' })),
    );
    const events = storedOf({ nr: 1 }).map(trial => {
      const scope = trialScope(trial, { needsBody: false });
      return { trial, scope: { ...scope, bindings: { ...scope.bindings, answers } } };
    });
    const mapping = mappingOf(['additionalFields:', ...rules], { id: 'nr' });
    return checkLabels(mapping, events).map(({ path }) => path?.replace(/^\w+\./, ''));
  };

  it.each([
    [
      ['Geburtsdatum der Mutter', 'Gewicht der Mutter', 'Größe der Mutter'],
      ['birthdate', 'weight', 'height'],
      [],
    ],
    [
      ['Gewicht der Mutter', 'Größe der Mutter'],
      ['weight', 'height'],
      ['weight', 'height'],
    ],
    [
      ['Geburtsdatum', 'Gewicht der Mutter', 'Größe der Mutter', 'Raucht die Mutter?'],
      ['birthdate', 'weight', 'height', 'smoker'],
      ['weight', 'height', 'smoker'],
    ],
  ])('are judged by their labels: %j', (labels, fields, paths) => {
    expect(found(labels, fields)).toEqual(paths);
  });
});

describe('people and words that are the same', () => {
  it.each([
    ['father: partner.name', []],
    ['companion: partner.name', []],
    ['companion: mother.name', []],
    ['companion: {answer: Name der Schwester}', []],
    ['partner.phone: father.phone', []],
    ['partner.phone: mother.phone', ['partner.phone']],
    ['birth.weight: baby.weight', []],
    ['delivery: baby.born', []],
    ['weight: baby.weight', ['weight']],
    ['child.name: partner.name', ['child.name']],
    ['insurance: insurance_kind', []],
    ['insurance.type: insuranceKind', []],
    ['insurance: versicherung_kind', ['insurance']],
    ['allergies: allergie_kind', ['allergies']],
    ['allergies: kind_allergien', ['allergies']],
  ])('%s', (rule, paths) => {
    expect(told([rule], [...ofCustomer, ...ofChild, ...others])).toEqual(paths);
  });

  it('may be the father, the companion and the partner in one', () => {
    const rules = ['father: partner.name', 'companion: partner.name'];
    expect(told(rules, others)).toEqual([]);
  });
});

it.each([
  ['baby.weight', { mother: { weight: 64 } }, undefined],
  ['baby.weight', { child: { weight: 3450 } }, ['child', 'weight']],
  ['data.weight', { mother: { weight: 64 } }, ['mother', 'weight']],
  ['parent.phone', { emergency_contact: { phone: 1 } }, undefined],
] as const)('the path %s is not meant as that of another person', (path, payload, near) => {
  const tree = emptyTree();
  addPaths(tree, payload);
  expect(nearestPath(tree, path.split('.'))).toEqual(near);
});
