import { type Document, LineCounter } from 'yaml';
import { hasLookAlike } from '../look-alikes.ts';
import type { KnownKeys } from './braces.ts';
import { parseYaml, type YamlLimits } from './document.ts';
import type { Mistake } from './mistake.ts';
import { mistakes, wrongBlanks, wrongSigns } from './mistakes.ts';
import { startOfCause } from './syntax.ts';

/** A line of a YAML text with a mistake, and its correction. */
export interface Repair {
  /** Counts from 1. */
  readonly line: number;
  readonly before: string;
  /** The corrected line. */
  readonly after: string;
  readonly message: string;
  readonly hint?: string;
  /** The hint if the corrected line still has a fault. */
  readonly unsure?: string;
}

/** A text with its mistakes corrected, and the corrections. */
export interface Repaired {
  readonly repairs: readonly Repair[];
  readonly text: string;
  readonly lines: LineCounter;
  readonly document: Document.Parsed;
}

/** The maximum number of examined faults of one text. */
const mostRepairs = 10;

/** The maximum number of characters to parse again for corrections; a longer text is not corrected. */
const mostParsed = 512 * 1024;

/** The maximum length of a line that a person writes; a longer one is not corrected. In characters. */
const longestLine = 2_000;

/**
 * Tries the usual corrections at an error of the YAML parser, and uses one that it reads without an error up
 * to the next fault. So a fault is reported once, with its cause, and without the errors that follow from it.
 */
export function* repairYaml(
  text: string,
  lines: LineCounter,
  document: Document.Parsed,
  { limits, keys }: { readonly limits: YamlLimits; readonly keys: KnownKeys },
): Generator<void, Repaired> {
  let left = mostParsed;
  let found: Repaired = { repairs: [], text, lines, document };
  while (found.document.errors.length > 0 && found.repairs.length < mostRepairs) {
    const faultLine = firstFault(found);
    let next: Repaired | undefined;
    for (const repair of candidates(found, faultLine, keys)) {
      left -= text.length;
      if (left < 0) return found;
      const tried = yield* tryRepair(found, repair, limits);
      if (tried && firstFault(tried) > Math.max(faultLine, repair.line)) {
        next = tried;
        break;
      }
    }
    if (!next) return found;
    found = next;
  }
  return found;
}

/** Returns the first line with an error of the parser; infinity if there is none. */
function firstFault({ document, lines }: Repaired): number {
  return Math.min(...document.errors.map(({ pos }) => lines.linePos(pos[0]).line), Number.POSITIVE_INFINITY);
}

function* tryRepair(
  { text, repairs }: Repaired,
  repair: Repair,
  limits: YamlLimits,
): Generator<void, Repaired | undefined> {
  const all = text.split('\n');
  all[repair.line - 1] = repair.after;
  const mended = all.join('\n');
  const lines = new LineCounter();
  const document = yield* parseYaml(mended, lines, limits);
  if (document === 'too deep' || document === 'too much') return undefined;
  return { repairs: [...repairs, repair], text: mended, lines, document };
}

/** The number of examined lines with characters that only look like those of the keyboard. */
const mostWrong = 10;

const structural = ['blanks', 'invisible', 'dashes', 'bullets', 'colons'] as const;

/** Yields corrections, the likeliest first. Some mistakes only show on the next line or at the end. */
function* candidates(
  { text, document, lines }: Repaired,
  faultLine: number,
  keys: KnownKeys,
): Generator<Repair> {
  const all = linesOf(text);
  const begun = document.errors[0] && startOfCause(document.errors[0], document);
  const places = new Set([
    ...(begun === undefined ? [] : [lines.linePos(begun).line]),
    faultLine,
    lineAfter(all, faultLine),
    lineBefore(all, faultLine),
  ]);
  const wrong = all.flatMap((line, index) => (hasLookAlike(line, ...structural) ? [index + 1] : []));
  for (const line of new Set([...places, ...wrong.slice(0, mostWrong)]))
    yield* repairsOf(line, all, keys, [wrongSigns, wrongBlanks]);
  for (const line of places) yield* repairsOf(line, all, keys, mistakes);
}

/** Returns the lines of a text with any kind of line ends. */
export function linesOf(text: string): readonly string[] {
  return text.split('\n').map(line => line.replace(/\r$/, ''));
}

/** Yields the possible corrections of a line, counted from 1, the most likely first. */
export function* repairsOf(
  line: number,
  all: readonly string[],
  keys: KnownKeys,
  known: readonly Mistake[],
): Generator<Repair> {
  const before = all[line - 1];
  if (before === undefined || before.length > longestLine || /^\s*(?:#|$)/.test(before)) return;
  for (const mistake of known) {
    for (const after of mistake.meant(before, all.slice(0, line - 1), keys)) {
      if (after !== before) yield repairOf(mistake, line, before, after);
    }
  }
}

function repairOf({ message, hint, unsure }: Mistake, line: number, before: string, after: string): Repair {
  const words = hint?.(before, after);
  return {
    line,
    before,
    after,
    message: message(before, after),
    ...(words !== undefined && { hint: words }),
    ...(unsure !== undefined && { unsure }),
  };
}

function lineBefore(all: readonly string[], line: number): number {
  const index = all.slice(0, line - 1).findLastIndex(each => !/^\s*(?:#|$)/.test(each));
  return index + 1;
}

function lineAfter(all: readonly string[], line: number): number {
  const index = all.findIndex((each, at) => at >= line && !/^\s*(?:#|$)/.test(each));
  return index + 1;
}
