import { failureRow, fixedWords } from '../../booking/answers/failure-table.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { Report } from '../report.ts';

/** Logs when sending to a destination stops and starts again. Callers do not wait for the lines to be written. */
export interface HoldLog {
  /** Logs why it is held, once for each row, without any part of a response. */
  held(row: string, since: number | null): void;
  /** Logs that it has been paused since before the start. */
  stillPaused(): void;
  /** Notes a pause, which is not logged, so that its end will be logged. */
  paused(): void;
  /** Logs that it is open again after a hold or a pause. */
  opened(): void;
}

/**
 * Makes the log of one destination. `before`: whether it was held or paused when the last process ended, and since
 * when, if known. `waiting` counts the calls that wait for it, if possible.
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

  /** Lines are written in the order of the events, though the waiting calls must be counted for each. */
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
