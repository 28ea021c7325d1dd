import { describe, expect, it } from 'vitest';
import {
  type CallViewRow,
  type EventViewRow,
  summaryOf,
  viewOf,
} from '../../../src/inbox/decide/show-event.ts';
import { storedCall } from '../../../src/inbox/stored/stored-call.ts';
import { storedCompletion } from '../../../src/inbox/stored/stored-completion.ts';
import { hour, minute, noon } from '../contract/bench.ts';
import { booking, update } from '../contract/samples.ts';

function event(differences: Partial<EventViewRow> = {}): EventViewRow {
  return {
    sequence: 1,
    id: 'evt_1',
    source: 'crm',
    type: null,
    received_at: noon,
    occurred_at: null,
    duplicate_of: null,
    status: 'queued',
    own_status: null,
    own_reason: null,
    own_diagnostics: null,
    noticed: null,
    trace: null,
    ...differences,
  };
}

/** A call that is queued and due. */
function call(differences: Partial<CallViewRow> = {}): CallViewRow {
  return {
    id: 1,
    event: 1,
    mapping: 'intake',
    destination: 'salon',
    operation: 'updateCustomer',
    status: 'queued',
    reason: null,
    due_at: noon,
    lane_due_at: null,
    stopped: null,
    destination_reason: null,
    destination_next: null,
    not_before: null,
    given_until: null,
    lane_given_until: null,
    completion: null,
    diagnostics: null,
    customer_id: null,
    link_id: null,
    request: null,
    ...differences,
  };
}

/** A call that left its lane. */
function ended(status: CallViewRow['status'], differences: Partial<CallViewRow> = {}): CallViewRow {
  return call({ status, due_at: null, reason: `it is ${status}`, ...differences });
}

const iso = (ms: number) => new Date(ms).toISOString();
const diagnostics = (code: string) => JSON.stringify([{ code, severity: 'error', message: 'm', hint: 'h' }]);

describe('a queued event', () => {
  it.each([
    ['due', {}, noon, undefined],
    ['tried again later', { due_at: noon + hour, reason: 'no response' }, noon + hour, 'no response'],
    [
      'behind an earlier call',
      { lane_due_at: noon + hour },
      noon + hour,
      'an earlier call of this person is tried first',
    ],
    [
      'at a destination that must wait',
      { not_before: noon + hour, destination_reason: 'it asked to wait' },
      noon + hour,
      'it asked to wait',
    ],
    ['behind a lost process', { begun_until: noon + hour }, noon + hour, expect.stringContaining('lost')],
    ['being sent', { given_until: noon + 1 }, undefined, 'it is being sent right now'],
    [
      'behind one being sent',
      { lane_given_until: noon + 1 },
      undefined,
      expect.stringContaining('earlier call'),
    ],
  ] as const)('shows when and why it waits: %s', (_, row, next, reason) => {
    expect(summaryOf(event(), [call(row)], noon)).toMatchObject({
      status: 'queued',
      ...(next !== undefined && { nextAttemptAt: iso(next) }),
      ...(reason !== undefined && { reason }),
    });
    expect(summaryOf(event(), [call(row)], noon)).toHaveProperty('status', 'queued');
    if (next === undefined) expect(summaryOf(event(), [call(row)], noon)).not.toHaveProperty('nextAttemptAt');
  });

  it('is shown as held while its destination is, except for a call that is being sent', () => {
    const stopped = { stopped: noon, destination_reason: 'token refused', destination_next: 'renew it' };
    const held = summaryOf(event(), [call(stopped)], noon);
    expect(held).toMatchObject({ status: 'held', reason: expect.stringContaining('token refused') });
    expect(held.reason).toContain('renew it');
    expect(summaryOf(event(), [call({ ...stopped, given_until: noon + 1 })], noon).status).toBe('queued');
  });

  it('with several calls shows the one that is tried first', () => {
    const calls = [call({ due_at: noon + hour }), call({ id: 2, due_at: noon + minute })];
    expect(summaryOf(event(), calls, noon).nextAttemptAt).toBe(iso(noon + minute));
  });
});

describe('a finished event', () => {
  it('shows the reason and the code of the call that most needs a person', () => {
    const calls = [
      ended('delivered'),
      ended('failed', { id: 2, diagnostics: diagnostics('check/not-a-choice') }),
      ended('uncertain', { id: 3, diagnostics: diagnostics('delivery/outcome-unknown') }),
    ];
    const row = event({ status: 'uncertain', noticed: diagnostics('intake/equal-contents') });
    expect(summaryOf(row, calls, noon)).toMatchObject({
      status: 'uncertain',
      reason: 'it is uncertain',
      code: 'delivery/outcome-unknown',
    });
    expect(summaryOf(event({ status: 'failed' }), calls.slice(0, 2), noon)).toMatchObject({
      reason: 'it is failed',
      code: 'check/not-a-choice',
    });
  });

  it('shows its own outcome if it has one, and no code once it is delivered', () => {
    const row = event({ status: 'skipped', own_status: 'skipped', own_reason: 'when is false' });
    expect(summaryOf(row, [], noon)).toMatchObject({ status: 'skipped', reason: 'when is false' });
    const noticed = event({ status: 'delivered', noticed: diagnostics('intake/equal-contents') });
    expect(summaryOf(noticed, [ended('delivered')], noon)).not.toHaveProperty('code');
  });

  it('shows the step that the customer must still take', () => {
    const completion = storedCompletion.write({ action: 'requirePayment', url: 'https://pay.example' });
    const shown = summaryOf(event({ status: 'delivered' }), [ended('delivered', { completion })], noon);
    expect(shown.action).toBe('requirePayment');
  });
});

describe('the person of an event', () => {
  const about = (...calls: readonly CallViewRow[]) => summaryOf(event(), calls, noon).about;

  it('is the number, the name of a booking, or the link', () => {
    const request = storedCall.write(booking('A1'));
    expect(about(call())).toBeUndefined();
    expect(about(call({ link_id: 'c-1' }))).toEqual({ link: 'c-1' });
    expect(about(call({ request: storedCall.write(update('7')) }))).toEqual({ customerId: '7' });
    expect(about(call({ request, link_id: 'c-1' }))).toEqual({ link: 'c-1', name: 'Ada Example' });
  });

  it('has the number that the booking made', () => {
    const request = storedCall.write(booking('A1'));
    const completion = storedCompletion.write({ customerId: '8' });
    expect(about(ended('delivered', { request, completion }))).toEqual({
      name: 'Ada Example',
      customerId: '8',
    });
  });

  it('of several calls is completed from each, the first one first', () => {
    const first = call({ customer_id: '7' });
    expect(about(first, call({ id: 2, customer_id: '9', link_id: 'c-1' }))).toEqual({
      customerId: '7',
      link: 'c-1',
    });
  });
});

describe('one event', () => {
  it('lists its calls with their attempts, and all diagnostics in order', () => {
    const row = event({
      noticed: diagnostics('intake/equal-contents'),
      trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    });
    const calls = [
      ended('delivered', { request: storedCall.write(update('7')) }),
      ended('failed', { id: 2, diagnostics: diagnostics('check/not-a-choice') }),
    ];
    const attempts = [
      { call: 2, at: noon, ms: 10, outcome: 'data E1', status: 200, body: '{}' },
      { call: 1, at: noon, ms: 20, outcome: 'again T7', status: null, body: null },
    ];
    const view = viewOf(row, calls, attempts, noon);
    expect(view.traceId).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(view.diagnostics.map(each => each.code)).toEqual(['intake/equal-contents', 'check/not-a-choice']);
    expect(view.calls.map(each => each.attempts)).toEqual([
      [{ at: iso(noon), ms: 20, outcome: 'again T7' }],
      [{ at: iso(noon), ms: 10, outcome: 'data E1', status: 200, body: '{}' }],
    ]);
    expect(view.calls.map(each => each.request?.id ?? each.request)).toEqual(['7', null]);
  });

  it('keeps the doubt about a resolved booking, without its next step', () => {
    const unknown = { diagnostics: diagnostics('delivery/outcome-unknown') };
    const [open, resolved] = [ended('uncertain', unknown), ended('delivered', unknown)].map(
      each => viewOf(event(), [each], [], noon).calls[0]?.diagnostics[0],
    );
    expect(open).toMatchObject({ severity: 'error', hint: 'h' });
    expect(resolved).toEqual({ code: 'delivery/outcome-unknown', severity: 'info', message: 'm' });
  });
});
