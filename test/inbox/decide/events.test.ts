import { describe, expect, it } from 'vitest';
import { changedDuplicate, originalAmong } from '../../../src/inbox/decide/duplicates.ts';
import { expired, unclaimedExpired, unclaimedMs } from '../../../src/inbox/decide/expire.ts';
import { filledIn } from '../../../src/inbox/decide/fill-in-keys.ts';
import { filterWords } from '../../../src/inbox/decide/filter-words.ts';
import { failed, planned, unplanned } from '../../../src/inbox/decide/new-event.ts';
import { planChanges } from '../../../src/inbox/decide/plan-changes.ts';
import {
  earliestTime,
  forgetBefore,
  possibleTimes,
  pruneBefore,
} from '../../../src/inbox/decide/retention.ts';
import type { PlannedCall } from '../../../src/inbox/plan.ts';
import { bookingKeys, namedKeys } from '../../../src/inbox/stored/booking-key.ts';
import { hour, noon } from '../contract/bench.ts';
import { booking, queued, update } from '../contract/samples.ts';

const day = 24 * hour;

describe('an id of a sender that is known', () => {
  it('stands for the event with equal contents, or else for the first one', () => {
    const known = [
      { id: 'evt_1', hash: 'a' },
      { id: 'evt_2', hash: 'b' },
      { id: 'evt_3', hash: 'b' },
    ];
    expect(originalAmong([], 'a')).toBeUndefined();
    expect(originalAmong(known, 'b')).toEqual({ id: 'evt_2' });
    expect(originalAmong(known, 'c')).toEqual({ id: 'evt_1', differs: true });
  });

  it('with other contents is reported once', () => {
    const first = changedDuplicate([], '4711');
    expect(first).toMatchObject({
      code: 'intake/changed-duplicate',
      hint: expect.stringContaining('eventId'),
    });
    expect(changedDuplicate(first ? [first] : [], '4711')).toBeUndefined();
  });
});

describe('a new event', () => {
  const plan = (calls: readonly PlannedCall[], outcome?: { status: 'skipped' | 'held'; reason: string }) =>
    planChanges(
      {
        event: { sequence: 1, id: 'evt_1', source: 'crm', planning: 'first' },
        calls,
        ...(outcome && { outcome: { ...outcome, diagnostics: [] } }),
      },
      { receivedAt: noon, ownStatus: null, heldSince: null, calls: [], linked: new Map() },
      noon,
      false,
    );

  it('waits for planning, or failed because of its contents', () => {
    expect(unplanned).toMatchObject({ status: 'queued', planning: 1, calls: 0, settledAt: null });
    expect(failed('no items', noon)).toMatchObject({
      status: 'failed',
      planning: 0,
      own: { status: 'failed', reason: 'no items' },
      settledAt: noon,
    });
  });

  it('that is planned at once waits at the destinations of its calls', () => {
    expect(planned(plan([queued(update('1'))]), noon)).toMatchObject({
      status: 'queued',
      planning: 0,
      calls: 1,
      own: null,
      waitsAt: JSON.stringify([queued(update('1')).destination]),
      settledAt: null,
    });
  });

  it('without a call is settled at once if it was skipped, and stays open if it is held', () => {
    const skipped = planned(plan([], { status: 'skipped', reason: 'r' }), noon);
    expect(skipped).toMatchObject({ status: 'skipped', settledAt: noon, waitsAt: null });
    const held = planned(plan([], { status: 'held', reason: 'r' }), noon);
    expect(held).toMatchObject({ status: 'held', settledAt: null, heldSince: noon });
  });
});

describe('an event that is too old', () => {
  it('fails with the reason and a next step', () => {
    const left = expired({ maxAgeMs: 36 * hour });
    expect(left).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('36 hours'),
      diagnostics: [{ code: 'delivery/too-old', hint: expect.stringContaining('replay') }],
    });
    expect(unclaimedExpired().reason).toContain(`${unclaimedMs / day} days`);
  });
});

describe('retention', () => {
  const kept = { deliveredMs: 10 * day, failedMs: 90 * day };

  it('deletes finished events only', () => {
    expect(Object.fromEntries(pruneBefore(kept, noon))).toEqual({
      delivered: noon - 10 * day,
      skipped: noon - 10 * day,
      failed: noon - 90 * day,
      discarded: noon - 90 * day,
    });
  });

  it('keeps the ids of senders for 30 days, and as long as a delivered event', () => {
    expect(forgetBefore(kept, noon).dedupe).toBe(noon - 30 * day);
    expect(forgetBefore({ ...kept, deliveredMs: 60 * day }, noon).dedupe).toBe(noon - 60 * day);
  });

  it('knows times that a wrong clock recorded', () => {
    expect(possibleTimes(noon)).toEqual({ earliest: earliestTime, latest: noon + day });
    expect(possibleTimes(earliestTime - 1).earliest).toBe(0);
  });
});

it('describes a filter without a value of a customer', () => {
  const words = filterWords({ status: 'failed', source: 'crm', since: noon, person: '4711', q: 'Ada' });
  expect(words).toContain('status failed, source crm, since 20');
  expect(words).toContain('a person, a text');
  expect(words).not.toMatch(/4711|Ada/);
});

it('gives keys to the bookings of an older ledger, and none to updates', () => {
  const secret = Buffer.alloc(32, 7);
  const about = { destination: 'salon', completion: null };
  const [made, ...more] = filledIn(secret, [
    { ...about, number: 1, call: update('1') },
    { ...about, number: 2, call: booking('A1') },
  ]);
  const { exact, appointment } = bookingKeys(secret, 'salon', booking('A1'));
  expect([made, more]).toEqual([{ number: 2, key: exact, appointment, names: null }, []]);
  const completion = { url: 'https://calendar.example/?appointmentParticipantId=P2' };
  const [named] = filledIn(secret, [{ ...about, number: 3, call: booking('A1'), completion }]);
  expect(named?.names).toEqual(namedKeys(secret, 'salon', booking('A1'), completion));
});
