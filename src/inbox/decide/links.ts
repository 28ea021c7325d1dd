import type { Link } from '../call.ts';

/** Describes a removed link for the audit log, without its id and its number. */
export function removedLinkWords({ people }: Link, destination: string): string {
  return `a link of ${people} at ${destination}`;
}

/** The change of a link's lane when the customer number of the link becomes known. */
export type LaneJoin =
  | { readonly kind: 'none' }
  /** The lane becomes the lane of the number. */
  | { readonly kind: 'rename'; readonly from: number }
  /**
   * Its calls move into the lane of the number, finished ones too, because they show which values are newer. The
   * queued calls of both lanes count as out of order, because a newer delivered call may now be before them.
   */
  | { readonly kind: 'merge'; readonly from: number; readonly into: number };

/** Decides how the lanes of a link and of its number become one. */
export function laneJoin(lanes: {
  readonly ofLink: number | undefined;
  readonly ofNumber: number | undefined;
}): LaneJoin {
  const { ofLink: from, ofNumber: into } = lanes;
  if (from === undefined) return { kind: 'none' };
  return into === undefined ? { kind: 'rename', from } : { kind: 'merge', from, into };
}

/** Decides the change of a link that may already have a number. `replace`: the new number replaces another one. */
export function linkChange(
  known: string | undefined,
  customerId: string,
  mode: 'replace' | 'add',
): 'nothing' | 'write' | 'refused' {
  if (known === customerId) return 'nothing';
  return mode === 'add' && known !== undefined ? 'refused' : 'write';
}
