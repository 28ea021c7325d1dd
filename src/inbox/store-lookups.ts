import type { Link } from './call.ts';
import type { Counts } from './counts.ts';

/** The reads for both the owner of the work and people. */
export interface StoreLookups {
  findLink(link: Link, destination: string): Promise<string | undefined>;
  counts(): Promise<Counts>;
  /**
   * Returns the time when the next unclaimed lane of a destination is due. If not all lanes were examined, returns an
   * earlier time, at which to call again. Epoch milliseconds.
   */
  nextDueAt(destination: string): Promise<number | undefined>;
}
