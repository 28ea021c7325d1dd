import type { PersistCustomerData } from '../../call.ts';
import type { Beginning, Claim } from '../../claim.ts';
import { decideBooking } from '../../decide/ledger.ts';
import { bookingKey } from '../../stored/booking-key.ts';
import { inGroups } from '../connection/in-groups.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { workOf } from '../rows/locks.ts';
import { newestUnsure } from './copy-marks.ts';
import { bookedBy, type NewBooked, writeBooked } from './ledger.ts';
import { groupSize, ownedApart } from './owned-apart.ts';

interface Asked {
  readonly claim: Claim;
  readonly at: number;
}

interface AskedBooking extends Asked {
  readonly booking: PersistCustomerData;
}

const busy: Beginning = { kind: 'busy' };

/** Says whether claimed calls may leave (WorkStore.begin); what another process may do by now may not. */
export function createBeginning(parts: Parts): (claim: Claim, at: number) => Promise<Beginning> {
  const ofUpdates = inGroups<Asked, Beginning>(groupSize, all =>
    ownedApart(all, busy, some => beginUpdates(parts, some)),
  );
  const ofBookings = inGroups<AskedBooking, Beginning>(groupSize, all =>
    ownedApart(all, busy, some =>
      parts.database.write(transaction => beginBookings(transaction, parts, some)),
    ),
  );

  return async (claim, at) => {
    const { call } = claim;
    const beginning = await (call.operation === 'updateCustomer'
      ? ofUpdates({ claim, at })
      : ofBookings({ claim, at, booking: call }));
    // The answer may have come late.
    const isOwned = parts.ownership.has(workOf(claim.destination));
    return beginning.kind === 'go' && !isOwned ? busy : beginning;
  };
}

async function beginUpdates({ database, ownership }: Parts, asked: readonly Asked[]): Promise<Beginning[]> {
  const { owner } = ownership;
  const given = await database.read(transaction => givenOut(transaction, owner, asked));
  const late = asked.filter(({ claim }) => given.get(claim.callId)?.isLate);
  // One that begins later than was thought may be on its way for longer: others have to know.
  const again = new Map(
    late.length === 0
      ? []
      : await database.write(async transaction => {
          await ownership.prove(transaction, worksOf(late));
          await extend(transaction, owner, late);
          return givenOut(transaction, owner, late);
        }),
  );
  return asked.map(({ claim }): Beginning => {
    const found = given.get(claim.callId);
    const last = found?.isLate ? again.get(claim.callId) : found;
    if (!last) return busy;
    return { kind: hasMoved(claim, last) ? 'moved' : 'go' };
  });
}

async function extend(transaction: Transaction, owner: string, asked: readonly Asked[]): Promise<void> {
  await transaction.run(
    `UPDATE begun SET until = new.at + call_ms FROM unnest($1::bigint[], $2::bigint[]) AS new (call, at)
     WHERE begun.call = new.call AND owner = $3`,
    asked.map(({ claim }) => claim.callId),
    asked.map(({ at }) => Math.ceil(at)),
    owner,
  );
}

/**
 * Takes the places of bookings in the ledger, or says who has them. The intent that it writes is on disk before the first
 * byte leaves, so that an interruption is never mistaken for "not sent".
 */
async function beginBookings(
  transaction: Transaction,
  { ownership, ledgerSecret }: Parts,
  asked: readonly AskedBooking[],
): Promise<Beginning[]> {
  await ownership.prove(transaction, worksOf(asked));
  const given = await givenOut(transaction, ownership.owner, asked);
  const unsure = await newestUnsure(transaction);
  const keys = asked.map(({ claim, booking }) => bookingKey(ledgerSecret, claim.destination, booking));
  const known = await bookedBy(transaction, keys);
  const written = new Map<string, NewBooked>();
  const gone: Claim[] = [];
  const beginnings = asked.map(({ claim, at }, index): Beginning => {
    const found = given.get(claim.callId);
    const key = keys[index];
    if (!found || !key) return busy;
    if (hasMoved(claim, found)) return { kind: 'moved' };
    const name = Buffer.from(key).toString('hex');
    const { beginning, write } = decideBooking(claim, known.get(name), found.place <= unsure);
    if (write) {
      const { callId, eventId, attempt } = claim;
      const booked = { callId, eventId, attempt, ...write };
      known.set(name, { ...booked, completion: {} });
      written.set(name, { ...booked, key, at });
    }
    if (beginning.kind === 'go') gone.push(claim);
    return beginning;
  });
  await writeBooked(transaction, [...written.values()]);
  await noteAttempts(transaction, gone);
  return beginnings;
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
  /** It begins so late that it may be on its way for longer than others think. */
  readonly isLate: boolean;
}

/** Whether the lane of a call became one with another since the call was claimed. */
function hasMoved(claim: Claim, { rejoined }: GivenOut): boolean {
  return rejoined && !claim.rejoined;
}

/** What is known of the calls that are this process's still, by the rows of their claims and of their destinations. */
async function givenOut(
  transaction: Transaction,
  owner: string,
  asked: readonly Asked[],
): Promise<ReadonlyMap<number, GivenOut>> {
  const rows = await transaction.all<{ call: number; rejoined: boolean; place: number; late: boolean }>(
    `SELECT begun.call, call.rejoined, coalesce(event.origin, event.sequence) AS place,
       begun.until < asked.at + begun.call_ms AS late
     FROM unnest($1::bigint[], $2::bigint[]) AS asked (call, at) JOIN begun ON begun.call = asked.call
       JOIN call ON call.id = begun.call JOIN event ON event.sequence = call.event
       JOIN work ON work.name = 'destination ' || begun.destination
     WHERE begun.owner = $3 AND work.owner = $3 AND work.until > clock_timestamp() AND call.status = 'queued'`,
    asked.map(({ claim }) => claim.callId),
    asked.map(({ at }) => Math.ceil(at)),
    owner,
  );
  return new Map(rows.map(({ late, ...row }) => [row.call, { ...row, isLate: late }]));
}

function worksOf(asked: readonly Asked[]): readonly string[] {
  return [...new Set(asked.map(({ claim }) => workOf(claim.destination)))];
}
