import type { PersistCustomerData } from '../../call.ts';
import type { Beginning, Claim } from '../../claim.ts';
import { decideBooking } from '../../decide/ledger.ts';
import { workOf } from '../../decide/spread-works.ts';
import { bookingKeys, hexOf } from '../../stored/booking-key.ts';
import { inGroups } from '../connection/in-groups.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { newestUnsure } from './copy-marks.ts';
import { bookedBy, type NewBooked, ofAppointment, writeBooked } from './ledger.ts';
import { groupSize, ownedApart } from './owned-apart.ts';

interface Asked {
  readonly claim: Claim;
  readonly at: number;
}

interface AskedBooking extends Asked {
  readonly booking: PersistCustomerData;
}

/** What is said to a claim, and until when it holds: after that others may think that the call is not on its way. */
interface Said {
  readonly beginning: Beginning;
  /** Epoch milliseconds. */
  readonly leavesBy: number;
}

/** The number of an entry that is about to be written. */
const newest = Number.POSITIVE_INFINITY;
const busy: Beginning = { kind: 'busy' };
const nothing: Said = { beginning: busy, leavesBy: 0 };

/** Says whether claimed calls may leave (WorkStore.begin); what another process may do by now may not. */
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
    // The answer may have come late.
    const mayLeave = parts.ownership.has(workOf(claim.destination)) && parts.clock.now() <= leavesBy;
    return beginning.kind === 'go' && !mayLeave ? busy : beginning;
  };
}

async function beginUpdates(parts: Parts, asked: readonly Asked[]): Promise<Said[]> {
  const { database, ownership } = parts;
  const given = await database.read(transaction => givenOut(transaction, parts, asked));
  const late = asked.filter(({ claim }) => given.get(claim.callId)?.isLate);
  // One that begins later than was thought may be on its way for longer: others have to know.
  const again = new Map(
    late.length === 0
      ? []
      : await database.write(async transaction => {
          await ownership.prove(transaction, worksOf(late));
          await extend(transaction, parts, late);
          return givenOut(transaction, parts, late);
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
  { ownership, terms }: Parts,
  asked: readonly Asked[],
): Promise<void> {
  await transaction.run(
    `UPDATE begun SET until = new.at + call_ms + $4
     FROM unnest($1::bigint[], $2::bigint[]) AS new (call, at)
     WHERE begun.call = new.call AND owner = $3 AND call_ms > 0`,
    asked.map(({ claim }) => claim.callId),
    asked.map(({ at }) => Math.ceil(at)),
    ownership.owner,
    terms.beginWithinMs,
  );
}

/**
 * Takes the places of bookings in the ledger, or says who has them. The intent that it writes is on disk before the first
 * byte leaves, so that an interruption is never mistaken for "not sent".
 */
async function beginBookings(
  transaction: Transaction,
  parts: Parts,
  asked: readonly AskedBooking[],
): Promise<Said[]> {
  const { ownership, ledgerSecret } = parts;
  await ownership.prove(transaction, worksOf(asked));
  await extend(transaction, parts, asked);
  const given = await givenOut(transaction, parts, asked);
  const unsure = await newestUnsure(transaction);
  const keys = asked.map(({ claim, booking }) => bookingKeys(ledgerSecret, claim.destination, booking));
  const known = new Map((await bookedBy(transaction, keys)).map(each => [each.key, each]));
  const written = new Map<string, NewBooked>();
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
  await writeBooked(transaction, [...written.values()]);
  await noteAttempts(transaction, gone);
  return said;
}

async function noteAttempts(transaction: Transaction, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await transaction.run(
    `UPDATE call SET attempt = new.attempt FROM unnest($1::bigint[], $2::int[]) AS new (id, attempt)
     WHERE call.id = new.id`,
    claims.map(({ callId }) => callId),
    claims.map(({ attempt }) => attempt),
  );
}

/** A call that is given out to this process still. */
interface GivenOut {
  readonly call: number;
  readonly rejoined: boolean;
  /** The place of its event in the order of acceptance: of what was taken out of a webhook later, that one's. */
  readonly place: number;
  /** If it leaves later it may be on its way for longer than others think. Epoch milliseconds. */
  readonly leavesBy: number;
  /** There is hardly any time left until then. */
  readonly isLate: boolean;
}

/** Whether the lane of a call became one with another since the call was claimed. */
function hasMoved(claim: Claim, { rejoined }: GivenOut): boolean {
  return rejoined && !claim.rejoined;
}

/** What is known of the calls that are this process's still, by the rows of their claims and of their destinations. */
async function givenOut(
  transaction: Transaction,
  { ownership, terms }: Parts,
  asked: readonly Asked[],
): Promise<ReadonlyMap<number, GivenOut>> {
  const rows = await transaction.all<GivenOut & { call: number }>(
    `SELECT begun.call, call.rejoined, coalesce(event.origin, event.sequence) AS place,
       leaving.by AS "leavesBy", leaving.by < asked.at + $4 AS "isLate"
     FROM unnest($1::bigint[], $2::bigint[]) AS asked (call, at) JOIN begun ON begun.call = asked.call
       CROSS JOIN LATERAL (SELECT CASE call_ms WHEN 0 THEN $5 ELSE until - call_ms END AS by) AS leaving
       JOIN call ON call.id = begun.call JOIN event ON event.sequence = call.event
       JOIN work ON work.name = 'destination ' || begun.destination
     WHERE begun.owner = $3 AND work.owner = $3 AND work.until > clock_timestamp() AND call.status = 'queued'`,
    asked.map(({ claim }) => claim.callId),
    asked.map(({ at }) => Math.ceil(at)),
    ownership.owner,
    Math.round(terms.beginWithinMs / 2),
    Number.MAX_SAFE_INTEGER,
  );
  return new Map(rows.map(row => [row.call, row]));
}

function worksOf(asked: readonly Asked[]): readonly string[] {
  return [...new Set(asked.map(({ claim }) => workOf(claim.destination)))];
}
