import type { DeliveredCall, Link } from './call.ts';
import type { ComparedCall } from './claim.ts';
import type { Counts } from './counts.ts';
import type { KnownLink } from './decide/links.ts';
import type { NearLink } from './decide/near-link.ts';

/** The reads for both the owner of the work and people. */
export interface StoreLookups {
  /** Returns the customer number of a link; undefined also if several people seem to share the link. */
  findLink(link: Link, destination: string): Promise<string | undefined>;
  /** Returns a link that several people seem to share, so that it stands for nobody until a person decides. */
  sharedLink(link: Link, destination: string): Promise<KnownLink | undefined>;
  /** Returns a link in another spelling (case, spaces, leading zeros); undefined if the link itself is known. */
  nearLink(link: Link, destination: string): Promise<NearLink | undefined>;
  /**
   * Returns the delivered calls of a lane that are newer than a call of an event, the oldest first, as
   * `newerDelivered` does for a claim. The call need not be planned yet. `lane`: its key.
   */
  deliveredSince(than: ComparedCall, destination: string, lane: string): Promise<readonly DeliveredCall[]>;
  counts(): Promise<Counts>;
  /**
   * Returns the time when the next unclaimed lane of a destination is due. If not all lanes were examined, returns an
   * earlier time, at which to call again. Epoch milliseconds.
   */
  nextDueAt(destination: string): Promise<number | undefined>;
}
