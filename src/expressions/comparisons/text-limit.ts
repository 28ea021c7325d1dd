import { isNode, type Node } from '../syntax-tree.ts';

/** The texts that a function can return, as far as its name and arguments show it. */
export interface TextLimit {
  /** False for a text that the function never returns. */
  readonly admits: (text: string) => boolean;
  /** True if no text that the function returns contains this one. */
  readonly neverContains: (text: string) => boolean;
  /** The text that was probably meant; undefined if none is similar. */
  readonly nearest: (text: string) => string | undefined;
  /** The results in words, to follow the name of the function: `gives …`. */
  readonly words: string;
}

/** Returns the limit of a part of an expression. Undefined: it may return any text, or another type. */
export function textLimit(node: unknown): TextLimit | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'block')
    return node.expressions?.length === 1 ? textLimit(node.expressions[0]) : undefined;
  if (node.type === 'apply') return limitOfApplied(node.rhs, node.lhs);
  if (node.type === 'path') return textLimit(node.steps?.at(-1));
  if (node.type !== 'function') return undefined;
  const [given, ...others] = node.arguments ?? [];
  if (nameOf(node) === 'map') return limitOfApplied(others[0], undefined);
  return limitOf(nameOf(node), given, others);
}

/** Handles `x ~> $lowercase` and `x ~> $substring(0, 3)`. */
function limitOfApplied(applied: unknown, given: unknown): TextLimit | undefined {
  if (!isNode(applied)) return undefined;
  if (applied.type === 'variable') return limitOf(String(applied.value), given, []);
  return applied.type === 'function' ? limitOf(nameOf(applied), given, applied.arguments ?? []) : undefined;
}

function nameOf({ procedure }: Node): string | undefined {
  return procedure?.type === 'variable' ? String(procedure.value) : undefined;
}

function limitOf(name: string | undefined, given: unknown, others: readonly Node[]): TextLimit | undefined {
  const own = name === undefined ? undefined : ownLimit(name, others);
  if (!own || !keepsLimit.has(name ?? '')) return own;
  const inner = textLimit(given);
  return inner ? both(own, inner) : own;
}

/** The functions whose result keeps the limit of their input. */
const keepsLimit: ReadonlySet<string> = new Set(['lowercase', 'uppercase', 'trim']);

function ownLimit(name: string, others: readonly Node[]): TextLimit | undefined {
  switch (name) {
    case 'lowercase':
      return inLetters(text => text.toLowerCase(), 'small letters only');
    case 'uppercase':
      return inLetters(text => text.toUpperCase(), 'capital letters only');
    case 'trim':
      return {
        ...inLetters(trimmed, 'no blanks at the ends and no two in a row'),
        neverContains: no,
      };
    case 'substring':
      return ofLength(others[1]);
    case 'substringBefore':
      return without(others[0]);
    case 'type':
      return oneOf(types, typeMeant);
    case 'date':
      return others.length === 0 ? inPattern(/^\d{4}-\d\d-\d\d$/, 'a date such as "2026-03-31"') : undefined;
    case 'phone':
      return inPattern(/^\+\d+$/, 'a number such as "+4930123456"');
    default:
      return undefined;
  }
}

function inLetters(convert: (text: string) => string, words: string): TextLimit {
  const admits = (text: string) => convert(text) === text;
  return { admits, neverContains: text => !admits(text), nearest: convert, words };
}

/** Trims like `$trim`, which also replaces several blanks by one. */
function trimmed(text: string): string {
  return text.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '');
}

function ofLength(length: Node | undefined): TextLimit | undefined {
  if (length?.type !== 'number' || Number(length.value) <= 0) return undefined;
  const most = Number(length.value);
  const isTooLong = (text: string) => [...text].length > most;
  return {
    admits: text => !isTooLong(text),
    neverContains: isTooLong,
    nearest: () => undefined,
    words: `at most ${most} ${most === 1 ? 'character' : 'characters'}`,
  };
}

function without(end: Node | undefined): TextLimit | undefined {
  if (end?.type !== 'string' || end.value === '') return undefined;
  const part = String(end.value);
  const has = (text: string) => text.includes(part);
  return {
    admits: text => !has(text),
    neverContains: has,
    nearest: text => text.slice(0, text.indexOf(part)) || undefined,
    words: `the text before ${JSON.stringify(part)}`,
  };
}

function oneOf(texts: readonly string[], meant: Readonly<Record<string, string>>): TextLimit {
  return {
    admits: text => texts.includes(text),
    neverContains: text => !texts.some(each => each.includes(text)),
    nearest: text => meant[text.trim().toLowerCase()],
    words: `one of ${texts.map(each => JSON.stringify(each)).join(', ')}`,
  };
}

const types = ['null', 'number', 'string', 'boolean', 'array', 'object', 'function'] as const;

const typeMeant: Readonly<Record<string, string>> = {
  ...Object.fromEntries(types.map(each => [each, each])),
  text: 'string',
  list: 'array',
  bool: 'boolean',
  integer: 'number',
  int: 'number',
  float: 'number',
};

function inPattern(pattern: RegExp, words: string): TextLimit {
  return { admits: text => pattern.test(text), neverContains: no, nearest: () => undefined, words };
}

function both(one: TextLimit, other: TextLimit): TextLimit {
  return {
    admits: text => one.admits(text) && other.admits(text),
    neverContains: text => one.neverContains(text) || other.neverContains(text),
    nearest: text => other.nearest(one.nearest(text) ?? text),
    words: `${one.words}, and ${other.words}`,
  };
}

function no(): boolean {
  return false;
}
