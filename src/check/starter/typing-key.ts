import { isPersonalKey } from '../names/personal-key.ts';
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

/**
 * Returns the key that names the system of each entry of a list of ids: `system` in `[{system: "salon", ref: "1002"},
 * {system: "books", ref: "40077"}]`. Undefined if the entries are people, or records with more data.
 */
export function systemKey(entries: readonly Readonly<Record<string, unknown>>[]): string | undefined {
  const [first = {}] = entries;
  if (entries.some(each => Object.keys(each).length > mostKeys || Object.keys(each).some(isOfPerson)))
    return undefined;
  return [...Object.keys(first).filter(key => systems.test(key)), ...kindKeys(first)].find(key => {
    const labels = entries.map(each => each[key]);
    return labels.every(isLabel) && new Set(labels).size === labels.length;
  });
}

const mostKeys = 5;
const systems =
  /^(?:(?:source|external|target|origin)_?)?(?:system|provider|application|app|platform|plattform|namespace|scheme|authority|assigner|issuer|vendor|origin|herkunft|service|integration|tool|crm|software|program|source|quelle|id_?type)(?:_?(?:name|key|code|slug))?$/i;

function isLabel(value: unknown): boolean {
  return typeof value === 'string' && /^[^"\\\n\r]{1,60}$/.test(value);
}

/** True for the contact or the name of a person, who may be one of several. */
function isOfPerson(key: string): boolean {
  return isPersonalKey(key) || /mail|phone|telefon|mobil|handy/i.test(key);
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
  /(?:type|kind)$|^(?:typ|art|label|category|kategorie|purpose|usage|use|rel|tag|verwendung|soort|genre|roll?e|funktion|function|fonction|relation(?:ship)?|beziehung|ruolo|rol|cargo)$|(?:nummern?|telefon|adress|kontakt|mail|feld)(?:typ|art)$/;

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
