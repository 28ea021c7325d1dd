import { heldBy } from '../../decide/plan-changes.ts';
import type { PlannableEvent } from '../../event.ts';
import { storeSplit } from '../../operations/split-again.ts';
import type { EventPlan } from '../../plan.ts';
import type { Store } from '../../store.ts';
import { inBatches } from '../connection/write-queue.ts';
import { anyWaits } from '../delivery/direct-calls.ts';
import { isHeld } from '../delivery/settling.ts';
import { anyRowWaits, plannableEvents } from '../intake/contents.ts';
import { takeSteps, transactionOf } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { applyPlan } from './apply-plan.ts';
import { planHeldAgain } from './plan-again.ts';

/** Writing more together would keep webhooks waiting, which this thread writes too. */
const mostTogether = 64;

/** Returns the events that wait for planning and writes the plans. */
export function planning(parts: Parts) {
  const { connection, queue, wholeQueue, clock, space } = parts;
  const { beingPlanned, planningMark, ends, beingDelivered, direct } = parts;

  return {
    async plannable(limit) {
      // Waiting events come after the calls in flight without a row, so their plans must find these in their lanes.
      if (direct.size() > 0) {
        if (!(await queue.read(() => anyWaits(connection, direct) || anyRowWaits(connection)))) return [];
        await queue.write(direct.writeAll);
      }
      return queue.read(() => {
        // Events that wait for planning are safe; the space for planning is kept for results.
        if (space.shortage() !== undefined) return [];
        const events = plannableEvents(connection, Math.min(limit, mostTogether));
        for (const event of events) beingPlanned.begin(event.sequence);
        return ends.size === 0 ? events : events.map(event => withEnds(event, ends));
      });
    },
    async planningNow(event) {
      if (event) planningMark.set(event.sequence);
      else planningMark.clear();
    },
    async plan(plans) {
      const now = clock.now();
      await wholeQueue.write(() => {
        for (const plan of plans) {
          applyPlan(connection, plan, now, { isStale: isOutdated(plan) });
          forgetEnds(plan.event);
        }
      });
      for (const { event } of plans) {
        beingPlanned.end(event.sequence);
        ends.delete(event.sequence);
      }
    },
    async splitAgain(event, items) {
      const now = clock.now();
      await wholeQueue.write(() => {
        takeSteps(storeSplit(transactionOf(connection, parts), event, items, now));
        forgetEnds(event);
      });
      beingPlanned.end(event.sequence);
      ends.delete(event.sequence);
    },
    planAgain: ({ mapping }) => {
      beingPlanned.outdate();
      beingDelivered.outdate();
      return inBatches(wholeQueue, after => planHeldAgain(connection, mapping, after));
    },
  } satisfies Partial<Store>;

  /** True if a mapping was released since a plan was made, or is not held though the plan says so. */
  function isOutdated(plan: EventPlan): boolean {
    return (
      beingPlanned.isStale(plan.event.sequence) || [...heldBy([plan])].some(each => !isHeld(connection, each))
    );
  }

  /** Whatever the result, the event did not end the process this time. */
  function forgetEnds({ sequence }: Pick<PlannableEvent, 'sequence'>): void {
    if (ends.has(sequence)) connection.run('DELETE FROM crash_count WHERE sequence = ?', sequence);
  }
}

function withEnds(event: PlannableEvent, ends: ReadonlyMap<number, number>): PlannableEvent {
  const ended = ends.get(event.sequence);
  return ended === undefined ? event : { ...event, ended };
}
