import type { styleText } from 'node:util';
import type { Status } from '../../inbox/event.ts';

/** In which colours the status of an event or a call is written. */
export const statusStyles: Record<Status, Parameters<typeof styleText>[0]> = {
  uncertain: ['magenta', 'bold'],
  failed: ['red', 'bold'],
  held: ['yellow', 'bold'],
  queued: ['cyan', 'bold'],
  discarded: 'gray',
  delivered: ['green', 'bold'],
  skipped: ['gray', 'bold'],
};

/** What the customer must still do after a booking, in words. */
export function actionWords(action: string): string {
  if (action === 'requirePayment') return 'the customer must still pay (requirePayment)';
  if (action === 'requireTAN') return 'the customer must still confirm by SMS TAN (requireTAN)';
  return `the customer must still act (${action})`;
}

const endings: Readonly<Record<string, string>> = {
  done: 'done',
  again: 'not applied, to be tried again',
  unknown: 'nobody knows whether it was applied',
  data: "refused because of the event's data",
  mapping: 'refused because of the mapping',
  hold: 'the destination is out of order',
  probe: 'strange, so the destination is looked at first',
};

/** How an attempt ended, in words, of the outcome that is kept of it: `again T2`. */
export function outcomeWords(outcome: string): string {
  const [kind = '', ...row] = outcome.split(' ');
  const words = endings[kind];
  if (words === undefined) return outcome;
  return row.length === 0 ? words : `${words} (${row.join(' ')})`;
}
