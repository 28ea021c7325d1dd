import type { Status } from './event.ts';

/**
 * The numbers of calls (or events without calls) of each status, as displayed; and the waiting calls of each mapping
 * and destination.
 */
export interface Counts {
  readonly statuses: Readonly<Record<Status, number>>;
  readonly unplanned: number;
  /** The number of events that are held because no mapping applies to them. */
  readonly unclaimed: number;
  readonly byDestination: Readonly<Record<string, Readonly<Record<Status, number>>>>;
  readonly byMapping: Readonly<Record<string, Readonly<Record<Status, number>>>>;
  /**
   * The calls by mapping that are held although their mapping is not, so that only the upkeep lets them continue.
   * Only the oldest held calls are examined, which is cheap.
   */
  readonly stranded: Readonly<Record<string, number>>;
}
