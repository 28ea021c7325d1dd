import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Amended } from '../amendment.ts';
import type { Actor, AuditAction } from '../audit.ts';
import type { Call } from '../call.ts';
import type { PlannableEvent, Status } from '../event.ts';
import type { DiscardPreview } from '../event-filter.ts';
import { planningNames } from '../stored/planning-codes.ts';
import type { Leaving } from './leave-lane.ts';

/** The reason why an event is planned; undefined: it does not wait for planning. */
export type PlanningReason = PlannableEvent['planning'] | undefined;

/** The reasons in ascending precedence. */
const weights: readonly PlanningReason[] = planningNames;

/** The options of a replay by a person. */
export interface ReplayOptions {
  /** Also sends values that a newer event of the same person has set since. */
  readonly force: boolean;
  /** Sends delivered updates again. */
  readonly again?: boolean;
}

/** The options of a replay's preview. */
export interface ReplayPreviewOptions extends Pick<ReplayOptions, 'again'> {
  /** The maximum number of counted events; by default all. */
  readonly most?: number | undefined;
  /**
   * Returns true if a call would overwrite values that newer delivered calls of its person have set; if missing, this
   * is not checked.
   */
  readonly clash: ((call: Call, newer: readonly Call[]) => boolean) | undefined;
}

/**
 * Returns the planning reason of a replayed event, by the diagnostics of its `intake`. Undefined if it is not
 * planned: an event that was split has no call of its own.
 */
export function replayPlanning(
  { planning, intake }: { readonly planning: PlanningReason; readonly intake: readonly Diagnostic[] },
  { force, again = false }: ReplayOptions,
): PlanningReason {
  if (intake.some(({ code }) => code === 'intake/taken-apart')) return undefined;
  const wanted = again ? (force ? 'forced-repeat' : 'repeat') : force ? 'forced-replay' : 'replay';
  return weights.indexOf(planning) > weights.indexOf(wanted) ? planning : wanted;
}

/** Returns the action for the audit log of a replay. */
export function replayAction({ force, again }: ReplayOptions): AuditAction {
  if (again) return force ? 'force-replay-again' : 'replay-again';
  return force ? 'force-replay' : 'replay';
}

/** The changes for a correction, before the event is planned again; undefined if nothing may be changed now. */
export interface Amending {
  /** The ids of the calls that are made again. */
  readonly calls: readonly number[];
  readonly leaving: Leaving;
  readonly planning: Exclude<PlanningReason, undefined>;
}

/** A correction by a person. `seen`: the number of earlier corrections that they knew; undefined: it is not compared. */
export interface AmendRequest {
  readonly id: string;
  readonly patch: unknown;
  readonly actor: Actor;
  readonly seen: number | undefined;
}

/** Decides whether an event can be corrected, and the changes. `kept`: the number of its corrections. */
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

/** The changes for a discard. */
export interface Discarding {
  readonly calls: readonly number[];
  readonly leaving: Leaving;
  /**
   * The outcome of the event itself, if it has no calls or one in flight. A call in flight is then discarded too,
   * unless it is delivered.
   */
  readonly own: { readonly status: Status; readonly reason: string } | undefined;
}

/**
 * The statuses of events that `discardAll` discards. A delivered event has nothing left to discard, and for an
 * uncertain booking a person must first state whether it was made.
 */
export const discardedByFilter: readonly Status[] = ['queued', 'held', 'failed'];

/** Returns the effect of discarding many events, from the number of events of each status. */
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

/** The outcome of a call that a person discards. */
interface DiscardedByPerson extends Leaving {
  readonly status: 'discarded';
}

/** The outcome of a call that a person discards. */
export const discardedByPerson: DiscardedByPerson = {
  status: 'discarded',
  reason: 'left by a person',
  diagnostics: [],
};

/** The outcome of a failed call whose row was corrected and imported as another event. */
export function replacedBy(event: string): DiscardedByPerson {
  return { status: 'discarded', reason: `replaced by ${event}, its corrected row`, diagnostics: [] };
}

/**
 * True if discarding changes an event: not if it is delivered or already discarded, unless it waits to be planned
 * again.
 */
export function isDiscarded(
  before: { readonly planning: PlanningReason; readonly ownStatus: string | null },
  { calls, own }: Discarding,
): boolean {
  const leavesItself = own !== undefined && own.status !== before.ownStatus;
  return before.planning !== undefined || calls.length > 0 || leavesItself;
}

/** Discards an event with all its undelivered calls; a call in flight is discarded when it has ended. */
export function discarding(
  calls: readonly { readonly id: number; readonly status: Status; readonly isClaimed: boolean }[],
  leaving: DiscardedByPerson = discardedByPerson,
): Discarding {
  const wanted = calls.filter(({ status }) => status !== 'delivered' && status !== 'discarded');
  const left = wanted.filter(({ isClaimed }) => !isClaimed);
  return {
    calls: left.map(({ id }) => id),
    leaving,
    own: calls.length === 0 || left.length < wanted.length ? leaving : undefined,
  };
}
