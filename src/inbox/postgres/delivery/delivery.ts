import type { Claim } from '../../claim.ts';
import { workOf } from '../../decide/spread-works.ts';
import { tellStep } from '../../step.ts';
import type { Store } from '../../store.ts';
import { inBatches } from '../connection/in-batches.ts';
import { inGroups } from '../connection/in-groups.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { createBeginning } from './beginning.ts';
import { nextDue } from './claiming.ts';
import { createDueMarks } from './due-marks.ts';
import { failTooOld } from './expiry.ts';
import { hastenBatch } from './hasten.ts';
import { lastAppliedBefore, newerThanClaim } from './newer.ts';
import { createOthersBegun } from './others-begun.ts';
import { groupSize } from './owned-apart.ts';
import { createTurnover } from './turnover.ts';

/** Gives out the calls that are due and writes what became of them. */
export function delivery(parts: Parts) {
  const { database, ownership, claims, clock, beingDelivered } = parts;
  const marks = createDueMarks(parts, parts.dueMarkTimes);
  const asking = {
    owner: ownership.owner,
    claims,
    beginWithinMs: parts.terms.beginWithinMs,
    marks,
    others: createOthersBegun(ownership),
  };
  const begin = createBeginning(parts);
  const { claim, settle } = createTurnover(parts, asking);
  const nextDueAt = inGroups<string, number | undefined>(groupSize, async names => {
    const due = await marks.look(() =>
      database.read(transaction => nextDue(transaction, names, clock.now(), asking)),
    );
    const seenInMs = marks.seenInMs();
    if (seenInMs === undefined) return names.map(name => due.get(name));
    // What is left out may be due: then it is time to look again.
    const seenAt = clock.now() + seenInMs;
    return names.map(name => Math.min(due.get(name) ?? seenAt, seenAt));
  });

  return {
    claim: ({ callMs = 0, ...what }) => claim({ ...what, callMs }),
    async release(given) {
      // Whoever claims it next must find that row gone, so it is this process's until then.
      if (!claims.settling(given)) return;
      try {
        await database.write(transaction => takeBackUntouched(transaction, given, ownership.owner));
      } catch {
        // What is left of it is written over by the next claim of the call.
      } finally {
        claims.settled(given, 'kept');
        claims.release(given);
      }
    },
    async nextDueAt(destination) {
      await ownership.take(workOf(destination));
      return nextDueAt(destination);
    },
    newerDelivered: given => database.read(transaction => newerThanClaim(transaction, given)),
    lastApplied: given => database.read(transaction => lastAppliedBefore(transaction, given)),
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
      const times = { now: Math.round(parts.clock.now()), until: Math.ceil(until) };
      return inBatches(database, async transaction => {
        await ownership.prove(transaction, [work]);
        return hastenBatch(transaction, destination, times);
      });
    },
    expire: now => failTooOld(parts, now),
  } satisfies Partial<Store>;
}

async function takeBackUntouched(transaction: Transaction, { callId }: Claim, owner: string): Promise<void> {
  await transaction.run('DELETE FROM begun WHERE call = $1 AND owner = $2', callId, owner);
}
