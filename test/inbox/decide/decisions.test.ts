import { describe, expect, it } from 'vitest';
import type { Link } from '../../../src/inbox/call.ts';
import type { Progress } from '../../../src/inbox/claim.ts';
import { clockAfter, heldMs, leftOf, timeOf } from '../../../src/inbox/decide/call-life.ts';
import { leaveLane } from '../../../src/inbox/decide/leave-lane.ts';
import {
  type Booked,
  type BookingQuestion,
  decideBooking,
  duplicatesOf,
  endIntent,
} from '../../../src/inbox/decide/ledger.ts';
import { laneJoin, linkChange } from '../../../src/inbox/decide/links.ts';
import { discarding, replayPlanning } from '../../../src/inbox/decide/operate.ts';
import { type BeforePlan, planChanges } from '../../../src/inbox/decide/plan-changes.ts';
import { meantCall, type Resolution, refusalOf, resolve } from '../../../src/inbox/decide/resolve.ts';
import { settlement } from '../../../src/inbox/decide/settle.ts';
import type { Status } from '../../../src/inbox/event.ts';
import type { EventPlan } from '../../../src/inbox/plan.ts';
import { hour, noon } from '../contract/bench.ts';
import { ada, booking, queued, update } from '../contract/samples.ts';

const claim = { callId: 1, attempt: 2, eventId: 'evt_1', tries: 3, lastRow: { row: 'E1', times: 2 } };

function booked(state: Booked['state'], differences: Partial<Booked> = {}): Booked {
  return {
    key: 'A1 P1',
    number: 1,
    callId: 1,
    eventId: 'evt_1',
    attempt: 2,
    state,
    wasUnclear: false,
    completion: { result: 'OK' },
    ...differences,
  };
}

const named = { exact: 'A1 P1', unnamed: 'A1' };
const unnamed = { exact: 'A1', unnamed: 'A1' };

/** Decides about a claim of the booking for participant P1; `differences` override the question. */
function decide(known: readonly Booked[], differences: Partial<BookingQuestion> = {}) {
  return decideBooking({ claim, keys: named, known, isUnsure: false, ...differences });
}

describe('the ledger', () => {
  it.each([
    [undefined, 'go', 'intent'],
    [booked('free', { wasUnclear: true }), 'go', 'intent'],
    [booked('completed', { callId: 7 }), 'completed', undefined],
    [booked('uncertain', { callId: 7 }), 'uncertain', undefined],
    [booked('intent', { callId: 7 }), 'busy', undefined],
    [booked('intent', { attempt: 1 }), 'uncertain', undefined],
    [booked('intent'), 'go', 'intent'],
  ] as const)('lets a booking begin only if no earlier one prevents it: %j', (taken, kind, state) => {
    const { beginning, write } = decide(taken ? [taken] : []);
    expect([beginning.kind, write?.state]).toEqual([kind, state]);
    if (taken?.wasUnclear) expect(beginning).toHaveProperty('earlierUnclear', true);
  });

  it('makes a booking in a copied store uncertain, unless the copy knows that it is completed', () => {
    expect(decide([], { isUnsure: true })).toMatchObject({
      beginning: { kind: 'uncertain', copied: true },
      write: { state: 'uncertain', wasUnclear: true },
    });
    expect(decide([booked('completed')], { isUnsure: true }).beginning.kind).toBe('completed');
  });

  it.each([
    [
      'its response named this participant',
      booked('completed', { key: 'A1', names: ['A1 P1', 'A1 x'] }),
      'completed',
    ],
    ['its response named another one', booked('completed', { key: 'A1', names: ['A1 P2', 'A1 x'] }), 'go'],
    ['its response named nobody', booked('completed', { key: 'A1' }), 'perhaps'],
    ['it is in flight', booked('intent', { key: 'A1', callId: 7 }), 'busy'],
    ['its response was lost', booked('uncertain', { key: 'A1', callId: 7 }), 'uncertain'],
    ['it was certainly not made', booked('free', { key: 'A1', callId: 7 }), 'go'],
  ] as const)('knows the same appointment without a participant: %s', (_, known, kind) => {
    expect(decide([known]).beginning.kind).toBe(kind);
  });

  it.each([
    ['completed', 'perhaps'],
    ['intent', 'busy'],
    ['uncertain', 'uncertain'],
    ['free', 'go'],
  ] as const)(
    'knows the same appointment with a participant (%s) if this booking names none',
    (state, kind) => {
      const other = booked(state, { key: 'A1 P2', callId: 7 });
      expect(decide([other], { keys: unnamed }).beginning.kind).toBe(kind);
      expect(decide([other]).beginning.kind).toBe('go');
    },
  );

  it('lets a booking begin that a person found not made, until another one is sent', () => {
    const own = booked('free', { key: 'A1', number: 5, wasUnclear: true });
    const kind = (other: Booked, callId = 1) =>
      decide([other, own], { keys: unnamed, claim: { ...claim, callId } }).beginning.kind;
    const other = { key: 'A1 P2', callId: 7 };
    expect(kind(booked('completed', { ...other, number: 4 }))).toBe('go');
    expect(kind(booked('completed', { ...other, number: 6 }))).toBe('perhaps');
    expect(kind(booked('intent', { ...other, number: 4 }))).toBe('busy');
    expect(kind(booked('completed', { ...other, number: 4 }), 8)).toBe('perhaps');
  });

  it('frees the place of a booking that was certainly not made, and never forgets a lost response', () => {
    const ends = (['completed', 'uncertain', 'released'] as const).map(end => [
      endIntent(end, { wasUnclear: false }),
      endIntent(end, { wasUnclear: true }),
    ]);
    expect(ends).toEqual([
      ['completed', 'completed'],
      ['uncertain', 'uncertain'],
      ['gone', 'free'],
    ]);
  });
});

describe('settling', () => {
  const nothing = { isStale: false, isGivenUp: false };

  it('counts only attempts that count, and keeps the last row of the failure table otherwise', () => {
    const again: Progress = { status: 'queued', dueAt: 1.2, reason: 'r', counted: true };
    expect(settlement(claim, again, null, nothing)).toMatchObject({
      intent: 'released',
      dueAt: 2,
      tries: 4,
      lastRow: { row: 'E1', times: 2 },
    });
    const untouched = { ...again, counted: false, lastRow: { row: 'T2', times: 1 } };
    expect(settlement(claim, untouched, null, nothing)).toMatchObject({
      tries: 3,
      lastRow: { row: 'T2', times: 1 },
    });
  });

  it('plans a held call again if its mapping was released meanwhile', () => {
    const held = { status: 'held', reason: 'r', diagnostics: [] } as const;
    expect(settlement(claim, held, null, { ...nothing, isStale: true })).toMatchObject({
      becomes: 'left',
      planAgain: true,
    });
    expect(settlement(claim, held, null, nothing)).toMatchObject({ planAgain: false });
    expect(
      settlement(claim, { ...held, status: 'failed' }, null, { ...nothing, isStale: true }),
    ).toMatchObject({ planAgain: false });
  });

  it('discards a call that a person gave up meanwhile, unless it is delivered or uncertain', () => {
    const meanwhile = { isStale: true, isGivenUp: true };
    const again: Progress = { status: 'queued', dueAt: 1, reason: 'r', counted: true };
    const ended = { reason: 'r', diagnostics: [] };
    const left = { intent: 'released', becomes: 'left', planAgain: false, leaving: { status: 'discarded' } };
    expect(settlement(claim, again, null, meanwhile)).toMatchObject(left);
    expect(settlement(claim, { ...ended, status: 'held' }, null, meanwhile)).toMatchObject(left);
    expect(settlement(claim, { ...ended, status: 'failed' }, null, meanwhile)).toMatchObject(left);
    expect(settlement(claim, { ...ended, status: 'uncertain' }, null, meanwhile)).toMatchObject({
      intent: 'uncertain',
      leaving: { status: 'uncertain' },
    });
  });

  it('finds uncertain calls of the same booking', () => {
    const uncertain = [booking('A1'), booking('A2'), update('1')].map((call, id) => ({ id, call }));
    expect(duplicatesOf(booking('A1'), {}, uncertain)).toEqual([0]);
  });
});

describe('a call that leaves its lane', () => {
  const call = {
    event: 'evt_1',
    source: 'crm',
    mapping: 'm',
    destination: 'salon',
    operation: 'updateCustomer',
    life: { from: 0, deadline: 100, remainingMs: null },
    diagnostics: [],
  } as const;

  it('keeps its remaining time only while held, and makes no notice if a person discards it', () => {
    const left = (status: 'held' | 'failed' | 'discarded') => {
      const { remainingMs, notice } = leaveLane(call, { status, reason: 'r', diagnostics: [] }, 40);
      return [remainingMs, notice?.status];
    };
    expect([left('held'), left('failed'), left('discarded')]).toEqual([
      [60, 'held'],
      [null, 'failed'],
      [null, undefined],
    ]);
  });
});

describe('the clock of a destination', () => {
  it('stops while it is held, and continues from where it stopped', () => {
    const stopped = clockAfter(undefined, 100, 150);
    expect(timeOf(stopped, 400)).toBe(100);
    expect(clockAfter(stopped, 300, 350)).toEqual(stopped);
    const running = clockAfter(stopped, null, 400);
    expect([timeOf(running, 400), timeOf(running, 500)]).toEqual([100, 200]);
    expect(timeOf(undefined, 500)).toBe(500);
  });

  it('keeps the remaining time of a call, and counts the rest as held', () => {
    expect(leftOf({ from: 0, deadline: 150, remainingMs: null }, 100)).toBe(50);
    expect(leftOf({ from: 0, deadline: null, remainingMs: 70 }, 100)).toBe(70);
    expect(heldMs({ receivedAt: 0, from: 0, maxAgeMs: 100 }, 60, 300)).toBe(260);
  });
});

describe('lanes and links', () => {
  it('are joined if the number of a link is known', () => {
    expect(laneJoin({ ofLink: undefined, ofNumber: 2 })).toEqual({ kind: 'none' });
    expect(laneJoin({ ofLink: 1, ofNumber: undefined })).toEqual({ kind: 'rename', from: 1 });
    expect(laneJoin({ ofLink: 1, ofNumber: 2 })).toEqual({ kind: 'merge', from: 1, into: 2 });
  });

  it('replace a known number only in the mode `replace`', () => {
    const changes = [undefined, '7', '8'].flatMap(known =>
      (['replace', 'add'] as const).map(mode => linkChange(known, '7', mode)),
    );
    expect(changes).toEqual(['write', 'write', 'nothing', 'nothing', 'write', 'refused']);
  });
});

describe('writing a plan', () => {
  const plan = (planning: EventPlan['event']['planning'], calls: EventPlan['calls']): EventPlan => ({
    event: { sequence: 1, id: 'evt_1', source: 'crm', planning },
    calls,
  });
  const known = (differences: Partial<BeforePlan> = {}): BeforePlan => ({
    receivedAt: noon,
    ownStatus: null,
    heldSince: null,
    calls: [],
    linked: new Map(),
    ...differences,
  });

  it('does not count the time for which no mapping claimed the event', () => {
    const call = queued(update('1'));
    const now = noon + 3 * hour;
    const { insert } = planChanges(plan('first', [call]), known({ heldSince: noon + hour }), now, false);
    expect(insert[0]?.row.lifetime).toEqual({ from: noon, leftMs: call.policy.maxAgeMs - hour });
    const replayed = planChanges(plan('replay', [call]), known(), now, false).insert[0]?.row;
    expect(replayed).toMatchObject({
      lifetime: { from: now, leftMs: call.policy.maxAgeMs },
      outOfOrder: true,
    });
  });

  it('is repeated if a link was made or a mapping released during planning', () => {
    const waiting = {
      ...queued(update('1'), { link: ada }),
      state: { status: 'waiting', reason: 'r' },
    } as const;
    const held = { ...waiting, state: { status: 'held', reason: 'r' } } as const;
    const again = (call: typeof waiting | typeof held, number: string | undefined, isStale: boolean) => {
      const linked = new Map(number === undefined ? [] : [[call, number] as const]);
      return planChanges(plan('first', [call]), known({ linked }), noon, isStale).event.planAgain;
    };
    expect([again(waiting, undefined, true), again(waiting, '7', false)]).toEqual([false, true]);
    expect([again(held, '7', false), again(held, undefined, true)]).toEqual([false, true]);
  });
});

describe('an action of a person', () => {
  it('plans a replayed event again, unless it was split into several events', () => {
    const several = [{ code: 'intake/taken-apart', severity: 'info', message: 'm' }] as const;
    expect(replayPlanning({ planning: undefined, intake: [] }, { force: false })).toBe('replay');
    expect(replayPlanning({ planning: 'forced-replay', intake: [] }, { force: false })).toBe('forced-replay');
    expect(replayPlanning({ planning: 'first', intake: [] }, { force: true })).toBe('forced-replay');
    expect(replayPlanning({ planning: undefined, intake: several }, { force: true })).toBeUndefined();
  });

  it('discards undelivered calls, and a call in flight after its attempt', () => {
    const calls = (['queued', 'delivered', 'failed', 'discarded', 'uncertain'] as const).map(
      (status, id) => ({
        id,
        status,
        isClaimed: status === 'queued',
      }),
    );
    expect(discarding(calls)).toMatchObject({ calls: [2, 4], own: { status: 'discarded' } });
    expect(discarding(calls.slice(1))).toMatchObject({ calls: [2, 4], own: undefined });
    expect(discarding([]).own?.status).toBe('discarded');
  });

  it('resolving a booking as made warns if its person stays unlinked', () => {
    const link = { people: 'crm', id: 'c-1' };
    const found = (resolution: Resolution, about: Link | undefined, linked?: string) => {
      const resolved = resolve(resolution, { call: booking('A1'), link: about, linked, now: 0 });
      return 'diagnostics' in resolved ? resolved.diagnostics : [];
    };
    expect(found({ outcome: 'booked' }, link)).toMatchObject([
      { code: 'delivery/resolved', severity: 'warning', hint: expect.stringContaining('links import') },
    ]);
    const silent = [{ code: 'delivery/resolved', severity: 'info' }];
    expect(found({ outcome: 'booked', customerId: '7' }, link)).toMatchObject(silent);
    expect(found({ outcome: 'booked' }, undefined)).toMatchObject(silent);
    expect(found({ outcome: 'booked' }, link, '7')).toMatchObject(silent);
  });

  it('resolving an uncertain booking needs the call, and no other customer number', () => {
    const row = (position: number) => ({ position, mapping: 'm', destination: 'salon' });
    expect(meantCall([], undefined)).toEqual({ kind: 'not-uncertain' });
    expect(meantCall([row(0), row(1)], undefined)).toMatchObject({ kind: 'which' });
    expect(meantCall([row(0), row(1)], 1)).toEqual({ row: row(1) });
    expect(meantCall([row(0)], 7)).toEqual({
      kind: 'which',
      calls: [{ call: 0, mapping: 'm', destination: 'salon' }],
    });
    const call = booking('A1');
    const key = 'A1 P1';
    const withNumber = { ...call, customer: { number: { text: '7', origin: 'data' } } } as const;
    const booked8 = { outcome: 'booked', customerId: '8' } as const;
    expect(refusalOf(booked8, { callId: 1, call: withNumber, linked: undefined, key }, [])).toEqual({
      kind: 'other-customer',
      customerId: '7',
    });
    const linked = { callId: 1, call, linked: '9', key };
    expect(refusalOf(booked8, linked, [])).toEqual({ kind: 'other-link', customerId: '9' });
    expect(refusalOf({ outcome: 'booked' }, linked, [])).toBeUndefined();
    const about = { callId: 1, call, linked: undefined, key };
    const owned = (state: Booked['state'], ownerStatus: Status | undefined, at = key) => [
      { ...booked(state, { callId: 9, eventId: 'evt_9', key: at }), ownerStatus },
    ];
    const elsewhere = { kind: 'elsewhere', eventId: 'evt_9' };
    expect(refusalOf({ outcome: 'booked' }, about, owned('uncertain', 'uncertain'))).toEqual(elsewhere);
    expect(refusalOf({ outcome: 'booked' }, about, owned('uncertain', 'uncertain', 'A1'))).toEqual(elsewhere);
    expect(refusalOf({ outcome: 'booked' }, about, owned('completed', 'delivered'))).toEqual(elsewhere);
    expect(refusalOf({ outcome: 'booked' }, about, owned('completed', 'delivered', 'A1'))).toBeUndefined();
    expect(refusalOf({ outcome: 'booked' }, about, owned('uncertain', 'discarded'))).toBeUndefined();
    expect(refusalOf({ outcome: 'give-up' }, about, owned('intent', undefined))).toBeUndefined();
    for (const at of [key, 'A1']) {
      expect(refusalOf({ outcome: 'not-booked' }, about, owned('intent', 'queued', at))).toEqual({
        kind: 'under-way',
      });
    }
  });
});
