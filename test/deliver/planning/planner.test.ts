import { describe, expect, it } from 'vitest';
import type { PlanningContext } from '../../../src/deliver/planning/plan-event.ts';
import { createPlanner } from '../../../src/deliver/planning/planner.ts';
import { StoreUnavailable } from '../../../src/inbox/store.ts';
import { endedEvent } from './ended-event.ts';

/** A planner of this many events; the store returns at most 200 at once. Writing a batch takes `batchMs`. */
function scene(
  count: number,
  between: () => Promise<void> = async () => {},
  batchMs = 20,
  { imported = false, acceptedInABatch = 0 } = {},
) {
  let now = 0;
  let accepted = 0;
  let waiting = Array.from({ length: count }, (_, index) => ({
    ...endedEvent(index + 1),
    ...(imported && { imported }),
  }));
  const pauses: number[] = [];
  const seen: boolean[] = [];
  let underWay = 0;
  const planner = createPlanner({
    store: {
      plannable: async limit => waiting.slice(0, Math.min(limit, 200)),
      planningNow: async () => {},
      async plan(plans) {
        underWay += 1;
        seen.push(planner.isBehind());
        await new Promise(done => setTimeout(done, 20));
        now += batchMs;
        accepted += acceptedInABatch;
        waiting = waiting.filter(({ id }) => !plans.some(plan => plan.event.id === id));
        underWay -= 1;
      },
      splitAgain: async () => {},
      deliveredSince: async () => [],
    },
    holds: { hold: async () => {}, forgetReleased: async () => {} },
    planning: () => ({}) as PlanningContext,
    time: {
      monotonic: () => now,
      now: () => 0,
      after(ms, work) {
        pauses.push(ms);
        work();
        return () => {};
      },
    },
    acceptedSoFar: () => accepted,
    between,
    isStopping: () => false,
    changed: () => {},
    report: ({ error }) => {
      throw error;
    },
  });
  return { planner, seen, pauses, underWay: () => underWay };
}

describe('planning', () => {
  it('plans as many at once as the store returns, and is behind while these are many', async () => {
    const { planner, seen } = scene(450);
    expect(planner.isBehind()).toBe(false);
    expect(await planner.planTurn()).toBe(450);
    expect(seen).toEqual([true, true, false]);
    expect(planner.isBehind()).toBe(false);
  });

  it('plans the next events while the calls of the previous batch are claimed', async () => {
    const order: string[] = [];
    const { planner, seen } = scene(450, async () => {
      order.push(`after ${seen.length}`);
      await new Promise(done => setTimeout(done, 10));
      order.push('claimed');
    });
    await planner.planTurn();
    expect(order).toEqual(['after 1', 'claimed', 'after 2', 'claimed', 'after 3', 'claimed']);
  });

  it('ends its turn after a quarter of a second, and is then unfinished', async () => {
    let claims = 0;
    const claim = async () => {
      claims += 1;
    };
    const { planner } = scene(1_500, claim, 100);
    expect(await planner.planTurn()).toBe(600);
    expect([planner.isUnfinished(), claims]).toEqual([true, 3]);
    expect(await planner.planTurn()).toBe(600);
    expect([await planner.planTurn(), planner.isUnfinished()]).toEqual([300, false]);
  });

  it('pauses after imported rows for twice their duration, and while many webhooks arrive for the same duration', async () => {
    const none = async () => {};
    const scenes = [
      scene(300, none, 20, { imported: true }),
      scene(300, none, 20, { acceptedInABatch: 40 }),
      scene(300, none, 20, { acceptedInABatch: 39 }),
    ];
    for (const { planner } of scenes) await planner.planTurn();
    expect(scenes.map(({ pauses }) => pauses)).toEqual([[40, 40], [20, 20], []]);
  });

  it('throws the error of a claim once nothing is in progress any more', async () => {
    const { planner, underWay } = scene(450, async () => {
      throw new StoreUnavailable('away');
    });
    await expect(planner.planTurn()).rejects.toThrow('away');
    expect(underWay()).toBe(0);
  });

  it('throws the error of a claim at the end of its turn', async () => {
    const away = async () => {
      throw new StoreUnavailable('away');
    };
    await expect(scene(1_000, away, 1_000).planner.planTurn()).rejects.toThrow('away');
  });
});
