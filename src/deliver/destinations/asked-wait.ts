import { fixedWords } from '../../booking/answers/failure-table.ts';

/** That a destination asked to be left alone for a while (Retry-After, 429). */
export interface AskedWait {
  /** Until when; null where nothing is asked any more. Epoch milliseconds. */
  until(): number | null;
  /** Why, in words that hold nothing of an answer. */
  reason(): string | null;
  /** It asks for so many milliseconds from now, by this row of the table of failures; a longer wait stands. */
  ask(ms: number, row: string): void;
  clockMoved(byMs: number): void;
}

/** Remembers what a destination asked for, also before the process ended. */
export function createAskedWait(
  now: () => number,
  restored: { readonly until: number | null; readonly reason: string | null },
): AskedWait {
  let end = restored.until;
  let why = restored.reason;
  const until = () => (end !== null && end > now() ? end : null);
  return {
    until,
    reason: () => (until() === null ? null : why),
    ask(ms, row) {
      end = Math.max(end ?? 0, now() + ms);
      why = fixedWords(row);
    },
    clockMoved(byMs) {
      if (end !== null) end += byMs;
    },
  };
}
