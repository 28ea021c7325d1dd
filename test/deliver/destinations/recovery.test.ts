import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type DestinationMachine,
  restoreMachine,
} from '../../../src/deliver/destinations/destination-machine.ts';
import {
  type DestinationEvent,
  destinationStep,
} from '../../../src/deliver/destinations/destination-step.ts';
import { createThrottle } from '../../../src/deliver/destinations/throttle.ts';
import type { Decided } from '../../../src/inbox/decide/settle.ts';
import { chanceOf } from '../../../torture/chance.ts';

const second = 1_000;
/** The simulated time between two steps. */
const stepMs = 10;
const never = Number.MAX_SAFE_INTEGER;
const failed: Decided = { kind: 'again', row: 'T2', reason: 'away', fault: true };
const done: Decided = { kind: 'done', row: 'A1', completion: {} };

interface Outage {
  readonly flow: number;
  readonly limit: number;
  readonly outageMs: number;
  readonly seed: number;
  /** Whether the configuration can still be read. */
  readonly readable: boolean;
}

/** The waiting calls: those of webhooks that arrive steadily, and failed ones that are retried. */
function createQueue(flow: number) {
  const fresh: number[] = [];
  const again: number[] = [];
  const gone = { fresh: 0, again: 0 };
  let arrived = 0;
  return {
    arriveUntil(now: number) {
      for (; (arrived * second) / flow <= now; arrived += 1) fresh.push(now);
    },
    failed: (now: number) => void again.push(now + second),
    /** Takes the call that has been due for longest; `false` if none is due. */
    take(now: number): boolean {
      const [one, other] = [fresh[gone.fresh] ?? Infinity, again[gone.again] ?? Infinity];
      if (Math.min(one, other) > now) return false;
      gone[other < one ? 'again' : 'fresh'] += 1;
      return true;
    },
    isDrained: () => fresh.length + again.length - gone.fresh - gone.again <= Math.max(1, flow * 0.05),
  };
}

/** A simulated destination with the bridge's own limits, without a network. */
function createWorld(limit: number, seed: number) {
  const chance = chanceOf(seed);
  const random = () => chance.int(2 ** 30) / 2 ** 30;
  const throttle = createThrottle({ concurrency: 10_000, perSecond: limit }, random);
  const fresh: DestinationMachine = restoreMachine(undefined, 0);
  let machine: DestinationMachine = { ...fresh, state: 'open', nextProbeAt: never };
  let lane = 0;
  const happen = (event: DestinationEvent, now: number) => {
    const step = destinationStep(machine, event, { now, monotonic: now, random, refreshMs: never });
    machine = step.next;
    if (step.effects.some(({ kind }) => kind === 'slow-start')) throttle.slowStart(now);
  };
  return {
    isOpen: () => machine.state === 'open',
    room: (now: number) => (machine.state === 'open' ? throttle.room(now) : 0),
    probeIfDue(now: number, isWell: boolean) {
      if (machine.state === 'open' || now < machine.nextProbeAt) return;
      const bad = { good: false, row: 'E3', reason: 'away', hold: false } as const;
      happen({ kind: 'probed', probe: isWell ? { good: true, changed: false } : bad }, now);
    },
    call(now: number, isAway: boolean) {
      throttle.started(now);
      throttle.finished();
      throttle.ended(isAway ? 'failed' : 'answered', now);
      lane += 1;
      happen({ kind: 'called', outcome: isAway ? failed : done, lane, waitMs: undefined }, now);
    },
  };
}

/** Simulates an outage and the time until nothing waits; returns that time and the start times of calls. */
function recover({ flow, limit, outageMs, seed, readable }: Outage) {
  const queue = createQueue(flow);
  const world = createWorld(limit, seed);
  const starts: number[] = [];
  for (let now = 0; now < 3 * outageMs + 20 * second; now += stepMs) {
    const isAway = now < outageMs;
    queue.arriveUntil(now);
    world.probeIfDue(now, readable || !isAway);
    for (let room = world.room(now); room > 0 && queue.take(now); room -= 1) {
      starts.push(now);
      world.call(now, isAway);
      if (isAway) queue.failed(now);
    }
    if (!isAway && world.isOpen() && queue.isDrained()) return { drainedMs: now - outageMs, starts };
  }
  return { drainedMs: Number.POSITIVE_INFINITY, starts };
}

const outages = fc
  .record({
    flow: fc.integer({ min: 5, max: 200 }),
    times: fc.double({ min: 2, max: 8, noNaN: true }),
    outageMs: fc.integer({ min: second, max: 300 * second }),
    seed: fc.integer({ min: 0, max: 2 ** 30 }),
    readable: fc.boolean(),
  })
  .map(({ times, ...each }) => ({ ...each, limit: Math.ceil(each.flow * times) }));

it('all waiting calls are sent within twice the outage and ten seconds, if the limit is twice the flow', () => {
  fc.assert(
    fc.property(outages, outage => {
      expect(recover(outage).drainedMs).toBeLessThanOrEqual(2 * outage.outageMs + 10 * second);
    }),
    { numRuns: 40 },
  );
});

it('no second has more calls than the limit and a tenth of it', () => {
  fc.assert(
    fc.property(outages, outage => {
      const { starts } = recover(outage);
      const most = outage.limit + Math.max(1, outage.limit / 10);
      let from = 0;
      const inSecond = starts.map((at, index) => {
        while ((starts[from] ?? at) <= at - second) from += 1;
        return index - from + 1;
      });
      expect(inSecond.reduce((one, other) => Math.max(one, other), 0)).toBeLessThanOrEqual(most);
    }),
    { numRuns: 20 },
  );
});
