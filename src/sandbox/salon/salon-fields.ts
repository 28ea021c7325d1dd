import { type AccountField, additionalField, type FieldSeed, type FieldType } from './additional-field.ts';

/** The keys under which seed customers' values refer to their fields. */
export const fieldIds = {
  allergies: 101,
  birthdate: 102,
  interests: 103,
  newsletter: 104,
  leadSource: 105,
  hairType: 106,
  contactBy: 107,
  language: 118,
} as const;

/**
 * The additional fields of Salon Sonnenschein: German texts, some of them translated. The English description of
 * `interests` contains translated choices, but its selectItems stay as they are stored.
 */
export function salonFields(): AccountField[] {
  return [...customerFields, ...fileFields, ...specialFields].map(additionalField);
}

const health = { id: 2, name: 'Gesundheit' };
const account = { id: 3, name: 'Konto' };

const customerFields: readonly FieldSeed[] = [
  field(fieldIds.allergies, 'allergies', 'Allergien', 'textArea', {
    description: 'Unverträglichkeiten, die wir bei der Behandlung beachten müssen',
    icon: 'warning',
    tab: health,
    privacyConfidential: true,
    showInCalendar: true,
    listOrder: 20,
    translations: {
      en: { name: 'Allergies', description: 'Intolerances that we must respect during the treatment' },
      nl: { name: 'Allergieën' },
      fr: { name: 'Allergies', description: 'Intolérances à respecter pendant le soin' },
    },
  }),
  field(fieldIds.birthdate, 'birthdate', 'Geburtstag', 'birthday', {
    validatorRegexp: '^\\d{2}\\.\\d{2}\\.\\d{4}$',
    errorMessage: 'Bitte als TT.MM.JJJJ eingeben',
    listOrder: 10,
    translations: {
      en: { name: 'Date of birth', errorMessage: 'Please write it as DD.MM.YYYY' },
      nl: { name: 'Geboortedatum', errorMessage: 'Schrijf het als DD.MM.JJJJ' },
      fr: { name: 'Date de naissance', errorMessage: 'Merci de l’écrire JJ.MM.AAAA' },
    },
  }),
  field(fieldIds.interests, 'interests', 'Interessen', 'checkbox_group', {
    selectItems: ['Haarschnitt', 'Farbe', 'Pflege', 'Styling', 'Kosmetik'],
    listOrder: 30,
    translations: {
      en: { name: 'Interests', description: 'Haircut\nColour\nCare\nStyling\nCosmetics' },
      nl: { name: 'Interesses' },
      fr: { name: 'Centres d’intérêt' },
    },
  }),
  field(fieldIds.newsletter, 'newsletter', 'Newsletter', 'checkbox', {
    description: 'Möchte unseren Newsletter bekommen',
    listOrder: 40,
    translations: {
      en: { description: 'Wants to receive our newsletter' },
      fr: { name: 'Lettre d’information' },
    },
  }),
  field(fieldIds.leadSource, 'lead.source', 'Aufmerksam geworden durch', 'text', {
    visibleForCustomer: false,
    listOrder: 50,
    translations: { en: { name: 'Lead source' }, nl: { name: 'Herkomst' }, fr: { name: 'Origine' } },
  }),
  field(fieldIds.hairType, 'hair.type', 'Haartyp', 'selection', {
    selectItems: ['glatt', 'wellig', 'lockig', 'kraus'],
    tab: health,
    listOrder: 60,
    translations: { en: { name: 'Hair type' }, nl: { name: 'Haartype' }, fr: { name: 'Type de cheveux' } },
  }),
  field(fieldIds.contactBy, 'contact.by', 'Erreichbar per', 'selection', {
    selectItems: ['Telefon', 'E-Mail', 'SMS'],
    valueRequired: true,
    errorMessage: 'Bitte auswählen',
    listOrder: 15,
    translations: {
      en: { name: 'Contact by', errorMessage: 'Please choose' },
      nl: { name: 'Bereikbaar via' },
      fr: { name: 'Joignable par' },
    },
  }),
  field(108, 'first.visit', 'Erster Besuch', 'date', {
    visibleForCustomer: false,
    listOrder: 70,
    translations: { en: { name: 'First visit' }, nl: { name: 'Eerste bezoek' } },
  }),
  field(109, 'satisfaction', 'Zufriedenheit', 'rating', {
    listOrder: 80,
    translations: { en: { name: 'Satisfaction' }, fr: { name: 'Satisfaction' } },
  }),
  field(110, 'website', 'Webseite', 'link', {
    listOrder: 90,
    translations: { en: { name: 'Website' }, nl: { name: 'Website' }, fr: { name: 'Site web' } },
  }),
];

const fileFields: readonly FieldSeed[] = [
  field(111, 'portrait', 'Foto', 'image', {
    listOrder: 100,
    translations: { en: { name: 'Photo' }, nl: { name: 'Foto' }, fr: { name: 'Photo' } },
  }),
  field(112, 'before.after', 'Vorher und nachher', 'multipleImages', { listOrder: 110 }),
  field(113, 'consent.form', 'Einwilligung', 'document', {
    tab: health,
    privacyConfidential: true,
    listOrder: 120,
    translations: { en: { name: 'Consent form' } },
  }),
  field(114, 'invoices', 'Rechnungen', 'multipleDocuments', {
    tab: account,
    listOrder: 130,
  }),
  field(115, 'scalp.drawing', 'Kopfhautskizze', 'pictureMarking', {
    tab: health,
    listOrder: 140,
  }),
];

const specialFields: readonly FieldSeed[] = [
  field(116, 'iban', 'IBAN', 'iban', {
    validatorRegexp: '^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$',
    errorMessage: 'Bitte die IBAN ohne Leerzeichen eingeben',
    tab: account,
    privacyConfidential: true,
    visibleForCustomer: false,
    listOrder: 150,
    translations: { en: { errorMessage: 'Please write the IBAN without spaces' } },
  }),
  field(117, 'member.code', 'Mitgliedsnummer', 'text', {
    validatorRegexp: '^[A-Z]{2}-\\d{4}$',
    errorMessage: 'Zwei Großbuchstaben, Bindestrich, vier Ziffern',
    tab: account,
    showInCustomerSearchPreview: true,
    listOrder: 160,
    translations: {
      en: { name: 'Member code', errorMessage: 'Two capital letters, a hyphen, four digits' },
      nl: { name: 'Lidnummer' },
      fr: { name: 'Numéro de membre' },
    },
  }),
  field(fieldIds.language, 'language', 'Sprache', 'language', {
    listOrder: 170,
    translations: { en: { name: 'Language' }, nl: { name: 'Taal' }, fr: { name: 'Langue' } },
  }),
  field(119, 'credit.remark', 'Zahlungsmoral', 'text', {
    tab: account,
    hidden: true,
    visibleForCustomer: false,
    showInDetailScreen: false,
    listOrder: 180,
    translations: { en: { name: 'Payment behaviour' } },
  }),
  field(120, 'appointment.wish', 'Wunsch zum Termin', 'textArea', {
    appointmentSpecific: true,
    showInAppointment: true,
    showInAppointmentEntry: true,
    tab: null,
    listOrder: 190,
    translations: { en: { name: 'Wish for the appointment' }, fr: { name: 'Souhait pour le rendez-vous' } },
  }),
  field(121, 'parking', 'Parkplatz', 'checkbox', {
    specificForLocationId: 2,
    listOrder: 200,
    translations: { en: { name: 'Parking space' }, nl: { name: 'Parkeerplaats' }, fr: { name: 'Parking' } },
  }),
  field(122, 'stylist', 'Lieblingsfriseurin', 'servicer', { listOrder: 210 }),
  field(123, 'fax', 'Fax', 'text', { archived: true, listOrder: 220 }),
];

/** Creates a field from its keyName, its name, its contents, and its unusual properties. */
function field(
  id: number,
  keyName: string,
  name: string,
  type: FieldType,
  more: Partial<AccountField> = {},
): FieldSeed {
  return { id, keyName, name, type, ...more };
}
