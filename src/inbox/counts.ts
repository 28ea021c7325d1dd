import type { Status } from './event.ts';

/**
 * The numbers of calls (or events without calls) of each status, as displayed; and the waiting calls of each mapping
 * and destination.
 */
export interface Counts {
  readonly statuses: Readonly<Record<Status, number>>;
  readonly unplanned: number;
  /** Events that are held because no mapping applies to them. */
  readonly unclaimed: number;
  readonly byDestination: Readonly<Record<string, Readonly<Record<Status, number>>>>;
  readonly byMapping: Readonly<Record<string, Readonly<Record<Status, number>>>>;
  /**
   * By mapping, calls that are held though their mapping is not, and that nothing lets go on but the upkeep: of its oldest
   * held calls, so that it costs little to know.
   */
  readonly stranded: Readonly<Record<string, number>>;
}
