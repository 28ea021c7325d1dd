import { expect, it } from 'vitest';
import type { PlanningContext } from '../../../src/deliver/planning/plan-event.ts';
import { createPlanner } from '../../../src/deliver/planning/planner.ts';
import type { EventPlan } from '../../../src/inbox/plan.ts';
import { endedEvent } from './ended-event.ts';

/** A planner of batches: each is an event with this number of ends. */
function scene(...ends: readonly number[]) {
  let now = 1_000;
  let waiting = ends.map((ended, index) => ({ ...endedEvent(index + 1), ended }));
  const steps: string[] = [];
  const planner = createPlanner({
    store: {
      plannable: async () => waiting.slice(0, 1),
      planningNow: async event => {
        if (event) steps.push(`plan ${event.sequence}`);
      },
      async plan(plans: readonly EventPlan[]) {
        waiting = waiting.filter(({ id }) => !plans.some(plan => plan.event.id === id));
        steps.push(...plans.map(({ event, outcome }) => `${outcome?.status} ${event.sequence}`));
      },
      splitAgain: async () => {},
      deliveredSince: async () => [],
    },
    holds: { hold: async () => {}, forgetReleased: async () => {} },
    planning: () => ({ mappings: { of: () => [], isSilent: () => false } }) as unknown as PlanningContext,
    time: {
      monotonic: () => now,
      now: () => 0,
      after(_, work) {
        work();
        return () => {};
      },
    },
    acceptedSoFar: () => 0,
    async between() {
      await new Promise(done => setTimeout(done, 10));
      steps.push('claimed');
    },
    isStopping: () => false,
    changed: () => {},
    report: () => {},
  });
  return {
    planner,
    steps,
    pass(ms: number) {
      now += ms;
    },
  };
}

it('plans an event that met two ends only after the process has run for five seconds', async () => {
  const { planner, steps, pass } = scene(2);
  expect([await planner.planTurn(), planner.nextInMs(), planner.isUnfinished()]).toEqual([0, 5_000, false]);
  pass(4_999);
  expect([await planner.planTurn(), planner.nextInMs(), steps]).toEqual([0, 1, []]);
  pass(1);
  expect([await planner.planTurn(), planner.nextInMs(), steps[0]]).toEqual([1, undefined, 'plan 1']);
});

it('plans an event that met one end, or fails one that met three, without a wait', async () => {
  const { planner, steps } = scene(3, 1);
  expect([await planner.planTurn(), planner.nextInMs()]).toEqual([2, undefined]);
  expect(steps.filter(step => step !== 'claimed').slice(0, 3)).toEqual(['plan 1', 'failed 1', 'plan 2']);
});

it('begins an event that met two ends only once the calls of the previous batch are claimed', async () => {
  const { planner, steps, pass } = scene(1, 2, 1);
  pass(5_000);
  expect(await planner.planTurn()).toBe(3);
  const order = steps.filter(step => step === 'claimed' || step.startsWith('plan'));
  expect(order).toEqual(['plan 1', 'claimed', 'plan 2', 'plan 3', 'claimed', 'claimed']);
});
