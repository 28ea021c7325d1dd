import { expect, it } from 'vitest';
import { nextSteps } from '../../../src/cli/operate/event-next.ts';
import type { CallView, EventView } from '../../../src/inbox/event.ts';

/** Returns the steps for a delivered booking with this response of the API. */
function stepsFor(answer: Partial<CallView>): readonly string[] {
  const call: CallView = {
    request: null,
    mapping: 'booking',
    destination: 'salon',
    operation: 'persistCustomerData',
    status: 'delivered',
    diagnostics: [],
    attempts: [],
    ...answer,
  };
  const event: EventView = {
    id: 'evt_1',
    source: 'crm',
    status: 'delivered',
    receivedAt: '2026-01-01T00:00:00.000Z',
    diagnostics: [],
    calls: [call],
  };
  return nextSteps(event).map(({ says }) => says);
}

it('offers no correction of a consent, which only the person can give', () => {
  const failed = (...paths: readonly string[]) =>
    nextSteps({
      id: 'evt_1',
      source: 'crm',
      status: 'failed',
      receivedAt: '2026-01-01T00:00:00.000Z',
      calls: [],
      diagnostics: paths.map(path => ({
        code: 'mapping/missing-value',
        severity: 'error',
        message: `${path} is required`,
        hint: 'x',
        path,
      })),
    }).map(({ says, command = '' }) => `${says} ${command}`);
  for (const path of ['privacy', 'terms', 'minAge', 'rightOfWithdrawal', 'marketing']) {
    expect(failed(path).join('\n')).not.toContain('amend');
    expect(failed(path)[0]).toContain('Only the person can give a consent');
  }
  for (const paths of [['email'], ['privacy', 'email'], []])
    expect(failed(...paths).join('\n')).toContain('events amend evt_1');
});

it('explains how a booking is completed that its customer must pay or confirm', () => {
  const url = 'https://calendar.example.com/payment/1';
  expect(stepsFor({})).toEqual([]);
  expect(stepsFor({ url })).toEqual([]);
  expect(stepsFor({ action: 'requirePayment', url })).toEqual(['Send the customer the address above.']);
  expect(stepsFor({ action: 'requireTAN', url })).toEqual(['Send the customer the address above.']);
  expect(stepsFor({ action: 'requireTAN' })).toEqual([
    'Remind the customer: the booking is complete only after the customer enters the TAN of the SMS.',
  ]);
  expect(stepsFor({ action: 'requirePayment' })).toEqual([
    'Remind the customer: the booking is complete only after the customer pays.',
  ]);
});
