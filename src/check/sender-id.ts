import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { pathText } from '../expressions/path-text.ts';
import { pathsRead } from '../expressions/placed-paths.ts';
import type { Mapping } from '../mapping/mapping.ts';

/**
 * Warns if a customer number is read from the sender's own id of the person, since in the account such
 * numbers belong to other customers, or if the link is not the customer's. `because` confirms that the sender uses the numbers of the account.
 */
export function senderId(mapping: Mapping): readonly Diagnostic[] {
  return [...linkOfActor(mapping), ...numbersOfSender(mapping)];
}

/** Warns if the link is the person at the sender who made the change, such as `updated_by.email`. */
function linkOfActor({ link }: Mapping): readonly Diagnostic[] {
  const path = link?.value.path;
  if (!path?.slice(-2).some(step => actors.test(plain(step)))) return [];
  const message = `${pathText(path)} is by its name the person who made the change, so many customers would share one link`;
  const hint = 'write the path to the id or the e-mail address of the customer';
  return [diagnostic('mapping/sender-id', message, { hint, place: link?.place, path: 'link' })];
}

const actors =
  /^(?:(?:updated|created|changed|modified|edited|triggered|assigned)(?:by|to)(?:user)?|actor|assignee|editor|author|bearbeiter(?:in)?|sachbearbeiter(?:in)?|mitarbeiter(?:in)?|therapeut(?:in)?|therapist|employee|staff)(?:id|e?mail|name)?$/i;

function numbersOfSender({ set, link }: Mapping): readonly Diagnostic[] {
  return set.flatMap(({ name, rule: { base, because } }) => {
    const isNumber = name === 'id' || name === 'customerId';
    if (!isNumber || because !== undefined || base.kind !== 'expression') return [];
    const linked = link?.value.path && pathText(link.value.path);
    const paths = pathsRead(base.expression).filter(([root = '']) => !root.startsWith('$'));
    const path =
      paths.find(each => base.expression.path && pathText(each) === linked) ?? paths.find(isOfSender);
    if (!path) return [];
    const written = pathText(path);
    const isLinked = written === linked;
    const message = isLinked
      ? `link and ${name} are both ${written}: a link is the id at the sender, ${name} the number at the calendar`
      : `${written} is by its name the ${whatOf(path)}, not the customer number of the calendar`;
    const cure = isLinked
      ? `write ${name}: $linked`
      : `write ${name}: $linked, and add link: ${written} above set:`;
    const hint = `${cure}; if the sender has the customer numbers, write ${name}: {from: ${written}, because: "…"} with the reason`;
    return [diagnostic('mapping/sender-id', message, { hint, place: base.place, path: name })];
  });
}

function whatOf(path: readonly string[]): string {
  if (otherNumber.test(plain(path.at(-1)))) return 'value of something else';
  return sendersOwn.test(plain(path.at(-1))) ? 'id of the person at the sender' : `number of ${path.at(-2)}`;
}

function plain(step = ''): string {
  return step.replace(/[^\p{L}]/gu, '');
}

/** True for the sender's id of a person, or the id of another object: `objectId`, `appointment.id`. */
function isOfSender(path: readonly string[]): boolean {
  const [parent = '', last = parent] = path.slice(-2).map(plain);
  if (sendersOwn.test(last) || otherNumber.test(last)) return true;
  return path.length > 1 && (places.test(parent) || (things.test(parent) && number.test(last)));
}

/** Numbers of a person that are no customer number: a phone number, a post code, a birthday. */
const otherNumber =
  /^(?:tel|telefon|telefonnummer|telephone|phone|phonenumber|mobil|mobile|mobilnummer|mobilenumber|handy|handynummer|fax|plz|postleitzahl|zip|zipcode|postcode|postalcode|geb|geburtstag|geburtsdatum|birthday|birthdate|dateofbirth|dob|alter|age|row|rownumber|zeile|zeilennummer|jahrgang|year|date|datum|timestamp|betrag|amount|price|preis|hausnr|hausnummer|iban)$/i;
const number = /^(?:id|nr|no|num|number|nummer)$/i;
const things =
  /^(?:appointment|termin|booking|buchung|event|form|formular|deal|owner|order|invoice|rechnung|bestellung|submission)$/i;
const places = /^(?:company|firma|praxis|practice|salon|location|standort|filiale)$/i;

/** Names that CRMs and form tools give to their own ids. A customer id may be the number of the calendar. */
const sendersOwn =
  /^(?:object|hsobject|contact|kontakt|person|lead|record|subscriber|submission|response|respondent|entry|event|user|visitor|deal|profile|wa|canonicalv)_?id$|^(?:vid|uuid|guid|gid)$/i;
