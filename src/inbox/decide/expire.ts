import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CallPolicy } from '../plan.ts';
import { heldCapMs } from './call-life.ts';
import type { Leaving } from './leave-lane.ts';

const dayMs = 24 * 60 * 60_000;

/** So long an event waits that no mapping ever claimed: the default `maxAge`, after the time that may pass held. */
export const unclaimedMs = heldCapMs + 7 * dayMs;

/** What becomes of a call that is too old. */
export function expired({ maxAgeMs }: Pick<CallPolicy, 'maxAgeMs'>): Leaving {
  return tooOld(`It was not sent within ${words(maxAgeMs)}, the time that its mapping allows (maxAge)`);
}

/** What becomes of an event that no mapping claimed in time. */
export function unclaimedExpired(): Leaving {
  return tooOld(`No mapping took this event within ${words(unclaimedMs)}`);
}

function tooOld(reason: string): Leaving {
  const hint = 'if it should still be sent, replay the event';
  return { status: 'failed', reason, diagnostics: [diagnostic('delivery/too-old', reason, { hint })] };
}

/** A duration in words: `15 minutes`, `7 days`. */
function words(ms: number): string {
  const [unit, name] =
    [[dayMs, 'day'] as const, [60 * 60_000, 'hour'] as const, [60_000, 'minute'] as const].find(
      ([size]) => ms >= size && ms % size === 0,
    ) ?? ([1000, 'second'] as const);
  const count = Math.round(ms / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
