import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { nearest } from '../nearest.ts';
import { keyForWord } from './words-for-keys.ts';

/** The known keys of a file, by which a map in braces is read that YAML misreads. */
export interface KnownKeys {
  /** The keys whose values are texts, including expressions and templates. */
  readonly texts: ReadonlySet<string>;
  /** All other keys that a map of the file may have. */
  readonly others: ReadonlySet<string>;
  /** True if a key has only certain values, and this is one of them. */
  readonly isOneOf?: (key: string, value: string) => boolean;
}

/**
 * Returns a line with a map in braces whose texts contain a comma, a bracket, a brace or a colon, with quotes
 * around these texts. A text extends to the next known key, so `{template: Hallo {name}, willkommen, as:
 * text}` has two entries. Empty if no text needs quotes, or if the meaning is unclear.
 */
export function quotedInBraces(line: string, keys: KnownKeys): readonly string[] {
  const [, lead = '', rest = ''] = mapOfLine.exec(line) ?? [];
  return piecesOf(line, rest).flatMap(({ before, inside, behind }) => {
    const entries = quotedEntries(inside, keys);
    return entries === undefined || entries === inside ? [] : [`${lead}${before}${entries}${behind}`];
  });
}

/** A key or the dash of a list, and a map in braces after it. */
const mapOfLine = /^(\s*(?:- +)*(?:[^\s{}[\]#][^{}[\]#]{0,200}?:\s+)?)(\{.*)$/s;

interface Piece {
  readonly before: string;
  readonly inside: string;
  readonly behind: string;
}

/** Returns the parts of a line with a map in braces, which may have no end or continue on the next line. */
function piecesOf(line: string, rest: string): readonly Piece[] {
  const end = rest.lastIndexOf('}');
  const isClosed = end > 0 && /^\s*(?:#.*)?$/.test(rest.slice(end + 1));
  if (isClosed) return [{ before: '{', inside: rest.slice(1, end), behind: rest.slice(end) }];
  const open = (rest === '' ? line : rest.slice(1)).trimEnd();
  const comma = open.endsWith(',') ? ',' : '';
  const inside = open.slice(0, open.length - comma.length);
  if (rest !== '')
    return (comma === '' ? ['}', ''] : [comma, '}']).map(behind => ({ before: '{', inside, behind }));
  const indent = /^\s*/.exec(inside)?.[0] ?? '';
  return comma === '' ? [] : [{ before: indent, inside: inside.slice(indent.length), behind: comma }];
}

/** Returns the entries of a map without its braces; undefined if it does not begin with a key. */
function quotedEntries(inside: string, keys: KnownKeys): string | undefined {
  const entries = entriesOf(inside, keys);
  if (entries === undefined) return undefined;
  const texts = entries.map(({ lead, key, value, tail }) => {
    const quoted = quotedValue(key, value, keys);
    return quoted === undefined ? undefined : `${lead}${quoted}${tail}`;
  });
  return texts.includes(undefined) ? undefined : texts.join('');
}

interface Entry {
  /** The text before the value: the comma, the key and its colon. */
  readonly lead: string;
  readonly key: string;
  readonly value: string;
  /** Blanks after the value. */
  readonly tail: string;
}

/** A name and a colon, at the start or after a comma: any name in a table, a known key in a rule. */
const anyKey = /(^|,)\s*("[^"]*"|'[^']*'|[^\s,:{}[\]"'][^,:{}[\]]{0,100}):(?:\s+|$)/g;

function entriesOf(inside: string, { texts, others }: KnownKeys): readonly Entry[] | undefined {
  const all = [...inside.matchAll(anyKey)];
  const isKnown = (key = '') => texts.has(key) || others.has(key);
  const isRule = isKnown(all[0]?.[2]);
  // A misspelt key is one too, and what comes behind a text in quotes is no part of it.
  const isKey = (key: string, index: number) =>
    isKnown(key) ||
    /["']\s*$/.test(inside.slice(0, index)) ||
    (/^[\p{L}_-]+$/u.test(key) && isMeantKey(key, [...texts, ...others]));
  const starts = isRule ? all.filter(each => isKey(each[2] ?? '', each.index)) : all;
  if (starts[0]?.index !== 0) return undefined;
  return starts.map((start, at) => {
    const from = start.index + start[0].length;
    const whole = inside.slice(from, starts[at + 1]?.index ?? inside.length);
    const value = whole.trim();
    return { lead: start[0], key: start[2] ?? '', value, tail: whole.slice(whole.trimEnd().length) };
  });
}

function isMeantKey(word: string, known: readonly string[]): boolean {
  return keyForWord(word, known) !== undefined || nearest(word, known).length > 0;
}

/** A field in the notation of other programs. */
const otherBraces = /\$?\{\{\s*([^\s{}][^{}]{0,200}?)\s*\}\}|\$\{([^{}]{1,200})\}/g;

/** Quotes that end before further words or a field: they were meant for the whole text. */
const quotedBeginning = /^(["'])([^"']*)\1(?=\s*[\p{L}{])/u;

function quotedValue(key: string, value: string, keys: KnownKeys): string | undefined {
  const isText = keys.texts.has(key);
  const read = readInBraces(value);
  if (read && (!isText || typeof read.value === 'string')) return value;
  // `answer` with a list is a list of questions, not a question with brackets in its name.
  if (key === 'answer' && read && isSeq(read.value)) return undefined;
  if (isText) return inQuotes(value.replace(quotedBeginning, '$2').replace(otherBraces, '{$1$2}'));
  if (value.startsWith('{') && value.endsWith('}')) {
    const inside = quotedEntries(value.slice(1, -1), keys);
    return inside === undefined ? undefined : `{${inside}}`;
  }
  return inQuotes(value);
}

/** Reads a value in braces as YAML does; undefined if it is not one value, or a comment includes a part of it. */
function readInBraces(value: string): { readonly value: unknown } | undefined {
  const { contents, errors } = parseDocument(`{k: ${value}}`, {
    version: '1.2',
    schema: 'core',
    logLevel: 'silent',
  });
  if (errors.length > 0 || !isMap(contents) || contents.items.length !== 1) return undefined;
  const item = contents.items[0]?.value;
  if (hasLonelyKeys(item)) return undefined;
  return { value: isScalar(item) ? item.value : item };
}

/** `{a, b}` is a map of keys without values, which hardly anybody means. */
function hasLonelyKeys(item: unknown): boolean {
  return (
    isMap(item) &&
    item.items.some(({ key, value }) => value === null || !isScalar(key) || hasLonelyKeys(value))
  );
}

/** Writes a text in the kind of quotes that it does not contain. */
export function inQuotes(text: string): string {
  return /["\\\p{Cc}]/u.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}
