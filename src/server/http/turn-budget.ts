/** Limits how much work of one kind begins in one turn of the event loop, so that other work can run too. */
export interface TurnBudget {
  /** Returns true if one more may begin at once, and counts it. */
  take(): boolean;
  /** Resolves when one more may begin: at once or in a later turn, in the order of the calls. */
  next(): Promise<void>;
}

/** Creates a budget; at most `perTurn` begin in one turn. */
export function createTurnBudget(perTurn: number): TurnBudget {
  const waiting: (() => void)[] = [];
  let begun = 0;

  function newTurn(): void {
    begun = 0;
    for (const begin of waiting.splice(0, perTurn)) {
      begun += 1;
      begin();
    }
    if (begun > 0) setImmediate(newTurn);
  }

  function take(): boolean {
    if (begun >= perTurn) return false;
    if (begun === 0) setImmediate(newTurn);
    begun += 1;
    return true;
  }

  return {
    take,
    async next() {
      if (take()) return;
      await new Promise<void>(resolve => waiting.push(resolve));
    },
  };
}
