import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { AuditAction } from '../audit.ts';
import type { PlannableEvent, Status } from '../event.ts';
import { planningNames } from '../stored/planning-codes.ts';
import type { Leaving } from './leave-lane.ts';

/** Why an event is planned; undefined: it does not wait for planning. */
export type PlanningReason = PlannableEvent['planning'] | undefined;

/** A later one outweighs an earlier one. */
const weights: readonly PlanningReason[] = planningNames;

/** How a person replays events. */
export interface ReplayOptions {
  /** What a newer event of the same person has set since is sent too. */
  readonly force: boolean;
  /** Updates that are delivered are sent again. */
  readonly again?: boolean;
}

/**
 * How an event is planned once a person replays it, by the diagnostics of its `intake`; undefined where it is not: what became several events has nothing
 * of its own any more that could be delivered.
 */
export function replayPlanning(
  { planning, intake }: { readonly planning: PlanningReason; readonly intake: readonly Diagnostic[] },
  { force, again = false }: ReplayOptions,
): PlanningReason {
  if (intake.some(({ code }) => code === 'intake/taken-apart')) return undefined;
  const wanted = again ? (force ? 'forced-repeat' : 'repeat') : force ? 'forced-replay' : 'replay';
  return weights.indexOf(planning) > weights.indexOf(wanted) ? planning : wanted;
}

/** What the audit trail says of a replay. */
export function replayAction({ force, again }: ReplayOptions): AuditAction {
  if (again) return force ? 'force-replay-again' : 'replay-again';
  return force ? 'force-replay' : 'replay';
}

/** What leaving an event changes. */
export interface Discarding {
  readonly calls: readonly number[];
  readonly leaving: Leaving;
  /**
   * What becomes of the event itself, where it has no calls, or one that is under way: that one is left too, unless it is
   * delivered.
   */
  readonly own: { readonly status: Status; readonly reason: string } | undefined;
}

/** What becomes of a call that a person leaves. */
export const leftByPerson = { status: 'discarded', reason: 'left by a person', diagnostics: [] } as const;

/** Leaves an event with all of its calls but what is delivered; what is under way is left once that has ended. */
export function discarding(
  calls: readonly { readonly id: number; readonly status: Status; readonly isClaimed: boolean }[],
): Discarding {
  const wanted = calls.filter(({ status }) => status !== 'delivered' && status !== 'discarded');
  const left = wanted.filter(({ isClaimed }) => !isClaimed);
  return {
    calls: left.map(({ id }) => id),
    leaving: leftByPerson,
    own: calls.length === 0 || left.length < wanted.length ? leftByPerson : undefined,
  };
}
