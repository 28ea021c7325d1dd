import { numberText } from '../../expressions/convert/scalar-text.ts';
import { namesCredential, showsCredential } from '../../receive/redaction/credentials.ts';
import type { Destined } from './destined-kinds.ts';
import { inventMoment } from './invent-date.ts';
import { createDraw } from './invent-text.ts';
import { createInventor } from './inventor.ts';
import { isKindOfValue } from './kind-word.ts';
import type { PersonIds } from './person-ids.ts';
import { isValueKey, keyKind, shapeKind, type ValueKind, wordsOfKey } from './value-kind.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The facts that distinguish personal values from harmless ones. */
export interface Known {
  readonly vocabulary: Vocabulary;
  /** The fields of the destination that values go to, by the texts of the values. */
  readonly destined: ReadonlyMap<string, Destined>;
  /** The person's identifiers, which are never kept. */
  readonly ids: PersonIds;
  /** Texts that say nothing about a person, such as the names of a form's questions, each with the reason. */
  readonly harmless: ReadonlyMap<string, string>;
}

/** A text that was kept, for a person to review. */
export interface Kept {
  /** The place of its first occurrence: `form_response.form_id`, `data.fields[].label`. */
  readonly path: string;
  readonly text: string;
  readonly why: string;
}

/** Replaces the personal values in JSON. The same value always gets the same replacement. */
export interface Anonymiser {
  readonly anonymise: (value: unknown) => unknown;
  /** Returns the kept texts so far, each once. */
  readonly kept: () => readonly Kept[];
  /** The number of different replaced values. */
  readonly replaced: number;
}

/**
 * Makes the anonymiser for these values; it accepts no others. It replaces every text that is not known to be
 * harmless. Yes and no, empty values and whole numbers below 100 stay.
 */
export function createAnonymiser(values: readonly unknown[], known: Known): Anonymiser {
  const plan = new Map<string, ValueKind>();
  const kept = new Map<string, Kept>();
  for (const leaf of values.flatMap(value => [...leavesOf(value, '', '', known.ids)])) {
    const why = leaf.isKey ? whyKey(leaf, known) : whyNeverDropped(leaf, known);
    if (why !== undefined) {
      if (!leaf.isKey && !kept.has(leaf.text)) kept.set(leaf.text, { path: leaf.path, text: leaf.text, why });
    } else plan.set(leaf.text, strongest(plan.get(leaf.text), kindOf(leaf, known)));
  }
  const invent = createInventor(plan.keys());
  // Names come first, so that their words look like names wherever they occur.
  for (const [text, kind] of plan) if (kind.endsWith('-name')) invent(text, kind);
  const draw = createDraw();
  const moments = new Map<number, number>();

  function replace(leaf: Leaf): string {
    const why = leaf.isKey ? whyKey(leaf, known) : whyNeverDropped(leaf, known);
    return why === undefined ? invent(leaf.text, plan.get(leaf.text) ?? 'text') : leaf.text;
  }

  function number(value: number, key: string, path: string): number {
    const isId = known.ids.has(numberText(value), path);
    if (isSmall(value) && keyKind(key) === undefined && !isId) return value;
    if (isMoment(value, key) && !isId) {
      const moment = moments.get(value) ?? inventMoment(value, draw);
      moments.set(value, moment);
      return moment;
    }
    const made = Number(replace({ text: numberText(value), key, path, isKey: false }));
    return Number.isNaN(made) ? 0 : made;
  }

  function walk(value: unknown, key: string, path: string): unknown {
    if (typeof value === 'number') return number(value, key, path);
    if (typeof value === 'string') {
      const inner = jsonInside(value);
      return inner === undefined
        ? replace({ text: value, key, path, isKey: false })
        : JSON.stringify(walk(inner, key, path));
    }
    if (Array.isArray(value)) return value.map(each => walk(each, key, `${path}[]`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => {
        const at = path === '' ? name : `${path}.${name}`;
        return [replace({ text: name, key: name, path: at, isKey: true }), walk(child, name, at)];
      }),
    );
  }

  return {
    anonymise: value => walk(value, '', ''),
    kept: () =>
      [...kept.values()].filter(({ why }) => why !== 'empty' && why !== smallNumber && why !== yesOrNo),
    replaced: plan.size,
  };
}

/** A text in a value, or a key. */
interface Leaf {
  readonly text: string;
  /** The key of the value. */
  readonly key: string;
  readonly path: string;
  readonly isKey: boolean;
}

function* leavesOf(value: unknown, key: string, path: string, ids: PersonIds): Iterable<Leaf> {
  if (typeof value === 'string') {
    const inner = jsonInside(value);
    if (inner === undefined) yield { text: value, key, path, isKey: false };
    else yield* leavesOf(inner, key, path, ids);
  } else if (typeof value === 'number') {
    const stays = (isSmall(value) && keyKind(key) === undefined) || isMoment(value, key);
    if (!stays || ids.has(numberText(value), path))
      yield { text: numberText(value), key, path, isKey: false };
  } else if (Array.isArray(value)) {
    for (const each of value) yield* leavesOf(each, key, `${path}[]`, ids);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      const at = path === '' ? name : `${path}.${name}`;
      yield { text: name, key: name, path: at, isKey: true };
      yield* leavesOf(child, name, at, ids);
    }
  }
}

function whyNeverDropped(
  { text, key, path }: Leaf,
  { vocabulary, destined, ids, harmless }: Known,
): string | undefined {
  if (text.trim() === '') return 'empty';
  // It is replaced even if a mapping compares with it, because the test goes into version control.
  if (ids.has(text, path) || isCredential(text, path)) return undefined;
  const known = vocabulary.why(text);
  if (known !== undefined) return known;
  // The mapping contains this name too, so it is not personal even under a key such as `title` or `column_name`.
  if (vocabulary.names.has(text) && harmless.has(text)) return harmless.get(text);
  const isConfidential = destined.get(text)?.isConfidential === true;
  if (!isConfidential && isKindOfValue(key, text)) return 'the kind of a value';
  const isPersonal = keyKind(key) !== undefined || isConfidential;
  const byText = whyHarmlessText(text);
  if (byText === yesOrNo || isPersonal) return byText === yesOrNo ? byText : undefined;
  return byText ?? harmless.get(text) ?? (destined.has(text) ? undefined : whyHarmlessKey(key, text));
}

function isCredential(text: string, path: string): boolean {
  return namesCredential(path.replaceAll('[]', '').split('.')) || showsCredential(text);
}

/** Keys are names given by a program, except those that are a person's address, number or id. */
function whyKey({ text }: Leaf, { vocabulary, ids, harmless }: Known): string | undefined {
  if (vocabulary.names.has(text) || harmless.has(text)) return 'a name of the mapping';
  return isValueKey(text) || ids.has(text, '') ? undefined : 'a key';
}

function kindOf({ text, key }: Leaf, { destined }: Known): ValueKind {
  const shape = shapeKind(text);
  if (shape !== 'text') return shape;
  const kind = keyKind(key) ?? destined.get(text)?.kind ?? 'text';
  // The key or the field alone does not prove a date or an address: the text must also look like one.
  return ['date', 'email', 'url', 'iban', 'ip', 'hex'].includes(kind) ? 'text' : kind;
}

/** Returns the more precise of two kinds of one value in two places. */
function strongest(one: ValueKind | undefined, other: ValueKind): ValueKind {
  if (one === undefined || one === 'text') return other;
  return one === 'full-name' && other.endsWith('-name') ? other : one;
}

function isSmall(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 100;
}

/** True for a time in seconds or milliseconds between 2001 and 2065. */
function isMoment(value: number, key: string): boolean {
  const last = wordsOfKey(key).at(-1) ?? '';
  const isTime = /^(at|on|ts|created|updated|modified)$|time|date|stamp|zeit|datum/.test(last);
  return (
    isTime && Number.isInteger(value) && ((value > 1e9 && value < 3e9) || (value > 1e12 && value < 3e12))
  );
}

function jsonInside(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The last words of keys whose values are names given by a program. */
const enumerations = new Set(
  `type types event events action kind trigger method status stage object entity model resource
   operation channel locale language lang currency timezone version format mime encoding charset field ref refs
   schema specversion datacontenttype verb`.split(/\s+/),
);

const booleans = new Set('true false yes no on off ja nein oui non si ano tak nie'.split(' '));

/** A name given by a program, not a word about a person. */
const identifier = /^[A-Za-z][\w.:/-]{0,63}$/;

/** The reasons that follow from the text alone. */
const yesOrNo = 'yes or no';
const smallNumber = 'a number below 100';

/** Returns why the form of a text shows that it contains nothing about a person; undefined if that is uncertain. */
function whyHarmlessText(text: string): string | undefined {
  if (booleans.has(text.trim().toLowerCase())) return yesOrNo;
  return /^\s*-?\d{1,2}\s*$/.test(text) ? smallNumber : undefined;
}

/** Returns why the key shows that its text contains nothing about a person; undefined if that is uncertain. */
function whyHarmlessKey(key: string, text: string): string | undefined {
  const words = wordsOfKey(key);
  const last = words.at(-1) ?? '';
  const isFormId = /form_?-?id$/i.test(key) || (last === 'id' && words.at(-2) === 'form');
  if (isFormId && /^[\w-]{1,64}$/.test(text)) return 'the id of a form';
  if (last.endsWith('version') && /^v?\d{1,4}(\.\d{1,4}){0,3}$/i.test(text)) return 'a version';
  if (last === 'country' && /^[A-Za-z]{2}$/.test(text)) return 'a country';
  const isName = identifier.test(text) && !/\d{5}/.test(text);
  const lastTwo = (words.at(-2) ?? '') + last;
  return isName && (enumerations.has(last) || enumerations.has(lastTwo))
    ? 'a name that a program gives'
    : undefined;
}
