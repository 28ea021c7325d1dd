import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { PlanningContext } from '../../../src/deliver/planning/plan-event.ts';
import { createPlanner } from '../../../src/deliver/planning/planner.ts';
import { endedEvent } from './ended-event.ts';

const slowMs = 30;

/** A planner of three slow events, with the marks of the event that is being planned. */
function scene(isStopping: () => boolean) {
  let waiting = [1, 2, 3].map(endedEvent);
  let now = 0;
  const marks: (number | undefined)[] = [];
  const planner = createPlanner({
    store: {
      plannable: async () => waiting,
      planningNow: async marked => void marks.push(marked?.sequence),
      plan: async plans => {
        waiting = waiting.filter(({ id }) => !plans.some(plan => plan.event.id === id));
      },
      splitAgain: async () => {},
      deliveredSince: async () => [],
    },
    holds: { hold: async () => {}, forgetReleased: async () => {} },
    planning: () => ({}) as PlanningContext,
    time: { monotonic: () => (now += slowMs), now: () => 0, after: () => () => {} },
    acceptedSoFar: () => 0,
    between: async () => {},
    isStopping,
    changed: () => {},
    report: ({ error }) => {
      throw error;
    },
  });
  return { planner, marks };
}

it('counts no crash for an event while other work has its turn', async () => {
  const { planner, marks } = scene(() => false);
  let ended = false;
  const planned = planner.planTurn().finally(() => {
    ended = true;
  });
  const between: (number | undefined)[] = [];
  for (; !ended; await turn()) between.push(marks.at(-1));
  expect(await planned).toBe(3);
  expect(marks.filter(mark => mark !== undefined)).toEqual([1, 2, 3]);
  expect(between.length).toBeGreaterThan(2);
  expect(between).toEqual(between.map(() => undefined));
});

it('counts no crash for an event when the program is told to stop', async () => {
  const { planner, marks } = scene(() => true);
  expect(await planner.planTurn()).toBe(1);
  expect(marks).toEqual([undefined]);
});
