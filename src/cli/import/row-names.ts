import type { NamedRows } from '../../lists/dry-run-summary.ts';
import { mostNamed } from '../../lists/dry-run-summary.ts';

/** Names rows of a list: `rows 2, 4, 5 and 3 more`. */
export function rowNames({ rows, first }: NamedRows): string {
  const more = rows > first.length ? ` and ${(rows - first.length).toLocaleString('en')} more` : '';
  return `${rows === 1 ? 'row' : 'rows'} ${first.join(', ')}${more}`;
}

/** Names all these rows, or the first ones. */
export function namesOfRows(rows: readonly number[]): string {
  return rowNames({ rows: rows.length, first: rows.slice(0, mostNamed) });
}
