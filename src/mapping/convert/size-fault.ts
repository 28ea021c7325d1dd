import { elementsOf } from '../../expressions/convert/presence.ts';
import { grouped, limits } from '../../expressions/meter.ts';
import type { Conversions } from './convert.ts';
import { staysText } from './stays-text.ts';

/** The maximum number of characters of all values of a call: several calls of this size fit into 256 MiB. */
export const longestCall = 2 * limits.textLength;

/** The maximum number of converted elements: a date or phone number takes some tenths of a millisecond. */
const mostConverted = 200;

/** Returns the reason why a list is too long for a rule. */
export function listFault(value: unknown, { as }: Pick<Conversions, 'as'>): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const isText = staysText(as);
  const most = isText ? limits.listLength : mostConverted;
  const count = elementsOf(value).length;
  if (count <= most) return undefined;
  const what = isText ? 'can be sent' : `are read as ${as}`;
  return `a list of ${grouped(count)} is too long; at most ${grouped(most)} elements ${what}`;
}

/** Returns the reason why a text is too long to be sent. */
export function textFault(length: number): string | undefined {
  if (length <= limits.textLength) return undefined;
  return `a text of more than ${grouped(limits.textLength)} characters is too long to be sent`;
}
