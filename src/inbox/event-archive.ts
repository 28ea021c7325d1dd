import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Call, Link, Operation } from './call.ts';
import type { KnownLink } from './decide/links.ts';
import type { NearLink } from './decide/near-link.ts';
import type { PlannableEvent, Status } from './event.ts';

/** The stored events, for reading only, also while a bridge is running on them. */
export interface EventArchive {
  /**
   * Returns the newest matching events, in the order of their acceptance. They are read in small batches, to save
   * memory and not to delay a running bridge. Events that are deleted before they are read are left out.
   */
  newest(filter: ArchiveFilter): AsyncIterable<ArchivedEvent>;
  event(id: string): Promise<ArchivedEvent | undefined>;
  /** Returns the current customer number of a link. */
  findLink(link: Link, destination: string): Promise<string | undefined>;
  /** Returns a link that several people seem to share, so that it stands for nobody until a person decides. */
  sharedLink(link: Link, destination: string): Promise<KnownLink | undefined>;
  /** Returns a link in another spelling (case, spaces, leading zeros); undefined if the link itself is known. */
  nearLink(link: Link, destination: string): Promise<NearLink | undefined>;
  /**
   * Returns the last events of each source, newest first, with their corrections, in the form for planning. Discarded
   * events are left out.
   */
  lastEvents(
    sources: Iterable<string>,
    limit: number,
  ): Promise<ReadonlyMap<string, readonly PlannableEvent[]>>;
  /** Returns the ids of known links of some people, each once: the first 1,000 of each group. */
  linkIds(people: Iterable<string>): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Returns the stored catalogs, by destination. */
  catalogs(): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

export interface ArchiveFilter {
  readonly source?: string;
  /** The maximum number of the newest events that are read. */
  readonly last: number;
  /** The events that include their calls; by default all. */
  readonly callsOf?: 'all' | 'failed events';
}

/** One event with all data that an expression can read, and its planned calls. */
export interface ArchivedEvent {
  readonly event: PlannableEvent;
  /** The outcome of the event itself, apart from its calls. */
  readonly ownStatus: Status | undefined;
  /** The calls in the order of planning; empty if they were not requested. */
  readonly calls: readonly ArchivedCall[];
}

export interface ArchivedCall {
  readonly mapping: string;
  /** The hash of the mapping file's text. */
  readonly mappingVersion: string;
  /** Empty if the rule for the destination failed. */
  readonly destination: string;
  readonly operation: Operation;
  readonly status: Status;
  readonly link: Link | undefined;
  /** The call as it was sent, or as planned if it was not sent; missing if planning made no call. */
  readonly call: Call | undefined;
  /** The known customer number, if there is one: its own, or that of its link. */
  readonly customerId: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
