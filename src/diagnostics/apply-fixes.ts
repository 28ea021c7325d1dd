import type { Fix, Place } from './diagnostic.ts';

/** What a fix changed: where it stood before, and the two texts. */
export interface Change {
  readonly place: Place;
  readonly before: string;
  readonly after: string;
}

/** What came of applying fixes to the text of one file. */
export interface Fixed {
  readonly text: string;
  readonly changes: readonly Change[];
}

/**
 * Applies the fixes of one file to its text, each at its offset, and leaves everything else as it is. Of fixes that
 * overlap none is applied: which of them is right, a person must say. The same fix twice counts once.
 */
export function applyFixes(text: string, fixes: readonly Fix[]): Fixed {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const clean = text.slice(mark.length);
  const wanted = distinct(fixes).filter(each => each.offset >= 0 && endOf(each) <= clean.length);
  const applied = wanted.filter(each => !wanted.some(other => other !== each && overlap(each, other)));
  let result = '';
  let at = 0;
  const changes: Change[] = [];
  for (const fix of applied.toSorted((a, b) => a.offset - b.offset)) {
    const before = clean.slice(fix.offset, endOf(fix));
    result += clean.slice(at, fix.offset) + fix.text;
    at = endOf(fix);
    changes.push({ place: placeOf(clean, fix), before, after: fix.text });
  }
  return { text: mark + result + clean.slice(at), changes };
}

function distinct(fixes: readonly Fix[]): readonly Fix[] {
  return [...new Map(fixes.map(each => [`${each.offset} ${each.length} ${each.text}`, each])).values()];
}

function overlap(one: Fix, other: Fix): boolean {
  if (one.offset === other.offset) return true;
  return one.offset < endOf(other) && other.offset < endOf(one);
}

function endOf({ offset, length }: Fix): number {
  return offset + length;
}

function placeOf(text: string, { file, offset, length }: Fix): Place {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { file, line, column: offset - before.lastIndexOf('\n'), length };
}
