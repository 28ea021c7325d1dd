import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { wholeDuration } from '../../diagnostics/duration-words.ts';
import type { CallPolicy } from '../plan.ts';
import { heldCapMs } from './call-life.ts';
import type { Leaving } from './leave-lane.ts';

const dayMs = 24 * 60 * 60_000;

/** The time for which an event without a mapping waits: the maximum time held, then the default `maxAge`. */
export const unclaimedMs = heldCapMs + 7 * dayMs;

/** The outcome of a call that is too old. */
export function expired({ maxAgeMs }: Pick<CallPolicy, 'maxAgeMs'>): Leaving {
  return tooOld(
    `It was not sent within ${wholeDuration(maxAgeMs)}, the time that its mapping allows (maxAge)`,
  );
}

/** The outcome of an event that no mapping applied to in time. */
export function unclaimedExpired(): Leaving {
  return tooOld(`No mapping took this event within ${wholeDuration(unclaimedMs)}`);
}

function tooOld(reason: string): Leaving {
  const hint = 'if it should still be sent, replay the event';
  return { status: 'failed', reason, diagnostics: [diagnostic('delivery/too-old', reason, { hint })] };
}
