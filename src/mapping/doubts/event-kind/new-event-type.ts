import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { nodesOf } from '../../../expressions/syntax-tree.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { samplePayloads } from '../named-positions.ts';
import { signsOfText } from './ended-signs.ts';
import { isEnded } from './ended-states.ts';
import {
  compactKey,
  isEventKey,
  isEventTypeKey,
  isRecordTypeKey,
  isTypeContainer,
  isTypeHeader,
  isTypeKey,
} from './event-type-keys.ts';
import { creationWords } from './record-words.ts';

/** A place where the samples of a mapping have the type of the event, with the types that they have. */
interface TypePlace {
  readonly at: string;
  readonly key: string;
  readonly steps: readonly string[];
  /** The name of the header; the steps are empty then. */
  readonly header?: string;
  /** True for the kind of a record beside the type of the event, as `object_type` beside `action`. */
  readonly isOfRecord?: boolean;
  readonly types: ReadonlySet<string>;
}

/**
 * Returns a warning about an event whose type neither a sample nor an expression of the mapping has, unless its words say
 * that a record was created or changed. The words for an end differ from language to language; a type that nobody has
 * looked at can be told in all of them. `isShown`: the message contains the type.
 */
export function newEventType(
  mapping: Mapping,
  input: Pick<MappingInput, 'payload' | 'headers'>,
  { where = 'the event', isShown = true }: { readonly where?: string; readonly isShown?: boolean } = {},
): Diagnostic | undefined {
  for (const place of typePlaces(mapping)) {
    const value = valueAt(place, input);
    const text = typeof value === 'string' ? value.trim() : '';
    if (!mayBeType.test(text) || !isNew(text, place) || isNamed(mapping, text, place)) continue;
    // Below another key, or in several words, the text might be one of a person.
    const isVisible = isShown || (isOfTypeKey(place) && !text.includes(' '));
    const word = isVisible ? JSON.stringify(text) : 'another one';
    const known = [...place.types].slice(0, mostShown).map(each => JSON.stringify(each));
    const message = `${where} has a type of event that no sample of the mapping has: ${place.at} is ${word}, and in the samples ${known.join(', ')}`;
    const literal = isVisible ? word : '"…"';
    const condition = `$not(${place.at} = ${literal})`;
    const leave = mapping.when
      ? `add and ${condition} to when`
      : `write when: '${condition.replaceAll("'", "''")}'`;
    const hint = `if such events are to be left out, ${leave}; if they are meant, keep one as a test (fieldbridge capture)`;
    return diagnostic('mapping/new-event-type', message, {
      hint,
      place: mapping.when?.place ?? mapping.places?.source,
      path: 'when',
    });
  }
  return undefined;
}

/** True for an event with a type that no sample of the mapping has, also one that is certainly meant. */
export function isOfOtherType(mapping: Mapping, input: Pick<MappingInput, 'payload' | 'headers'>): boolean {
  return typePlaces(mapping).some(place => {
    const value = valueAt(place, input);
    return typeof value === 'string' && mayBeType.test(value.trim()) && !place.types.has(value.trim());
  });
}

function valueAt(
  { header, steps }: TypePlace,
  { payload, headers }: Pick<MappingInput, 'payload' | 'headers'>,
): unknown {
  return header === undefined ? steps.reduce<unknown>(ownValue, payload) : headers[header];
}

/** Words of one event type: letters, with signs or at most two blanks between them. */
const mayBeType = /^(?=.{2,60}$)\p{L}+(?:[._:/ -]+\p{L}+){0,5}$/u;
const mostShown = 3;

/** The places of event types in the samples. Every event passes here. */
const typePlaces = onceFor((mapping: Mapping): readonly TypePlace[] => {
  const found = new Map<string, TypePlace & { readonly types: Set<string> }>();
  const add = (place: Omit<TypePlace, 'types'>, value: unknown) => {
    if (typeof value !== 'string' || !mayBeType.test(value.trim())) return;
    const known = found.get(place.at) ?? { ...place, types: new Set() };
    known.types.add(value.trim());
    found.set(place.at, known);
  };
  for (const payload of samplePayloads(mapping)) addTypes(payload, [], add);
  for (const { headers } of mapping.tests)
    for (const [header, value] of Object.entries(headers))
      if (isTypeHeader(header)) add({ at: `$headers."${header}"`, key: header, steps: [], header }, value);
  return [...found.values()].filter(isOfTypes);
});

/** Looks at the texts near the root of a payload, and at those of its record if it has only one. */
function addTypes(
  object: unknown,
  steps: readonly string[],
  add: (place: Omit<TypePlace, 'types'>, value: unknown) => void,
): void {
  if (!isPlainObject(object)) return;
  const keys = Object.keys(object).slice(0, mostKeys);
  const hasType = keys.some(key => isTypeKey(compactKey(key)));
  const isAlone = keys.filter(key => !key.startsWith('@')).length === 1;
  for (const key of keys) {
    const value: unknown = ownValue(object, key);
    const own = [...steps, key];
    const isOfRecord = hasType && isRecordTypeKey(compactKey(key));
    add({ at: pathText(own), key, steps: own, isOfRecord }, value);
    if (own.length < deepest && (isAlone || isTypeContainer(key))) addTypes(value, own, add);
  }
}

const mostKeys = 200;
const deepest = 3;

/** True if a key means a type of event, or if the values show one: `klient.zmieniony`, `updated`. */
function isOfTypes({ key, header, isOfRecord, types: known }: TypePlace): boolean {
  const types = [...known];
  const name = compactKey(key);
  return (
    header !== undefined ||
    isEventTypeKey(name) ||
    isOfRecord === true ||
    (types.every(each => isCode.test(each)) && (isTypeKey(name) || !ofPlaces.test(name))) ||
    (isEventKey(name) && types.every(each => isSlug.test(each))) ||
    (isTypeKey(name) && types.some(each => wordsOf(each).some(word => isChange(word))))
  );
}

/** A name that a program gave: `contact.created`, `klient:nový`. */
const isCode = /^\p{L}{2,}(?:[.:]\p{L}+(?:[_-]\p{L}+)*){1,2}$/u;

/** Keys of persons, files and addresses, which programs write alike: `anna.meier`, `photo.jpg`. */
const ofPlaces = /user|login|name|nick|handle|account|mail|host|domain|site|url|file|image|photo|locale|lang/;

/** A word in small letters, as a program writes it. The name of a festival has a capital. */
const isSlug = /^\p{Ll}+(?:[_-]\p{Ll}+)*$/u;

/** True for a type that differs from those of the samples, but not only in that a record was created or changed. */
function isNew(text: string, place: TypePlace): boolean {
  const words = wordsOf(text);
  const known = [...place.types].map(wordsOf);
  if (known.some(each => each.join(' ') === words.join(' '))) return false;
  // Beside a key that says nothing, only a type of the same kind of record is certainly a type.
  if (!isOfTypeKey(place) && !known.some(([first]) => first === words[0])) return false;
  // A creation whose record is an end, as in invitee_no_show.created.
  if (isEnd(text) && ![...place.types].some(isEnd)) return true;
  const ofRecord = words.filter(word => !isChange(word));
  if (ofRecord.length === words.length) return true;
  return !known.some(each => {
    const others = each.filter(word => !isChange(word));
    return ofRecord.length === 0 || others.some(word => ofRecord.includes(word));
  });
}

function isOfTypeKey({ key, header, isOfRecord }: TypePlace): boolean {
  return header !== undefined || isOfRecord === true || isTypeKey(compactKey(key));
}

function wordsOf(text: string): readonly string[] {
  return (spellings(text)[0] ?? '').split(' ').filter(word => word !== '');
}

/** True for a word that says that a record was created or changed. */
function isChange(word: string): boolean {
  return creationWords.has(word) || signsOfText(word, 'event').some(({ says }) => says === 'changed');
}

/** True for a type with a word for an end, or for a failure: `payment_failed`. */
function isEnd(type: string): boolean {
  return isEnded(type) || signsOfText(type, 'event').some(({ says }) => says === 'canceled');
}

/** True if an expression or a table names the type: the mapping knows it. */
function isNamed(mapping: Mapping, text: string, { types, isOfRecord }: TypePlace): boolean {
  const own = text.toLowerCase();
  const others = [...types].map(each => each.toLowerCase());
  return expressionUses(mapping).some(({ expression, rule }) => {
    if ([...(rule?.lookup?.entries.keys() ?? [])].some(each => each.trim().toLowerCase() === own))
      return true;
    return nodesOf(treeOf(expression)).some(({ type, value }) => {
      if (type === 'regex' && value instanceof RegExp) return value.test(text);
      if (type !== 'string' || typeof value !== 'string' || value.trim().length < shortest) return false;
      const literal = value.trim().toLowerCase();
      // A part that the samples have too, as in $contains(event, "contact"), does not tell this type from others.
      if (literal === own) return true;
      // A kind of record may be compared as a part of the whole type, as in "lead.updated".
      if (isOfRecord === true && literal.split(/[^\p{L}]+/u).includes(own)) return true;
      return own.includes(literal) && !others.some(each => each.includes(literal));
    });
  });
}

const shortest = 3;
