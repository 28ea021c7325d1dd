/** The result of a call of one lane, a person's sequence of calls. `fault`: true if the destination was at fault. */
export interface CallResult {
  readonly lane: number;
  readonly fault: boolean;
}

const inARow = 5;
const window = 20;
const differentPeople = 3;

/** Returns the counted results, including that of a call that just ended. */
export function withResult(results: readonly CallResult[], result: CallResult): readonly CallResult[] {
  return [...results, result].slice(-window);
}

/**
 * Returns true for an outage of a destination, as opposed to problems of single people, after the last call failed:
 * faults of calls of at least three different people, five in a row, or half of the last twenty. The repeated failures
 * of one person's call never count as an outage.
 */
export function isOutage(results: readonly CallResult[]): boolean {
  const inTheEnd = results.slice(results.findLastIndex(each => !each.fault) + 1);
  if (inTheEnd.length === 0) return false;
  if (inTheEnd.length >= inARow && people(inTheEnd) >= differentPeople) return true;
  const faults = results.filter(each => each.fault);
  const isHalf = results.length === window && faults.length * 2 >= window;
  return isHalf && people(faults) >= differentPeople;
}

function people(faults: readonly CallResult[]): number {
  return new Set(faults.map(each => each.lane)).size;
}
