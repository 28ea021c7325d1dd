/** Wakes those who wait for an event to change. */
export interface OutcomeWaiters {
  /** Resolves at the event's next change, or after so many milliseconds. */
  change(eventId: string, withinMs: number): Promise<void>;
  notify(eventId: string): void;
  notifyAll(): void;
}

/** Makes an empty list of waiters. */
export function createOutcomeWaiters(after: (ms: number, run: () => void) => () => void): OutcomeWaiters {
  const waiting = new Map<string, Set<() => void>>();
  return {
    change(eventId, withinMs) {
      return new Promise(resolve => {
        const group = waiting.get(eventId) ?? new Set();
        waiting.set(eventId, group);
        const done = () => {
          cancel();
          group.delete(done);
          if (group.size === 0) waiting.delete(eventId);
          resolve();
        };
        const cancel = after(withinMs, done);
        group.add(done);
      });
    },
    notify(eventId) {
      for (const done of [...(waiting.get(eventId) ?? [])]) done();
    },
    notifyAll() {
      for (const done of [...waiting.values()].flatMap(group => [...group])) done();
    },
  };
}
