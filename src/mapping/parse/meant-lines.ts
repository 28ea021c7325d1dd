import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Mistake } from '../../diagnostics/yaml/mistake.ts';
import { mistakes, wrongBlanks, wrongSigns } from '../../diagnostics/yaml/mistakes.ts';
import { linesOf, type Repair, repairsOf } from '../../diagnostics/yaml/repair.ts';
import { repairDiagnostic } from '../../diagnostics/yaml/source.ts';
import { mappingKeys } from './known-keys.ts';
import { byPlace } from './parsing.ts';

/** The result of reading a text. */
export interface LinesRead {
  readonly diagnostics: readonly Diagnostic[];
  /** True if YAML can read it. */
  readonly isYaml: boolean;
  /** The unreadable lines, with their possible corrections. */
  readonly repairs: readonly Repair[];
}

type Reader<Read extends LinesRead> = (text: string) => Generator<void, Read>;

/** A text with corrections of faulty lines that are certain enough. */
export interface MeantText<Read extends LinesRead> {
  /** The result of reading the corrected text. */
  readonly read: Read;
  /** The diagnostics of the original text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The maximum number of characters to read again for corrections. */
const mostRead = 128 * 1024;

/** A longer text, or one with more faults, is not corrected. */
const longestText = 32 * 1024;
const mostFaults = 30;

/** The maximum number of examined lines. */
const mostLines = 10;

/** The maximum number of steps in the search for a correction. */
const mostSteps = 3;

/**
 * Finds corrections for the faulty lines of a text. Each correction is tried, and only one that leaves no
 * fault on its line is advised. `first` is the result for the original text, which has no byte order mark.
 */
export function* findMeantLines<Read extends LinesRead>(
  file: string,
  text: string,
  first: Read,
  read: Reader<Read>,
): Generator<void, MeantText<Read>> {
  if (text.length > longestText || errorCount(first) > mostFaults)
    return { read: first, diagnostics: first.diagnostics };
  const { repairs } = first;
  const search = { file, written: linesOf(text), left: mostRead, told: new Map<number, Diagnostic>() };
  let now: Reading<Read> = { lines: text.split('\n'), read: first };
  for (const { line, after } of repairs) now = { ...now, lines: withLine(now.lines, line, after) };
  if (repairs.length > 0) now = { ...now, read: yield* read(now.lines.join('\n')) };
  const unsure = new Set<number>();
  for (const line of new Set(
    [...repairs.map(each => each.line), ...errorLines(now.read)].slice(0, mostLines),
  )) {
    const repair = repairs.find(each => each.line === line);
    const found = yield* findMeantLine({ line, repair }, now, { search, read });
    if (found) {
      now = found.now;
      search.told.set(line, found.told);
    } else {
      unsure.add(line);
      if (repair) search.told.set(line, withoutAdvice(file, repair));
    }
  }
  // If the meaning of one line is unclear, other lines may be misread too.
  const isSure = !repairs.some(each => unsure.has(each.line));
  const found = !now.read.isYaml ? first.diagnostics : isSure ? now.read.diagnostics : [];
  const others = found.filter(each => !search.told.has(lineOf(each)));
  const kept = others.map(each => (unsure.has(lineOf(each)) ? withoutLine(each) : each));
  return { read: now.read, diagnostics: [...search.told.values(), ...kept].sort(byPlace) };
}

interface Reading<Read extends LinesRead> {
  readonly lines: readonly string[];
  readonly read: Read;
}

interface Search {
  readonly file: string;
  /** The lines of the original text. */
  readonly written: readonly string[];
  /** The number of characters that may still be read. */
  left: number;
  readonly told: Map<number, Diagnostic>;
}

interface Found<Read extends LinesRead> {
  readonly now: Reading<Read>;
  readonly told: Diagnostic;
}

function* findMeantLine<Read extends LinesRead>(
  { line, repair }: { readonly line: number; readonly repair: Repair | undefined },
  now: Reading<Read>,
  { search, read }: { readonly search: Search; readonly read: Reader<Read> },
): Generator<void, Found<Read> | undefined> {
  const { file, written } = search;
  const faults = errorsOn(line, now.read);
  const [fault] = faults;
  if (!fault) return repair && { now, told: repairDiagnostic(file, repair) };
  const code = repair ? 'yaml/syntax' : fault.code;
  // Some unreadable syntax, such as a tag, is only a warning.
  const isUnread = code === 'yaml/syntax';
  const meantAs = (known: readonly Mistake[]): readonly Candidate[] =>
    [
      ...repairsOf(
        line,
        written,
        mappingKeys,
        known.filter(each => isUnread || each.isReadable),
      ),
    ]
      .filter(each => each.after !== repair?.after)
      .map(each => ({ ...each, code, steps: 0 }));
  const advised = faults.flatMap(each =>
    advice(each, written[line - 1] ?? '').map(better => (repair ? better : { ...better, told: each })),
  );
  const open = [...meantAs([wrongSigns]), ...advised, ...meantAs([wrongBlanks, ...mistakes])];
  for (let next = open.shift(); next; next = open.shift()) {
    const lines = withLine(now.lines, line, next.after);
    search.left -= written.length === 0 ? 0 : lines.join('\n').length;
    if (search.left < 0) return undefined;
    const tried = yield* read(lines.join('\n'));
    const left = errorsOn(line, tried);
    if (left.length === 0 && isBetter(tried, now.read))
      return { now: { lines, read: tried }, told: next.told ?? repairDiagnostic(file, next, next.code) };
    if (next.steps < mostSteps)
      open.unshift(...left.flatMap(each => advice(each, written[line - 1] ?? '', next.steps + 1)));
  }
  return undefined;
}

interface Candidate extends Repair, Pick<Diagnostic, 'code'> {
  /** The number of corrections before this one. */
  readonly steps: number;
  /** The fault that advises this line, if it is about the original line. */
  readonly told?: Diagnostic;
}

/** Returns the corrected lines that a fault suggests. */
function advice(fault: Diagnostic, before: string, steps = 0): readonly Candidate[] {
  const { code, message, instead, place } = fault;
  if (instead === undefined || !place) return [];
  return [{ line: place.line, before, after: instead, message, code, steps }];
}

function withLine(lines: readonly string[], line: number, after: string): readonly string[] {
  const end = lines[line - 1]?.endsWith('\r') ? '\r' : '';
  return lines.with(line - 1, after + end);
}

function withoutAdvice(file: string, repair: Repair): Diagnostic {
  const hint =
    repair.unsure ?? 'correct this line: quotes around a text, brackets in pairs, the spaces before it';
  return { ...withoutLine(repairDiagnostic(file, repair)), hint };
}

/** A line that still has a fault is not advised. */
function withoutLine({ instead: _, ...found }: Diagnostic): Diagnostic {
  return found;
}

function lineOf({ place }: Diagnostic): number {
  return place?.line ?? 0;
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

function errorsOn(line: number, { diagnostics }: LinesRead): readonly Diagnostic[] {
  return diagnostics.filter(each => isError(each) && each.place?.line === line);
}

function errorLines({ diagnostics }: LinesRead): readonly number[] {
  return diagnostics.flatMap(each => (isError(each) && each.place ? [each.place.line] : []));
}

/** An unreadable line hides the faults after it. */
function isBetter(one: LinesRead, other: LinesRead): boolean {
  return one.isYaml === other.isYaml ? errorCount(one) < errorCount(other) : one.isYaml;
}

function errorCount({ diagnostics }: LinesRead): number {
  return diagnostics.filter(isError).length;
}
