/** True if there is still time to try one more thing; what cannot be left out is tried without asking. */
export type Patience = () => boolean;

/** For few trials. */
export const endless: Patience = () => true;

/**
 * Time for everything that is asked for of one kind, from now on.
 * @param monotonic milliseconds that only grow
 */
export function patienceOf(ms: number, monotonic: () => number): Patience {
  const end = monotonic() + ms;
  return () => monotonic() < end;
}

/** As long as each of them has time. */
export function both(one: Patience, other: Patience): Patience {
  return () => one() && other();
}
