import type { Beginning } from '../../claim.ts';
import { hastenBatch } from '../../operations/hasten.ts';
import { inBatches } from '../../operations/in-batches.ts';
import { lastApplied, laterDelivered, newerDelivered } from '../../operations/newer-calls.ts';
import { tellStep } from '../../step.ts';
import type { Store } from '../../store.ts';
import { assertRoom } from '../file/space.ts';
import { statementsOf, takeSteps, transactionOf } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { claimDue, hasMoved, nextDueAt } from './claiming.ts';
import { beginBooking } from './ledger.ts';
import { settleCall } from './settling.ts';

/** The methods that return due calls and store their results. */
export function delivery(parts: Parts) {
  const { connection, queue, claims, clock, ledger, space, beingDelivered, direct, wholeQueue } = parts;
  const { asWritten } = direct;

  return {
    claim: what =>
      queue.read(() => {
        queue.assertWritable();
        tellStep('claim', 'before');
        const claimed = claimDue(connection, claims, what);
        if (claimed.length > 0) tellStep('claim', 'after');
        for (const claim of claimed) beingDelivered.begin(claim.callId);
        return claimed;
      }),
    async release(claim) {
      if (direct.isUnwritten(claim)) claims.drop(claim);
      else claims.release(asWritten(claim));
      direct.forget(claim);
    },
    nextDueAt: destination => queue.read(() => nextDueAt(connection, claims, destination)),
    newerDelivered: claim =>
      queue.read(() => takeSteps(newerDelivered(statementsOf(connection), asWritten(claim)))),
    lastApplied: claim =>
      queue.read(() => takeSteps(lastApplied(statementsOf(connection), asWritten(claim)))),
    laterDelivered: claim =>
      queue.read(() => takeSteps(laterDelivered(statementsOf(connection), asWritten(claim)))),
    async begin(given, at) {
      const claim = asWritten(given);
      const { call } = claim;
      if (!claims.isCurrent(claim)) return { kind: 'busy' };
      if (call.operation === 'updateCustomer') {
        return queue.read(() => ({ kind: hasMoved(connection, claims, claim) ? 'moved' : 'go' }));
      }
      assertRoom(space);
      tellStep('intent', 'before');
      const beginning = await queue.write(
        (): Beginning =>
          hasMoved(connection, claims, claim)
            ? { kind: 'moved' }
            : beginBooking(connection, ledger, claim, call, at),
      );
      tellStep('intent', 'after');
      return beginning;
    },
    async settle(claim, progress, attempt) {
      if (!claims.settling(asWritten(claim))) return false;
      const now = clock.now();
      try {
        const stale = beingDelivered.isStale(claim.callId);
        tellStep('settle', 'before');
        await queue.write(() => {
          if (direct.settle(claim, progress, attempt, now)) return;
          settleCall(connection, asWritten(claim), progress, attempt, now, stale);
        }, 'result');
        tellStep('settle', 'after');
        claims.settled(asWritten(claim), 'gone');
        direct.forget(claim);
        beingDelivered.end(claim.callId);
        return true;
      } catch (error) {
        claims.settled(asWritten(claim), 'kept');
        throw error;
      }
    },
    hasten: (destination, until) =>
      inBatches(() =>
        wholeQueue.write(() =>
          takeSteps(hastenBatch(transactionOf(connection, parts), destination, clock.now(), until)),
        ),
      ),
  } satisfies Partial<Store>;
}
