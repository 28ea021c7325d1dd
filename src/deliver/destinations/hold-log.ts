import { failureRow, fixedWords } from '../../booking/answers/failure-table.ts';
import type { Report } from '../report.ts';

/** Tells that nothing is sent to a destination, and that it goes on. Nobody waits until it is told. */
export interface HoldLog {
  /** Says once of each row why it is held, in words that hold nothing of an answer. */
  held(row: string, since: number | null): void;
  /** Says that it is paused since before the start. */
  stillPaused(): void;
  /** It was paused: that it goes on is to be told. */
  paused(): void;
  /** Says so where it was held or paused. */
  opened(): void;
}

/**
 * Makes the teller of one destination. `before`: whether it was held or paused when the last process ended, and since
 * when, where that is known. `waiting` counts the calls that wait for it, where they can be counted.
 */
export function createHoldLog(
  destination: string,
  before: { readonly stopped: boolean; readonly since: number | null },
  waiting: () => Promise<number | undefined>,
  report: (report: Report) => void,
): HoldLog {
  let isStopped = before.stopped;
  let since = before.since;
  let told: string | undefined;
  let last = Promise.resolve();

  /** In the order in which it happened, though what waits has to be counted. */
  function tell(make: (facts: Facts) => Report): void {
    const from = since === null ? {} : { since: new Date(since).toISOString() };
    last = last.then(async () => {
      const count = await waiting();
      report(make({ destination, ...from, ...(count !== undefined && { waiting: count }) }));
    });
  }

  return {
    held(row, from) {
      if (told === row) return;
      told = row;
      isStopped = true;
      since = from;
      const alarm = failureRow(row)?.alarm === 'security' ? { alarm: 'security' } : {};
      const details = { row, reason: fixedWords(row), ...alarm };
      tell(facts => ({ what: 'destination held', details: { ...facts, ...details } }));
    },
    stillPaused() {
      tell(details => ({ what: 'destination paused', details }));
    },
    paused() {
      isStopped = true;
      told = undefined;
      since = null;
    },
    opened() {
      if (isStopped) tell(details => ({ what: 'destination goes on', details }));
      isStopped = false;
      told = undefined;
      since = null;
    },
  };
}

interface Facts {
  readonly destination: string;
  readonly since?: string;
  readonly waiting?: number;
}
