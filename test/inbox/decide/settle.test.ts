import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/inbox/call.ts';
import type { Claim } from '../../../src/inbox/claim.ts';
import { backoffMs } from '../../../src/inbox/decide/backoff.ts';
import { type Decided, limitReached, settle, settleUnbegun } from '../../../src/inbox/decide/settle.ts';

const value = (text: string) => ({ text, origin: 'data' as const });
const hour = 3_600_000;
const day = 24 * hour;
const retry = { firstMs: 2000, maxMs: 6 * hour, giveUpAfterMs: 7 * day };

const update: Call = {
  operation: 'updateCustomer',
  id: value('1001'),
  note: { set: value('n') },
  additionalFields: [],
};
const booking: Call = {
  operation: 'persistCustomerData',
  appointmentId: value('apt'),
  customer: { details: {} },
  consents: {},
  additionalFields: [],
};

function claimOf(changes: Partial<Claim> = {}): Claim {
  return {
    callId: 1,
    attempt: 1,
    eventId: 'evt_1',
    source: 'crm',
    sequence: 1,
    mapping: 'm',
    mappingVersion: 'v',
    destination: 'salon',
    lane: 1,
    call: update,
    policy: { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 7 * day, ignoreOlder: false },
    receivedAt: 0,
    heldMs: 0,
    tries: 0,
    lastRow: null,
    outOfOrder: false,
    force: false,
    ...changes,
  };
}

function settled(outcome: Decided, changes: Partial<Claim> = {}, now = 1000) {
  const claim = claimOf(changes);
  const random = () => 0.5;
  return settle(outcome, {
    claim,
    call: claim.call,
    diagnostics: [],
    catalogVersion: 'c',
    now,
    random,
    retry,
  });
}

const again: Decided = { kind: 'again', row: 'E1', reason: 'the API failed (500)', fault: true };

describe('settling a call', () => {
  it('makes the link if a call that names a customer number is delivered', () => {
    const link = { people: 'crm', id: '301' };
    expect(settled({ kind: 'done', row: 'A1', completion: {} }, { link })).toMatchObject({
      status: 'delivered',
      linked: { link, customerId: '1001' },
    });
    expect(
      settled({ kind: 'done', row: 'A6', completion: { customerId: '1015' } }, { link, call: booking }),
    ).toMatchObject({
      linked: { link, customerId: '1015' },
    });
    expect(
      settled({ kind: 'done', row: 'A8', completion: { action: 'requireTAN' } }, { link, call: booking }),
    ).not.toHaveProperty('linked');
  });

  it('waits longer after each attempt, and at least as long as the destination requested', () => {
    expect(settled(again, { tries: 0 })).toMatchObject({
      status: 'queued',
      dueAt: 1000 + 1200,
      counted: true,
    });
    expect(settled(again, { tries: 3 })).toMatchObject({ dueAt: 1000 + 9600 });
    expect(settled({ ...again, afterMs: 60_000 })).toMatchObject({ dueAt: 61_000 });
    expect(settled({ ...again, afterMs: 60_000, everyone: true }, { tries: 20 })).toMatchObject({
      dueAt: 61_000,
    });
  });

  it('releases a call unchanged if the destination is at fault', () => {
    expect(settled({ kind: 'hold', row: 'A3', reason: 'the token is refused' })).toEqual({
      status: 'queued',
      dueAt: 1000,
      reason: 'the token is refused',
      counted: false,
    });
  });

  it('gives up after the maximum time of the destination, without held time', () => {
    const late = 7 * day + 5000;
    expect(settled(again, {}, late)).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'delivery/gave-up' }],
    });
    expect(settled(again, { heldMs: day }, late)).toMatchObject({ status: 'queued' });
  });

  it('fails after the limit of attempts with the same row', () => {
    const limited: Decided = { ...again, row: 'A5', limit: { tries: 3, becomes: 'data' } };
    expect(settled(limited, { lastRow: { row: 'A5', times: 1 } })).toMatchObject({ status: 'queued' });
    expect(settled(limited, { lastRow: { row: 'A5', times: 2 } })).toMatchObject({ status: 'failed' });
    expect(settled(limited, { lastRow: { row: 'E1', times: 2 } })).toMatchObject({ status: 'queued' });
  });

  it('fails a booking at once if its retry would come too late', () => {
    const policy = {
      onInvalid: 'fail',
      onUnknownField: 'hold',
      maxAgeMs: 15 * 60_000,
      ignoreOlder: false,
    } as const;
    expect(settled({ ...again, afterMs: hour }, { call: booking, policy })).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'delivery/too-old' }],
    });
    expect(settled({ ...again, afterMs: hour }, { policy })).toMatchObject({ status: 'queued' });
  });

  it('never repeats a booking whose response was lost', () => {
    expect(
      settled({ kind: 'unknown', row: 'T8', reason: 'the connection broke', fault: true }, { call: booking }),
    ).toMatchObject({
      status: 'uncertain',
      diagnostics: [{ code: 'delivery/outcome-unknown' }],
    });
  });

  it('holds the refused mapping, with the versions of the mapping and the catalog', () => {
    const refused: Decided = { kind: 'mapping', row: 'B2', reason: 'no field "x"', diagnostics: [] };
    const hold = {
      mapping: 'm',
      mappingVersion: 'v',
      destination: 'salon',
      catalogVersion: 'c',
      since: 1000,
    };
    expect(settled(refused)).toMatchObject({ status: 'held', reason: 'no field "x"', hold });
  });

  it('counts consecutive attempts with the same row, whatever their outcome', () => {
    const limited = { ...again, row: 'T9', limit: { tries: 2, becomes: 'hold' } } as const;
    const lastRows = [null, { row: 'T9', times: 1 }, { row: 'T8', times: 5 }];
    expect(lastRows.map(lastRow => limitReached(limited, { lastRow }))).toEqual([
      undefined,
      'hold',
      undefined,
    ]);
    expect(settled(limited, { lastRow: { row: 'T9', times: 1 } })).toMatchObject({ status: 'queued' });
  });
});

describe('a booking that may not begin', () => {
  it.each([
    [
      'waits while another event sends it',
      { kind: 'busy' },
      { status: 'queued', dueAt: 2000, counted: false },
    ],
    [
      'waits for its new place in the lane of its person',
      { kind: 'moved' },
      { status: 'queued', dueAt: 1000, counted: false },
    ],
    [
      'is skipped once it is completed',
      { kind: 'completed', eventId: 'evt_2', completion: { result: 'OK', action: 'requireTAN' } },
      { status: 'skipped', reason: 'this booking is completed already, by event evt_2 (OK, requireTAN)' },
    ],
    [
      'is uncertain as long as the earlier booking is',
      { kind: 'uncertain', eventId: 'evt_2' },
      { status: 'uncertain', diagnostics: [{ code: 'delivery/outcome-unknown', waitsFor: 'evt_2' }] },
    ],
  ] as const)('%s', (_, beginning, progress) => {
    expect(settleUnbegun(beginning, 1000)).toMatchObject(progress);
  });
});

describe('the backoff', () => {
  it('doubles up to its maximum, with a random share between 20 % and 100 %', () => {
    expect([1, 2, 3, 30, 3000].map(tries => backoffMs(tries, retry, () => 0))).toEqual([
      400, 800, 1600, 4_320_000, 4_320_000,
    ]);
    expect([1, 2, 30].map(tries => backoffMs(tries, retry, () => 0.999999))).toEqual([
      2000, 4000, 21_599_983,
    ]);
  });
});
