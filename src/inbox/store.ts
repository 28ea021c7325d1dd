import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { AuditEntry, AuditFilter, Deed, NewAuditEntry } from './audit.ts';
import type { Call, Link } from './call.ts';
import type { Erased, ErasureWish, WhichPerson } from './erasure.ts';
import type {
  AcceptedItem,
  AcceptedRequest,
  Added,
  EventSummary,
  EventView,
  PlannableEvent,
  Reading,
  Status,
} from './event.ts';
import type { AttemptRecord, Completion } from './outcome.ts';
import type { CallPolicy, EventPlan } from './plan.ts';
import type { Resolution, ResolveAnswer } from './resolve.ts';

/**
 * The durable memory: events, the calls planned for them, lanes, links, holds, the ledger of bookings.
 *
 * Promises, the same on every database:
 * - A promise that resolves means: on disk, and it survives a power cut. One that rejects with `StoreUnavailable`
 *   means: nothing of it was written.
 * - Everything that one call of a method writes, it writes in one transaction; but what may concern any number of
 *   events (planAgain, replay by filter, expire, holdMapping, releaseMapping, prune) goes in batches, so that webhooks
 *   are taken in between. Where such a one is interrupted, it is enough to call it again.
 * - Order is the order of acceptance (`sequence`), inside an event the order of its calls.
 * - A claim is exclusive until it is settled or released, or until the process ends.
 */
export interface Store {
  // ── intake ──
  /**
   * Stores the items of one webhook, all or none, and decides about duplicates in the same transaction: an item
   * whose `senderEventId` is known from another webhook of the source is a duplicate of the event of equal contents
   * there, else of the first (which gets `intake/changed-duplicate`); items of one webhook are duplicates of each
   * other only where id and contents are equal. An item without an id is never a duplicate; where equal contents
   * came from the source in the last 10 minutes it is marked (`duplicateOf`, `intake/equal-contents`).
   */
  add(request: AcceptedRequest): Promise<readonly Added[]>;
  /** Keeps what was refused at the door. The last 1,000 that were verified are kept, and the last 1,000 others. */
  refuse(refusal: NewRefusal): Promise<string>;
  refusals(filter: { source?: string; limit: number }): Promise<readonly RefusalView[]>;
  /** A refusal with its body, to be taken in after all. */
  refusal(
    id: string,
  ): Promise<(NewRefusal & { id: string; acceptedAs: readonly string[] | null }) | undefined>;
  /** Notes that a refused webhook was taken in after all, as these events. */
  acceptRefusal(id: string, eventIds: readonly string[], deed?: Deed): Promise<void>;

  // ── planning ──
  /** The events that wait to be planned, in order. */
  plannable(limit: number): Promise<readonly PlannableEvent[]>;
  /**
   * Writes what planning made of events, in order. `first`: inserts the calls. `again`: replaces only calls that
   * are held by their mapping or wait for their link (and an event's own `held`). `replay`: also failed, skipped
   * and discarded ones. A call that is queued in a lane, delivered or uncertain stays as it is. A call that is
   * replaced by nothing becomes `skipped`. A call that had left its lane comes back into it `rejoined`.
   */
  plan(plans: readonly EventPlan[]): Promise<void>;
  /**
   * Writes what finding the events of an `unread` one gave now, at a person's wish. Several: each becomes an event of
   * its own in the place of the first in the order of acceptance, and the first is skipped; what comes a second time is
   * a duplicate, as always. One that is the whole body: the event itself, to be planned. An error among its diagnostics:
   * the event stays failed. Ignored where the event does not wait for this planning any more.
   */
  takeApart(event: PlannableEvent, items: readonly AcceptedItem[]): Promise<void>;
  /** Has events planned again that this mapping holds, or that no mapping claimed (where `mapping` is left out). */
  planAgain(what: { mapping?: string }): Promise<number>;

  // ── delivery ──
  /** Claims the first calls of lanes that are due at a destination, longest due first, one for each lane. */
  claim(what: { destination: string; now: number; limit: number }): Promise<readonly Claim[]>;
  /** Gives a claim back untouched. */
  release(claim: Claim): void;
  /** When the next lane of a destination is due, of those that are not claimed. Epoch milliseconds. */
  nextDueAt(destination: string): Promise<number | undefined>;
  /**
   * The delivered calls of the claim's lane whose events came after the claim's event, oldest first. Where the claim's
   * mapping ignores older events, those calls of it are no newer ones whose events happened before the claim's.
   */
  newerDelivered(claim: Claim): Promise<readonly Call[]>;
  /**
   * When the newest event happened of those that the claim's mapping delivered in the claim's lane; undefined where no
   * such time is known (any more: it is forgotten with its event). Epoch milliseconds.
   */
  lastApplied(claim: Claim): Promise<number | undefined>;
  /**
   * To be awaited before the first byte of a call leaves. For a booking it writes the intent and takes the place
   * in the ledger (destination, appointment, participant); for an update it only answers `go`.
   */
  begin(claim: Claim, at: number): Promise<Beginning>;
  /** Writes how an attempt ended and what becomes of the call. Ignored where the claim is not current (`false`). */
  settle(claim: Claim, progress: Progress, attempt: AttemptRecord | null): Promise<boolean>;
  /** Fails the calls (queued, waiting or held) that are older than their `maxAgeMs`, time held not counted. */
  expire(now: number): Promise<number>;

  // ── destinations and holds ──
  /**
   * Where this store is a copy (a restored backup, a copied file): pauses these destinations and all that it knows,
   * and answers why, in words. To be called once, before anything is sent. Bookings of events from before the copy was
   * opened then begin as `uncertain`, since the store that it is a copy of may have made them.
   */
  stopCopy(destinations: readonly string[]): Promise<string | undefined>;
  destinations(): Promise<readonly DestinationRecord[]>;
  /** While a destination is held or paused, its queued calls count and show as `held`. */
  saveDestination(record: DestinationRecord): Promise<void>;
  mappingHolds(): Promise<readonly MappingHold[]>;
  /** Holds a mapping: its queued calls that are not claimed become `held` and leave their lanes. */
  holdMapping(hold: MappingHold): Promise<number>;
  /** Ends the hold of a mapping and has its held calls planned again. */
  releaseMapping(mapping: string): Promise<number>;
  saveCatalog(destination: string, snapshot: string): Promise<void>;
  catalogs(): Promise<ReadonlyMap<string, string>>;

  // ── links ──
  findLink(link: Link, destination: string): Promise<string | undefined>;
  /** Remembers a link; the lanes of the link and of the number become one; calls that waited are planned again. */
  putLink(link: Link, destination: string, customerId: string): Promise<void>;
  /** In a fixed order; `after` is `linkCursor` of the last link of the page before. */
  links(filter: { people?: string; limit: number; after?: string }): Promise<readonly LinkRecord[]>;

  // ── for people ──
  /**
   * The newest first. With a search or a filter that fits few, a page may be short and still have a `next`: no page
   * looks at everything. A cursor that cannot be read begins at the newest.
   */
  events(filter: EventFilter): Promise<{ events: readonly EventSummary[]; next?: string }>;
  event(id: string): Promise<EventView | undefined>;
  /** The contents of an event, to be read and planned by hand. */
  contents(id: string): Promise<PlannableEvent | undefined>;
  /** What `replay` would have planned again. `clash`: whether a call would set what newer delivered ones have set. */
  previewReplay(
    what: { id: string } | EventFilter,
    clash: (call: Call, newer: readonly Call[]) => boolean,
  ): Promise<ReplayPreview>;
  /** Has events planned again by a person's wish; answers how many. */
  replay(what: { id: string } | EventFilter, options: { force: boolean }, deed?: Deed): Promise<number>;
  /**
   * Leaves an event: its calls that are not delivered become `discarded`. Calls in flight stay. `false`: there is no
   * such event.
   */
  discard(id: string, deed?: Deed): Promise<boolean>;
  /**
   * Takes a person's word about a booking whose answer was lost. `booked`: the call is delivered, its place in the
   * ledger completed, its link made, and further events of this booking that were uncertain because of it are skipped.
   * `not-booked`: its place is free and the call is queued again, its age counting anew; that its answer was once lost
   * is remembered, whatever brings the booking again (Beginning.earlierUnclear). `give-up`: the call is discarded and
   * its place stays taken. Nothing is changed where the booking is being sent, or where another event has it.
   * `call`: the place of the call among those of its event, from 0.
   */
  resolve(what: { id: string; call?: number }, resolution: Resolution, deed: Deed): Promise<ResolveAnswer>;
  /** Keeps what a person did, where no other method does: what a method with a `deed` does, it keeps itself. */
  record(entry: NewAuditEntry): Promise<void>;
  /** What people did by hand, the newest first. It is kept for 400 days. */
  audit(filter: AuditFilter): Promise<{ entries: readonly AuditEntry[]; next?: string }>;
  counts(): Promise<Counts>;
  /**
   * Erases what is kept of a person: events with all that was received, sent and answered, links, refusals. After it no
   * file of the store holds the values, its log and its free pages included. That a booking was made stays in the
   * ledger as a keyed hash, and that something was erased, and why, in the audit trail. What is being sent right now is
   * left, and counted. The ids of the senders are forgotten too, so a late repeat would be a new event.
   */
  erase(wish: ErasureWish, deed: Deed): Promise<Erased | WhichPerson>;
  /**
   * Moves the times of what waits by so many milliseconds, as the wall clock was moved, so that durations stay what
   * they are; all of it is older by `agedMs` then. To be called while no call is in flight.
   */
  moveTimes(byMs: number, agedMs: number): Promise<void>;
  /**
   * The time that deletion may go by: `now`, but at most a day later than what it answered before, so that a clock that
   * jumps ahead deletes nothing at once.
   */
  deletionTime(now: number): Promise<number>;
  /** Deletes events that are done (or failed, or discarded) for longer than these times. */
  prune(olderThan: { deliveredMs: number; failedMs: number }, now: number): Promise<number>;

  /**
   * Whether it can be written right now; the reason in words where it cannot. `lasting`: it will not be again in this
   * process, which should end and be started anew (after a failed write to disk nobody knows what is really there).
   */
  health(): Promise<StoreHealth>;
  /** Writes what is waiting to be written, then takes nothing more. */
  close(): Promise<void>;
}

/** Whether the store can be written; `warning`: what will be in the way before long. */
export type StoreHealth =
  | { readonly writable: true; readonly warning?: string }
  | { readonly writable: false; readonly reason: string; readonly lasting?: boolean };

/** Nothing was written: the disk is full, the database is away, or it is closing. The sender should try again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** A call that this worker may deliver now. */
export interface Claim {
  readonly callId: number;
  /** The number of this attempt, from 1; it fences `settle`. */
  readonly attempt: number;
  readonly eventId: string;
  readonly sequence: number;
  readonly mapping: string;
  readonly mappingVersion: string;
  readonly destination: string;
  readonly lane: number;
  readonly call: Call;
  readonly link?: Link;
  readonly policy: CallPolicy;
  readonly receivedAt: number;
  /** When the event happened, where its sender says so. Epoch milliseconds. */
  readonly occurredAt?: number;
  /**
   * Milliseconds since the receipt that do not count: because the destination or the mapping was held (14 days at
   * most), or because a person replayed the event, from which on its age counts anew.
   */
  readonly heldMs: number;
  /** Tries that counted so far, and how many of the last ones in a row fell under the same row of the table. */
  readonly tries: number;
  readonly lastRow: { readonly row: string; readonly times: number } | null;
  /** It had left its lane and came back: newer delivered values must be left out, unless `force`. */
  readonly rejoined: boolean;
  readonly force: boolean;
}

/** Whether a call may leave. */
export type Beginning =
  /** `earlierUnclear`: an answer of this very booking was once lost, and a person had it sent again. */
  | { readonly kind: 'go'; readonly earlierUnclear?: true }
  /** This very booking is completed already, by another event. */
  | { readonly kind: 'completed'; readonly eventId: string; readonly completion: Completion }
  /**
   * This very booking was sent for an event (perhaps this one) and its answer was lost. `copied`: this store is a copy,
   * and the other one may have made it.
   */
  | { readonly kind: 'uncertain'; readonly eventId: string; readonly copied?: true }
  /** This very booking is being sent for another event right now. */
  | { readonly kind: 'busy' };

/** What becomes of a call after an attempt. */
export type Progress =
  | {
      readonly status: 'delivered';
      readonly completion: Completion;
      readonly call: Call;
      readonly diagnostics: readonly Diagnostic[];
      readonly linked?: { readonly link: Link; readonly customerId: string };
    }
  /** `counted`: it was a try (or the call goes back untouched). */
  | {
      readonly status: 'queued';
      readonly dueAt: number;
      readonly reason: string;
      readonly counted: boolean;
      readonly row?: string;
    }
  | {
      readonly status: 'held' | 'failed' | 'skipped' | 'uncertain';
      readonly reason: string;
      readonly diagnostics: readonly Diagnostic[];
      readonly completion?: Completion;
    };

/** What is remembered of a destination beyond its catalog. */
export interface DestinationRecord {
  readonly name: string;
  readonly paused: boolean;
  /** Epoch milliseconds since it is held; null where it is not. */
  readonly heldSince: number | null;
  /** Why it is held or paused, in words. */
  readonly reason: string | null;
  /** Nothing is sent before this time (Retry-After, 429). Epoch milliseconds. */
  readonly notBefore: number | null;
}

/** Why a mapping is held, and by which versions of the file and of the catalog: either changing releases it. */
export interface MappingHold {
  readonly mapping: string;
  readonly mappingVersion: string;
  /** Several, joined by blanks, where its calls can only fail at each that a rule can give; so are their versions. */
  readonly destination: string;
  readonly catalogVersion: string;
  readonly since: number;
  readonly reason: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface NewRefusal {
  readonly at: number;
  readonly source: string;
  /** The HTTP status it was answered with. */
  readonly status: number;
  /** Why, in words that hold no value of the request. */
  readonly reason: string;
  readonly verified: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Only where it was verified. */
  readonly body?: Uint8Array;
  readonly reading?: Reading;
  readonly bytes: number;
}

export interface RefusalView {
  id: string;
  at: string;
  source: string;
  status: number;
  reason: string;
  verified: boolean;
  bytes: number;
  /** Whether it can be taken in after all: its body is kept. */
  acceptable: boolean;
  acceptedAs?: readonly string[];
}

export interface LinkRecord {
  people: string;
  link: string;
  destination: string;
  customerId: string;
  updatedAt: string;
}

/** Where a list of links goes on after this one (Store.links). */
export function linkCursor(link: LinkRecord): string {
  return JSON.stringify([link.people, link.link, link.destination]);
}

export interface EventFilter {
  readonly status?: Status;
  readonly source?: string;
  /** A text: in the id, the link, the customer number or the contents. */
  readonly q?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** What a replay would do, by the calls as they were planned before. */
export interface ReplayPreview {
  /** How many events it would have planned again. */
  readonly events: number;
  /** Of them, those that would set what a newer event of the same person has set since. */
  readonly newer: number;
}

/** How many calls (or events without calls) there are of each status, as they show; and for each mapping and destination what waits. */
export interface Counts {
  readonly statuses: Readonly<Record<Status, number>>;
  readonly unplanned: number;
  readonly byDestination: Readonly<Record<string, Readonly<Record<Status, number>>>>;
  readonly byMapping: Readonly<Record<string, Readonly<Record<Status, number>>>>;
}
