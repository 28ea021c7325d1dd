import type { DeliveredCall } from './call.ts';
import type { Beginning, Claim, LaterCall, Progress } from './claim.ts';
import type { DestinationRecord } from './destination-record.ts';
import type { AcceptedItem, PlannableEvent } from './event.ts';
import type { MappingHold } from './mapping-hold.ts';
import type { AttemptRecord } from './outcome.ts';
import type { EventPlan } from './plan.ts';
import type { StoreLookups } from './store-lookups.ts';

/**
 * The methods for the owner of the work: planning, delivering, holding, deleting finished data (the promises: Store).
 */
export interface WorkStore extends StoreLookups {
  // ── planning ──
  /**
   * Returns the first events that wait to be planned, in order, at most as many as the store writes efficiently
   * together. Rows of lists are returned only if no live event waits, and few at once. An event during whose planning
   * the process ended twice (`isPlannedLast`) is returned alone, and only if no other event waits.
   */
  plannable(limit: number): Promise<readonly PlannableEvent[]>;
  /**
   * Records the event that is being planned from now on (by default none). If the process ends while it plans an
   * event, the event carries that mark when it is planned again (`ended`). This is called before each event, so it
   * must be cheap: a file beside SQLite is written without a wait. It is asynchronous because the next owner of the
   * work may run on another machine and reads it from the database.
   * @throws StoreUnavailable if it cannot be recorded
   */
  planningNow(event?: PlannableEvent): Promise<void>;
  /**
   * Stores the plans of events, in order. `first`: inserts the calls. `again`: replaces only calls that are held by
   * their mapping or wait for their link (and an event's own `held`). `replay`: also failed, skipped and discarded
   * ones. A call that is queued in a lane, delivered or uncertain stays unchanged. A call without a replacement
   * becomes `skipped`. A call that had left its lane returns to it `outOfOrder`.
   */
  plan(plans: readonly EventPlan[]): Promise<void>;
  /**
   * Stores the events found when an `unsplit` event is split at a person's request. If there are several, each
   * becomes an event with the position of the first in the order of acceptance, and the first is skipped; repeated
   * ones are duplicates, as always. If the whole body is one event, the event itself is planned. With an error among
   * its diagnostics, the event stays failed. Does nothing if the event no longer waits for this planning.
   */
  splitAgain(event: PlannableEvent, items: readonly AcceptedItem[]): Promise<void>;
  /** Marks events to be planned again: those that this mapping holds, or (without one) those to which none applied. */
  planAgain(what: { mapping?: string }): Promise<number>;

  // ── delivery ──
  /**
   * Claims the first calls of due lanes at a destination, the longest due first, one for each lane. Lanes with only
   * rows of lists come last; rows before a live event of the same person are as urgent as that event. `callMs`: the
   * maximum duration of a call, 0 by default. If this process ends during the call, the next owner of the destination
   * waits for this time before it claims from the same lane. A store that no other process shares does not need it.
   */
  claim(what: {
    destination: string;
    now: number;
    limit: number;
    callMs?: number;
  }): Promise<readonly Claim[]>;
  /** Returns a claim unchanged. */
  release(claim: Claim): Promise<void>;
  /**
   * Returns the delivered calls of the claim's lane for events accepted after the claim's event, oldest first, and
   * among them the bookings whose response named the customer of the lane. If the claim's mapping ignores older events,
   * its calls for events that happened before the claim's event do not count.
   */
  newerDelivered(claim: Claim): Promise<readonly DeliveredCall[]>;
  /**
   * Returns the newest time of the events that the claim's mapping delivered in the claim's lane; undefined if none
   * is known (or known any more: it is deleted with its event). Epoch milliseconds.
   */
  lastApplied(claim: Claim): Promise<number | undefined>;
  /**
   * Returns the newest calls that the claim's mapping delivered in the claim's lane for events that happened after the
   * claim's event, by the times of the events.
   */
  laterDelivered(claim: Claim): Promise<readonly LaterCall[]>;
  /**
   * Call it and wait before the first byte of a call is sent. For a booking it stores the intent and its entry in the
   * ledger (destination, appointment, participant). It stores nothing if the call must not be sent.
   */
  begin(claim: Claim, at: number): Promise<Beginning>;
  /**
   * Stores the result of an attempt and the call's new state. `false`: the claim is not current; nothing was stored.
   */
  settle(claim: Claim, progress: Progress, attempt: AttemptRecord | null): Promise<boolean>;
  /** Fails the calls (queued, waiting or held) that are older than their `maxAgeMs`, not counting time held. */
  expire(now: number): Promise<number>;

  // ── destinations and holds ──
  /**
   * If this store is a copy (a restored backup, a copied file): pauses these destinations and all known ones, and
   * returns the reason, in words. Call it once, before anything is sent. Bookings of events from before the copy was
   * opened then begin as `uncertain`, because the original store may have made them.
   */
  stopCopy(destinations: readonly string[]): Promise<string | undefined>;
  destinations(): Promise<readonly DestinationRecord[]>;
  /** While a destination is held or paused, its queued calls count and show as `held`. */
  saveDestination(record: DestinationRecord): Promise<void>;
  /**
   * Makes calls of a destination due now that had to wait until that time or earlier (epoch milliseconds); returns
   * the number of persons with such calls.
   */
  hasten(destination: string, until: number): Promise<number>;
  mappingHolds(): Promise<readonly MappingHold[]>;
  /** Holds a mapping: its queued calls that are not claimed become `held` and leave their lanes. */
  holdMapping(hold: MappingHold): Promise<number>;
  /** Ends the hold of a mapping; its held calls are planned again. */
  releaseMapping(mapping: string): Promise<number>;
  /**
   * Plans the calls again that are held although their mapping is not (`Counts.stranded`); returns their number by
   * mapping. They occur only after an interrupted release, or by a fault of the program. Part of the upkeep.
   */
  releaseStranded(): Promise<Readonly<Record<string, number>>>;
  /**
   * Finishes in batches the work that an earlier process left unfinished, such as the release of a mapping, and
   * migrates data of older versions. Call it once, in parallel to all other work.
   */
  catchUp(): Promise<void>;
  saveCatalog(destination: string, snapshot: string): Promise<void>;
  catalogs(): Promise<ReadonlyMap<string, string>>;

  /**
   * Adds at most this many events to the index of words; returns their number. Events outside the index are found by
   * reading them. Part of the upkeep.
   */
  indexWords(limit: number): Promise<number>;

  // ── time ──
  /**
   * Moves the times of waiting events and calls by this many milliseconds, as the wall clock was moved, so that
   * durations stay the same; then ages all of them by `agedMs`. Call it while no call is in flight.
   */
  moveTimes(byMs: number, agedMs: number): Promise<void>;
  /**
   * Returns the time for deletion: `now`, but at most a day after the time that it returned before, so that a clock
   * that jumps ahead deletes nothing at once.
   */
  deletionTime(now: number): Promise<number>;
  /** Deletes events that have been done (or failed, or discarded) for longer than these times. */
  prune(olderThan: { deliveredMs: number; failedMs: number }, now: number): Promise<number>;
}
