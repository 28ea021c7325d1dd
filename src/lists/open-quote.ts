import { decoded } from './encoding.ts';
import type { ListForm } from './list-form.ts';

type Place = 'start' | 'plain' | 'quoted' | 'after quote';

/** A cell whose quotation mark is not closed: the line where it begins, and the one where that shows. */
export interface OpenQuote {
  readonly line: number;
  readonly noticedAt: number;
}

/**
 * The first cell whose quotation mark is not closed before a separator or a line break. That shows only at the next
 * quotation mark, or at the end. Undefined where there is none.
 */
export async function findOpenQuote({
  bytes,
  encoding,
  separator,
}: ListForm): Promise<OpenQuote | undefined> {
  let place: Place = 'start';
  let line = 1;
  let openedAt = 1;
  for await (const text of decoded(bytes, encoding)) {
    for (const sign of text) {
      if (place === 'start' && sign === '"') openedAt = line;
      const next = nextPlace(place, sign, separator);
      if (next === undefined) return { line: openedAt, noticedAt: line };
      place = next;
      if (sign === '\n') line += 1;
    }
  }
  return place === 'quoted' ? { line: openedAt, noticedAt: line } : undefined;
}

/** Undefined if a character follows a closing quotation mark. */
function nextPlace(place: Place, sign: string, separator: string): Place | undefined {
  if (place === 'quoted') return sign === '"' ? 'after quote' : 'quoted';
  if (sign === separator || sign === '\n' || sign === '\r') return 'start';
  if (place === 'start') return sign === '"' ? 'quoted' : 'plain';
  if (place === 'plain') return 'plain';
  return sign === '"' ? 'quoted' : undefined;
}
