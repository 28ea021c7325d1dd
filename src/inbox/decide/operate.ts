import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Amended } from '../amendment.ts';
import type { Actor, AuditAction } from '../audit.ts';
import type { Call } from '../call.ts';
import type { PlannableEvent, Status } from '../event.ts';
import type { DiscardPreview } from '../event-filter.ts';
import { planningNames } from '../stored/planning-codes.ts';
import type { Leaving } from './leave-lane.ts';

/** Why an event is planned; undefined: it does not wait for planning. */
export type PlanningReason = PlannableEvent['planning'] | undefined;

/** A later one outweighs an earlier one. */
const weights: readonly PlanningReason[] = planningNames;

/** How a person replays events. */
export interface ReplayOptions {
  /** Sends also the values that a newer event of the same person has set since. */
  readonly force: boolean;
  /** Updates that are delivered are sent again. */
  readonly again?: boolean;
}

/** How the preview of a replay counts. */
export interface ReplayWish extends Pick<ReplayOptions, 'again'> {
  /** So many events are counted; all where it is left out. */
  readonly most?: number | undefined;
  /** Whether a call would set what newer delivered ones of its person have set; left out: it is not asked. */
  readonly clash: ((call: Call, newer: readonly Call[]) => boolean) | undefined;
}

/**
 * How an event is planned once a person replays it, by the diagnostics of its `intake`; undefined where it is not: an event
 * that became several has no call of its own any more.
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

/** What correcting an event changes, before it is planned again; without it, nothing may be changed now. */
export interface Amending {
  /** They are made anew. */
  readonly calls: readonly number[];
  readonly leaving: Leaving;
  readonly planning: Exclude<PlanningReason, undefined>;
}

/** A correction that a person makes. `seen`: so many earlier ones they knew of; undefined: it is not compared. */
export interface AmendWish {
  readonly id: string;
  readonly patch: unknown;
  readonly actor: Actor;
  readonly seen: number | undefined;
}

/** Whether an event can be corrected, and what that changes. `kept`: so many corrections it has. */
export function amending(
  before: { readonly planning: PlanningReason; readonly intake: readonly Diagnostic[] },
  calls: readonly { readonly id: number; readonly status: Status; readonly isClaimed: boolean }[],
  { seen, kept }: { readonly seen: number | undefined; readonly kept: number },
): Amending | Exclude<Amended, 'amended' | 'no-such-event'> {
  const planning = replayPlanning(before, { force: false, again: true });
  if (planning === undefined) return 'taken-apart';
  if (seen !== undefined && seen !== kept) return 'corrected-meanwhile';
  if (calls.some(({ isClaimed }) => isClaimed)) return 'being-sent';
  const queued = calls.filter(({ status }) => status === 'queued');
  return { calls: queued.map(({ id }) => id), leaving: correctedByPerson, planning };
}

const correctedByPerson = {
  status: 'discarded',
  reason: 'the event was corrected, and is planned again',
  diagnostics: [],
} as const;

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

/**
 * The statuses of events that are discarded where a person discards many at once. Of delivered ones nothing is left, and of
 * an uncertain booking a person must say whether it was made.
 */
export const discardedByFilter: readonly Status[] = ['queued', 'held', 'failed'];

/** Adds up what discarding many at once would do, by how many events there are of each status. */
export function discardPreview(
  statuses: readonly { readonly status: Status; readonly count: number }[],
  more: boolean,
): DiscardPreview {
  const sum = (isWanted: (status: Status) => boolean) =>
    statuses.reduce((total, { status, count }) => total + (isWanted(status) ? count : 0), 0);
  const uncertain = sum(status => status === 'uncertain');
  return {
    events: sum(() => true),
    discards: sum(status => discardedByFilter.includes(status)),
    ...(uncertain > 0 && { uncertain }),
    ...(more && { more }),
  };
}

/** What becomes of a call that a person leaves. */
export const leftByPerson = { status: 'discarded', reason: 'left by a person', diagnostics: [] } as const;

/** Whether leaving an event changes anything: of one that is delivered or left already nothing is, unless it is to be planned again. */
export function isDiscarded(
  before: { readonly planning: PlanningReason; readonly ownStatus: string | null },
  { calls, own }: Discarding,
): boolean {
  const leavesItself = own !== undefined && own.status !== before.ownStatus;
  return before.planning !== undefined || calls.length > 0 || leavesItself;
}

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
