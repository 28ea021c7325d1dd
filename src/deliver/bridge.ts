import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Counts } from '../inbox/counts.ts';
import type { AcceptedRequest, Added, EventView, PlannableEvent, Status } from '../inbox/event.ts';
import type { RequestView } from '../inbox/request-view.ts';
import type { MappingTrace } from '../mapping/explain/trace.ts';
import type { MappingFolder } from '../mapping/folder.ts';
import type { DestinationState } from './destinations/destination-state.ts';
import type { ProbeAnswer, ProbeRequest } from './destinations/probe-destination.ts';
import type { PlanningContext } from './planning/plan-event.ts';
import type { SharingProcesses } from './sharing/share-work.ts';
import type { SkewProof } from './time/clock-skew.ts';

/** The running bridge, as the server and the command line see it. */
export interface Bridge {
  /** Stores a webhook's events and processes them. Throws `StoreUnavailable` if nothing was stored. */
  accept(request: AcceptedRequest): Promise<readonly Added[]>;
  /**
   * Resolves with the event when each of its calls is finished (or held, or uncertain), or after `withinMs` with its
   * state at that time.
   */
  outcomeOf(eventId: string, withinMs: number): Promise<EventView | undefined>;
  preview(asked: PreviewRequest): Promise<Preview>;
  /** Returns the current parts for planning, with no mapping held. */
  planning(): PlanningContext;
  /** Returns the current state of each destination. Waiting calls come from these counts, or else from the store. */
  destinations(counts?: Counts): Promise<readonly DestinationView[]>;
  catalog(destination: string): CatalogSnapshot | null;
  /** Starts to read the fields of each open destination again, unless they were read within the last ten seconds. */
  readCatalogs(): void;
  /** Learns the statuses of a destination by sending one that does not exist. Undefined: no such destination. */
  probeStatuses(destination: string, asked: ProbeRequest): Promise<ProbeAnswer | undefined>;
  /** Stops sending to a destination until `resume`. `false`: no such destination. */
  pause(destination: string): Promise<boolean>;
  /** Ends a pause, or probes a held destination at once. `false`: no such destination. */
  resume(destination: string): Promise<boolean>;
  /** Returns the current state of each mapping. Its calls come from these counts, or else from the store. */
  mappings(counts?: Counts): Promise<readonly MappingView[]>;
  /** Replaces all mappings at once; calls that they held are planned again. */
  useMappings(folder: MappingFolder): Promise<void>;
  /** Returns the proof that the clock of this machine is wrong; undefined without a proof. */
  clockSkew(): SkewProof | undefined;
  /** Returns the number of call results that wait to be stored; nothing more is sent while there are any. */
  unwritten(): number;
  /** The processes that share the store, including this one; undefined if the store is not shared. */
  processes(): SharingProcesses | undefined;
  /**
   * Gives webhooks precedence after some rows of a list were stored in `tookMs`: pauses for a multiple of it if a
   * webhook was accepted within the last second, otherwise for a turn of the event loop.
   */
  giveWayToWebhooks(tookMs: number): Promise<void>;
  /** Makes the worker look for new work: after a replay, a discard, an import. */
  wake(): void;
}

export interface PreviewRequest {
  readonly source: string;
  readonly payload: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly mapping?: string;
  /** The customer number to assume for the link. */
  readonly linked?: string;
  /** The stored event, if there is one: then expressions get the same data as when it is planned. */
  readonly stored?: PlannableEvent;
  /** True to explain the origin of every value. */
  readonly why?: boolean;
}

/** The calls that a payload would cause. Nothing is sent. */
export interface Preview {
  calls: readonly PreviewedCall[];
  /** Diagnostics of the event as a whole: no mapping applied, a faulty mapping. */
  diagnostics: readonly Diagnostic[];
  /** With `why`: the origin of every value, for each mapping of the source, including mappings that do not apply. */
  why?: readonly MappingTrace[];
}

export interface PreviewedCall {
  mapping: string;
  destination: string;
  operation: string;
  /** `queued`: it would be sent. */
  status: Extract<Status, 'queued' | 'held' | 'failed' | 'skipped'>;
  request: RequestView | null;
  http: PreviewedRequest | null;
  diagnostics: readonly Diagnostic[];
}

/** The HTTP request as it would be sent; `url` and `body` do not contain the token. */
export interface PreviewedRequest {
  method: string;
  url: string;
  contentType?: string;
  body?: string;
  /** Includes the token as `[token]` where it belongs, and all headers that are set. */
  wire: { url: string; headers: Readonly<Record<string, string>>; body?: string };
}

export interface DestinationView {
  name: string;
  baseUrl: string;
  state: DestinationState;
  /** The cause of its state, if it is not open: a text, the step that ends it, and a code for programs. */
  reason?: string;
  next?: string | undefined;
  code?: string | undefined;
  /** ISO 8601. */
  since?: string;
  /** The time before which nothing is sent. ISO 8601. */
  notBefore?: string;
  nextProbeAt?: string;
  /** The attempts in a row that failed because of the destination, the last cause, and the first time (ISO 8601). */
  faults?: { count: number; reason: string; code?: string | undefined; since: string };
  /** The number of calls that wait for the destination. */
  waiting: number;
  catalog: { fetchedAt: string; fields: number; statuses: number } | null;
}

export interface MappingView {
  name: string;
  file: string;
  source: string | null;
  destination: string | null;
  operation: string | null;
  /** True if the file on disk can be used. Otherwise the last good version is used, if there is one. */
  usable: boolean;
  /** The cause of its hold: a text, the step that ends it, and the code of the first fault. */
  held: { since: string; reason: string; next?: string | undefined; code?: string | undefined } | null;
  /** Its calls by status. */
  calls: Readonly<Record<Status, number>>;
  /** Diagnostics of the file, and of how it fits the current config and account. */
  diagnostics: readonly Diagnostic[];
  /** The changes in the account that caused the diagnostics, oldest first. `at` is ISO 8601. */
  changes: readonly { at: string; what: string }[];
}
