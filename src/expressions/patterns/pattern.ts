import { type Matcher, RE2JS, RE2Set } from 're2js';
import { startMeter } from '../meter.ts';

const whitespace =
  '\\s\\v\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const notLineBreak = '[^\\n\\r\\x{2028}\\x{2029}]';

/** The constructs of JavaScript patterns that an engine of linear time does not support, by their beginnings. */
const constructs: readonly (readonly [RegExp, string])[] = [
  [/^\(\?<?[=!]/, 'a look-ahead or look-behind'],
  [/^\\[1-9]/, 'a back-reference'],
  [/^\\k</, 'a back-reference'],
  [/^\{/, 'a count over 1000'],
];

/**
 * Parses a pattern of an expression with the linear-time engine. Returns the construct that the engine cannot
 * read, in words, or `undefined`. It compiles no program: only the thread that runs the search needs one.
 */
export function unreadablePart(pattern: RegExp): string | undefined {
  try {
    new RE2Set(RE2Set.UNANCHORED, flagsOf(pattern)).add(toLinear(pattern));
    return undefined;
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    const found = error instanceof Error && 'input' in error ? String(error.input) : '';
    return constructIn(found);
  }
}

/** The compiled programs of patterns, by the native pattern in the syntax tree. */
const programs = new WeakMap<RegExp, RE2JS>();

/**
 * Makes a pattern for JSONata (its option `RegexEngine`) that takes linear time for every text. `exec`
 * searches from `lastIndex` on.
 */
export class LinearPattern {
  lastIndex = 0;
  readonly #pattern: RE2JS;
  readonly #meter = startMeter();
  #text = '';
  #matcher: Matcher | undefined;

  constructor(pattern: RegExp) {
    this.#pattern = programs.get(pattern) ?? RE2JS.compile(toLinear(pattern), flagsOf(pattern));
    programs.set(pattern, this.#pattern);
  }

  exec(text: unknown): (RegExpMatchArray & { index: number }) | null {
    this.#meter.check();
    const searched = String(text);
    if (this.#matcher === undefined || searched !== this.#text) {
      this.#matcher = this.#pattern.matcher(searched);
      this.#text = searched;
    }
    const matcher = this.#matcher;
    if (!matcher.find(this.lastIndex)) return null;
    this.lastIndex = matcher.end();
    const groups = Array.from(
      { length: matcher.groupCount() + 1 },
      (_, group) => matcher.group(group) ?? undefined,
    );
    return Object.assign(groups as RegExpMatchArray, { index: matcher.start() });
  }
}

class Unreadable extends Error {}

function toLinear(pattern: RegExp): string {
  return RE2JS.translateRegExp(withMeaningOfJavaScript(pattern.source));
}

function flagsOf(pattern: RegExp): number {
  return (pattern.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (pattern.multiline ? RE2JS.MULTILINE : 0);
}

/** Rewrites what both engines read differently: white space and the dot beyond ASCII, `\b` in brackets. */
function withMeaningOfJavaScript(source: string): string {
  let isInClass = false;
  return source.replace(/\\k<|\\.|[[\].]/gs, token => {
    if (token === '\\k<') throw new Unreadable('a back-reference (`\\k<…>`)');
    if (token === '\\s') return isInClass ? whitespace : `[${whitespace}]`;
    if (token === '\\S' && !isInClass) return `[^${whitespace}]`;
    if (token === '\\b' && isInClass) return '\\x08';
    if (token === '.' && !isInClass) return notLineBreak;
    if (token === '[') isInClass = true;
    if (token === ']') isInClass = false;
    return token;
  });
}

function constructIn(found: string): string {
  const known = constructs.find(([begins]) => begins.test(found));
  if (known === undefined) return found === '' ? 'something' : `\`${found}\``;
  const shown = /^(?:\(\?<?[=!]|\\\d|\{[\d,]+\}|\\k<)/.exec(found)?.[0] ?? found;
  return `${known[1]} (\`${shown}\`)`;
}
