import type { Call } from './call.ts';
import type { Beginning, Claim, Progress } from './claim.ts';
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
   * The first events that wait to be planned, in order; no more than the store writes well together. Rows of lists are given
   * out only where no live event waits, and few at once.
   */
  plannable(limit: number): Promise<readonly PlannableEvent[]>;
  /**
   * Records the event that is being planned from now on (by default none). If the process ends while it plans an event,
   * that event is marked with it when it is planned again (`ended`). It is called before each event, so it must be
   * cheap: a file beside SQLite is written without a wait. It is asynchronous because the next owner of the work may
   * run on another machine and learns of it only from the database.
   * @throws StoreUnavailable if it cannot be recorded
   */
  planningNow(event?: PlannableEvent): Promise<void>;
  /**
   * Writes what planning made of events, in order. `first`: inserts the calls. `again`: replaces only calls that
   * are held by their mapping or wait for their link (and an event's own `held`). `replay`: also failed, skipped
   * and discarded ones. A call that is queued in a lane, delivered or uncertain stays as it is. A call that is
   * replaced by nothing becomes `skipped`. A call that had left its lane comes back into it `outOfOrder`.
   */
  plan(plans: readonly EventPlan[]): Promise<void>;
  /**
   * Writes what finding the events of an `unsplit` one gave now, because a person asks. Several: each becomes an event of
   * its own in the place of the first in the order of acceptance, and the first is skipped; what comes a second time is
   * a duplicate, as always. One that is the whole body: the event itself, to be planned. An error among its diagnostics:
   * the event stays failed. Ignored where the event does not wait for this planning any more.
   */
  splitAgain(event: PlannableEvent, items: readonly AcceptedItem[]): Promise<void>;
  /** Has events planned again that this mapping holds, or that no mapping claimed (where `mapping` is left out). */
  planAgain(what: { mapping?: string }): Promise<number>;

  // ── delivery ──
  /**
   * Claims the first calls of lanes that are due at a destination, longest due first, one for each lane. Lanes in which nothing
   * but rows of lists waits come after the others; rows before a live event of the same person are as urgent as that event. `callMs`: the
   * longest time of a call, 0 by default. If this process ends during the call, the next owner of the destination waits for
   * this time before it claims from the same lane. A store that no other process shares does not need it.
   */
  claim(what: {
    destination: string;
    now: number;
    limit: number;
    callMs?: number;
  }): Promise<readonly Claim[]>;
  /** Gives a claim back untouched. */
  release(claim: Claim): Promise<void>;
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
   * If this store is a copy (a restored backup, a copied file): pauses these destinations and all known ones, and
   * returns the reason, in words. Call it once, before anything is sent. Bookings of events from before the copy was
   * opened then begin as `uncertain`, because the original store may have made them.
   */
  stopCopy(destinations: readonly string[]): Promise<string | undefined>;
  destinations(): Promise<readonly DestinationRecord[]>;
  /** While a destination is held or paused, its queued calls count and show as `held`. */
  saveDestination(record: DestinationRecord): Promise<void>;
  /**
   * Makes due now the calls of a destination that were to wait until then at the latest (epoch milliseconds); answers for how
   * many persons there are some.
   */
  hasten(destination: string, until: number): Promise<number>;
  mappingHolds(): Promise<readonly MappingHold[]>;
  /** Holds a mapping: its queued calls that are not claimed become `held` and leave their lanes. */
  holdMapping(hold: MappingHold): Promise<number>;
  /** Ends the hold of a mapping and has its held calls planned again. */
  releaseMapping(mapping: string): Promise<number>;
  /**
   * Plans the calls again that are held although their mapping is not (`Counts.stranded`); returns their number by
   * mapping. They occur only after an interrupted release, or by a fault of the program. Part of the upkeep.
   */
  releaseStranded(): Promise<Readonly<Record<string, number>>>;
  /**
   * Ends in batches what an earlier process left half done, the release of a mapping, and brings up to date what an
   * older version wrote. To be called once, beside everything else.
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
   * Moves the times of what waits by this many milliseconds, as the wall clock was moved, so that durations stay what
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
}
