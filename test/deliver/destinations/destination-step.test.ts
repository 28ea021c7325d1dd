import { describe, expect, it } from 'vitest';
import {
  asksToWait,
  type DestinationMachine,
  recordOf,
  restoreMachine,
} from '../../../src/deliver/destinations/destination-machine.ts';
import {
  type DestinationEvent,
  destinationStep,
  type Moment,
} from '../../../src/deliver/destinations/destination-step.ts';
import type { Decided } from '../../../src/inbox/decide/settle.ts';
import type { DestinationRecord } from '../../../src/inbox/destination-record.ts';

const second = 1_000;
const minute = 60 * second;
/** Two clocks that differ, for dates and for durations; and a constant instead of random numbers. */
const at: Moment = { now: 1_000_000, monotonic: 5_000, random: () => 0.5, refreshMs: 10 * minute };
const later = (ms: number): Moment => ({ ...at, now: at.now + ms, monotonic: at.monotonic + ms });

const probing = restoreMachine(undefined, at.monotonic);
const open: DestinationMachine = { ...probing, state: 'open', nextProbeAt: at.monotonic + 10 * minute };
const held: DestinationMachine = {
  ...probing,
  state: 'held',
  cause: { reason: 'something' },
  since: 900_000,
  failsSince: 900_000,
};
const paused: DestinationMachine = { ...probing, state: 'paused', since: 950_000, failsSince: 900_000 };

const well: DestinationEvent = { kind: 'probed', probe: { good: true, changed: false } };
const badly = (hold: boolean, retryAfterMs?: number): DestinationEvent => ({
  kind: 'probed',
  probe: { good: false, row: 'E3', reason: 'not available', hold, ...(retryAfterMs && { retryAfterMs }) },
});
const called = (outcome: Decided, waitMs?: number, lane = 1): DestinationEvent => ({
  kind: 'called',
  outcome,
  lane,
  waitMs,
});
const done: Decided = { kind: 'done', row: 'A1', completion: {} };
const refusedToken: Decided = { kind: 'hold', row: 'A3', reason: 'the token is refused' };
const failed: Decided = { kind: 'again', row: 'E1', reason: 'the destination failed', fault: true };
const mixedUp: Decided = { kind: 'hold', row: 'A2', reason: 'the response belongs to another request' };

/** The kinds of the effects of a step, in order. */
const effectKinds = (machine: DestinationMachine, event: DestinationEvent, moment = at) =>
  destinationStep(machine, event, moment).effects.map(({ kind }) => kind);
const machineAfter = (machine: DestinationMachine, ...events: readonly DestinationEvent[]) =>
  events.reduce((before, event) => destinationStep(before, event, at).next, machine);

describe('a step of a destination', () => {
  it.each<[string, DestinationMachine, DestinationEvent, string, readonly string[]]>([
    ['opens with the first good probe', probing, well, 'open', ['prove-token', 'save', 'notify', 'log-open']],
    ['stays open with a good probe', open, well, 'open', ['prove-token']],
    [
      'begins slowly after an outage',
      held,
      well,
      'open',
      ['prove-token', 'slow-start', 'save', 'notify', 'log-open'],
    ],
    ['stays paused, whatever a probe shows', paused, well, 'paused', []],
    ['stays paused, whatever a bad probe shows', paused, badly(true), 'paused', []],
    ['stays paused, whatever a call shows', paused, called(refusedToken), 'paused', []],
    ['waits for the next probe where the trouble may pass', probing, badly(false), 'probing', ['save']],
    ['stays open where the trouble of a probe may pass', open, badly(false), 'open', []],
    ['is held by a probe that shows its fault', open, badly(true), 'held', ['save', 'notify', 'log-held']],
    [
      'is held by a call that shows its fault',
      open,
      called(refusedToken),
      'held',
      ['save', 'notify', 'log-held'],
    ],
    [
      'gives up the connections once it is held, where answers are mixed up',
      open,
      called(mixedUp),
      'held',
      ['save', 'notify', 'log-held', 'disconnect'],
    ],
    [
      'is held where a probe after an unclear answer went badly',
      open,
      called({ kind: 'unknown', row: 'A4', reason: 'a page came', fault: true, hold: 'a page came' }),
      'held',
      ['save', 'notify', 'log-held'],
    ],
    ['does nothing for the failure of one call', open, called(failed), 'open', []],
    ['does nothing for a call that went well', open, called(done), 'open', []],
    ['is left alone for a while', open, called(failed, minute), 'open', ['save', 'notify', 'log-wait']],
    ['is probed first with another token', open, { kind: 'token-changed' }, 'probing', ['notify']],
    ['is paused by a person', open, { kind: 'paused' }, 'paused', ['log-paused', 'save', 'notify']],
    ['is probed after a pause', paused, { kind: 'resumed' }, 'probing', ['save', 'notify']],
    ['is only probed at once where it was not paused', held, { kind: 'resumed' }, 'held', ['notify']],
    ['is itself when the clock is moved', held, { kind: 'clock-moved', byMs: minute }, 'held', []],
  ])('%s', (_, machine, event, state, effects) => {
    expect(destinationStep(machine, event, at).next.state).toBe(state);
    expect(effectKinds(machine, event)).toEqual(effects);
  });

  it('does not modify the previous state', () => {
    const before = structuredClone(open);
    destinationStep(open, called(refusedToken), at);
    expect(open).toEqual(before);
  });
});

describe('the next probe', () => {
  const inMs = (machine: DestinationMachine, event: DestinationEvent, random = 0.5) =>
    destinationStep(machine, event, { ...at, random: () => random }).next.nextProbeAt - at.monotonic;

  const failing = (lastedMs: number, state: 'held' | 'probing' = 'held'): DestinationMachine => ({
    ...held,
    state,
    failsSince: at.now - lastedMs,
  });

  it('comes after two seconds at first, then after two fifths of the duration of the outage', () => {
    const waits = [0, 5, 10, 60, 150, 3_600].map(each => inMs(failing(each * second), badly(true)));
    expect(waits).toEqual([2, 2, 4, 24, 60, 60].map(each => each * second));
  });

  it('comes after five seconds if an open destination has a temporary failure', () => {
    expect(inMs(open, badly(false))).toBe(5 * second);
  });

  it('varies by a fifth, and comes no sooner than the response requested', () => {
    expect([0, 1].map(random => inMs(failing(minute), badly(true), random))).toEqual([19_200, 28_800]);
    expect(inMs(held, badly(false, 2 * minute))).toBe(2 * minute);
    expect(inMs(open, well)).toBe(at.refreshMs);
  });

  it('comes ever more rarely if calls fail although probes succeed', () => {
    const again = destinationStep(failing(minute), well, at).next;
    expect(inMs(open, called(refusedToken))).toBe(2 * second);
    expect(inMs(again, called(refusedToken))).toBe(24 * second);
    expect(inMs(machineAfter(again, called(done)), called(refusedToken))).toBe(2 * second);
  });

  it('comes at once after a new token, on a resume, and after a clock jump of an open destination', () => {
    expect(inMs(open, { kind: 'token-changed' })).toBe(0);
    expect(inMs({ ...held, nextProbeAt: 99_000 }, { kind: 'resumed' })).toBe(0);
    expect(inMs(open, { kind: 'clock-moved', byMs: minute })).toBe(0);
    expect(inMs({ ...held, nextProbeAt: 99_000 }, { kind: 'clock-moved', byMs: minute })).toBe(94_000);
  });
});

describe('a destination whose calls fail although its probes succeed', () => {
  const relapse = (machine: DestinationMachine, moment: Moment) => {
    const opened = destinationStep(machine, well, moment).next;
    return destinationStep(opened, called(refusedToken), moment).next;
  };
  const first = machineAfter(open, called(refusedToken));
  const again = relapse(first, later(minute));

  it('is held since its first failure, and the reason says that it can be read', () => {
    expect([first.since, again.since]).toEqual([at.now, at.now]);
    expect(first.cause?.reason).not.toContain('can be read');
    expect(again.cause?.reason).toContain('the token is refused, though its configuration can be read');
    expect(machineAfter(again, called(refusedToken)).cause).toEqual(again.cause);
  });

  it('is held anew if it was open for long', () => {
    const opened = destinationStep(again, well, later(minute)).next;
    expect(destinationStep(opened, called(refusedToken), later(20 * minute)).next.since).toBe(
      at.now + 20 * minute,
    );
  });

  it('is logged as open once, then only after a successful call or a long time without calls', () => {
    expect(effectKinds(first, well)).toContain('log-open');
    expect(effectKinds(again, well)).not.toContain('log-open');
    const opened = machineAfter(again, well);
    expect(effectKinds(opened, called(done))).toEqual(['log-open']);
    expect(effectKinds(machineAfter(opened, called(done)), called(done))).toEqual([]);
    expect(effectKinds(again, called(done))).toEqual([]);
    expect(effectKinds(opened, well, later(minute))).toEqual(['prove-token']);
    expect(effectKinds(opened, well, later(20 * minute))).toEqual(['prove-token', 'log-open']);
  });
});

describe('an outage', () => {
  it('is three consecutive failed probes, even if the failures are temporary', () => {
    const states = [1, 2, 3].map(times => machineAfter(open, ...Array(times).fill(badly(false))).state);
    expect(states).toEqual(['open', 'open', 'held']);
    expect(machineAfter(open, badly(false), badly(false), well, badly(false)).state).toBe('open');
  });

  it('is five consecutive faults of several people, and has the reason of the last one', () => {
    const five = [1, 2, 3, 1, 2].map(lane => called(failed, undefined, lane));
    expect(machineAfter(open, ...five.slice(1)).state).toBe('open');
    expect(machineAfter(open, ...five)).toMatchObject({
      state: 'held',
      cause: {
        code: 'destination-failed',
        reason: 'the destination fails for several people: the destination failed',
        next: expect.stringContaining('ask the provider'),
      },
    });
    expect(machineAfter(open, ...five, well).results).toEqual([]);
  });

  it('began when the destination was first held, even if a person paused it meanwhile', () => {
    const first = destinationStep(open, called(refusedToken), at).next;
    expect(first).toMatchObject({ since: at.now, failsSince: at.now });
    const pausedNow = destinationStep(first, { kind: 'paused' }, later(minute)).next;
    expect(pausedNow).toMatchObject({ since: at.now + minute, failsSince: at.now });
    const again = destinationStep(
      destinationStep(pausedNow, { kind: 'resumed' }, later(minute)).next,
      badly(true),
      later(minute),
    );
    expect(again.next).toMatchObject({ state: 'held', since: at.now });
    expect(effectKinds(again.next, well)).toContain('slow-start');
    expect(destinationStep(again.next, well, later(2 * minute)).next).toMatchObject({
      openedAt: at.now + 2 * minute,
      failsSince: null,
    });
  });

  it('is logged again, but not written again, while its reason is the same', () => {
    const first = machineAfter(open, called(refusedToken));
    expect(effectKinds(first, called(refusedToken))).toEqual(['log-held']);
    expect(effectKinds(first, badly(true))).toEqual(['save', 'notify', 'log-held']);
  });
});

describe('a requested wait', () => {
  it('ends in time, and a shorter one does not replace a longer one', () => {
    const machine = machineAfter(open, called(failed, minute), called(failed, second));
    expect(asksToWait(machine, at.now)?.until).toBe(at.now + minute);
    expect(asksToWait(machine, at.now + minute)).toBeNull();
  });

  it('ends when a person resumes, and makes the waiting calls due', () => {
    const machine = machineAfter(open, called(failed, minute));
    const { next, effects } = destinationStep(machine, { kind: 'resumed' }, later(second));
    expect(asksToWait(next, at.now + second)).toBeNull();
    expect(effects).toEqual([
      { kind: 'save' },
      { kind: 'hasten', until: at.now + minute },
      { kind: 'notify' },
    ]);
  });

  it('moves with the clock, like all stored times', () => {
    const machine = { ...machineAfter(held, called(failed, minute)), openedAt: 1 };
    expect(machineAfter(machine, { kind: 'clock-moved', byMs: 7 })).toMatchObject({
      since: 900_007,
      failsSince: 900_007,
      openedAt: 8,
      retryAfter: { until: at.now + minute + 7 },
    });
  });
});

describe('the stored record of a destination', () => {
  const kept = (machine: DestinationMachine) => recordOf('salon', machine, at);

  it.each([
    ['held', held],
    ['paused', { ...paused, cause: { reason: 'paused by a person', code: 'paused-by-person' } }],
    ['probing', { ...probing, openedAt: 7 }],
  ] as const)('restores its state: %s', (state, machine) => {
    const restored = restoreMachine(kept(machine), at.monotonic);
    expect(restored).toMatchObject({
      state,
      cause: machine.cause,
      failsSince: machine.failsSince,
      openedAt: machine.openedAt,
    });
  });

  it('ignores a code of an earlier version that belongs to another state', () => {
    const left = kept(machineAfter(open, called(refusedToken)));
    expect(left.code).toBe('token-refused');
    const pausedSince = { ...left, paused: true, reason: 'paused by a person' };
    expect(restoreMachine(pausedSince, at.monotonic).cause).toEqual({ reason: 'paused by a person' });
  });

  it('makes an open destination start with a probe', () => {
    expect(restoreMachine(kept(open), at.monotonic).state).toBe('probing');
  });

  it('has the time until which calls wait, after a requested wait or a failed first probe', () => {
    const record = (changes: Partial<DestinationRecord>) => expect.objectContaining(changes);
    expect(kept(machineAfter(open, called(failed, minute)))).toEqual(record({ notBefore: at.now + minute }));
    expect(kept(machineAfter(probing, badly(false)))).toEqual(
      record({ notBefore: at.now + 2 * second, reason: 'not available', code: 'unavailable' }),
    );
    expect(kept(machineAfter(open, badly(false)))).toEqual(record({ notBefore: null, reason: null }));
  });
});
