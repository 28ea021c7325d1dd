import { heldBy } from '../../decide/plan-changes.ts';
import type { PlannableEvent } from '../../event.ts';
import { inBatches } from '../../operations/in-batches.ts';
import { planHeldAgain } from '../../operations/plan-again.ts';
import { storeSplit } from '../../operations/split-again.ts';
import type { EventPlan } from '../../plan.ts';
import type { Store } from '../../store.ts';
import type { Connection } from '../connection/connection.ts';
import { anyWaits } from '../delivery/direct-calls.ts';
import { isHeld } from '../delivery/settling.ts';
import { plannableEvents } from '../intake/contents.ts';
import { takeSteps, transactionOf } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { applyPlan } from './apply-plan.ts';

/** The maximum number of plans in one write: this thread also writes webhooks, which would wait longer. */
const mostTogether = 64;

/** The methods that return the events that wait for planning, and store the plans. */
export function planning(parts: Parts) {
  const { connection, queue, wholeQueue, clock, space } = parts;
  const { beingPlanned, planningMark, ends, beingDelivered, direct } = parts;

  return {
    async plannable(limit) {
      // Waiting events come after the calls in flight without a row, so these calls must be in their lanes first.
      if (direct.size() > 0) {
        if (!(await queue.read(() => anyWaits(connection, direct) || anyRowWaits(connection)))) return [];
        await queue.write(direct.writeAll);
      }
      return queue.read(() => {
        // Waiting events are safe without a plan; on a nearly full disk, the space is reserved for results.
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
      return inBatches(after =>
        wholeQueue.write(() => takeSteps(planHeldAgain(transactionOf(connection, parts), mapping, after))),
      );
    },
  } satisfies Partial<Store>;

  /** True if a mapping was released since a plan was made, or is not held although the plan says so. */
  function isOutdated(plan: EventPlan): boolean {
    return (
      beingPlanned.isStale(plan.event.sequence) || [...heldBy([plan])].some(each => !isHeld(connection, each))
    );
  }

  /** Removes the count of ends: this time the process survived planning the event. */
  function forgetEnds({ sequence }: Pick<PlannableEvent, 'sequence'>): void {
    if (ends.has(sequence)) connection.run('DELETE FROM crash_count WHERE sequence = ?', sequence);
  }
}

function withEnds(event: PlannableEvent, ends: ReadonlyMap<number, number>): PlannableEvent {
  const ended = ends.get(event.sequence);
  return ended === undefined ? event : { ...event, ended };
}

/** True if any row of a list waits to be planned. */
function anyRowWaits(connection: Connection): boolean {
  const row = connection.get(
    'SELECT 1 FROM event INDEXED BY event_list WHERE planning > 0 AND import IS NOT NULL LIMIT 1',
  );
  return row !== undefined;
}
