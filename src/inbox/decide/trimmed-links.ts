import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import type { Link } from '../call.ts';

/** A link at a destination as an older version stored it, which knew the same id with blanks at its ends as another one. */
export interface StoredLink {
  people: string;
  link_id: string;
  destination: string;
}

/** What is known of such a link, by the id with the blanks and by the one without. */
export interface KnownNumber {
  customer_id: string;
  updated_at: number;
}

/** Such a link, and the one that it is now. */
export interface TrimmedLink {
  readonly destination: string;
  readonly from: Link;
  readonly into: Link;
}

/** The links whose ids have blanks at their ends. One of nothing else names nobody, so it is left. */
export function trimmedLinks(stored: readonly StoredLink[]): readonly TrimmedLink[] {
  return stored.flatMap(({ people, link_id: id, destination }) => {
    const trimmed = withoutBlankEnds(id);
    if (trimmed === id || trimmed === '') return [];
    return [{ destination, from: { people, id }, into: { people, id: trimmed } }];
  });
}

/** The number that a link stands for that was two before: the one that was remembered last, as always. */
export function newestNumber(known: readonly KnownNumber[]): KnownNumber | undefined {
  return known.toSorted((one, other) => other.updated_at - one.updated_at)[0];
}
