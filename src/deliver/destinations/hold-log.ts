import { failureRow, fixedWords } from '../../booking/answers/failure-table.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { Report } from '../report.ts';

/**
 * Writes the log lines about a destination to which nothing is sent. Callers do not wait for the lines to be written.
 */
export interface HoldLog {
  /** Logs, once for each row, why it is held, in words that hold nothing of an answer. */
  held(row: string, since: number | null): void;
  /** Logs that it is paused since before the start. */
  stillPaused(): void;
  /** The destination is paused, which is not logged; its resumption will be. */
  paused(): void;
  /** Logs that it is open again after a hold or a pause. */
  opened(): void;
}

/**
 * Makes the log of one destination. `before`: whether it was held or paused when the last process ended, and since
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
  let loggedRow: string | undefined;
  let last = Promise.resolve();

  /** Lines keep the order in which things happened, though what waits has to be counted for each. */
  function log(make: (facts: Facts) => Report): void {
    const from = since === null ? {} : { since: isoTime(since) };
    last = last.then(async () => {
      const count = await waiting();
      report(make({ destination, ...from, ...(count !== undefined && { waiting: count }) }));
    });
  }

  return {
    held(row, from) {
      if (loggedRow === row) return;
      loggedRow = row;
      isStopped = true;
      since = from;
      const alarm = failureRow(row)?.alarm === 'security' ? { alarm: 'security' } : {};
      const details = { row, reason: fixedWords(row), ...alarm };
      log(facts => ({ what: 'destination held', details: { ...facts, ...details } }));
    },
    stillPaused() {
      log(details => ({ what: 'destination paused', details }));
    },
    paused() {
      isStopped = true;
      loggedRow = undefined;
      since = null;
    },
    opened() {
      if (isStopped) log(details => ({ what: 'destination open again', details }));
      isStopped = false;
      loggedRow = undefined;
      since = null;
    },
  };
}

interface Facts {
  readonly destination: string;
  readonly since?: string;
  readonly waiting?: number;
}
