import type { Edit, Place } from './diagnostic.ts';

/** One edit of a fix: its place before the change, and both texts. */
export interface TextChange {
  readonly place: Place;
  readonly before: string;
  readonly after: string;
}

/** The result of applying fixes to the text of one file. */
export interface Fixed {
  readonly text: string;
  readonly changes: readonly TextChange[];
}

/**
 * Applies fixes to the text of their file, each with all its edits or not at all. Other text stays unchanged.
 * Of fixes that overlap, none is applied: a person must decide. The same edit twice counts once.
 */
export function applyFixes(text: string, fixes: readonly (readonly Edit[])[]): Fixed {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const clean = text.slice(mark.length);
  const lines = lineStarts(clean);
  const located = fixes.map(fix => fix.map(edit => locate(edit, lines)));
  const wanted = located.filter(fix => fix.every(each => each.start >= 0 && each.end <= clean.length));
  const all = wanted.flat();
  const applied = wanted.filter(fix => !fix.some(each => all.some(other => clash(each, other))));
  let result = '';
  let at = 0;
  const changes: TextChange[] = [];
  for (const { start, end, edit } of distinct(applied.flat())) {
    const before = clean.slice(start, end);
    result += clean.slice(at, start) + edit.text;
    at = end;
    changes.push({ place: edit.place, before, after: edit.text });
  }
  return { text: mark + result + clean.slice(at), changes };
}

/** An edit, and its offsets in the text: in characters, without a byte order mark. */
interface Located {
  readonly start: number;
  readonly end: number;
  readonly edit: Edit;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function locate(edit: Edit, starts: readonly number[]): Located {
  const { line, column, length = 0 } = edit.place;
  const start = (starts[line - 1] ?? Number.NEGATIVE_INFINITY) + column - 1;
  return { start, end: start + length, edit };
}

/** Returns the edits in the order of the text, each once. */
function distinct(located: readonly Located[]): readonly Located[] {
  const byPlace = new Map(located.map(each => [`${each.start} ${each.end} ${each.edit.text}`, each]));
  return [...byPlace.values()].toSorted((a, b) => a.start - b.start);
}

/** True if two edits write different texts at one place. */
function clash(one: Located, other: Located): boolean {
  const isSame = one.start === other.start && one.end === other.end && one.edit.text === other.edit.text;
  if (isSame) return false;
  return one.start === other.start || (one.start < other.end && other.start < one.end);
}
