/** Records when something was wrong: the effects on a process meanwhile are no fault of its own. */
export interface Trouble {
  /** Starts a trouble; returns the function that ends it. */
  begin(): () => void;
  /** Whether there is trouble now, or was at any moment since then (monotonic milliseconds). */
  wasSince(at: number): boolean;
}

/** The duration of its effects after its end: connections are given up and made anew. */
const feltForMs = 3_000;

/** Starts without trouble. */
export function createTrouble(): Trouble {
  let begun = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    begin() {
      begun += 1;
      return () => {
        begun -= 1;
        endedAt = performance.now();
      };
    },
    wasSince: at => begun > 0 || endedAt + feltForMs > at,
  };
}
