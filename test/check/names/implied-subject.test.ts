import { describe, expect, it } from 'vitest';
import { fieldSubjects } from '../../../src/check/field-subjects.ts';
import { otherNames } from '../../../src/check/other-name.ts';
import { payloadPaths } from '../../../src/check/starter/payload-paths.ts';
import { suggestCustomer } from '../../../src/check/starter/suggest-customer.ts';
import { suggestFields } from '../../../src/check/starter/suggest-fields.ts';
import { mappingOf } from '../../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from '../catalog.ts';

const fields = [
  fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' }),
  fieldOf({ keyName: 'allergies', name: 'Allergien', type: 'textArea' }),
  fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
  fieldOf({ keyName: 'sms.reminder', name: 'SMS-Erinnerung', type: 'checkbox' }),
  fieldOf({ keyName: 'phone2', name: 'Zweite Telefonnummer' }),
  fieldOf({ keyName: 'last.groom', name: 'Letzter Besuch beim Hundefriseur', type: 'date' }),
  fieldOf({ keyName: 'emergency', name: 'Notfallkontakt' }),
  fieldOf({ keyName: 'child.class', name: 'Klasse des Kindes' }),
  fieldOf({ keyName: 'child.name', name: 'Name des Kindes' }),
  fieldOf({ keyName: 'child.school', name: 'Schule' }),
  fieldOf({ keyName: 'child.birthday', name: 'Geburtstag des Kindes', type: 'date' }),
  fieldOf({ keyName: 'partner.job', name: 'Beruf' }),
  fieldOf({ keyName: 'dog.name', name: 'Name des Hundes' }),
  fieldOf({ keyName: 'dog.breed', name: 'Rasse' }),
  fieldOf({ keyName: 'dog.weight', name: 'Gewicht (kg)' }),
  fieldOf({ keyName: 'dog.birthday', name: 'Geburtstag des Hundes', type: 'date' }),
  fieldOf({ keyName: 'dog.chip', name: 'Chipnummer des Hundes' }),
  fieldOf({ keyName: 'dog.castrated', name: 'Kastriert', type: 'checkbox' }),
  fieldOf({ keyName: 'dog.vaccinated', name: 'Geimpft bis', type: 'date' }),
  fieldOf({ keyName: 'dog.allergies', name: 'Allergien des Hundes', type: 'textArea' }),
  fieldOf({ keyName: 'dog.interval', name: 'Pflegeintervall (Wochen)' }),
  fieldOf({ keyName: 'dog.groomer', name: 'Lieblingsfriseur' }),
];

/** Returns the reported fields of an update by these rules. */
function reported(rules: readonly string[], head = '', id = 'nr'): readonly (string | undefined)[] {
  const lines = rules.map(each => `    ${each}\n`).join('');
  const text = `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: ${id}\n  additionalFields:\n${lines}`;
  const mapping = mappingOf(text);
  return [...otherNames(mapping), ...fieldSubjects(mapping, catalogOf({ fields }))].map(({ path }) =>
    path?.replace('additionalFields.', ''),
  );
}

const columns = ['dog.breed: Rasse', 'dog.vaccinated: "`Geimpft bis`"', 'dog.weight: Gewicht'];

describe('a value that does not name the animal of its field', () => {
  it.each([
    ['dog.chip: {answer: Chipnummer}'],
    ['dog.chip: chip'],
    ['dog.chip: dog.chip'],
    ['dog.chip: "`Chip-Nr.`"'],
    ['dog.breed: Rasse'],
    ['dog.breed: {answer: Rasse}'],
    ['dog.castrated: {from: Kastriert, as: boolean}'],
    ['dog.vaccinated: {answer: Geimpft bis, as: date}'],
    ['dog.vaccinated: {answer: Tollwutimpfung gültig bis, as: date}'],
    ['dog.weight: Gewicht'],
    ['dog.interval: {answer: Alle wie viele Wochen kommen Sie?}'],
    ['dog.interval: Rhythmus'],
    ['dog.groomer: {answer: Bei wem möchten Sie am liebsten?}'],
    ['dog.groomer: Friseur'],
    ['last.groom: dog.last_visit'],
    ['last.groom: {from: "`Letzter Besuch`", as: date}'],
    ['phone2: {answer: Telefon für Notfälle}'],
    ['partner.job: {answer: Beruf}'],
    ['child.class: Klasse'],
    ['child.name: Kind', 'child.class: Klasse', 'child.birthday: {from: Geburtsdatum, as: date}'],
    ['child.class: Klasse', 'child.school: Schule', 'child.birthday: {from: Geburtsdatum, as: date}'],
    [...columns, 'dog.allergies: Allergien'],
    [...columns, 'dog.birthday: {from: Geburtsdatum, as: date}'],
    ['dog.name: Hund', 'dog.breed: Rasse', 'dog.allergies: Allergien'],
  ])('is not reported: %s', (...rules) => {
    expect(reported(rules)).toEqual([]);
  });

  it.each<[readonly string[], readonly string[]]>([
    [['birthdate: dog.birthday'], ['birthdate']],
    [['allergies: dog.allergies'], ['allergies']],
    [[...columns, 'allergies: dog.allergies'], ['allergies']],
    [['dog.interval: Gewicht'], ['dog.interval']],
    [[...columns, 'dog.interval: Gewicht'], ['dog.interval']],
    [[...columns, 'dog.breed: child.breed'].slice(1), ['dog.breed']],
    [['dog.allergies: Allergien'], ['dog.allergies']],
    [['dog.birthday: {from: Geburtsdatum, as: date}'], ['dog.birthday']],
    [['dog.name: nachname'], ['dog.name']],
    [[...columns, 'dog.name: nachname'], ['dog.name']],
    [['emergency: phone'], ['emergency']],
    [['child.class: Bemerkung'], ['child.class']],
    [['child.name: nachname'], ['child.name']],
    [['child.birthday: {from: Geburtsdatum, as: date}'], ['child.birthday']],
    [['child.class: Klasse', 'child.birthday: {from: Geburtsdatum, as: date}'], ['child.birthday']],
    [['child.class: Klasse', 'child.school: Schule', 'child.name: email'], ['child.name']],
    [['newsletter: {from: dog.newsletter, as: boolean}'], ['newsletter']],
    [['allergies: {answer: Hat Ihr Pferd Allergien?}'], ['allergies']],
  ])('is reported if it belongs to somebody else: %j', (rules, paths) => {
    expect(reported(rules)).toEqual(paths);
  });
});

describe('a value below the key that holds the number of the customer', () => {
  const rules = [
    'newsletter: {from: owner.newsletter, as: boolean}',
    'sms.reminder: {from: owner.sms_reminder, as: boolean}',
    'phone2: owner.phone',
    'birthdate: {from: owner.birthday, as: date}',
  ];

  it('is about the customer', () => {
    expect(reported(rules, '', 'owner.customer_no')).toEqual([]);
    expect(reported(['phone2: data.owner.phone'], '', 'data.owner.customer_no')).toEqual([]);
    expect(reported(rules, 'link: owner.id\n', '$link')).toEqual([]);
  });

  it('is reported if the number stands elsewhere, or if a key below names somebody else', () => {
    expect(reported(rules)).toEqual(['newsletter', 'sms.reminder', 'phone2', 'birthdate']);
    expect(reported(['phone2: agent.phone'], '', 'owner.customer_no')).toEqual(['phone2']);
    expect(reported(['birthdate: owner.child.birthday'], '', 'owner.customer_no')).toEqual(['birthdate']);
  });
});

describe('the first mapping for an animal', () => {
  const named = fields.map(field => ({ field, names: [field.keyName, field.name], choices: [] }));
  const suggested = (payload: unknown) => {
    const paths = payloadPaths([{ payload, answers: undefined }]);
    const customer = suggestCustomer(paths);
    const path = customer.kind === 'none' ? undefined : customer.path;
    const found = suggestFields(named, paths, path).map(({ field, candidates: [best] }) => [
      field.keyName,
      [best?.path.expression, best?.doubt?.code],
    ]);
    return { number: path?.expression, ...Object.fromEntries(found) };
  };

  it('doubts no column because it does not name the animal', () => {
    const row = { Kundennr: '1019', Rasse: 'Dackel', Kastriert: 'ja', 'Geimpft bis': '2027-03-31' };
    expect(suggested({ ...row, Gewicht: '34,5' })).toMatchObject({
      'dog.breed': ['Rasse', undefined],
      'dog.castrated': ['Kastriert', undefined],
      'dog.vaccinated': ['`Geimpft bis`', undefined],
      'dog.weight': ['Gewicht', undefined],
    });
  });

  it.each([
    [{ Rasse: 'Dackel', Hund: 'Rex', Geburtsdatum: '2021-05-04' }, 'birthdate', 'animal-too'],
    [{ Rasse: 'Dackel', Kastriert: 'ja', Allergien: 'Huhn' }, 'allergies', 'animal-too'],
    [{ Hundename: 'Rex', Rasse: 'Dackel', Allergien: 'Huhn' }, 'allergies', 'animal-too'],
    [{ Rasse: 'Dackel', Kastriert: 'ja', Newsletter: 'ja' }, 'newsletter', undefined],
    [{ Kind: 'Mia', Klasse: '3b', Geburtsdatum: '2017-05-04' }, 'birthdate', 'other-too'],
    [{ Klasse: '3b', Schule: 'Goetheschule', Geburtsdatum: '2017-05-04' }, 'birthdate', 'other-too'],
    [{ Klasse: '3b', Geburtsdatum: '1988-05-04' }, 'birthdate', undefined],
    [{ Vorname: 'Ida', Geburtsdatum: '1988-05-04', Allergien: 'Huhn' }, 'birthdate', undefined],
    [{ Vorname: 'Ida', Geburtsdatum: '1988-05-04', Allergien: 'Huhn' }, 'allergies', undefined],
    [{ Vorname: 'Ida', Hund: 'Rex', Geburtsdatum: '1988-05-04' }, 'birthdate', undefined],
  ])('asks if a column fits a field of the customer and one of the animal: %j', (row, key, doubt) => {
    expect(suggested({ Kundennr: '1019', ...row })).toMatchObject({ [key]: [expect.any(String), doubt] });
  });

  it.each(['dog', 'pets'])('takes the owner beside it for the customer: %s', key => {
    const owner = { customer_no: '1017', birthday: '1975-07-08', newsletter: true, sms_reminder: true };
    expect(suggested({ id: 'ev-1', owner, [key]: [{ breed: 'Jack Russell' }] })).toMatchObject({
      number: 'owner.customer_no',
      birthdate: ['owner.birthday', undefined],
      newsletter: ['owner.newsletter', undefined],
      'sms.reminder': ['owner.sms_reminder', undefined],
    });
  });

  it('takes no other owner for the customer', () => {
    const owner = { id: '7', birthday: '1975-07-08', newsletter: true };
    expect(suggested({ customer_no: '1017', owner, deal: { stage: 'won' } })).toMatchObject({
      number: 'customer_no',
      birthdate: ['owner.birthday', 'somebody-else'],
    });
  });
});
