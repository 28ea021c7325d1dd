/** Tells an outage of a destination from the trouble of single persons. */
export interface Breaker {
  /** Notes how a call of a lane ended; `true`: it is an outage. */
  note(lane: number, fault: boolean): boolean;
  reset(): void;
}

const inARow = 5;
const window = 20;
const differentPeople = 3;

/**
 * Opens on faults of at least three different people's calls: five in a row, or half of the last twenty. One
 * person's call that fails again and again never opens it.
 */
export function createBreaker(): Breaker {
  let last: { lane: number; fault: boolean }[] = [];
  return {
    note(lane, fault) {
      last.push({ lane, fault });
      if (last.length > window) last.shift();
      if (!fault) return false;
      return isOutage(trailingFaults(last)) || (last.length === window && isHalf(last));
    },
    reset() {
      last = [];
    },
  };
}

function trailingFaults(results: readonly { lane: number; fault: boolean }[]): { lane: number }[] {
  const start = results.findLastIndex(each => !each.fault) + 1;
  return results.slice(start);
}

function isOutage(faults: readonly { lane: number }[]): boolean {
  return faults.length >= inARow && people(faults) >= differentPeople;
}

function isHalf(results: readonly { lane: number; fault: boolean }[]): boolean {
  const faults = results.filter(each => each.fault);
  return faults.length * 2 >= results.length && people(faults) >= differentPeople;
}

function people(faults: readonly { lane: number }[]): number {
  return new Set(faults.map(each => each.lane)).size;
}
