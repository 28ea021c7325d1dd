import { counted } from '../../diagnostics/counted.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { OutboxState } from '../../inbox/outbox.ts';
import { type Measured, storeGauge } from '../../metrics/metrics.ts';

/** The state of one receiver of callbacks or alerts. */
export interface ReceiverState extends Omit<OutboxState, 'oldestAt'> {
  /** The time when its oldest waiting message was written. Epoch milliseconds; undefined if none waits. */
  readonly oldestAt: number | undefined;
  /** The reason why it accepts no messages, and the time since then; undefined while it does. */
  readonly trouble: { readonly why: string; readonly since: number } | undefined;
}

/** Describes the receivers that accept no messages, and those whose messages wait for a person. */
export function receiverWords(states: readonly ReceiverState[]): readonly string[] {
  return states.flatMap(({ receiver, trouble, waiting, held }) => {
    const wait = `${counted(waiting, 'message waits', 'messages wait')}`;
    if (held > 0) return [`${receiver}: ${wait} until a destination is resumed, since the store is a copy`];
    if (!trouble) return [];
    return [`${receiver} takes no messages since ${isoTime(trouble.since)}: ${trouble.why}; ${wait}`];
  });
}

/** Returns the metrics of the waiting messages of each receiver. */
export function receiverFigures(states: readonly ReceiverState[], now: number): readonly Measured[] {
  if (states.length === 0) return [];
  const ofEach = (value: (each: ReceiverState) => number) =>
    states.map(each => ({ labels: { receiver: each.receiver }, value: value(each) }));
  return [
    storeGauge(
      'fieldbridge_messages_waiting',
      'Callbacks and alerts that wait to be sent.',
      ofEach(each => each.waiting),
    ),
    storeGauge(
      'fieldbridge_messages_oldest_seconds',
      'The waiting time of the oldest callback or alert; 0 if none waits.',
      ofEach(({ oldestAt }) => (oldestAt === undefined ? 0 : Math.max(0, now - oldestAt) / 1000)),
    ),
  ];
}
