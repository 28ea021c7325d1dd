import type { PersistCustomerData } from '../../call.ts';
import type { Beginning, Claim } from '../../claim.ts';
import { decideBooking, type NewBooking } from '../../decide/ledger.ts';
import { workOf } from '../../decide/spread-works.ts';
import { bookingKeys, hexOf } from '../../stored/booking-key.ts';
import { inGroups } from '../connection/in-groups.ts';
import { isBegun, type Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { newestUnsure } from './copies.ts';
import { findBooked, ofAppointment, writeBooking } from './ledger.ts';
import { groupSize, ownedApart } from './owned-apart.ts';

interface Asked {
  readonly claim: Claim;
  readonly at: number;
}

interface AskedBooking extends Asked {
  readonly booking: PersistCustomerData;
}

/** The decision about a claim, and the time after which other processes may treat the call as not sent. */
interface Said {
  readonly beginning: Beginning;
  /** Epoch milliseconds. */
  readonly leavesBy: number;
}

/** The number of an entry that is not written yet. */
const newest = Number.POSITIVE_INFINITY;
const busy: Beginning = { kind: 'busy' };
const nothing: Said = { beginning: busy, leavesBy: 0 };

/** Decides whether claimed calls may be sent (WorkStore.begin). A call that another process may own now may not. */
export function createBeginning(parts: Parts): (claim: Claim, at: number) => Promise<Beginning> {
  const ofUpdates = inGroups<Asked, Said>(groupSize, all =>
    ownedApart(all, nothing, some => beginUpdates(parts, some)),
  );
  const ofBookings = inGroups<AskedBooking, Said>(groupSize, all =>
    ownedApart(all, nothing, some =>
      parts.database.write(transaction => beginBookings(transaction, parts, some)),
    ),
  );

  return async (claim, at) => {
    const { call } = claim;
    const { beginning, leavesBy } = await (call.operation === 'updateCustomer'
      ? ofUpdates({ claim, at })
      : ofBookings({ claim, at, booking: call }));
    // The database's response may have come too late.
    const mayLeave = parts.ownership.has(workOf(claim.destination)) && parts.clock.now() <= leavesBy;
    return beginning.kind === 'go' && !mayLeave ? busy : beginning;
  };
}

async function beginUpdates(parts: Parts, asked: readonly Asked[]): Promise<Said[]> {
  const { database, ownership } = parts;
  const given = await database.read(transaction => stillClaimed(transaction, parts, asked));
  const late = asked.filter(({ claim }) => given.get(claim.callId)?.isLate);
  // A call that starts later than planned may also be in flight longer, so the time in its row is extended.
  const again = new Map(
    late.length === 0
      ? []
      : await database.write(async transaction => {
          await ownership.prove(transaction, worksOf(late));
          await extend(transaction, parts, late);
          return stillClaimed(transaction, parts, late);
        }),
  );
  return asked.map(({ claim }): Said => {
    const found = given.get(claim.callId);
    const last = found?.isLate ? again.get(claim.callId) : found;
    if (!last) return nothing;
    return { beginning: { kind: hasMoved(claim, last) ? 'moved' : 'go' }, leavesBy: last.leavesBy };
  });
}

async function extend(
  transaction: Transaction,
  { ownership, leaseTimes }: Parts,
  asked: readonly Asked[],
): Promise<void> {
  await transaction.run(
    `UPDATE attempt_in_flight SET until = new.at + call_ms + $4
     FROM unnest($1::bigint[], $2::bigint[]) AS new (call, at)
     WHERE attempt_in_flight.call = new.call AND owner = $3 AND call_ms > 0 AND ${isBegun}`,
    asked.map(({ claim }) => claim.callId),
    asked.map(({ at }) => Math.ceil(at)),
    ownership.owner,
    leaseTimes.beginWithinMs,
  );
}

/**
 * Writes bookings into the ledger, or returns the existing entries. The intent is on disk before the first byte is
 * sent, so an interrupted booking never counts as unsent.
 */
async function beginBookings(
  transaction: Transaction,
  parts: Parts,
  asked: readonly AskedBooking[],
): Promise<Said[]> {
  const { ownership, ledgerSecret } = parts;
  const keys = asked.map(({ claim, booking }) => bookingKeys(ledgerSecret, claim.destination, booking));
  const [, , given, unsure, booked] = await Promise.all([
    ownership.prove(transaction, worksOf(asked)),
    extend(transaction, parts, asked),
    stillClaimed(transaction, parts, asked),
    newestUnsure(transaction),
    findBooked(transaction, keys),
  ]);
  const known = new Map(booked.map(each => [each.key, each]));
  const written = new Map<string, NewBooking>();
  const gone: Claim[] = [];
  const said = asked.map(({ claim, at }, index): Said => {
    const found = given.get(claim.callId);
    const own = keys[index];
    if (!found || !own) return nothing;
    const { leavesBy } = found;
    if (hasMoved(claim, found)) return { beginning: { kind: 'moved' }, leavesBy };
    const [exact, unnamed] = [hexOf(own.exact), hexOf(own.unnamed)];
    const { beginning, write } = decideBooking({
      claim,
      keys: { exact, unnamed },
      known: ofAppointment(own, [...known.values()]),
      isUnsure: found.place <= unsure,
    });
    if (write) {
      const { callId, eventId, attempt } = claim;
      const booked = { callId, eventId, attempt, ...write };
      const appointment = hexOf(own.appointment);
      known.set(exact, { ...booked, key: exact, appointment, number: newest, completion: {} });
      written.set(exact, { ...booked, keys: own, at });
    }
    if (beginning.kind === 'go') gone.push(claim);
    return { beginning, leavesBy };
  });
  writeBooking(transaction, [...written.values()]);
  noteAttempts(transaction, gone);
  return said;
}

function noteAttempts(transaction: Transaction, claims: readonly Claim[]): void {
  if (claims.length === 0) return;
  transaction.write(
    `UPDATE call SET attempt = new.attempt FROM unnest($1::bigint[], $2::int[]) AS new (id, attempt)
     WHERE call.id = new.id`,
    claims.map(({ callId }) => callId),
    claims.map(({ attempt }) => attempt),
  );
}

/** A call whose claim by this process is still valid. */
interface StillClaimed {
  readonly call: number;
  readonly out_of_order: boolean;
  /** The sequence of its event. An event that was split off later has the sequence of the original event. */
  readonly place: number;
  /** The latest time at which the call may start, from its row. Epoch milliseconds. */
  readonly leavesBy: number;
  /** True if less than half of the time for starting is left. */
  readonly isLate: boolean;
}

/** Returns true if the lane of a call was merged with another one since the call was claimed. */
function hasMoved(claim: Claim, { out_of_order: isOutOfOrder }: StillClaimed): boolean {
  return isOutOfOrder && !claim.outOfOrder;
}

/** Returns the calls of the claims that are still valid, by the rows of the calls in flight and of the leases. */
async function stillClaimed(
  transaction: Transaction,
  { ownership, leaseTimes }: Parts,
  asked: readonly Asked[],
): Promise<ReadonlyMap<number, StillClaimed>> {
  const rows = await transaction.all<StillClaimed & { call: number }>(
    `SELECT attempt_in_flight.call, call.out_of_order, coalesce(event.origin, event.sequence) AS place,
       leaving.by AS "leavesBy", leaving.by < asked.at + $4 AS "isLate"
     FROM unnest($1::bigint[], $2::bigint[]) AS asked (call, at) JOIN attempt_in_flight ON attempt_in_flight.call = asked.call
       CROSS JOIN LATERAL (SELECT CASE call_ms WHEN 0 THEN $5 ELSE until - call_ms END AS by) AS leaving
       JOIN call ON call.id = attempt_in_flight.call JOIN event ON event.sequence = call.event
       JOIN lease ON lease.name = 'destination ' || attempt_in_flight.destination
     WHERE attempt_in_flight.owner = $3 AND lease.owner = $3 AND lease.until > clock_timestamp() AND call.status = 'queued'`,
    asked.map(({ claim }) => claim.callId),
    asked.map(({ at }) => Math.ceil(at)),
    ownership.owner,
    Math.round(leaseTimes.beginWithinMs / 2),
    Number.MAX_SAFE_INTEGER,
  );
  return new Map(rows.map(row => [row.call, row]));
}

function worksOf(asked: readonly Asked[]): readonly string[] {
  return [...new Set(asked.map(({ claim }) => workOf(claim.destination)))];
}
