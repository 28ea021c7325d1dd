/** When something was not as it should be: what a process did meanwhile is no fault of its own. */
export interface Trouble {
  /** It begins; answers what ends it. */
  begin(): () => void;
  /** Whether it is there now, or was at any moment since then (monotonic milliseconds). */
  wasSince(at: number): boolean;
}

/** After its end it may be felt for so long: connections are given up and made anew. */
const feltForMs = 3_000;

/** There was none yet. */
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
