/** Things that were handed out to be worked on, and whether the ground has shifted under them since. */
export interface InHand {
  take(key: number): void;
  /** Whether a change came after the thing was handed out. */
  isStale(key: number): boolean;
  drop(key: number): void;
  /** Says that something changed which those who work on things in hand may not have seen. */
  noteChange(): void;
}

/** Makes an empty record of things in hand. */
export function createInHand(): InHand {
  const stale = new Map<number, boolean>();
  return {
    take: key => {
      stale.set(key, false);
    },
    isStale: key => stale.get(key) ?? false,
    drop: key => {
      stale.delete(key);
    },
    noteChange: () => {
      for (const key of stale.keys()) stale.set(key, true);
    },
  };
}
