/** The attempts at a destination that ended with a fault of the destination, since the last one that did not. */
export interface FaultsInARow {
  readonly count: number;
  /** The reason of the last one, without values of a customer. */
  readonly reason: string;
  /** The code of the row of the failure table that decided the last one. */
  readonly code: string | undefined;
  /** The time of the first one; epoch milliseconds. */
  readonly since: number;
}

/** Counts the faults of a destination, beginning with none. */
export interface FaultCount {
  /** Undefined: the last attempt ended without one. */
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
