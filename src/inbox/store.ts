import type { AuditEntry, AuditFilter, Deed, NewAuditEntry } from './audit.ts';
import type { Call, Link } from './call.ts';
import type { Beginning, Claim, Progress } from './claim.ts';
import type { Counts } from './counts.ts';
import type { DestinationRecord } from './destination-record.ts';
import type {
  Erased,
  ErasureExtent,
  ErasurePreview,
  ErasureWish,
  SeveralPeople,
  WhichPerson,
} from './erasure.ts';
import type {
  AcceptedItem,
  AcceptedRequest,
  Added,
  EventSummary,
  EventView,
  PlannableEvent,
} from './event.ts';
import type { EventFilter, ReplayPreview } from './event-filter.ts';
import type { LinkRecord } from './link-record.ts';
import type { MappingHold } from './mapping-hold.ts';
import type { AttemptRecord } from './outcome.ts';
import type { EventPlan } from './plan.ts';
import type { NewRefusal, RefusalView } from './refusal.ts';
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
   * Says which event is being planned from now on (none, where it is left out): one during whose planning the process
   * ends says so when it is given out again (`ended`).
   * @throws StoreUnavailable where that cannot be written down
   */
  planningNow(event?: PlannableEvent): void;
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
   * in the ledger (destination, appointment, participant). Nothing of it is written where the call must not leave.
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
  /**
   * Ends in batches what an earlier process left half done, the release of a mapping, and brings up to date what an
   * older version wrote. To be called once, beside everything else.
   */
  catchUp(): Promise<void>;
  saveCatalog(destination: string, snapshot: string): Promise<void>;
  catalogs(): Promise<ReadonlyMap<string, string>>;

  // ── links ──
  findLink(link: Link, destination: string): Promise<string | undefined>;
  /** Remembers a link; the lanes of the link and of the number become one; calls that waited are planned again. */
  putLink(link: Link, destination: string, customerId: string): Promise<void>;
  /** The same only where no other number is known: answers that other one, which stays, or undefined. */
  addLink(link: Link, destination: string, customerId: string): Promise<string | undefined>;
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
   * left, and counted. The ids of the senders are forgotten too, so a late repeat would be a new event. What belongs to
   * several people is not erased before it is said whom it is about.
   */
  erase(wish: ErasureWish, deed: Deed, extent?: ErasureExtent): Promise<Erased | WhichPerson | SeveralPeople>;
  /** What an erasure would find, and to whom it belongs. Changes nothing. */
  previewErasure(
    wish: ErasureWish,
    extent?: ErasureExtent,
  ): Promise<ErasurePreview | WhichPerson | SeveralPeople>;
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
