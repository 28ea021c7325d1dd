/**
 * The status of a check: `wrong` prevents a bridge from working, `warning` may do so soon or loses something;
 * `skipped`: not checked.
 */
export type FindingStatus = 'well' | 'warning' | 'wrong' | 'skipped';

/** The result of one check. It contains no secret and no customer's value. */
export interface Finding {
  /** The name of what was looked at, a word or two: the same in every version. */
  readonly check: string;
  readonly status: FindingStatus;
  /** The result, in words. */
  readonly says: string;
  /** Next step; left out where `says` has it, or nothing is to be done. */
  readonly next?: string;
}

/** Findings about one part of the bridge, in the order in which a person searches for a fault. */
export interface Group {
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** All is as it should be. */
export function well(check: string, says: string): Finding {
  return { check, status: 'well', says };
}

/** It works, and a person should look at it. */
export function warning(check: string, says: string, next?: string): Finding {
  return { check, status: 'warning', says, ...(next !== undefined && { next }) };
}

/** It keeps a bridge from working. */
export function wrong(check: string, says: string, next?: string): Finding {
  return { check, status: 'wrong', says, ...(next !== undefined && { next }) };
}

/** It was not looked at, and why. */
export function skipped(check: string, says: string): Finding {
  return { check, status: 'skipped', says };
}
