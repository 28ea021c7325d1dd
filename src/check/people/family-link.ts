import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Expression } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { pathsRead } from '../../expressions/paths/placed-paths.ts';
import type { Mapping, ParameterRule } from '../../mapping/mapping.ts';
import { confirmedBy } from './sender-id.ts';

/**
 * Reports a link that is only an e-mail address or a phone number by its name, if the mapping takes the customer number
 * only from it. The members of a family may have the same. A sender that also has the numbers keeps its people apart.
 * For a booking this is a warning: with a customer number, the calendar ignores the name of the person.
 */
export function familyLink(mapping: Mapping): readonly Diagnostic[] {
  const { link } = mapping;
  const path = link && addressOf(link.value);
  if (!path || link.because !== undefined || !mapping.set.some(takesNumber)) return [];
  const kind = kindOf(path);
  if (kind === undefined) return [];
  const written = pathText(path);
  const isBooking = mapping.operation === 'persistCustomerData';
  const message = isBooking
    ? `${written} is by its name ${kind}. If a mother books for her child with it, customerId books the appointment for the mother, and the calendar ignores the name of the child`
    : `${written} is by its name ${kind}. The members of a family may share it, and would share one customer`;
  const own = `write the sender's own id of the person; without one, add the first name, as in link: $join([${written}, PATH], " ") with its path`;
  const hint = isBooking
    ? `${own}. Or remove customerId, and send the name, email and mobile: then the calendar finds the customer by all of them; ${confirmedBy(link.value.source)}`
    : `${own}; ${confirmedBy(link.value.source)}`;
  const severity = isBooking ? 'warning' : undefined;
  return [diagnostic('mapping/family-link', message, { hint, place: link?.place, path: 'link', severity })];
}

/** Returns the only path that a link reads, also in a function such as `$lowercase(email)`. */
function addressOf(expression: Expression): readonly string[] | undefined {
  const [path, ...others] = pathsRead(expression);
  return others.length === 0 ? path : undefined;
}

function takesNumber({ name, rule: { base } }: ParameterRule): boolean {
  const isNumber = name === 'id' || name === 'customerId';
  if (!isNumber || base.kind !== 'expression') return false;
  const { expression } = base;
  const others = pathsRead(expression).filter(([root]) => root !== '$linked');
  return expression.variables.has('linked') && others.length === 0;
}

/** True if the keys of a value name an e-mail address or a phone number. */
export function isAddress(path: readonly string[]): boolean {
  return kindOf(path) !== undefined;
}

/** Keys that say nothing of their value: `emails.value`, `phone.number`. */
const generic = /^(?:values?|address|text|raw|number|formatted|primary|current|e164|0)$/i;

function kindOf(path: readonly string[]): string | undefined {
  const [parent = '', last = parent] = path.slice(-2);
  const name = (generic.test(last) ? parent : last).replace(/[^\p{L}]/gu, '');
  if (/(?:e?mails?|mailadresse|mailaddress|emailaddress(?:es)?)$/i.test(name)) return 'an e-mail address';
  return /(?:phones?|phonenumbers?|telefon|telefonnummer|mobil|mobile|mobilnummer|handy|handynummer)$/i.test(
    name,
  )
    ? 'a phone number'
    : undefined;
}
