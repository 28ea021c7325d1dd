import { createHash } from 'node:crypto';
import type { EventView } from '../../inbox/event.ts';
import { wordsOfName } from './name-words.ts';

/** The hashes of the name in an event, and of the name of the customer that its update reached. */
export interface ComparedNames {
  readonly named: string;
  readonly knownAs: string;
}

/**
 * Returns a hash that is equal for names of the same words, in any order, case and spelling of accents; undefined for
 * less than two words.
 */
export function hashOfName(name: string): string | undefined {
  const words = wordsOfName(name);
  if (words.length < 2) return undefined;
  return createHash('sha256').update(words.toSorted().join(' ')).digest('base64url').slice(0, 22);
}

/** Returns the name of the customer that the last update of an event reached, as its response shows it. */
export function nameInResponse({ calls }: Pick<EventView, 'calls'>): string | undefined {
  const updates = calls.filter(each => each.operation === 'updateCustomer' && each.status === 'delivered');
  const attempts = updates.flatMap(each => each.attempts);
  const body = attempts.findLast(({ outcome }) => outcome.startsWith('done '))?.body ?? '';
  const [first, last] = [textOf(body, 'firstName'), textOf(body, 'lastName') ?? textOf(body, 'name')];
  return first !== undefined && last !== undefined ? `${first} ${last}` : undefined;
}

/** The stored text of a response may be cut, so it is not always JSON. */
function textOf(body: string, name: keyof typeof properties): string | undefined {
  const found = properties[name].exec(body)?.[1];
  if (found === undefined) return undefined;
  try {
    return String(JSON.parse(found));
  } catch {
    return undefined;
  }
}

const properties = {
  firstName: /"firstName"\s{0,9}:\s{0,9}("(?:[^"\\]|\\.){0,200}")/,
  lastName: /"lastName"\s{0,9}:\s{0,9}("(?:[^"\\]|\\.){0,200}")/,
  name: /"name"\s{0,9}:\s{0,9}("(?:[^"\\]|\\.){0,200}")/,
} as const;
