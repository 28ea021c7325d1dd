import type { PlannableEvent } from '../../../src/inbox/event.ts';

/** An event that fails at once, because its planning crashed the program before; planning it costs nothing. */
export function endedEvent(sequence: number): PlannableEvent {
  return {
    sequence,
    id: `evt_${sequence}`,
    source: 'website',
    receivedAt: 0,
    headers: {},
    query: {},
    body: Buffer.from('{}'),
    reading: { kind: 'json', charset: 'utf-8' },
    planning: 'first',
    ended: 3,
  };
}
