/** Limits how much of one kind of work begins in one turn of the event loop, so that other work has its turn as well. */
export interface TurnBudget {
  /** True if one more may begin at once. True counts as begun. */
  take(): boolean;
  /** Resolves when one more may begin: at once, or in one of the next turns, in the order of asking. */
  next(): Promise<void>;
}

/** Makes a budget: at most this many begin in one turn. */
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
