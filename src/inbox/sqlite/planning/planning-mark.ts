import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { StoreUnavailable } from '../../store.ts';
import type { Connection } from '../connection/connection.ts';

/**
 * The event that is being planned right now, in a file of a few bytes beside the store. The file survives the end of
 * the process, and needs no wait for the disk. A power cut may lose it, but no event causes one.
 */
export interface PlanningMark {
  /**
   * Records that the event with this sequence is being planned from now on.
   * @throws StoreUnavailable if it cannot be written
   */
  set(sequence: number): void;
  clear(): void;
  close(): void;
}

const none = 0;
const digits = 16;

/**
 * Opens the mark of a store's file, `<file>-planning`, and records the event that the previous process was planning at
 * its end.
 */
export function openPlanningMark(file: string, connection: Connection): PlanningMark {
  const path = `${file}-planning`;
  const descriptor = openSync(path, 'a+', 0o600);
  countEnd(connection, Number(readFileSync(descriptor, 'latin1')));
  ftruncateSync(descriptor);
  closeSync(descriptor);
  // The file is not opened for appending: its contents are overwritten in place, which needs no further space.
  const place = openSync(path, 'r+');
  const write = (sequence: number) => {
    try {
      writeSync(place, String(sequence).padStart(digits, '0'), 0, 'latin1');
    } catch (error) {
      throw new StoreUnavailable('cannot store which events are being planned', { cause: error });
    }
  };
  write(none);
  return { set: write, clear: () => write(none), close: () => closeSync(place) };
}

/** Counts an end for the event that the previous process was planning, if it still waits for planning. */
function countEnd(connection: Connection, sequence: number): void {
  if (!Number.isSafeInteger(sequence) || sequence === none) return;
  connection.run(
    `INSERT INTO crash_count (sequence, times) SELECT sequence, 1 FROM event WHERE sequence = ? AND planning > 0
     ON CONFLICT DO UPDATE SET times = times + 1`,
    sequence,
  );
}

/** Returns how often the process ended while it planned these events, by their sequence. */
export function endsOf(connection: Connection): Map<number, number> {
  const rows = connection.all<{ sequence: number; times: number }>('SELECT sequence, times FROM crash_count');
  return new Map(rows.map(({ sequence, times }) => [sequence, times]));
}
