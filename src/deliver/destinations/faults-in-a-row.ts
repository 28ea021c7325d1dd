/** The consecutive attempts that failed because of the destination, up to now. */
export interface FaultsInARow {
  readonly count: number;
  /** The reason of the last fault, without values of a customer. */
  readonly reason: string;
  /** The code of the row of the failure table that decided the last fault. */
  readonly code: string | undefined;
  /** The time of the first fault; epoch milliseconds. */
  readonly since: number;
}

/** Counts the faults of a destination, starting with none. */
export interface FaultCount {
  /** Undefined if the last attempt had no fault. */
  inARow(): FaultsInARow | undefined;
  /** Counts a fault at a time in epoch milliseconds. */
  add(cause: Pick<FaultsInARow, 'reason' | 'code'>, now: number): void;
  clear(): void;
}

export function createFaultCount(): FaultCount {
  let inARow: FaultsInARow | undefined;
  return {
    inARow: () => inARow,
    add({ reason, code }, now) {
      inARow = { count: (inARow?.count ?? 0) + 1, reason, code, since: inARow?.since ?? now };
    },
    clear() {
      inARow = undefined;
    },
  };
}
