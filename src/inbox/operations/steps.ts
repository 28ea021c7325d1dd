import type { Link } from '../call.ts';
import type { Completed, Delivery } from '../decide/delivery.ts';
import type { TakenOut } from '../decide/leave-lane.ts';
import type { Booked, NewBooking } from '../decide/ledger.ts';
import type { CallViewRow } from '../decide/show-event.ts';
import type { AcceptedItem, AcceptedRequest, Added, Status } from '../event.ts';
import type { EventFilter } from '../event-filter.ts';
import type { NewMessage } from '../outbox.ts';
import type { StatusNotice } from '../status-notice.ts';
import type { BookingKeys } from '../stored/booking-key.ts';

/**
 * The steps of an operation that both databases run, and its result. An operation has `yield*` before a step where an
 * async function has `await`: SQLite runs the step at once, PostgreSQL waits for the response.
 */
export type Steps<Result> = Generator<unknown, Result, unknown>;

/** Makes a step from its result, or from the promise of its result. */
export function* step<Result>(result: Result | Promise<Result>): Steps<Result> {
  return (yield result) as Result;
}

/** A value of a statement. A list is for `= ANY` or `<> ALL`. */
export type StepValue = string | number | boolean | null | Uint8Array | readonly (string | number)[];

/**
 * The statements of a transaction of either database, in SQL that both support. A list of values (`= ANY ($1)`, `<>
 * ALL ($1)`) and a lock of rows (`FOR UPDATE`) are written for PostgreSQL. Times are whole numbers.
 */
export interface Statements {
  all<Row>(sql: string, ...values: readonly StepValue[]): Steps<Row[]>;
  /** Returns the first row, if there is one. */
  get<Row>(sql: string, ...values: readonly StepValue[]): Steps<Row | undefined>;
  /** Returns the number of changed rows. */
  run(sql: string, ...values: readonly StepValue[]): Steps<number>;
}

/** A transaction of either database. A step that locks has no effect on SQLite, where one process writes. */
export interface StoreTransaction extends Statements {
  /** Adds a notice about a call or an event, to be reported once the transaction is on disk. */
  addNotice(notice: StatusNotice): void;

  /** Locks destinations; call it before events are locked, with all needed destinations at once. */
  lockDestinations(names: readonly string[]): Steps<void>;
  /** Locks events, after the destinations of their calls. Call it before such data are read. */
  lockEvents(sequences: readonly number[]): Steps<void>;
  /** Locks only the rows of events. The affected destinations are locked already. */
  lockEventRows(sequences: readonly number[]): Steps<void>;

  /** Locks the planning, after destinations, so that no plan is stored at the same time. */
  lockPlanning(): Steps<void>;
  /**
   * Fails if another process does the upkeep now. Call it after destinations and the planning are locked and before
   * events are, in each transaction of the upkeep.
   */
  proveUpkeep(): Steps<void>;

  /** Returns the kinds of existing calls that have one of these statuses. */
  countedCalls(
    statuses: readonly Status[],
  ): Steps<readonly { readonly destination: string; readonly mapping: string }[]>;
  /** Returns the calls that may be in flight. */
  allInFlight(now: number): Steps<readonly number[]>;
  /** Returns those of these calls that may be in flight. */
  callsInFlight(calls: readonly number[], now: number): Steps<ReadonlySet<number>>;
  /** Makes late results of attempts at the calls of an event invalid. */
  disregardLateResults(sequence: number): Steps<void>;
  /** Takes calls out of their lanes, and refreshes their events. */
  takeOut(taken: readonly TakenOut[], now: number): Steps<void>;
  /** Derives the statuses of events again. */
  refreshEvents(sequences: readonly number[], now: number): Steps<void>;
  /** Returns the lane of a key at a destination, made if it does not exist yet. */
  laneOf(destination: string, key: string): Steps<number>;
  /** Sets the due times of lanes from their first queued calls. */
  refreshLanes(lanes: readonly number[]): Steps<void>;
  /** Returns the calls of events for their views, in the order of events and of positions. */
  callViews(sequences: readonly number[]): Steps<readonly CallViewRow[]>;
  /** Returns the customer number of a link at a destination. */
  findLink(link: Link, destination: string): Steps<string | undefined>;
  /** Stores a link, merges the lanes, and marks the calls that waited for it to be planned again. */
  putLink(link: Link, destination: string, customerId: string, now: number): Steps<void>;
  /** Stores a link even if it has this number already. */
  rememberLink(link: Link, destination: string, customerId: string, now: number): Steps<void>;
  /** Merges the lane of a link into that of another link. */
  joinLinkLanes(destination: string, from: Link, into: Link): Steps<void>;
  /** Writes messages in this order, to be sent at once. */
  addMessages(messages: readonly NewMessage[], now: number): Steps<void>;
  /** Stores a webhook, or items that were found later in a webhook that is stored in this row. */
  addWebhook(request: AcceptedRequest, row?: number): Steps<readonly Added[]>;
  /** Returns the event that an item repeats; if there is none, stores the sender's id of the item. */
  repeatedBy(request: AcceptedRequest, item: AcceptedItem): Steps<string | undefined>;
  /** Returns the entries of the ledger for a booking and for others of its appointment, the oldest first. */
  findBooked(keys: BookingKeys): Steps<readonly Booked[]>;
  /** Writes the entry of a booking, and replaces an existing one. */
  writeBooking(booking: NewBooking): Steps<void>;
  /** Deletes the attempts of calls. The ledger keeps only the results of their bookings. */
  forgetAttempts(calls: readonly number[]): Steps<void>;
  /** Removes events from the index of words. */
  forgetWords(sequences: readonly number[]): Steps<void>;
  /** Stores that a call is delivered: its result, its ledger entry and its link. */
  complete(completed: Completed, delivery: Delivery, now: number): Steps<void>;
}

/** A store in the form for operations that both databases run. */
export interface OperationStore {
  /**
   * Runs an operation in a transaction, perhaps more than once, so it may change nothing but the database.
   * `result`: SQLite frees space for it on a full disk.
   */
  write<Result>(
    operation: (transaction: StoreTransaction) => Steps<Result>,
    weight?: 'usual' | 'result',
  ): Promise<Result>;
  /** Runs several reads that see the same state. */
  read<Result>(operation: (transaction: StoreTransaction) => Steps<Result>): Promise<Result>;
  /** Runs a function for all matching events, batch by batch; returns the sum of its results. */
  forEachFound(filter: EventFilter, act: (sequences: readonly number[]) => Promise<number>): Promise<number>;
  /**
   * Runs a part of the upkeep, which only one process does at a time. Returns `otherwise` if another process does it,
   * or takes it over meanwhile.
   */
  upkeep<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result>;
  /** Lets other work run. */
  turn(): Promise<void>;
  /** The time, a whole number of epoch milliseconds. */
  now(): number;
  /** The key of the ledger's hashes. */
  readonly ledgerSecret: Uint8Array;
}
