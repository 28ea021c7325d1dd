/**
 * The status of a check: `wrong` prevents a bridge from working, `warning` may do so soon or loses something;
 * `skipped`: not checked.
 */
export type FindingStatus = 'well' | 'warning' | 'wrong' | 'skipped';

/** The result of one check. It contains no secret and no personal data. */
export interface Finding {
  /** The name of the check, a word or two, which later versions keep. */
  readonly check: string;
  readonly status: FindingStatus;
  /** The result, in words. */
  readonly says: string;
  /** The next step; absent if `says` contains it, or if there is nothing to do. */
  readonly next?: string;
}

/** The findings about one part of the bridge, in the order in which a person would look for a fault. */
export interface Group {
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** A finding that reports no problem. */
export function well(check: string, says: string): Finding {
  return { check, status: 'well', says };
}

/** A finding that needs attention, although the bridge works. */
export function warning(check: string, says: string, next?: string): Finding {
  return { check, status: 'warning', says, ...(next !== undefined && { next }) };
}

/** A finding that prevents the bridge from working. */
export function wrong(check: string, says: string, next?: string): Finding {
  return { check, status: 'wrong', says, ...(next !== undefined && { next }) };
}

/** A finding about something that was not checked, with the reason. */
export function skipped(check: string, says: string): Finding {
  return { check, status: 'skipped', says };
}
