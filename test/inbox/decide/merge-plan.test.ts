import { describe, expect, it } from 'vitest';
import { type ExistingCall, mergePlan } from '../../../src/inbox/decide/merge-plan.ts';
import type { EventPlan, PlannedCall } from '../../../src/inbox/plan.ts';
import { booking, inState, queued, update } from '../contract/samples.ts';

function existing(
  id: number,
  status: ExistingCall['status'],
  overrides: Partial<ExistingCall> = {},
): ExistingCall {
  const inLane = status === 'queued' || status === 'delivered';
  return {
    id,
    mapping: `m${id}`,
    destination: 'salon',
    operation: 'updateCustomer',
    status,
    inLane,
    ...overrides,
  };
}

function planned(mapping: string, destination = 'salon'): PlannedCall {
  return queued(update('1001'), { mapping, destination });
}

function plan(planning: EventPlan['event']['planning'], ...calls: PlannedCall[]): EventPlan {
  return { event: { sequence: 1, id: 'evt_1', source: 'crm', planning }, calls };
}

const every = [
  existing(1, 'queued'),
  existing(2, 'queued', { inLane: false }),
  existing(3, 'held'),
  existing(4, 'failed'),
  existing(5, 'skipped'),
  existing(6, 'discarded'),
  existing(7, 'delivered'),
  existing(8, 'uncertain'),
];

function replaced(planning: EventPlan['event']['planning']): readonly number[] {
  const merged = mergePlan(every, plan(planning, ...every.map(call => planned(call.mapping))), false);
  return merged.replace.map(each => each.callId);
}

describe('merging a plan into the calls of an event', () => {
  it('inserts all calls of an event that has none', () => {
    for (const planning of [
      'first',
      'again',
      'replay',
      'forced-replay',
      'repeat',
      'forced-repeat',
    ] as const) {
      const calls = [planned('a'), planned('b')];
      expect(mergePlan([], plan(planning, ...calls), false)).toEqual({
        insert: calls,
        replace: [],
        keep: [],
        drop: [],
      });
    }
  });

  it('replaces only held calls and those that wait for their link, if nobody replayed the event', () => {
    expect(replaced('again')).toEqual([2, 3]);
  });

  it('replaces failed, skipped and discarded calls on a replay; never those that were or may be sent', () => {
    expect(replaced('replay')).toEqual([2, 3, 4, 5, 6]);
    expect(replaced('forced-replay')).toEqual([2, 3, 4, 5, 6]);
  });

  it('replaces delivered updates too if a person sends them again, and never a booking', () => {
    for (const planning of ['repeat', 'forced-repeat'] as const) {
      expect(replaced(planning)).toEqual([2, 3, 4, 5, 6, 7]);
      const booked = existing(7, 'delivered', { operation: 'persistCustomerData' });
      expect(mergePlan([booked], plan(planning, planned('m7')), false).replace).toEqual([]);
      const books = queued(booking('A1'), { mapping: 'm7' });
      expect(mergePlan([existing(7, 'delivered')], plan(planning, books), false).replace).toEqual([]);
    }
  });

  it('keeps a delivered call if its mapping is gone or no longer sends it', () => {
    const unwanted = inState({ status: 'skipped', reason: 'not wanted' }, { mapping: 'm7' });
    for (const calls of [[], [unwanted], [planned('other')]]) {
      const merged = mergePlan([existing(7, 'delivered')], plan('repeat', ...calls), false);
      expect([merged.replace, merged.drop]).toEqual([[], []]);
      const kept = calls.includes(unwanted) ? [{ callId: 7, planned: unwanted }] : [];
      expect(merged.keep).toEqual(kept);
      const replay = mergePlan([existing(7, 'delivered')], plan('replay', ...calls), false);
      expect(replay.keep).toEqual([]);
    }
    const failed = inState({ status: 'failed', reason: 'no number' }, { mapping: 'm7' });
    expect(mergePlan([existing(7, 'delivered')], plan('repeat', failed), false).replace).toHaveLength(1);
  });

  it('drops replaceable calls that no new call replaces', () => {
    expect(mergePlan(every, plan('again'), false).drop).toEqual([2, 3]);
    expect(mergePlan(every, plan('replay'), false).drop).toEqual([2, 3, 4, 5, 6]);
  });

  it('replaces a waiting call of a missing mapping by that of another one for its destination', () => {
    for (const waiting of [existing(1, 'held'), existing(1, 'queued', { inLane: false })]) {
      const renamed = planned('renamed');
      const merged = { insert: [], replace: [{ callId: 1, planned: renamed }], keep: [], drop: [] };
      expect(mergePlan([waiting], plan('again', renamed), false)).toEqual(merged);
      const other = mergePlan([waiting], plan('again', planned('renamed', 'spa')), false);
      expect(other).toEqual({ insert: [], replace: [], keep: [], drop: [1] });
    }
    for (const done of [existing(1, 'delivered'), existing(1, 'failed'), existing(1, 'queued')]) {
      expect(mergePlan([done], plan('again', planned('renamed')), false).replace).toEqual([]);
    }
  });

  it('drops nothing while the event waits for a mapping that can be read', () => {
    const outcome = { status: 'held', reason: 'x', diagnostics: [] } as const;
    expect(mergePlan(every, { ...plan('again'), outcome }, false).drop).toEqual([]);
  });

  it('inserts a call of a further mapping on a replay, or if no mapping had claimed the event', () => {
    const further = planned('further');
    const none = every.filter(call => call.status !== 'held' && call.id !== 2);
    expect(mergePlan(none, plan('again', further), false).insert).toEqual([]);
    expect(mergePlan(none, plan('again', further), true).insert).toEqual([further]);
    expect(mergePlan(none, plan('replay', further), false).insert).toEqual([further]);
  });

  it('follows a mapping to another destination, unless its call there was sent already', () => {
    const elsewhere = planned('m3', 'spa');
    expect(mergePlan([existing(3, 'held')], plan('again', elsewhere), false).replace).toEqual([
      { callId: 3, planned: elsewhere },
    ]);
    expect(mergePlan([existing(7, 'delivered')], plan('replay', planned('m7', 'spa')), false)).toEqual({
      insert: [],
      replace: [],
      keep: [],
      drop: [],
    });
  });

  it('matches calls of one mapping by destination if there are several', () => {
    const calls = [
      existing(1, 'held', { mapping: 'm', destination: 'spa' }),
      existing(2, 'held', { mapping: 'm', destination: 'salon' }),
    ];
    const [salon, spa] = [planned('m', 'salon'), planned('m', 'spa')];
    expect(mergePlan(calls, plan('again', salon, spa), false).replace).toEqual([
      { callId: 2, planned: salon },
      { callId: 1, planned: spa },
    ]);
  });
});
