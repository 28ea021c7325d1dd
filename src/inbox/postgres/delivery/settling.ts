import type { Claim, Progress } from '../../claim.ts';
import { type Delivery, deliveryOf } from '../../decide/delivery.ts';
import type { TakenOut } from '../../decide/leave-lane.ts';
import { type Settlement, settlement } from '../../decide/settle.ts';
import type { AttemptRecord } from '../../outcome.ts';
import { againSql } from '../../stored/planning-codes.ts';
import { isBegun, type Transaction } from '../connection/transaction.ts';
import { type EventsWithCalls, eventsWithCalls } from '../rows/event-rows.ts';
import { refreshLanesOf } from '../rows/lanes.ts';
import { takeOut } from '../rows/take-out.ts';
import {
  type CompletedCall,
  type CompletingFacts,
  completeCalls,
  diagnosticsWith,
  factsForCompleting,
  lockEventsOfSettled,
} from './completing.ts';
import { type EndedIntent, endIntents } from './ledger.ts';

/** The end of an attempt of a claimed call. */
export interface Ended {
  readonly claim: Claim;
  readonly progress: Progress;
  readonly attempt: AttemptRecord | null;
  /** True if a mapping was released here since the claim. */
  readonly isStale: boolean;
}

type Settled<Kind extends Settlement['becomes']> = Ended & {
  readonly settled: Extract<Settlement, { becomes: Kind }>;
};

/** Deletes the rows of calls in flight; returns the calls that still belonged to this process. */
export async function takeBack(
  transaction: Transaction,
  owner: string,
  all: readonly Ended[],
): Promise<ReadonlySet<number>> {
  const rows = await transaction.all<{ call: number }>(
    `DELETE FROM attempt_in_flight WHERE call = ANY ($1) AND owner = $2 AND ${isBegun} RETURNING call`,
    all.map(({ claim }) => claim.callId),
    owner,
  );
  return new Set(rows.map(({ call }) => call));
}

/** The data for settling, besides the claims. They stay valid until the transaction ends. */
export interface SettlingFacts {
  /** The mappings that are not held any more, although calls should be held for them. */
  readonly released: ReadonlySet<string>;
  /** The sequences of the events that a person discarded. */
  readonly givenUp: ReadonlySet<number>;
  /** The events of the calls before the settling. */
  readonly before: EventsWithCalls;
  readonly completing: CompletingFacts;
}

/**
 * Locks the events and reads the data, after the locks of the destinations. Data about results of other owners are
 * not used.
 */
export async function readSettlingFacts(
  transaction: Transaction,
  ended: readonly Ended[],
): Promise<SettlingFacts> {
  // Holds are locked before events, in the same order as in a release.
  const reading = [releasedMeanwhile(transaction, ended), givenUpMeanwhile(transaction, ended)] as const;
  const sequences = eventsOf(ended);
  lockEventsOfSettled(transaction, sequences, deliveredBookings(ended));
  const [released, givenUp, before, completing] = await Promise.all([
    ...reading,
    eventsWithCalls(transaction, sequences),
    factsForCompleting(transaction, ended.flatMap(deliveredOf)),
  ]);
  return { released, givenUp, before, completing };
}

function deliveredOf({ claim, progress }: Ended): readonly CompletedCall[] {
  return progress.status === 'delivered' ? [completedCall(claim, deliveryOf(progress))] : [];
}

/** Returns the sequences of the events of calls. */
export function eventsOf(ended: readonly Ended[]): readonly number[] {
  return [...new Set(ended.map(({ claim }) => claim.sequence))];
}

function deliveredBookings(ended: readonly Ended[]): readonly string[] {
  return ended.flatMap(({ claim: { call, destination }, progress }) =>
    progress.status === 'delivered' && call.operation === 'persistCustomerData' ? [destination] : [],
  );
}

/**
 * Stores the results of attempts whose rows were deleted, and the new states of the calls (WorkStore.settle), with
 * one statement for all calls of a kind. Call it in a transaction that has proved their destinations; refresh their
 * events afterwards. Returns their current events; undefined if they must be read, which takes a round trip.
 */
export async function settleCalls(
  transaction: Transaction,
  ledgerSecret: Uint8Array,
  ended: readonly Ended[],
  { released, givenUp, before, completing, now }: SettlingFacts & { readonly now: number },
): Promise<EventsWithCalls | undefined> {
  const delivered: Settled<'delivered'>[] = [];
  const queued: Settled<'queued'>[] = [];
  const left: Settled<'left'>[] = [];
  for (const each of ended) {
    const { claim, progress, attempt } = each;
    const settled = settlement(claim, progress, attempt, {
      isStale: each.isStale || released.has(claim.mapping),
      isGivenUp: givenUp.has(claim.sequence),
    });
    if (settled.becomes === 'delivered') delivered.push({ ...each, settled });
    else if (settled.becomes === 'queued') queued.push({ ...each, settled });
    else left.push({ ...each, settled });
  }
  const completed = delivered.map(({ claim, settled }) => completedCall(claim, settled.delivery));
  addAttempts(transaction, ended);
  await endIntents(transaction, [...queued, ...left].flatMap(intentOf), now);
  requeue(transaction, queued);
  await leave(transaction, left, now);
  const isAll = await completeCalls(transaction, ledgerSecret, completed, completing, now);
  return isAll && left.length === 0 ? afterwards(before, ended, completed, completing) : undefined;
}

/** Returns the events of settled calls after their delivery. A call that is retried changes nothing of its event. */
function afterwards(
  before: EventsWithCalls,
  settled: readonly Ended[],
  completed: readonly CompletedCall[],
  facts: CompletingFacts,
): EventsWithCalls {
  const sequences = new Set(eventsOf(settled));
  const delivered = new Map(completed.map(each => [each.callId, each]));
  return {
    events: before.events.filter(({ sequence }) => sequences.has(sequence)),
    calls: before.calls.map(call => {
      const each = delivered.get(call.id);
      if (!each) return call;
      return { ...call, status: 'delivered', diagnostics: diagnosticsWith(each, facts) ?? call.diagnostics };
    }),
  };
}

/**
 * Returns the mappings that are not held (any more) although calls should be held for them. The delivering process
 * learns of the end of a hold later than the database, and nothing would release a call that is held after it. The
 * row of a found hold is locked until this transaction ends, so that its release finds the calls that are held now.
 */
async function releasedMeanwhile(
  transaction: Transaction,
  ended: readonly Ended[],
): Promise<ReadonlySet<string>> {
  const holding = new Set(
    ended.flatMap(({ claim, progress }) => (progress.status === 'held' ? [claim.mapping] : [])),
  );
  if (holding.size === 0) return holding;
  const held = await transaction.all<{ mapping: string }>(
    'SELECT mapping FROM mapping_hold WHERE mapping = ANY ($1) ORDER BY mapping FOR KEY SHARE',
    [...holding],
  );
  return holding.difference(new Set(held.map(({ mapping }) => mapping)));
}

/**
 * Returns the events that a person discarded while undelivered calls of them were in flight. Discarding an event locks
 * its destinations.
 */
async function givenUpMeanwhile(
  transaction: Transaction,
  ended: readonly Ended[],
): Promise<ReadonlySet<number>> {
  const open = ended.filter(({ progress }) => progress.status !== 'delivered');
  if (open.length === 0) return new Set();
  const rows = await transaction.all<{ sequence: number }>(
    "SELECT sequence FROM event WHERE sequence = ANY ($1) AND own_status = 'discarded'",
    open.map(({ claim }) => claim.sequence),
  );
  return new Set(rows.map(({ sequence }) => sequence));
}

function completedCall(claim: Claim, delivery: Delivery): CompletedCall {
  return { ...claim, occurredAt: claim.occurredAt ?? null, delivery };
}

function addAttempts(transaction: Transaction, ended: readonly Ended[]): void {
  const made = ended.flatMap(({ claim, attempt }) => (attempt ? [{ claim, attempt }] : []));
  if (made.length === 0) return;
  transaction.write(
    `INSERT INTO attempt (call, number, at, ms, outcome, status, body)
     SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::text[], $6::int[], $7::text[])`,
    made.map(({ claim }) => claim.callId),
    made.map(({ claim }) => claim.attempt),
    made.map(({ attempt }) => Math.round(attempt.at)),
    made.map(({ attempt }) => Math.round(attempt.ms)),
    made.map(({ attempt }) => attempt.outcome),
    made.map(({ attempt }) => attempt.status ?? null),
    made.map(({ attempt }) => attempt.body ?? null),
  );
}

/** Only bookings have an intent. */
function intentOf({ claim, settled }: Settled<'queued' | 'left'>): readonly EndedIntent[] {
  return claim.call.operation === 'persistCustomerData'
    ? [{ callId: claim.callId, end: settled.intent, completion: {} }]
    : [];
}

function requeue(transaction: Transaction, queued: readonly Settled<'queued'>[]): void {
  if (queued.length === 0) return;
  const ids = queued.map(({ claim }) => claim.callId);
  transaction.write(
    `UPDATE call SET attempt = new.attempt, due_at = new.due_at, reason = new.reason, tries = new.tries,
       last_row = new.last_row, row_times = new.row_times
     FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::text[], $5::int[], $6::text[], $7::int[])
       AS new (id, attempt, due_at, reason, tries, last_row, row_times)
     WHERE call.id = new.id`,
    ids,
    queued.map(({ claim }) => claim.attempt),
    queued.map(({ settled }) => settled.dueAt),
    queued.map(({ settled }) => settled.reason),
    queued.map(({ settled }) => settled.tries),
    queued.map(({ settled }) => settled.lastRow?.row ?? null),
    queued.map(({ settled }) => settled.lastRow?.times ?? 0),
  );
  refreshLanesOf(transaction, ids);
}

async function leave(transaction: Transaction, left: readonly Settled<'left'>[], now: number): Promise<void> {
  if (left.length === 0) return;
  await transaction.run(
    `UPDATE call SET attempt = new.attempt FROM unnest($1::bigint[], $2::int[]) AS new (id, attempt)
     WHERE call.id = new.id`,
    left.map(({ claim }) => claim.callId),
    left.map(({ claim }) => claim.attempt),
  );
  const taken = left.map(
    ({ claim, settled }): TakenOut => ({ callId: claim.callId, leaving: settled.leaving }),
  );
  await takeOut(transaction, taken, now);
  const again = left.filter(({ settled }) => settled.planAgain).map(({ claim }) => claim.sequence);
  if (again.length === 0) return;
  await transaction.run(
    `UPDATE event SET planning = ${againSql} WHERE sequence = ANY ($1) AND planning <= 0`,
    again,
  );
}
