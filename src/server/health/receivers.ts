import { counted } from '../../diagnostics/counted.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { OutboxState } from '../../inbox/outbox.ts';
import { type Measured, storeGauge } from '../../metrics/metrics.ts';

/** How one receiver of callbacks or alerts stands. */
export interface ReceiverState extends Omit<OutboxState, 'oldestAt'> {
  /** When the oldest message was written that waits for it. Epoch milliseconds; undefined where none waits. */
  readonly oldestAt: number | undefined;
  /** Why it takes no messages, in words, and since when; undefined while it does. */
  readonly trouble: { readonly why: string; readonly since: number } | undefined;
}

/** In words, the receivers that take no messages, and those whose messages wait for a person. */
export function receiverWords(states: readonly ReceiverState[]): readonly string[] {
  return states.flatMap(({ receiver, trouble, waiting, held }) => {
    const wait = `${counted(waiting, 'message waits', 'messages wait')}`;
    if (held > 0) return [`${receiver}: ${wait} until a destination is resumed, since the store is a copy`];
    if (!trouble) return [];
    return [`${receiver} takes no messages since ${isoTime(trouble.since)}: ${trouble.why}; ${wait}`];
  });
}

/** What waits for each receiver, as figures. */
export function receiverFigures(states: readonly ReceiverState[], now: number): readonly Measured[] {
  if (states.length === 0) return [];
  const ofEach = (value: (each: ReceiverState) => number) =>
    states.map(each => ({ labels: { receiver: each.receiver }, value: value(each) }));
  return [
    storeGauge(
      'fieldbridge_messages_waiting',
      'Callbacks and alerts that wait to be told.',
      ofEach(each => each.waiting),
    ),
    storeGauge(
      'fieldbridge_messages_oldest_seconds',
      'For how long the callback or alert waits that waits the longest; 0 where none does.',
      ofEach(({ oldestAt }) => (oldestAt === undefined ? 0 : Math.max(0, now - oldestAt) / 1000)),
    ),
  ];
}
