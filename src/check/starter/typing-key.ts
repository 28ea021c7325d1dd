import { isScalar } from './payload-path.ts';

/** The keys by which senders distinguish the entries of a list, such as phone numbers, the likeliest first. */
const typingKeys = [
  ...['type', 'typ', 'kind', 'art', 'label'],
  ...['primary', 'isPrimary', 'is_primary', 'default'],
];

/** Returns the keys of an entry that name its kind: `type`, `VALUE_TYPE`, `custom_fields_type_name`. */
export function kindKeys(entry: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const others = Object.keys(entry).filter(key => !typingKeys.includes(key) && namesKind(key));
  return [...typingKeys.filter(key => Object.hasOwn(entry, key)), ...others];
}

/** True for a name whose last word is a kind: `atype`, `phoneKind`, `Telefonart`, but not for `start`. */
function namesKind(key: string): boolean {
  const words = key
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word !== '');
  const last = words.length > 1 && ofKind.has(words.at(-1) ?? '') ? words.at(-2) : words.at(-1);
  return last !== undefined && kind.test(last);
}

const ofKind: ReadonlySet<string> = new Set(['name', 'label', 'key', 'code', 'title']);
const kind =
  /(?:type|kind)$|^(?:typ|art|label|category|kategorie|purpose|usage|use|rel|tag|verwendung|soort|genre)$|(?:nummern?|telefon|adress|kontakt|mail|feld)(?:typ|art)$/;

/**
 * Returns the key by which an entry of a list is found wherever it stands: all entries have a text there, or a yes or
 * no, and no other entry has that of this one. A no finds nothing in particular.
 */
export function typingKey(
  entries: readonly Readonly<Record<string, unknown>>[],
  entry: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  return kindKeys(entry).find(key => {
    const own = entry?.[key];
    const isType = own === true || (typeof own === 'string' && /^[^"\\\n\r]{1,100}$/.test(own));
    const isOnly = entries.filter(each => each[key] === own).length === 1;
    return isType && isOnly && entries.every(each => isScalar(each[key]) && typeof each[key] === typeof own);
  });
}
