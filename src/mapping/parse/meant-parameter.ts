import { composedText } from '../../diagnostics/composed.ts';
import type { DiagnosticDetails } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Operation } from '../../inbox/call.ts';
import { parameterOf } from '../parameters.ts';
import { mappingShape } from '../schema.ts';
import { isMap } from './parsing.ts';

/** Advice for a name under `set` that is not a parameter. */
export function unknownParameterAdvice(
  operation: Operation | undefined,
  name: string,
  { names, value }: { readonly names: readonly string[]; readonly value: unknown },
): Pick<DiagnosticDetails, 'hint' | 'meant'> {
  if (name === 'token') return { hint: 'remove it: the token is the one of the destination' };
  if (Object.hasOwn(mappingShape.shape, name))
    return { hint: `${name}: stands at the beginning of a line, beside set:, and not under it` };
  const field = /^additionalFields\.(.+)$/.exec(name)?.[1];
  if (field !== undefined) return { hint: `write "${field}" under additionalFields:` };
  if (!operation) {
    const meant = germanParameter(name, 'updateCustomer') ?? germanParameter(name, 'persistCustomerData');
    return meant === undefined ? { hint: elsewhere } : asked(meant);
  }
  const inside = isMap(value) ? Object.keys(value).map(key => `${name}.${key}`) : [];
  const whole = inside.find(each => parameterOf(operation, each));
  if (whole !== undefined) return { hint: `write it in one piece: ${whole}:` };
  const known = synonyms[operation];
  const german = germanParameter(name, operation);
  const [meant] = Object.hasOwn(known, name)
    ? [known[name]]
    : german !== undefined && names.includes(german)
      ? [german]
      : nearest(name, names);
  if (meant !== undefined) return asked(meant);
  const other = operation === 'updateCustomer' ? 'persistCustomerData' : 'updateCustomer';
  return { hint: hintOfOther(other, name, german) };
}

function asked(meant: string): Pick<DiagnosticDetails, 'hint' | 'meant'> {
  return { hint: `did you mean "${meant}"?`, meant };
}

/** Advice for a name that belongs to the other operation, or to none. */
function hintOfOther(other: Operation, name: string, german: string | undefined): string {
  if (parameterOf(other, name)) return `it is a parameter of ${other}`;
  const meant = Object.hasOwn(synonyms[other], name) ? synonyms[other][name] : german;
  if (meant === undefined || !parameterOf(other, meant)) return elsewhere;
  return `"${meant}", which is probably meant, is a parameter of ${other}; ${elsewhere}`;
}

const elsewhere = 'an additional field of the account stands under additionalFields:';

/** Returns the parameter for a German word: `Vorname`, `handy_nr`. */
function germanParameter(word: string, operation: Operation): string | undefined {
  const folded = composedText(word)
    .toLowerCase()
    .replaceAll(/[\s_-]|(?:nummer|nr)$/g, '');
  const name = Object.hasOwn(germanNames, folded) ? germanNames[folded] : undefined;
  const known = synonyms[operation];
  return name !== undefined && Object.hasOwn(known, name) ? known[name] : name;
}

const germanNames: Readonly<Record<string, string>> = {
  vorname: 'firstName',
  nachname: 'name',
  familienname: 'name',
  handy: 'mobile',
  mobil: 'mobile',
  mobiltelefon: 'mobile',
  telefon: 'phone',
  festnetz: 'phone',
  mail: 'email',
  mailadresse: 'email',
  emailadresse: 'email',
  anrede: 'genderType',
  geschlecht: 'genderType',
  notiz: 'note',
  bemerkung: 'note',
  anmerkung: 'note',
  kommentar: 'note',
  hinweis: 'note',
  kunde: 'id',
  kunden: 'id',
  kundenid: 'id',
  kundin: 'id',
  kundenstatus: 'customerStatus',
  kundenart: 'customerStatus',
  teilnehmer: 'appointmentParticipantId',
  datenschutz: 'privacy',
  agb: 'terms',
  mindestalter: 'minAge',
  volljährig: 'minAge',
  widerrufsrecht: 'rightOfWithdrawal',
  werbung: 'marketing',
  newsletter: 'marketing',
  termin: 'appointmentId',
  terminid: 'appointmentId',
  zusatzfelder: 'additionalFields',
  felder: 'additionalFields',
};

/** Names for the same parameter that the other operation or people use. */
const synonyms: { readonly [operation in Operation]: Readonly<Record<string, string>> } = {
  updateCustomer: { customerId: 'id', customer: 'id', status: 'customerStatus', customerComment: 'note' },
  persistCustomerData: {
    id: 'customerId',
    lastName: 'name',
    status: 'customerStatus',
    note: 'appointmentParticipant.customerComment',
    customerComment: 'appointmentParticipant.customerComment',
    gender: 'genderType',
  },
};
