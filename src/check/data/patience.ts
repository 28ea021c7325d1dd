/** Returns true if there is time for one more trial. Necessary trials do not ask. */
export type Patience = () => boolean;

/** Has no limit; for few trials. */
export const endless: Patience = () => true;

/**
 * Allows trials for a time from now on.
 * @param monotonic a clock in milliseconds that never goes back, or the work of this process
 */
export function patienceOf(ms: number, monotonic: () => number): Patience {
  const end = monotonic() + ms;
  return () => monotonic() < end;
}

/** Returns true as long as both do. */
export function both(one: Patience, other: Patience): Patience {
  return () => one() && other();
}

/** Remembers whether trials were refused, so that a report can say that it is not complete. */
export function watchedPatience(patience: Patience): {
  readonly patience: Patience;
  readonly hasEnded: () => boolean;
} {
  let ended = false;
  return {
    patience: () => {
      if (patience()) return true;
      ended = true;
      return false;
    },
    hasEnded: () => ended,
  };
}
