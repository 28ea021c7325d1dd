import { grouped, limits } from '../../expressions/meter.ts';
import type { Conversions } from './convert.ts';
import { elementsOf } from './presence.ts';
import { staysText } from './stays-text.ts';

/** So many characters may all values of a call have together: some calls of this size at once have room in 256 MiB. */
export const longestCall = 2 * limits.textLength;

/** So many elements are converted: to read a date or a phone number takes some tenths of a millisecond. */
const mostConverted = 200;

/** Why a list is more than a rule takes. */
export function listFault(value: unknown, { as }: Pick<Conversions, 'as'>): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const isText = staysText(as);
  const most = isText ? limits.listLength : mostConverted;
  const count = elementsOf(value).length;
  if (count <= most) return undefined;
  const what = isText ? 'can be sent' : `are read as ${as}`;
  return `a list of ${grouped(count)} is too long; at most ${grouped(most)} elements ${what}`;
}

/** Why a text is more than may be sent. */
export function textFault(length: number): string | undefined {
  if (length <= limits.textLength) return undefined;
  return `a text of more than ${grouped(limits.textLength)} characters is too long to be sent`;
}
