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
  /** Stores a webhook's events and has them worked on. Throws `StoreUnavailable` where nothing was stored. */
  accept(request: AcceptedRequest): Promise<readonly Added[]>;
  /** The event once every call of it is at rest (or held, or uncertain), or after `withinMs` as it then is. */
  outcomeOf(eventId: string, withinMs: number): Promise<EventView | undefined>;
  preview(wish: PreviewRequest): Promise<Preview>;
  /** How events would be planned with what is in use at this moment; no mapping is held in it. */
  planning(): PlanningContext;
  /** How each destination stands now; what waits for it by these counts, or asks the store for them. */
  destinations(counts?: Counts): Promise<readonly DestinationView[]>;
  catalog(destination: string): CatalogSnapshot | null;
  /** Learns the statuses of a destination by being refused one. Undefined: no such destination. */
  probeStatuses(destination: string, wish: ProbeRequest): Promise<ProbeAnswer | undefined>;
  /** Stops sending to a destination until `resume`. `false`: no such destination. */
  pause(destination: string): Promise<boolean>;
  /** Ends a pause or has a held destination probed at once. `false`: no such destination. */
  resume(destination: string): Promise<boolean>;
  /** How each mapping stands now; its calls by these counts, or asks the store for them. */
  mappings(counts?: Counts): Promise<readonly MappingView[]>;
  /** Replaces all mappings at once; what they held is planned again. */
  useMappings(folder: MappingFolder): Promise<void>;
  /** What is proved of the clock of this machine being wrong; undefined where nothing is. */
  clockSkew(): SkewProof | undefined;
  /** How many results of calls wait to be written; nothing more is sent while there are any. */
  unwritten(): number;
  /** The processes that share the store, this one among them; undefined where it is alone on it. */
  processes(): SharingProcesses | undefined;
  /** Has the worker look for new work: after a replay, a discard, an import. */
  wake(): void;
}

export interface PreviewRequest {
  readonly source: string;
  readonly payload: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly mapping?: string;
  /** As if this customer number were known for the link. */
  readonly linked?: string;
  /** The event as it is stored, where it is: then expressions see all that they see when it is planned. */
  readonly stored?: PlannableEvent;
  /** Whether to tell how every value arose. */
  readonly why?: boolean;
}

/** What would be sent for a payload. Nothing is sent. */
export interface Preview {
  calls: readonly PreviewedCall[];
  /** What concerns the event as a whole: no mapping applied, a mapping that is faulty. */
  diagnostics: readonly Diagnostic[];
  /** How every value arose, for each mapping that was asked, those too that do not want the event; if wished. */
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

/** The HTTP request as it would be sent, but for the token, which is left out of `url` and `body`. */
export interface PreviewedRequest {
  method: string;
  url: string;
  contentType?: string;
  body?: string;
  /** With the token, which reads `[token]`, in its place; all headers that are set. */
  wire: { url: string; headers: Readonly<Record<string, string>>; body?: string };
}

export interface DestinationView {
  name: string;
  baseUrl: string;
  state: DestinationState;
  /** Why it is not open, in words. */
  reason?: string;
  /** ISO 8601. */
  since?: string;
  /** Nothing is sent before this time. ISO 8601. */
  notBefore?: string;
  nextProbeAt?: string;
  /** How many calls wait there. */
  waiting: number;
  catalog: { fetchedAt: string; fields: number; statuses: number } | null;
}

export interface MappingView {
  name: string;
  file: string;
  source: string | null;
  destination: string | null;
  operation: string | null;
  /** Whether the file as it is on disk can be used; if not, the last good version is, where there is one. */
  usable: boolean;
  held: { since: string; reason: string } | null;
  /** Calls of it by status. */
  calls: Readonly<Record<Status, number>>;
  /** Of the file, and of how it fits the config and the account now. */
  diagnostics: readonly Diagnostic[];
  /** What changed in the account and led to any of the diagnostics, oldest first. `at` is ISO 8601. */
  changes: readonly { at: string; what: string }[];
}
