/** Work in progress, and whether it is outdated because its inputs have changed since its start. */
export interface WorkInProgress {
  begin(key: number): void;
  isStale(key: number): boolean;
  end(key: number): void;
  /** Marks all current work as outdated, because its inputs may have changed. */
  outdate(): void;
}

/** Makes an empty record of work in progress. */
export function createWorkInProgress(): WorkInProgress {
  const stale = new Map<number, boolean>();
  return {
    begin: key => {
      stale.set(key, false);
    },
    isStale: key => stale.get(key) ?? false,
    end: key => {
      stale.delete(key);
    },
    outdate: () => {
      for (const key of stale.keys()) stale.set(key, true);
    },
  };
}
