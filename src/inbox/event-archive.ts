import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Call, Link, Operation } from './call.ts';
import type { PlannableEvent, Status } from './event.ts';

/** The stored events, read beside a bridge that may be running on them, and never changed. */
export interface EventArchive {
  /**
   * The newest events that fit, in the order of their acceptance. They are read a few at a time, so that neither memory
   * nor the running bridge feels how many there are; those that are deleted before they are read are left out.
   */
  newest(filter: ArchiveFilter): AsyncIterable<ArchivedEvent>;
  event(id: string): Promise<ArchivedEvent | undefined>;
  /** Returns the current customer number of a link. */
  findLink(link: Link, destination: string): Promise<string | undefined>;
  /** The last events of each source, newest first, each as it would be planned. */
  lastEvents(
    sources: Iterable<string>,
    limit: number,
  ): Promise<ReadonlyMap<string, readonly PlannableEvent[]>>;
  /** The catalogs that were kept, by destination. */
  catalogs(): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

export interface ArchiveFilter {
  readonly source?: string;
  /** The number of the newest events that are read, at most. */
  readonly last: number;
  /** The events that come with their calls: all, unless it says otherwise. Those of the other events are not read. */
  readonly callsOf?: 'all' | 'failed events';
}

/** One event with all that an expression may see of it, and the calls that were planned for it. */
export interface ArchivedEvent {
  readonly event: PlannableEvent;
  /** The outcome of the event itself, apart from its calls. */
  readonly ownStatus: Status | undefined;
  /** In the order in which they were planned; none if they were not asked for. */
  readonly calls: readonly ArchivedCall[];
}

export interface ArchivedCall {
  readonly mapping: string;
  /** Hash of the text that the mapping's file had. */
  readonly mappingVersion: string;
  /** The empty text where the rule for the destination failed. */
  readonly destination: string;
  readonly operation: Operation;
  readonly status: Status;
  readonly link: Link | undefined;
  /** The call as it was sent, or as planned if it was not sent; missing if planning made no call. */
  readonly call: Call | undefined;
  /** The customer number that is known of it, if there is one: its own, or that of its link. */
  readonly customerId: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
