import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Claim, Progress } from '../inbox/claim.ts';
import { isoTime } from '../inbox/clock.ts';
import type { WorkStore } from '../inbox/work-store.ts';

/** `older`: what becomes of the call, since a later event was applied already. */
export type Timely =
  | { readonly kind: 'go'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'older'; readonly progress: Progress };

/**
 * Decides directly before sending whether a call of a mapping with `ignoreOlder` is sent. It is skipped if the mapping
 * has delivered a later event for this person. Events of the same time are all sent, and so is an event without a known
 * time: a value that may be new is sent rather than lost. A replay with `force` sends everything.
 */
export async function skipOlder(claim: Claim, store: WorkStore): Promise<Timely> {
  const { occurredAt, policy, force } = claim;
  if (!policy.ignoreOlder || force) return { kind: 'go', diagnostics: [] };
  if (occurredAt === undefined) return { kind: 'go', diagnostics: [withoutTime()] };
  const newest = await store.lastApplied(claim);
  return newest === undefined || occurredAt >= newest
    ? { kind: 'go', diagnostics: [] }
    : { kind: 'older', progress: older(occurredAt, newest) };
}

function older(occurredAt: number, newest: number): Progress {
  const reason = 'a newer event of this person was already applied';
  const message = `the event is from ${isoTime(occurredAt)}; a newer event of this person, from ${isoTime(newest)}, was already applied (ignoreOlder)`;
  const hint = 'nothing to do; to send it anyway, replay the event with force';
  return { status: 'skipped', reason, diagnostics: [diagnostic('call/older-event', message, { hint })] };
}

function withoutTime(): Diagnostic {
  const message =
    'the mapping ignores older events, but this event has no time, so it was sent without comparing times';
  const hint = 'check `occurredAt` of the source: it gave no time for this event';
  return diagnostic('call/no-event-time', message, { hint });
}
