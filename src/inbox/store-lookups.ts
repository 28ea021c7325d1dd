import type { Link } from './call.ts';
import type { Counts } from './counts.ts';

/** The reads that both the owner of the work and people use. */
export interface StoreLookups {
  findLink(link: Link, destination: string): Promise<string | undefined>;
  counts(): Promise<Counts>;
  /**
   * When the next lane of a destination is due, of those that are not claimed; sooner, where not all were looked at: then
   * it is when to ask again. Epoch milliseconds.
   */
  nextDueAt(destination: string): Promise<number | undefined>;
}
