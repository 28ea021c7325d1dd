import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { CompletionItem } from './complete/complete.ts';
import type { Position, Range, TextLines } from './text-lines.ts';

/** A part of a text, and its replacement. */
export interface RangeEdit {
  readonly range: Range;
  readonly text: string;
}

/** A correction of a diagnostic. */
export interface Action {
  readonly title: string;
  /** The code of the diagnostic that it corrects. */
  readonly code: string;
  /** True if the correction is certain. False for a suggested line. */
  readonly preferred: boolean;
  readonly edits: readonly RangeEdit[];
}

/** The inputs of corrections. */
export interface CorrectionInputs {
  readonly file: string;
  readonly lines: TextLines;
  /** Returns the allowed replacements of the word at a place. */
  readonly instead: (position: Position) => readonly CompletionItem[];
}

/**
 * Returns the corrections for the faults of some lines: their fixes, corrected lines, and names similar to a wrong one.
 */
export function actionsFor(
  { file, lines, instead: others }: CorrectionInputs,
  diagnostics: readonly Diagnostic[],
  within: Range,
): readonly Action[] {
  return diagnostics.flatMap((each): readonly Action[] => {
    const { place, fix, instead, code } = each;
    if (place && (place.line < within.start.line || place.line > within.end.line)) return [];
    if (fix && fix.length > 0 && fix.every(edit => edit.place.file === file)) {
      const edits = fix.map(edit => ({ range: rangeOfPlace(edit.place, lines), text: edit.text }));
      return [{ title: titleOf(edits, lines), code, preferred: true, edits }];
    }
    if (!place || place.file !== file) return [];
    if (instead === undefined) return nearActions(each, place, lines, others);
    const range = lineOf(place, lines);
    return [
      { title: `Write ${shortened(instead)}`, code, preferred: false, edits: [{ range, text: instead }] },
    ];
  });
}

/** The codes of diagnostics about a name that does not exist. */
const aboutNames = /\/(?:unknown-|not-a-choice|wrong-value|plain-word|path-never-matches)/;

/** Returns allowed names that are similar to the wrong one at this place. */
function nearActions(
  { code }: Diagnostic,
  place: Place,
  lines: TextLines,
  others: CorrectionInputs['instead'],
): readonly Action[] {
  if (!aboutNames.test(code)) return [];
  const { start, end } = rangeOfDiagnostic({ place }, place.file, lines);
  const word = lines.text.slice(lines.offsetAt(start), lines.offsetAt(end)).replace(/^["']|["']$/g, '');
  const names = new Map<string, CompletionItem>();
  for (const item of others(start)) {
    for (const name of [item.label, item.alsoCalled])
      if (name !== undefined && !names.has(name)) names.set(name, item);
  }
  const near = names.has(word) ? [word] : nearest(word, names.keys(), 3);
  return near.flatMap(name => {
    const item = names.get(name);
    if (!item || item.label === word) return [];
    const title = `Replace ${shortened(word)} with ${shortened(item.label)}`;
    return [{ title, code, preferred: false, edits: [item.insert] }];
  });
}

/** Returns the place of a diagnostic; the top of the file if it has no place there. */
export function rangeOfDiagnostic(
  { place }: Pick<Diagnostic, 'place'>,
  file: string,
  lines: TextLines,
): Range {
  if (!place || place.file !== file) return lines.rangeOf(0, 0);
  const range = rangeOfPlace(place, lines);
  const isEmpty = range.start.line === range.end.line && range.start.column === range.end.column;
  return isEmpty && place.length === undefined ? { ...range, end: wordEnd(range, lines) } : range;
}

function rangeOfPlace({ line, column, length = 0 }: Place, lines: TextLines): Range {
  const start = lines.offsetAt({ line, column });
  return lines.rangeOf(start, start + length);
}

/** Returns the end of the word at a place of unknown length. */
function wordEnd({ start }: Range, lines: TextLines): Range['end'] {
  const at = lines.offsetAt(start);
  const [word = ''] = /^[^\s,:\]}]*/.exec(lines.text.slice(at, at + 200)) ?? [];
  return lines.positionAt(at + word.length);
}

function lineOf({ line }: Place, lines: TextLines): Range {
  const start = lines.offsetAt({ line, column: 1 });
  const end = lines.offsetAt({ line, column: Number.MAX_SAFE_INTEGER });
  return lines.rangeOf(start, end);
}

function titleOf(edits: readonly RangeEdit[], lines: TextLines): string {
  const [edit] = edits;
  if (!edit) return 'Fix';
  const before = lines.text.slice(lines.offsetAt(edit.range.start), lines.offsetAt(edit.range.end)).trim();
  const after = edit.text.trim();
  if (after === '') return `Remove ${shortened(before)}`;
  if (before === '') return `Insert ${shortened(after)}`;
  return `Replace ${shortened(before)} with ${shortened(after)}`;
}

function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
