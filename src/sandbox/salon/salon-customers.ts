import type { Customer } from './account.ts';
import { fieldIds } from './salon-fields.ts';

/** The customers of Salon Sonnenschein, numbered from `firstId`. All of them are invented. */
export function salonCustomers(firstId: number): readonly Customer[] {
  return customers.map((customer, index) => ({ ...nobody, ...customer, id: firstId + index }));
}

/** The default properties of a customer: without contact data, at Mitte. */
export const nobody: Omit<Customer, 'id'> = {
  genderType: 'UNKNOWN',
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
  phone: '',
  note: '',
  customerStatus: '',
  values: new Map(),
  locationIds: [1],
  deleted: false,
  history: [],
};

const customers: readonly Partial<Customer>[] = [
  {
    genderType: 'FEMALE',
    firstName: 'Mara',
    lastName: 'Lindqvist',
    email: 'mara.lindqvist@example.com',
    mobile: '+491713920001',
    note: 'Kommt gern früh am Tag',
    customerStatus: 'Stammkunde',
    values: new Map([
      [fieldIds.birthdate, '14.03.1988'],
      [fieldIds.interests, 'Farbe,Pflege'],
      [fieldIds.contactBy, 'E-Mail'],
    ]),
  },
  {
    genderType: 'MALE',
    firstName: 'Jonas',
    lastName: 'Ebersbach',
    email: 'jonas.ebersbach@example.com',
    mobile: '+491713920002',
    customerStatus: 'Neukunde',
    values: new Map([[fieldIds.contactBy, 'SMS']]),
  },
  {
    genderType: 'FEMALE',
    firstName: 'Aylin',
    lastName: 'Demirtas',
    email: 'aylin.demirtas@example.com',
    mobile: '+491713920003',
    phone: '+4930230000003',
    customerStatus: 'VIP',
    values: new Map([
      [fieldIds.allergies, 'Henna'],
      [fieldIds.hairType, 'lockig'],
      [fieldIds.newsletter, 'true'],
    ]),
  },
  {
    genderType: 'DIVERSE',
    firstName: 'Robin',
    lastName: 'Feldkamp',
    email: 'robin.feldkamp@example.com',
    mobile: '+491713920004',
  },
  {
    genderType: 'KID',
    firstName: 'Emil',
    lastName: 'Lindqvist',
    mobile: '+491713920001',
    note: 'Sohn von Mara Lindqvist',
  },
  {
    genderType: 'MALE',
    firstName: 'Pieter',
    lastName: 'van der Molen',
    email: 'pieter.vandermolen@example.com',
    mobile: '+31612345678',
    customerStatus: 'Stammkunde',
    values: new Map([[fieldIds.language, 'nl']]),
  },
  {
    genderType: 'FEMALE',
    firstName: 'Céleste',
    lastName: 'Marchand',
    email: 'celeste.marchand@example.com',
    mobile: '+33612345678',
    customerStatus: 'Interessent',
    values: new Map([[fieldIds.language, 'fr']]),
  },
  {
    genderType: 'FEMALE',
    firstName: 'Greta',
    lastName: 'Osterloh',
    phone: '+4930230000008',
    customerStatus: 'Inaktiv',
  },
  {
    firstName: 'Sascha',
    lastName: 'Wintermantel',
    email: 'sascha.wintermantel@example.com',
    customerStatus: 'Gesperrt',
  },
  {
    genderType: 'FEMALE',
    firstName: 'Hanna',
    lastName: 'Brügmann',
    email: 'hanna.bruegmann@example.com',
    mobile: '+491713920010',
    customerStatus: 'Stammkunde',
    locationIds: [2],
  },
  {
    genderType: 'MALE',
    firstName: 'Tomasz',
    lastName: 'Zielonka',
    email: 'tomasz.zielonka@example.com',
    mobile: '+491713920011',
    customerStatus: 'Neukunde',
    locationIds: [2],
  },
  {
    genderType: 'FEMALE',
    firstName: 'Ida',
    lastName: 'Sørensen',
    email: 'ida.soerensen@example.com',
    mobile: '+491713920012',
    locationIds: [2],
  },
  {
    genderType: 'MALE',
    firstName: 'Leopold',
    lastName: 'Achterberg',
    email: 'leopold.achterberg@example.com',
    mobile: '+491713920013',
    customerStatus: 'VIP',
    locationIds: [1, 2],
  },
  {
    genderType: 'MALE',
    firstName: 'Kuno',
    lastName: 'Vergessen',
    email: 'kuno.vergessen@example.com',
    deleted: true,
  },
];
