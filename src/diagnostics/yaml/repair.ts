import { type Document, LineCounter } from 'yaml';
import { hasLookAlike } from '../look-alikes.ts';
import type { KnownKeys } from './braces.ts';
import { parseYaml, type YamlLimits } from './document.ts';
import type { Mistake } from './mistake.ts';
import { mistakes, wrongBlanks, wrongSigns } from './mistakes.ts';
import { whereBegun } from './syntax.ts';

/** A line of a YAML text that is not as it was meant. */
export interface Repair {
  /** Counts from 1. */
  readonly line: number;
  readonly before: string;
  /** The line as it should be. */
  readonly after: string;
  readonly message: string;
  readonly hint?: string;
  /** The hint where the line as it should be would still have a fault. */
  readonly unsure?: string;
}

/** The rest of a text when its lines with mistakes are as they should be. */
export interface Repaired {
  readonly repairs: readonly Repair[];
  readonly text: string;
  readonly lines: LineCounter;
  readonly document: Document.Parsed;
}

/** The number of faults of one text that are examined. */
const mostRepairs = 10;

/** The number of characters that are parsed again to find corrected lines; a longer text is not corrected. */
const mostParsed = 512 * 1024;

/** A longer line is not one that somebody wrote, and is left as it is too. In characters. */
const longestLine = 2_000;

/**
 * Tries the usual corrections at an error of the YAML parser, and uses one that it reads without an error up to the
 * next fault. So a fault is reported once, by its name, and not by the errors that it causes on the lines after it.
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

/** The first line that the parser complains of; endless where there is none. */
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

/** The likeliest first. The parser sees some mistakes only on the line behind them, or where the text ends. */
function* candidates(
  { text, document, lines }: Repaired,
  faultLine: number,
  keys: KnownKeys,
): Generator<Repair> {
  const all = linesOf(text);
  const begun = document.errors[0] && whereBegun(document.errors[0], document);
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

/** The lines of a text, whatever system it was written on. */
export function linesOf(text: string): readonly string[] {
  return text.split('\n').map(line => line.replace(/\r$/, ''));
}

/** Yields the likely meanings of a line, counted from 1, the likeliest first. */
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
