import type { Claim } from '../../claim.ts';
import { workOf } from '../../decide/spread-works.ts';
import { hastenBatch } from '../../operations/hasten.ts';
import { inBatches } from '../../operations/in-batches.ts';
import { lastApplied, laterDelivered, newerDelivered } from '../../operations/newer-calls.ts';
import { tellStep } from '../../step.ts';
import type { Store } from '../../store.ts';
import { inGroups } from '../connection/in-groups.ts';
import type { Transaction } from '../connection/transaction.ts';
import { statementsOf, takeSteps, transactionOf } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { createBeginning } from './beginning.ts';
import { nextDueAt } from './claiming.ts';
import { createDueMarks } from './due-marks.ts';
import { createOthersInFlight } from './in-flight.ts';
import { groupSize } from './owned-apart.ts';
import { createSettleAndClaim } from './settle-and-claim.ts';

/** The methods that return due calls and store their results. */
export function delivery(parts: Parts) {
  const { database, ownership, claims, clock, beingDelivered } = parts;
  const marks = createDueMarks(parts, parts.dueMarkTimes);
  const claimant = {
    owner: ownership.owner,
    claims,
    beginWithinMs: parts.leaseTimes.beginWithinMs,
    marks,
    others: createOthersInFlight(ownership),
  };
  const begin = createBeginning(parts);
  const { claim, settle } = createSettleAndClaim(parts, claimant);
  const nextOf = inGroups<string, number | undefined>(groupSize, async names => {
    const due = await marks.look(() =>
      database.read(transaction => nextDueAt(transaction, names, clock.now(), claimant)),
    );
    const seenInMs = marks.seenInMs();
    if (seenInMs === undefined) return names.map(name => due.get(name));
    // A lane left out of the search may be due before, so the next search is at that time at the latest.
    const seenAt = clock.now() + seenInMs;
    return names.map(name => Math.min(due.get(name) ?? seenAt, seenAt));
  });

  return {
    claim: ({ callMs = 0, ...what }) => claim({ ...what, callMs }),
    async release(given) {
      // This process keeps the claim until its row is deleted: the next claim requires that the row is gone.
      if (!claims.settling(given)) return;
      try {
        await database.write(transaction => takeBackUntouched(transaction, given, ownership.owner));
      } catch {
        // The next claim of the call overwrites its row.
      } finally {
        claims.settled(given, 'kept');
        claims.release(given);
      }
    },
    async nextDueAt(destination) {
      await ownership.take(workOf(destination));
      return nextOf(destination);
    },
    ...newerCalls(parts),
    async begin(given, at) {
      if (!claims.isCurrent(given)) return { kind: 'busy' };
      const isBooking = given.call.operation === 'persistCustomerData';
      if (isBooking) tellStep('intent', 'before');
      const beginning = await begin(given, at);
      if (isBooking) tellStep('intent', 'after');
      return beginning;
    },
    async settle(given, progress, attempt) {
      if (!claims.settling(given)) return false;
      try {
        tellStep('settle', 'before');
        const isStale = beingDelivered.isStale(given.callId);
        const isWritten = await settle({ claim: given, progress, attempt, isStale });
        tellStep('settle', 'after');
        beingDelivered.end(given.callId);
        claims.settled(given, 'gone');
        return isWritten;
      } catch (error) {
        claims.settled(given, 'kept');
        throw error;
      }
    },
    async hasten(destination, until) {
      const work = workOf(destination);
      await ownership.take(work);
      return inBatches(() =>
        database.write(async transaction => {
          await ownership.prove(transaction, [work]);
          return takeSteps(hastenBatch(transactionOf(transaction, parts), destination, clock.now(), until));
        }),
      );
    },
  } satisfies Partial<Store>;
}

async function takeBackUntouched(transaction: Transaction, { callId }: Claim, owner: string): Promise<void> {
  await transaction.run('DELETE FROM attempt_in_flight WHERE call = $1 AND owner = $2', callId, owner);
}

/** The methods that find newer calls of a claim's person. */
function newerCalls({ database }: Pick<Parts, 'database'>) {
  return {
    newerDelivered: given =>
      database.read(transaction => takeSteps(newerDelivered(statementsOf(transaction), given))),
    lastApplied: given =>
      database.read(transaction => takeSteps(lastApplied(statementsOf(transaction), given))),
    laterDelivered: given =>
      database.read(transaction => takeSteps(laterDelivered(statementsOf(transaction), given))),
  } satisfies Partial<Store>;
}
