import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { keyText } from '../../../expressions/paths/path-text.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import type { Mapping } from '../../mapping.ts';

/**
 * Returns a warning if the link of an event is the number or the id of the account that received its message, such as
 * `display_phone_number` of WhatsApp: all customers have the same. `isWhole`: the body around the event counts too; by
 * default if it is short. `because` confirms the link.
 */
export function receiverLink(
  { link }: Pick<Mapping, 'link'>,
  { input, scope }: { readonly input: MappingInput; readonly scope: Scope },
  { where = 'the event', isWhole = input.hasShortBody === true } = {},
): Diagnostic | undefined {
  const read = link?.value.evaluateDirectly;
  if (!link || !read || link.because !== undefined) return undefined;
  const value = comparable(read(scope));
  if (value.length < shortest) return undefined;
  const at = placeOf(value, input.payload, '') ?? (isWhole ? placeOf(value, input.body, '$body') : undefined);
  if (at === undefined) return undefined;
  const message = `link is the same as ${at} in ${where}, which by its name is the receiver of the message, so all customers would share one link`;
  const hint = 'write the path to the id or the phone number of the customer, as in link: from';
  return diagnostic('mapping/sender-id', message, { hint, place: link.place, path: 'link' });
}

/** Shorter numbers may be equal by chance. */
const shortest = 5;
const mostKeys = 200;
const deepest = 7;

/** Returns the path to a value with the name of the receiver. */
function placeOf(wanted: string, value: unknown, at: string, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null || depth > deepest) return undefined;
  const entries = Array.isArray(value)
    ? value.slice(0, 3).entries()
    : Object.entries(value).slice(0, mostKeys);
  for (const [key, each] of entries) {
    const next = typeof key === 'number' ? at : at === '' ? keyText(key) : `${at}.${keyText(key)}`;
    if (typeof key === 'string' && receivers.test(key) && comparable(each) === wanted) return next;
    const found = placeOf(wanted, each, next, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a phone number in one spelling, and any other text in small letters. */
function comparable(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const text = String(value).trim().toLowerCase();
  return /^[+\d\s()/.-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^00/, '') : text;
}

/** Keys for the account that receives messages. `to` and `recipient_id` are the customer in the states of sent messages. */
const receivers =
  /^(?:display_?phone_?number|phone_?number_?id|business_?(?:phone(?:_?number)?|account_?id|number)|(?:our|own|salon|shop|studio|store|account)_?(?:phone|number|phone_?number|email)|receiver(?:_?(?:id|phone|number|email))?|page_?id|inbox_?(?:id|phone|email)|channel_?(?:phone|number|id))$/i;
