import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { StoreUnavailable } from '../../store.ts';
import type { Connection } from '../connection.ts';

/**
 * Which event is being planned right now, in a file of a few bytes beside the store. It outlives the process, however
 * that ends, and costs no wait for the disk; a power cut, which no event causes, may take it along.
 */
export interface PlanningMark {
  /**
   * The event with this sequence is being planned from now on.
   * @throws StoreUnavailable where it cannot be written
   */
  set(sequence: number): void;
  clear(): void;
  close(): void;
}

const none = 0;
const digits = 16;

/** Opens the mark of a store's file, `<file>-planning`, and takes down what the process before ended with. */
export function openPlanningMark(file: string, connection: Connection): PlanningMark {
  const path = `${file}-planning`;
  const descriptor = openSync(path, 'a+', 0o600);
  countEnd(connection, Number(readFileSync(descriptor, 'latin1')));
  ftruncateSync(descriptor);
  closeSync(descriptor);
  // Not for appending: what stands there is written over in its place, which needs no more room.
  const place = openSync(path, 'r+');
  const write = (sequence: number) => {
    try {
      writeSync(place, String(sequence).padStart(digits, '0'), 0, 'latin1');
    } catch (error) {
      throw new StoreUnavailable('what is being planned cannot be written down', { cause: error });
    }
  };
  write(none);
  return { set: write, clear: () => write(none), close: () => closeSync(place) };
}

/** The process before ended while it planned this event, if it did, and the event still waits for it. */
function countEnd(connection: Connection, sequence: number): void {
  if (!Number.isSafeInteger(sequence) || sequence === none) return;
  connection.run(
    `INSERT INTO ended (sequence, times) SELECT sequence, 1 FROM event WHERE sequence = ? AND planning > 0
     ON CONFLICT DO UPDATE SET times = times + 1`,
    sequence,
  );
}

/** How often the process ended while it planned these events, by their sequence. */
export function endsOf(connection: Connection): Map<number, number> {
  const rows = connection.all<{ sequence: number; times: number }>('SELECT sequence, times FROM ended');
  return new Map(rows.map(({ sequence, times }) => [sequence, times]));
}
