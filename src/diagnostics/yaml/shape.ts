import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { codes } from '../codes.ts';
import { type Diagnostic, diagnostic } from '../diagnostic.ts';
import { reportedPerFile } from '../findings.ts';
import { meantValue } from '../meant-value.ts';
import { nearest } from '../nearest.ts';
import { escapeText } from '../visible-text.ts';
import { renamedKey } from './renamed-key.ts';
import { allowedWords, type ShapeIssue } from './shape-words.ts';
import type { YamlPath, YamlSource } from './source.ts';
import { keyForWord } from './words-for-keys.ts';

/** The options of `parseShape` besides the file and the schema. */
export interface ShapeOptions {
  /** The value to check, if it is not the value of the file itself (for example with replaced variables). */
  readonly value?: unknown;
  /** The place of `value` in the file; by default the root. */
  readonly base?: YamlPath;
  /** True if the value at a path is a secret, which no message may show. */
  readonly isSecret?: (path: YamlPath) => boolean;
}

/**
 * Checks a file against a zod schema. The schema's own messages describe the allowed values: `a duration such as 15s`.
 * `value` exists only if the shape is right; otherwise `diagnostics` contains its faults, up to the limit of a file,
 * and `left` the number of further ones.
 */
export function parseShape<Schema extends z.ZodType>(
  source: YamlSource,
  schema: Schema,
  options: ShapeOptions = {},
): { value: z.output<Schema> | undefined; diagnostics: Diagnostic[]; left: number } {
  const value = 'value' in options ? options.value : source.value;
  const result = schema.safeParse(value, { error: allowedWords });
  if (result.success) return { value: result.data, diagnostics: [], left: 0 };
  const { base = [] } = options;
  // Several checks of one value may report the same.
  const told = new Map<string, Diagnostic>();
  let left = 0;
  for (const issue of result.error.issues) {
    const room = reportedPerFile - told.size;
    const number = issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
    if (room > 0) {
      for (const each of diagnoseIssue(source, issue, base, options)) told.set(JSON.stringify(each), each);
    }
    left += Math.max(number - Math.max(room, 0), 0);
  }
  return { value: undefined, diagnostics: [...told.values()].slice(0, reportedPerFile), left };
}

/** The place of a fault inside a text; by default the whole value. `offset` counts characters of the text. */
export interface Within {
  readonly offset: number;
  readonly length: number;
}

/**
 * Adds a fault with its own message and code, in transforms and checks of a schema. `parseShape` returns it
 * with its place. The message may quote the checked text; it is not shown if the text came from a variable.
 */
export function addFault(context: z.core.$RefinementCtx, fault: Diagnostic, within?: Within): void {
  const params: FaultParams = { fault, within };
  context.addIssue({ code: 'custom', message: fault.message, params });
}

interface FaultParams {
  readonly fault: Diagnostic;
  readonly within: Within | undefined;
}

function diagnoseIssue(
  source: YamlSource,
  issue: ShapeIssue,
  base: YamlPath,
  options: ShapeOptions,
): Diagnostic[] {
  const path = [...base, ...issue.path.map(step => (typeof step === 'number' ? step : String(step)))];
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownKeys(source, path, issue);
    case 'invalid_union': {
      const best = bestBranch(issue.errors);
      if (best !== undefined) return best.flatMap(each => diagnoseIssue(source, each, path, options));
      return [wrongValue(source, path, unionWords(issue), options, unionValues(issue.errors))];
    }
    case 'invalid_key':
      return [invalidKey(source, path, issue)];
    case 'custom':
      if (!issue.params?.fault) return [wrongValue(source, path, issue.message, options)];
      return [placedFault(source, path, issue.params as FaultParams, options)];
    case 'invalid_value':
      return [wrongValue(source, path, issue.message, options, issue.values)];
    default:
      return [wrongValue(source, path, issue.message, options)];
  }
}

/** Returns the literals that a union allows besides other types. */
function unionValues(branches: readonly (readonly ShapeIssue[])[]): readonly unknown[] {
  return branches.flat().flatMap(each => (each.code === 'invalid_value' ? each.values : []));
}

function unknownKeys(
  source: YamlSource,
  path: YamlPath,
  { keys: unknown, message }: { readonly keys: readonly string[]; readonly message: string },
): Diagnostic[] {
  const keys = message === '' ? [] : message.split('\n');
  const where = path.length === 0 ? '' : ` in ${label(path)}`;
  return unknown.slice(0, reportedPerFile).map(key => {
    const meant = keyForWord(key, keys) ?? nearest(key, keys)[0];
    const at = [...path, key];
    return diagnostic(
      'yaml/unknown-key',
      `there is no key "${escapeText(key)}"${where}${allowedKeys(keys)}`,
      {
        hint: meant === undefined ? undefined : `did you mean "${meant}"?`,
        meant,
        place: source.placeOf(at, 'key'),
        fix: renamedKey(source, at, keys),
      },
    );
  });
}

function allowedKeys(keys: readonly string[]): string {
  if (keys.length === 0) return '';
  const shown = keys.slice(0, 20).join(', ');
  return `; allowed: ${shown}${keys.length > 20 ? ` and ${keys.length - 20} more` : ''}`;
}

function invalidKey(
  source: YamlSource,
  path: YamlPath,
  { issues }: { issues: readonly { message: string }[] },
): Diagnostic {
  const allowed = issues.map(each => each.message).join(', ');
  const key = escapeText(String(path.at(-1) ?? ''));
  return diagnostic('yaml/wrong-type', `the name "${key}" cannot be used: it must be ${allowed}`, {
    place: source.placeOf(path, 'key'),
  });
}

function wrongValue(
  source: YamlSource,
  path: YamlPath,
  allowed: string,
  options: ShapeOptions,
  values: readonly unknown[] = [],
): Diagnostic {
  const found = valueAt(source.value, path);
  if (found === undefined && path.length > 0) {
    const parent = path.slice(0, -1);
    const where = parent.length === 0 ? 'in this file' : `in ${label(parent)}`;
    return diagnostic('yaml/missing-key', `the key "${path.at(-1)}" is missing ${where}`, {
      hint: `add "${path.at(-1)}"; it must be ${allowed}`,
      place: source.placeOf(path, 'key'),
    });
  }
  const what = path.length === 0 ? 'the file' : `"${label(path)}"`;
  const message = `${what} must be ${allowed}${foundWords(found, path, options)}`;
  const meant = options.isSecret?.(path) ? undefined : meantValue(found, values);
  const hint = meant === undefined ? hintFor(found, path, values) : `did you mean "${meant}"?`;
  const place = source.placeOf(path, 'value');
  return diagnostic('yaml/wrong-type', message, { hint, place, meant: meant && String(meant) });
}

/** Handles a token that is signed with a pair of keys, and a list in place of an element of a list. */
function hintFor(found: unknown, path: YamlPath, values: readonly unknown[]): string | undefined {
  if (typeof found === 'string' && /^(?:[REP]S\d{3}|EdDSA)$/i.test(found) && values.includes('HS256'))
    return `${escapeText(found)} is signed with a pair of keys, and type: jwt verifies only a shared secret; use another proof of the sender, such as verify: {type: query-token, name: token} with a secret`;
  if (!Array.isArray(found) || typeof path.at(-1) !== 'number') return undefined;
  return 'a second - (or a second [) begins a list inside of the list: write one of them';
}

function placedFault(
  source: YamlSource,
  path: YamlPath,
  { fault, within }: FaultParams,
  { value, base = [] }: ShapeOptions,
): Diagnostic {
  const written = valueAt(source.value, path);
  const checked = value === undefined ? written : valueAt(value, path.slice(base.length));
  if (!isDeepStrictEqual(written, checked)) {
    const { title, advice } = codes[fault.code];
    const message = `${title.toLowerCase()}: "${label(path)}", with its variables filled in`;
    const { severity } = fault;
    return diagnostic(fault.code, message, { severity, hint: advice, place: source.placeOf(path, 'value') });
  }
  const place = within
    ? source.placeWithin(path, within.offset, within.length)
    : source.placeOf(path, 'value');
  return { ...fault, place };
}

function foundWords(found: unknown, path: YamlPath, { isSecret }: ShapeOptions): string {
  if (found === null || found === undefined) return '; it is empty';
  if (Array.isArray(found)) return found.length === 0 ? ', not an empty list' : ', not a list';
  if (typeof found === 'object') return ', not a map of keys and values';
  if (isSecret?.(path)) return '';
  if (typeof found !== 'string') return `, not ${found}`;
  if (found.includes('${')) return `; the value of ${escapeText(found.slice(0, 60))} is not`;
  return found === '' ? ', not an empty text' : `, not the text "${escapeText(shorten(found))}"`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Writes a path: `destinations.salon.statuses[1]`. */
function label(path: YamlPath): string {
  const steps = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${escapeText(step)}`));
  return steps.join('').replace(/^\./, '');
}

function valueAt(value: unknown, path: YamlPath): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}

/**
 * Returns the branch of a union that was meant: one of the right type, with the fewest and deepest faults.
 * Undefined if no branch has that type; then the message combines all branches.
 */
function bestBranch(branches: readonly (readonly ShapeIssue[])[]): readonly ShapeIssue[] | undefined {
  const fitting = branches
    .flatMap(flatten)
    .filter(issues => issues.length > 0 && !issues.some(isAboutTheWhole));
  const cost = (issues: readonly ShapeIssue[]): number =>
    issues.reduce(
      (sum, { code, path }) => sum + (code === 'invalid_value' ? 3 : 1) / Math.max(path.length, 1),
      0,
    );
  return fitting.sort((a, b) => cost(a) - cost(b))[0];
}

/** Returns the branches of a union, including those of a union inside it. */
function flatten(issues: readonly ShapeIssue[]): readonly (readonly ShapeIssue[])[] {
  const [only] = issues;
  const isNested = issues.length === 1 && only?.code === 'invalid_union' && only.path.length === 0;
  return isNested ? only.errors.flatMap(flatten) : [issues];
}

function isAboutTheWhole({ code, path }: ShapeIssue): boolean {
  return path.length === 0 && ['invalid_type', 'invalid_value', 'invalid_union'].includes(code);
}

/** Describes the values that a union allows, if no branch has the found type. To follow "must be". */
function unionWords({ message, errors }: ShapeIssue & { code: 'invalid_union' }): string {
  if (message !== '') return message;
  const words = errors.flatMap(issues =>
    issues
      .filter(isAboutTheWhole)
      .slice(0, 1)
      .map(each => (each.code === 'invalid_union' ? unionWords(each) : each.message)),
  );
  return joinWords([...new Set(words)]);
}

function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? 'something else';
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
