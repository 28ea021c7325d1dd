import type { Link } from '../call.ts';

/** What the audit trail says of a link that was removed: without the id or the number. */
export function removedLinkWords({ people }: Link, destination: string): string {
  return `a link of ${people} at ${destination}`;
}

/** What becomes of the lane of a link whose customer number becomes known. */
export type LaneJoin =
  | { readonly kind: 'none' }
  /** It becomes the lane of the number. */
  | { readonly kind: 'rename'; readonly from: number }
  /**
   * Its calls move into the lane of the number: finished ones too, for they say what is newer. The queued ones of both
   * count as rejoined, since each may now stand behind a delivered one that is newer.
   */
  | { readonly kind: 'merge'; readonly from: number; readonly into: number };

/** Decides how one lane is made of those of a link and of the number that it stands for. */
export function laneJoin(lanes: {
  readonly ofLink: number | undefined;
  readonly ofNumber: number | undefined;
}): LaneJoin {
  const { ofLink: from, ofNumber: into } = lanes;
  if (from === undefined) return { kind: 'none' };
  return into === undefined ? { kind: 'rename', from } : { kind: 'merge', from, into };
}

/** What a link becomes for which a number is known already, or none. `replace`: the new number counts in any case. */
export function linkChange(
  known: string | undefined,
  customerId: string,
  mode: 'replace' | 'add',
): 'nothing' | 'write' | 'refused' {
  if (known === customerId) return 'nothing';
  return mode === 'add' && known !== undefined ? 'refused' : 'write';
}
