import type { EventView, Status } from '../inbox/event.ts';
import type { Time } from './time/time.ts';

/** Lets requests wait until an event is finished. */
export interface OutcomeWaiters {
  /**
   * Resolves with the event when it is finished, or after `withinMs` with its state at that time; undefined if there is
   * none.
   */
  outcomeOf(eventId: string, withinMs: number): Promise<EventView | undefined>;
  /** Reports that an event changed. */
  notify(eventId: string): void;
  /** Makes all waiting requests read their event again: another process may have changed it. */
  lookAgain(): void;
  /** Ends all waiting. A later process handles the remaining events. */
  end(): void;
}

const atRest: ReadonlySet<Status> = new Set([
  'delivered',
  'skipped',
  'failed',
  'held',
  'uncertain',
  'discarded',
]);

/** Makes an empty list of waiters; `readEvent` reads a stored event. */
export function createOutcomeWaiters(
  readEvent: (eventId: string) => Promise<EventView | undefined>,
  time: Pick<Time, 'after' | 'monotonic'>,
): OutcomeWaiters {
  const waiting = new Map<string, Set<() => void>>();
  let ended = false;

  /** Resolves at the event's next change, or after this many milliseconds. */
  function change(eventId: string, withinMs: number): Promise<void> {
    return new Promise(resolve => {
      const group = waiting.get(eventId) ?? new Set();
      waiting.set(eventId, group);
      const done = () => {
        cancel();
        group.delete(done);
        if (group.size === 0) waiting.delete(eventId);
        resolve();
      };
      const cancel = time.after(withinMs, done);
      group.add(done);
    });
  }

  function lookAgain(): void {
    for (const done of [...waiting.values()].flatMap(group => [...group])) done();
  }

  return {
    async outcomeOf(eventId, withinMs) {
      const until = time.monotonic() + withinMs;
      for (;;) {
        const changed = change(eventId, Math.max(0, until - time.monotonic()));
        const event = await readEvent(eventId);
        if (!event || atRest.has(event.status) || ended || time.monotonic() >= until) return event;
        await changed;
      }
    },
    notify(eventId) {
      for (const done of [...(waiting.get(eventId) ?? [])]) done();
    },
    lookAgain,
    end() {
      ended = true;
      lookAgain();
    },
  };
}
