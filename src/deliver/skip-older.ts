import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Claim, Progress } from '../inbox/claim.ts';
import { isoTime } from '../inbox/clock.ts';
import type { WorkStore } from '../inbox/work-store.ts';

/** `older`: what becomes of the call, since a later event was applied already. */
export type Timely =
  | { readonly kind: 'go'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'older'; readonly progress: Progress };

/**
 * Whether the call of a mapping that ignores older events may be sent, asked right before: it is skipped where
 * the mapping has delivered for this person what happened later. Events of the same time all go, and so does one of
 * which nobody knows when it happened: what may be new is rather sent than lost. Where a person replays with `force`, everything goes.
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
  const reason = 'a newer event of this person was applied already';
  const message = `the event happened at ${isoTime(occurredAt)}; one of this person that happened at ${isoTime(newest)} was applied already (ignoreOlder)`;
  const hint = 'nothing must be done; to send it all the same, replay the event with force';
  return { status: 'skipped', reason, diagnostics: [diagnostic('call/older-event', message, { hint })] };
}

function withoutTime(): Diagnostic {
  const message =
    'the mapping ignores older events, but nobody knows when this one happened, so it was sent without regard to others';
  const hint = 'check `occurredAt` of the source: it gave no time for this event';
  return diagnostic('call/no-event-time', message, { hint });
}
