import type { Sandbox } from '../../src/sandbox/sandbox.ts';

/** A field as `POST /sandbox/fields` adds it. */
type NewField = Readonly<Record<string, unknown>> & { readonly keyName: string };

const text = (keyName: string, name: string, more: object = {}): NewField => ({
  keyName,
  name,
  type: 'text',
  ...more,
});
const choice = (
  keyName: string,
  name: string,
  selectItems: readonly string[],
  more: object = {},
): NewField => ({
  keyName,
  name,
  type: 'selection',
  selectItems,
  ...more,
});

/** The fields of a practice after some years: keyNames by several people, long choices, strict validators. */
const grown: readonly NewField[] = [
  text('geburtsdatum', 'Geburtsdatum', {
    type: 'birthday',
    errorMessage: 'Bitte als TT.MM.JJJJ',
  }),
  text('kunde.versicherung.nummer', 'Versicherungsnummer', {
    validatorRegexp: '^[A-Z]\\d{9}$',
    errorMessage: 'Ein Buchstabe und neun Ziffern',
    privacyConfidential: true,
  }),
  choice('behandlung_wunsch', 'Gewünschte Behandlung', [
    'Krankengymnastik (Erstgespräch)',
    'Krankengymnastik',
    'Manuelle Therapie',
    'Lymphdrainage 30 min',
    'Lymphdrainage 45 min',
    'Massage, klassisch',
    'Fango & Massage',
    'Rückenschule',
  ]),
  choice('woher', 'Wie sind Sie auf uns aufmerksam geworden?', [
    'Empfehlung',
    'Google',
    'Instagram',
    'Arzt / Ärztin',
    'Sonstiges',
  ]),
  text('plz', 'Postleitzahl', { validatorRegexp: '^\\d{5}$', errorMessage: 'Fünf Ziffern' }),
  text('vorerkrankungen', 'Vorerkrankungen und Allergien', { privacyConfidential: true }),
  text('notfall.telefon', 'Telefon im Notfall', { validatorRegexp: '^\\+?[0-9 /-]{6,20}$' }),
  text('intern.rezept_bis', 'Rezept gültig bis', { type: 'date', hidden: true }),
  text('termin.bemerkung', 'Bemerkung zum Termin', { appointmentSpecific: true }),
  ...Array.from({ length: 40 }, (_, number) =>
    text(`zusatz_${number + 1}`, `Zusatzfeld ${number + 1}`, {
      translations: { en: { name: `Extra field ${number + 1}` } },
    }),
  ),
];

/** Replaces the fields of a sandbox with those of a realistic account. */
export function makeReal(sandbox: Sandbox): void {
  for (const { keyName } of sandbox.state().fields) sandbox.control('fields', { action: 'archive', keyName });
  for (const field of grown) sandbox.control('fields', { action: 'add', ...field });
}
