import { isScalar } from './payload-path.ts';

/** The keys by which senders distinguish the entries of a list, such as phone numbers. */
export const typingKeys = [
  ...['type', 'typ', 'kind', 'art', 'label'],
  ...['primary', 'isPrimary', 'is_primary', 'default'],
];

/**
 * Returns the key by which an entry of a list is found wherever it stands: all entries have a text there, or a yes or
 * no, and no other entry has that of this one. A no finds nothing in particular.
 */
export function typingKey(
  entries: readonly Readonly<Record<string, unknown>>[],
  entry: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  return typingKeys.find(key => {
    const own = entry?.[key];
    const isType = own === true || (typeof own === 'string' && /^[^"\\\n\r]{1,100}$/.test(own));
    const isOnly = entries.filter(each => each[key] === own).length === 1;
    return isType && isOnly && entries.every(each => isScalar(each[key]) && typeof each[key] === typeof own);
  });
}
