import type { Store } from '../../store.ts';
import { plannable } from '../contents.ts';
import { applyPlan, planAgainBatch } from '../planning.ts';
import { takeApart } from '../taking-apart.ts';
import { inBatches } from '../write-queue.ts';
import type { Parts } from './parts.ts';

/** Gives out what waits to be planned and writes the plans. */
export function planning({ connection, queue, clock, space, planned, delivered }: Parts) {
  return {
    plannable: limit =>
      queue.read(() => {
        // What waits to be planned is safe; the room that planning takes is kept for results.
        if (space.shortage() !== undefined) return [];
        const events = plannable(connection, limit);
        for (const event of events) planned.take(event.sequence);
        return events;
      }),
    async plan(plans) {
      const now = clock.now();
      await queue.write(() => {
        for (const plan of plans) applyPlan(connection, plan, now, planned.isStale(plan.event.sequence));
      });
      for (const plan of plans) planned.drop(plan.event.sequence);
    },
    async takeApart(event, items) {
      const now = clock.now();
      await queue.write(() => takeApart(connection, event, items, now));
      planned.drop(event.sequence);
    },
    planAgain: ({ mapping }) => {
      planned.noteChange();
      delivered.noteChange();
      return inBatches(queue, after => planAgainBatch(connection, mapping, after));
    },
  } satisfies Partial<Store>;
}
