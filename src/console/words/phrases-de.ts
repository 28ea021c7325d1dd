import type { LookedUpText, StepPhrase } from '../../mapping/explain/step-phrase.ts';
import type { OutcomeCode } from '../../mapping/explain/trace.ts';

const conversions: Readonly<Record<Extract<StepPhrase, { code: 'converted' }>['as'], string>> = {
  text: 'Text',
  number: 'Zahl',
  boolean: 'Ja oder Nein',
  choice: 'Auswahl des Kontos',
};

const fixed = {
  html: 'Text ohne HTML',
  trimmed: 'ohne Leerzeichen an den Enden',
  literal: 'fester Wert',
  'template-text': 'fester Text',
  'template-whole': 'alle Teile zusammen',
  'as-text': 'als Text',
  'no-such-field': 'die Felder des Kontos',
  'customer-number': 'eine Kundennummer: 1 bis 18 Ziffern',
  gender: 'MALE, FEMALE, DIVERSE, UNKNOWN oder KID',
  email: 'eine E-Mail-Adresse',
  'known-status': 'ein Status, den das Konto hat',
  'declared-status': 'ein Status der Konfiguration, den das Konto noch nicht bestätigt hat',
  'unknown-status': 'die Status des Kontos, soweit bekannt',
} as const;

const presences = { missing: 'fehlt, dafür', empty: 'ist leer, dafür' };
const absences = { skip: 'nicht senden', clear: 'im Kalender löschen', fail: 'ein Fehler' };
const badValues = { drop: 'auslassen', clear: 'im Kalender löschen' };

/** Returns the German text for one step of a value. */
export function phraseDe(phrase: StepPhrase): string {
  switch (phrase.code) {
    case 'joined':
      return `verbunden mit „${phrase.separator}“`;
    case 'date':
      return `Datum (${phrase.patterns.join(' oder ') || 'ISO 8601'})`;
    case 'phone':
      return phrase.country === undefined ? 'Telefonnummer' : `Telefonnummer (${phrase.country})`;
    case 'converted':
      return conversions[phrase.as];
    case 'several':
      return `${phrase.as === 'list' ? 'Liste' : 'Auswahlen des Kontos'}, verbunden mit „${phrase.separator}“`;
    case 'looked-up':
      return phrase.texts.map(lookedUp).join(', ');
    case 'default':
      return presences[phrase.presence];
    case 'absent':
      return absences[phrase.wanted];
    case 'bad-value':
      return badValues[phrase.wanted];
    case 'link':
      return `„${String(phrase.id)}“ bei ${phrase.destination}`;
    case 'field':
      return fieldText(phrase);
    default:
      return fixed[phrase.code];
  }
}

function lookedUp({ text, otherwise }: LookedUpText): string {
  return otherwise ? `„${text}“ steht nicht darin: sonst` : `„${text}“`;
}

/** The number of choices that are shown. */
const mostChoices = 5;

function fieldText({ name, type, choices, validator }: Extract<StepPhrase, { code: 'field' }>): string {
  if (choices.length > 0) {
    const more = choices.length > mostChoices ? ` und ${choices.length - mostChoices} weitere` : '';
    const some = choices.slice(0, mostChoices).join(', ') + more;
    return type === 'checkbox_group'
      ? `${name}, daraus beliebig viele: ${some}`
      : `${name}, eines von: ${some}`;
  }
  if (type === 'checkbox') return `${name}, true oder false`;
  return validator === undefined ? name : `${name}, Muster ${validator}`;
}

/** Returns the German name of a step whose value is masked. */
export const stepNamesDe: Readonly<Record<string, string>> = {
  values: 'Tabelle',
  empty: 'leer',
  linked: 'verknüpft',
  value: 'fester Wert',
};

/** Returns the German text for why a rule sends nothing or cannot be used, and the next step. */
export const outcomesDe: Readonly<Record<OutcomeCode, { readonly title: string; readonly advice: string }>> =
  {
    'not-wanted': {
      title: 'Das Mapping trifft auf dieses Ereignis nicht zu',
      advice: 'Sollte es zutreffen, korrigieren Sie die Bedingung dort, wo sie falsch ist.',
    },
    'no-person': {
      title: 'Das Ereignis nennt keine Person, also gibt $linked nichts',
      advice: 'Korrigieren Sie den Pfad von `link`, wenn das Ereignis eine nennt.',
    },
    'person-needed': {
      title: 'Das Ereignis nennt keine Person, und $linked braucht eine',
      advice: 'Korrigieren Sie den Pfad von `link`, oder schließen Sie solche Ereignisse mit `when` aus.',
    },
    'not-evaluated': {
      title: 'Die Regel wurde nicht ausgewertet',
      advice: 'Korrigieren Sie zuerst, was sonst als Fehler gemeldet wird.',
    },
    'null-in-table': {
      title: 'Die Tabelle gibt dafür null, also ändert sich nichts',
      advice: 'Soll etwas gesendet werden, geben Sie dem Wert in `values` oder in `otherwise` ein Ergebnis.',
    },
    empty: {
      title: 'Der Wert ist im Ereignis leer, also ändert sich nichts',
      advice:
        'Um den Wert im Kalender zu löschen, ergänzen Sie `whenEmpty: clear`; um etwas anderes zu senden, `default`.',
    },
    missing: {
      title: 'Das Ereignis hat den Wert nicht, also ändert sich nichts',
      advice: 'Soll er gesendet werden, korrigieren Sie den Pfad, oder ergänzen Sie `default`.',
    },
  };
