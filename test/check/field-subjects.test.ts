import { describe, expect, it } from 'vitest';
import { fieldSubjects } from '../../src/check/field-subjects.ts';
import { bookingMapping, mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' }),
    fieldOf({ keyName: 'child.birthday', name: 'Geburtstag des Kindes', type: 'birthday' }),
    fieldOf({ keyName: 'partner', name: 'Name des Partners' }),
    fieldOf({ keyName: 'emergency', name: 'Notfallkontakt' }),
    fieldOf({ keyName: 'deputy.name', name: 'Stellvertretung im Notfall' }),
    fieldOf({ keyName: 'deputy.phone', name: 'Telefon der Stellvertretung' }),
    fieldOf({ keyName: 'phone.private', name: 'Telefon privat' }),
    fieldOf({ keyName: 'allergies', name: 'Allergien' }),
    fieldOf({ keyName: 'fax', name: 'Telefax' }),
    fieldOf({ keyName: 'first.visit', name: 'Erster Besuch', type: 'date' }),
    fieldOf({ keyName: 'iban', name: 'IBAN', type: 'iban' }),
    fieldOf({ keyName: 'street', name: 'Straße' }),
    fieldOf({ keyName: 'zip', name: 'PLZ' }),
    fieldOf({ keyName: 'city', name: 'Ort' }),
  ],
});

/** Returns the reported fields of an update by these rules. */
function ofFields(...rules: readonly string[]): readonly (string | undefined)[] {
  const lines = rules.map(each => `    ${each}\n`).join('');
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n${lines}`;
  return fieldSubjects(mappingOf(text), catalog).map(({ path }) => path?.replace('additionalFields.', ''));
}

/** Returns the reported parameters of a booking by these rules. */
function ofPerson(...rules: readonly string[]): readonly (string | undefined)[] {
  const names = rules.map(each => each.split(':')[0] ?? '');
  const base = bookingMapping('')
    .split('\n')
    .filter(
      each => !['firstName', 'name', 'email', 'mobile', 'phone'].some(name => each.startsWith(`  ${name}:`)),
    )
    .join('\n');
  const lines = rules.map(each => `  ${each}\n`).join('');
  expect(names.length).toBeGreaterThan(0);
  return fieldSubjects(mappingOf(`${base}${lines}`), catalog).map(({ path }) => path);
}

describe('a field whose value is about somebody else, or of another time', () => {
  it.each([
    'birthdate: {answer: geburtstag-kind}',
    'birthdate: child.birthday',
    'birthdate: partner_birthday',
    'birthdate: geburtspartner_geburtstag',
    'birthdate: kindsvater.birthday',
    'iban: hebamme.iban',
    'birthdate: {answer: Geburtsdatum Partner}',
    'phone.private: emergency.phone',
    'phone.private: stellvertretung.telefon',
    'deputy.phone: phone',
    'phone.private: notfall_telefon',
    'phone.private: old_phone',
    'phone.private: created_by.phone',
    'phone.private: provider.phone',
    'phone.private: zustaendig.telefon',
    'phone.private: collaborateur.telephone',
    'phone.private: fax',
    'phone.private: contact.Faxnummer',
    'phone.private: {answer: Telefax}',
    'emergency: phone',
    'zip: salon.postalCode',
    'city: store.city',
    'street: {answer: Straße der Filiale}',
    'birthdate: next_of_kin.birthday',
    'birthdate: patient2.dob',
    'birthdate: policyholder.birthday',
    'emergency: arzt.telefon',
    'allergies: {answer: Allergien des Kindes}',
    'allergies: pet.allergies',
    'first.visit: last_visit',
    'first.visit: next_visit',
    'iban: salon_iban',
    'birthdate: {from: mother.birthday, as: date}',
  ])('is reported: %s', rule => {
    expect(ofFields(rule)).toEqual([rule.split(':')[0]]);
  });

  it.each([
    'birthdate: dob',
    'birthdate: customer.birthday',
    'birthdate: {from: child.birthday, because: the child is the customer}',
    'child.birthday: child.birthday',
    'child.birthday: {answer: Geburtstag Kind}',
    'partner: {answer: Name des Partners}',
    'emergency: notfall_telefon',
    'emergency: noodtelefoon',
    'emergency: emergency.phone',
    'deputy.phone: emergency.phone',
    'deputy.name: deputy.name',
    'deputy.name: vertretung.name',
    'deputy.name: stellvertretung',
    'deputy.name: stellvertreter_name',
    'deputy.name: kontakte[rolle="Stellvertretung"].name',
    'deputy.name: {answer: Wer vertritt Sie im Notfall?}',
    'deputy.phone: stellvertretung.telefon',
    'deputy.phone: deputy.mobile',
    'deputy.phone: partner.telefon',
    'deputy.phone: {answer: Telefon der Vertretung}',
    'phone.private: phone',
    'phone.private: contact.phone',
    'allergies: allergien',
    'first.visit: first_visit',
    'first.visit: visits.first',
    'iban: kunde.iban',
    'unknown: partner.name',
    'allergies: allergy.kind',
    'emergency: phone_2',
    'emergency: mother_phone',
    'emergency: parent.mobile',
    'emergency: partner.phone',
    'emergency: {answer: Weitere Telefonnummer}',
    'fax: fax',
    'phone.private: telefon',
    'phone.private: patient1.phone',
    'zip: company.zip',
    'zip: location.zip',
    'city: store.customer.city',
    'phone.private: {from: fax, because: they call it so}',
    `birthdate: '$lookup(answers, "child")'`,
  ])('is not reported otherwise: %s', rule => {
    expect(ofFields(rule)).toEqual([]);
  });
});

describe('an address', () => {
  it.each([
    [['street: strasse', 'city: ort', 'zip: plz-rechnung'], ['zip']],
    [['street: billing.street', 'zip: shipping.zip'], ['zip']],
    [['street: billing.street', 'zip: billing.zip', 'city: shipping.city'], ['city']],
    [['street: street', 'zip: company.zip', 'city: company.city'], ['street']],
    [['street: {answer: Straße}', 'zip: {answer: PLZ (Rechnung)}'], ['zip']],
    [
      ['zip: "addresses[1].code_postal"', 'city: "addresses[0].ville"', 'street: "addresses[0].rue"'],
      ['zip'],
    ],
    [['zip: "addresses[1].code_postal"', 'city: city', 'street: street'], ['zip']],
    [['street: "addresses[1].street"', `zip: 'addresses[invoiceAddress].zip'`], ['zip']],
    [['street: "addresses[0].street"', 'city: "addresses[0].city"', 'zip: "addresses[1].zip"'], ['zip']],
    [[`street: 'addresses[type="home"].street'`, `zip: 'addresses[type="work"].zip'`], ['zip']],
  ] as const)('from two places is reported: %j', (rules, reported) => {
    expect(
      ofFields(
        ...rules.map(each =>
          each.replace(
            /^(\w+): ([\w.-]+)$/,
            (_, key, path) => `${key}: "${path.includes('-') ? `\`${path}\`` : path}"`,
          ),
        ),
      ),
    ).toEqual(reported);
  });

  it.each([
    [['street: billing.street', 'zip: billing.zip', 'city: billing.city']],
    [['street: adresse.strasse', 'zip: adresse.plz', 'city: ort']],
    [['street: rechnung_strasse', 'zip: rechnung_plz']],
    [['street: strasse', 'zip: {from: shipping.zip, because: the same}']],
    [['street: strasse']],
    [['street: "addresses[0].street"', 'city: "addresses[0].city"']],
    [['zip: client.code_postal', 'city: client.ville']],
    [['zip: codePostal', 'city: ville', 'street: rue']],
    [['zip: "`ZIP / Postal Code`"', 'city: City']],
    [['zip: {answer: "ZIP / Postal Code"}', 'city: {answer: City}']],
    [['zip: "addresses[0].code_postal"', 'city: "addresses[0].ville"']],
    [['street: "addresses[0].line1"', 'zip: "addresses[0].postal_code"', 'city: "addresses[0].city"']],
    [[`street: street`, `zip: 'fields[name="zip"].value'`]],
    [[`street: 'addresses[type="home"].street'`, `zip: 'addresses[ type = "home" ].zip'`]],
    [[`street: 'fields[name="Straße"].value'`, `zip: 'fields[name="PLZ"].value'`]],
    [['street: "addresses[0].street"', 'zip: {from: "addresses[1].zip", because: the same}']],
  ])('from one place is not: %j', rules => {
    expect(ofFields(...rules)).toEqual([]);
  });
});

describe('a person', () => {
  it.each([
    [['firstName: parent.firstname', 'name: customer.lastname', 'email: customer.email'], ['firstName']],
    [['firstName: vorname', 'name: nachname', 'mobile: parent.mobile'], ['mobile']],
    [['firstName: child.first', 'name: child.last', 'email: eltern_email'], ['email']],
    [['name: nachname', 'email: partner.email', 'firstName: vorname'], ['email']],
    [['firstName: vorname', 'name: nachname', 'email: salon.email'], ['email']],
    [['firstName: vorname', 'name: nachname', 'mobile: fax'], ['mobile']],
  ] as const)('of two people is reported: %j', (rules, reported) => {
    expect(ofPerson(...rules)).toEqual(reported);
  });

  it.each([
    [['firstName: parent.first', 'name: parent.last', 'email: parent.email', 'mobile: parent.mobile']],
    [['firstName: vorname', 'name: nachname', 'email: email', 'mobile: sonstige_nummer']],
    [['firstName: child.first', 'name: child.last', 'email: {from: parent.email, because: they read it}']],
    [['firstName: vorname', 'name: nachname', 'email: salon_form.email']],
    [['firstName: store.customer.first', 'name: store.customer.last', 'email: store.customer.email']],
    [['firstName: contact.first', 'name: lastname', 'email: invitee.email']],
  ])('of one is not: %j', rules => {
    expect(ofPerson(...rules)).toEqual([]);
  });
});

describe('values that by their names belong to another field of the mapping', () => {
  const account = catalogOf({
    fields: [
      fieldOf({ keyName: 'height', name: 'Größe (cm)' }),
      fieldOf({ keyName: 'weight', name: 'Gewicht (kg)' }),
      fieldOf({ keyName: 'allergies', name: 'Allergien' }),
      fieldOf({ keyName: 'medication', name: 'Medikamente' }),
      fieldOf({ keyName: 'credit.remark', name: 'Hinweis' }),
      fieldOf({ keyName: 'phone.private', name: 'Telefon privat' }),
      fieldOf({ keyName: 'phone.mobile', name: 'Handy' }),
      fieldOf({ keyName: 'zip', name: 'PLZ' }),
      fieldOf({ keyName: 'city', name: 'Ort' }),
      fieldOf({ keyName: 'doctor', name: 'Hausarzt' }),
    ],
  });
  const crossed = (...rules: readonly string[]) => {
    const lines = rules.map(each => `    ${each}\n`).join('');
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n${lines}`;
    return fieldSubjects(mappingOf(text), account).map(({ path }) => path?.replace('additionalFields.', ''));
  };

  it.each([
    [
      ['height: Gewicht', 'weight: Größe'],
      ['height', 'weight'],
    ],
    [
      ['height: {answer: Gewicht (kg)}', 'weight: {answer: Körpergröße}'],
      ['height', 'weight'],
    ],
    [
      ['allergies: Medikamente', 'medication: Allergien'],
      ['allergies', 'medication'],
    ],
    [['allergies: Allergien', 'medication: Allergien'], ['medication']],
    [['height: Größe', 'weight: Größe'], ['weight']],
    [['phone.private: Handy', 'phone.mobile: Telefon'], ['phone.private']],
    [
      ['zip: Ort', 'city: PLZ'],
      ['zip', 'city'],
    ],
    [['allergies: {from: Medikamente, as: list}', 'medication: mittel'], ['allergies']],
  ])('are reported: %j', (rules, paths) => {
    expect(crossed(...rules)).toEqual(paths);
  });

  it.each([
    [['height: Größe', 'weight: Gewicht']],
    [['height: groesse_cm', 'weight: gewicht_kg']],
    [['allergies: Allergien', 'credit.remark: Allergien']],
    [['phone.private: Telefon', 'phone.mobile: Telefon']],
    [['phone.private: Handy', 'phone.mobile: Handy']],
    [['phone.private: Handy']],
    [['height: {from: Gewicht, because: the form has the labels mixed up}', 'weight: masse']],
    [['doctor: {answer: Arzt}', 'allergies: {answer: Allergien und Unverträglichkeiten}']],
    [['city: Wohnort', 'zip: Postleitzahl']],
    [['medication: frage_3', 'allergies: frage_4']],
  ])('are not reported otherwise: %j', rules => {
    expect(crossed(...rules)).toEqual([]);
  });
});

describe('a field about somebody else that reads a value of the customer', () => {
  const messages = (rule: string) => {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\n`;
    return fieldSubjects(mappingOf(text), catalog).map(({ message }) => message);
  };
  it.each([
    ['emergency: {answer: Cell Phone}', 'belongs to the customer, and the field is about somebody else'],
    ['phone.private: {answer: Emergency contact phone}', 'by its name belongs to somebody else'],
  ])('is described by the one that is: %s', (rule, words) => {
    expect(messages(rule)).toEqual([expect.stringContaining(words)]);
  });
});

describe('a field about the parents', () => {
  const ofParents = catalogOf({
    fields: [
      fieldOf({ keyName: 'eltern.name', name: 'Name der Eltern' }),
      fieldOf({ keyName: 'eltern.telefon', name: 'Telefon Eltern' }),
    ],
  });
  const told = (rule: string) =>
    fieldSubjects(
      mappingOf(
        `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\n`,
      ),
      ofParents,
    );

  it.each([
    'eltern.name: {answer: Erz.-Ber.}',
    'eltern.telefon: {answer: Tel. Erz.-Ber.}',
    'eltern.telefon: {answer: Telefon Erziehungsb.}',
    'eltern.name: {answer: gesetzl. Vertreter}',
    'eltern.telefon: {answer: Tel. Ges. Vertr.}',
    'eltern.name: {answer: Velinin adı}',
    'eltern.telefon: {answer: Velinin telefonu}',
    'eltern.name: {answer: Jméno rodiče}',
    'eltern.telefon: {answer: Telefon opiekuna}',
    'eltern.name: {answer: Förälderns namn}',
    'eltern.name: {answer: Guardian name}',
    'eltern.name: {answer: Szülő neve}',
  ])('may read their data: %s', rule => {
    expect(told(rule)).toEqual([]);
  });

  it.each(['eltern.telefon: {answer: Telefon}', 'eltern.name: {answer: Name des Arbeitgebers}'])(
    'may not read those of others: %s',
    rule => {
      expect(told(rule)).toMatchObject([{ code: 'mapping/other-name' }]);
    },
  );
});

describe('the values of animals', () => {
  const practice = catalogOf({
    fields: [
      fieldOf({ keyName: 'pet.name', name: 'Name des Tieres' }),
      fieldOf({ keyName: 'pet.birthdate', name: 'Geburtsdatum des Tieres', type: 'date' }),
      fieldOf({
        keyName: 'insurance',
        name: 'Versicherung',
        type: 'selection',
        selectItems: ['Keine', 'OP'],
      }),
      fieldOf({ keyName: 'emergency.phone', name: 'Notfallnummer' }),
      fieldOf({ keyName: 'owner.birthdate', name: 'Geburtstag', type: 'birthday' }),
      fieldOf({ keyName: 'photos.ok', name: 'Fotos erlaubt', type: 'checkbox' }),
      fieldOf({ keyName: 'vaccination.consent', name: 'Einwilligung Impfung', type: 'checkbox' }),
      fieldOf({ keyName: 'sms.ok', name: 'SMS-Erinnerung', type: 'checkbox' }),
      fieldOf({ keyName: 'weight', name: 'Gewicht' }),
      fieldOf({ keyName: 'pet.weight', name: 'Gewicht des Tieres' }),
    ],
  });
  const mappingWith = (rule: string) =>
    mappingOf(
      `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\n`,
    );
  const told = (rule: string, account = practice) =>
    fieldSubjects(mappingWith(rule), account).map(({ code }) => code);

  it.each([
    'pet.birthdate: {answer: Geburtsdatum des Tieres}',
    'pet.birthdate: {answer: Geboortedatum van uw dier}',
    'pet.birthdate: animal_birthdate',
    'pet.name: {answer: Name des Tieres}',
    'pet.name: tierName',
    'pet.name: {answer: b_n}',
    'emergency.phone: {answer: Telefon im Notfall}',
    'emergency.phone: {answer: emerg}',
    'emergency.phone: notftel',
    'photos.ok: {answer: Dürfen wir Fotos Ihres Tieres zeigen?}',
    'vaccination.consent: {answer: Dürfen wir Ihr Tier impfen?}',
    'emergency.phone: {answer: b_em}',
    'insurance: pet_insurance',
    'insurance: {answer: Versicherung des Tieres}',
  ])('are those of its fields: %s', rule => {
    expect(told(rule)).toEqual([]);
  });

  it.each([
    'owner.birthdate: pet_birthdate',
    'owner.birthdate: {answer: Geburtsdatum des Tieres}',
    'weight: {answer: Gewicht des Tieres}',
    'weight: pet_weight',
    `pet.weight: {from: '$replace(gewicht, " kg", "")', as: number}`,
    'pet.birthdate: {answer: Geburtsdatum der Mutter}',
    'emergency.phone: phone_number',
    'insurance: child_insurance',
  ])('are reported in a field of the customer, and the other way round: %s', rule => {
    expect(told(rule)).toEqual(['mapping/other-name']);
  });

  it('are reported for an insurance of the customer, if only one field or none is about the animal', () => {
    const some = catalogOf({
      fields: practice.fields.filter(
        ({ keyName }) => keyName !== 'pet.weight' && keyName !== 'pet.birthdate' && keyName !== 'pet.name',
      ),
    });
    const dog = catalogOf({ fields: [...some.fields, fieldOf({ keyName: 'dog', name: 'Name des Hundes' })] });
    for (const each of [some, dog])
      expect(told('insurance: pet_insurance', each)).toEqual(['mapping/other-name']);
  });

  it('are reported as emergencies alone in a consent', () => {
    const text = (name: string) =>
      fieldSubjects(mappingWith(`sms.ok: {answer: ${name}}`), practice).map(({ message }) => message);
    expect(text('SMS nur im Notfall')).toEqual([
      'sms.ok reads "SMS nur im Notfall", which by its name is for emergencies alone',
    ]);
    expect(text('SMS-Erinnerung erlaubt')).toEqual([]);
  });
});

describe('a field for a guardian', () => {
  const ofGuardian = catalogOf({
    fields: [
      fieldOf({ keyName: 'guardian.name', name: 'Erziehungsberechtigte(r)' }),
      fieldOf({ keyName: 'guardian.phone', name: 'Telefon Erziehungsberechtigte', type: 'phone' }),
    ],
  });
  const reported = (rule: string) =>
    fieldSubjects(
      mappingOf(
        `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\n`,
      ),
      ofGuardian,
    ).length;

  it.each([
    'guardian.phone: properties.eltern_tel.value',
    'guardian.phone: {from: properties.eltern_tel.value, as: phone}',
    'guardian.phone: {answer: Telefon eines Elternteils}',
    'guardian.name: {answer: Name eines Elternteils}',
    'guardian.phone: eltern.tel',
  ])('is right with data of the parents: %s', rule => {
    expect(reported(rule)).toBe(0);
  });

  it.each([
    'guardian.phone: properties.handy.value',
    'guardian.name: properties.vorname.value',
    'guardian.phone: {answer: Ihr Telefon}',
  ])('is reported with data of the customer: %s', rule => {
    expect(reported(rule)).toBe(1);
  });
});

describe('a field for the day until which something counts', () => {
  const ofCertificates = catalogOf({
    fields: [
      fieldOf({ keyName: 'first.aid.until', name: 'Erste Hilfe gültig bis', type: 'date' }),
      fieldOf({ keyName: 'eye.test.until', name: 'Sehtest gültig bis', type: 'date' }),
      fieldOf({ keyName: 'first.aid', name: 'Erste-Hilfe-Kurs', type: 'date' }),
    ],
  });
  const reported = (rule: string) =>
    fieldSubjects(
      mappingOf(
        `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\n`,
      ),
      ofCertificates,
    ).length;

  it.each([
    'first.aid.until: {answer: Wann hast du den Erste-Hilfe-Kurs gemacht?}',
    'first.aid.until: properties.erste_hilfe_am.value',
    'eye.test.until: sehtest_am',
    'eye.test.until: {answer: Sehtest bestanden am}',
    'eye.test.until: {answer: Eye test passed on}',
  ])('is reported with the day on which it was done: %s', rule => {
    expect(reported(rule)).toBe(1);
  });

  it.each([
    'first.aid.until: {answer: Erste Hilfe gültig bis}',
    'first.aid.until: {answer: Bis wann ist dein Erste-Hilfe-Kurs gültig?}',
    'first.aid.until: erste_hilfe_bis',
    'eye.test.until: eye_test_expires_on',
    'eye.test.until: sehtest',
    'first.aid: {answer: Wann hast du den Erste-Hilfe-Kurs gemacht?}',
    'first.aid: erste_hilfe_am',
  ])('is right with others: %s', rule => {
    expect(reported(rule)).toBe(0);
  });
});

describe('the fields of a dog school', () => {
  const ofDogs = catalogOf({
    fields: [
      fieldOf({ keyName: 'dog.name', name: 'Name des Hundes' }),
      fieldOf({ keyName: 'dog.birth', name: 'Geburtstag des Hundes', type: 'date' }),
      fieldOf({ keyName: 'dog.weight', name: 'Gewicht (kg)' }),
      fieldOf({ keyName: 'food.grams', name: 'Futter pro Mahlzeit (g)' }),
      fieldOf({ keyName: 'food.meals', name: 'Mahlzeiten pro Tag' }),
      fieldOf({ keyName: 'handler.name', name: 'Hundeführer/in' }),
      fieldOf({ keyName: 'pickup', name: 'Abholberechtigt' }),
      fieldOf({ keyName: 'first.day', name: 'Erster Betreuungstag', type: 'date' }),
      fieldOf({ keyName: 'care.hours', name: 'Betreuung (Stunden pro Tag)' }),
      fieldOf({ keyName: 'emergency.name', name: 'Notfallkontakt' }),
      fieldOf({ keyName: 'emergency.phone', name: 'Telefon Notfallkontakt' }),
      fieldOf({ keyName: 'ok.treat', name: 'Tierarzt darf im Notfall behandeln', type: 'checkbox' }),
    ],
  });
  const found = (rule: string) => {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\n`;
    return fieldSubjects(mappingOf(text), ofDogs).map(({ code }) => code);
  };

  it.each([
    'dog.weight: gewicht',
    'dog.weight: {answer: weight}',
    `dog.weight: {from: '$replace(gewicht, " kg", "")', as: number}`,
    `dog.weight: {from: '$substringBefore($answers.weight, " kg")', as: number}`,
    `dog.weight: {from: '$number(gewicht) / 1000', as: number}`,
    `dog.birth: {from: '$substring(geburt_hund, 0, 10)', as: date}`,
    'handler.name: {answer: "Wer bringt den Hund?"}',
    'handler.name: {answer: Who brings the dog?}',
    'handler.name: {answer: Qui amène le chien ?}',
    'handler.name: {answer: Wer führt Ihren Hund?}',
    'handler.name: {answer: Wie brengt de hond?}',
    'pickup: {answer: Wer darf den Hund abholen?}',
    'pickup: {answer: Who may collect your dog?}',
    'first.day: {answer: Betreuung von, as: date}\n    care.hours: {answer: Stunden pro Tag, as: number}',
    'first.day: {answer: Betreuung ab, as: date}\n    care.hours: {answer: Betreuung, as: number}',
    'emergency.name: {answer: notname}',
    'emergency.phone: {answer: notphone}',
    'emergency.phone: {answer: Not-Tel}',
    'ok.treat: {answer: treat}',
    'ok.treat: {from: consents.treatment, as: boolean}',
    'ok.treat: {from: freigabe.tierarzt, as: boolean}',
    'handler.name: handler.name',
    'handler.name: \'customer.contacts[role = "handler"].name\'',
    'food.grams: dog.food.amount',
    'food.meals: dogs[0].food.meals',
  ])('read what is meant for them: %s', rule => {
    expect(found(rule)).toEqual([]);
  });

  it.each([
    'emergency.name: name',
    'dog.name: name',
    'emergency.phone: {answer: Handy}',
    'food.grams: dog.weight',
    'handler.name: {answer: Name des Hundes}',
    'handler.name: {answer: Hund}',
    'pickup: {answer: Wie heißt der Hund?}',
    `emergency.phone: {from: '$replace(handy, " ", "")'}`,
    `dog.name: {from: '$substringBefore(nachname, " ")'}`,
    'first.day: {answer: Betreuung}\n    care.hours: {answer: Stunden pro Tag, as: number}',
  ])('are told apart from others: %s', rule => {
    expect(found(rule)).toEqual(['mapping/other-name']);
  });
});
