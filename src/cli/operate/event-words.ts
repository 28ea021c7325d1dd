import type { styleText } from 'node:util';
import type { Status } from '../../inbox/event.ts';

/** The colours of the statuses of events and calls. */
export const statusStyles: Record<Status, Parameters<typeof styleText>[0]> = {
  uncertain: ['magenta', 'bold'],
  failed: ['red', 'bold'],
  held: ['yellow', 'bold'],
  queued: ['cyan', 'bold'],
  discarded: 'gray',
  delivered: ['green', 'bold'],
  skipped: ['gray', 'bold'],
};

/** Returns the step that the customer must still take after a booking, in words. */
export function actionWords(action: string): string {
  if (action === 'requirePayment') return 'the customer must still pay (requirePayment)';
  if (action === 'requireTAN') return 'the customer must still confirm by SMS TAN (requireTAN)';
  return `the customer must still act (${action})`;
}

const endings: Readonly<Record<string, string>> = {
  done: 'done',
  again: 'not applied, will be retried',
  unknown: 'nobody knows whether it was applied',
  data: "refused because of the event's data",
  mapping: 'refused because of the mapping',
  hold: 'the destination is out of order',
  probe: 'unexpected, so the destination is probed first',
};

/** Returns the words for the stored outcome of an attempt: `again T2`. The row of the failure table is for programs. */
export function outcomeWords(outcome: string): string {
  const [kind = ''] = outcome.split(' ');
  return endings[kind] ?? outcome;
}
