import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import type { Link } from '../call.ts';

/** A link at a destination from an older version, which treated ids with and without outer spaces as different. */
export interface StoredLink {
  people: string;
  link_id: string;
  destination: string;
}

/** The numbers of such a link: of the id with the spaces, and of the id without them. */
export interface KnownNumber {
  customer_id: string;
  updated_at: number;
}

/** Such a link, and its trimmed form. */
export interface TrimmedLink {
  readonly destination: string;
  readonly from: Link;
  readonly into: Link;
}

/** Returns the links whose ids have spaces at their ends. An id of only spaces identifies nobody and stays. */
export function trimmedLinks(stored: readonly StoredLink[]): readonly TrimmedLink[] {
  return stored.flatMap(({ people, link_id: id, destination }) => {
    const trimmed = withoutBlankEnds(id);
    if (trimmed === id || trimmed === '') return [];
    return [{ destination, from: { people, id }, into: { people, id: trimmed } }];
  });
}

/** Returns the number of a link that had two: the newest one. */
export function newestNumber(known: readonly KnownNumber[]): KnownNumber | undefined {
  return known.toSorted((one, other) => other.updated_at - one.updated_at)[0];
}
