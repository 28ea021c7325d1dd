import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Call, customerNumber, takesNumberFromLink } from '../call.ts';
import type { Beginning, Claim, Progress } from '../claim.ts';
import { mappingHold } from '../mapping-hold.ts';
import { withoutPerson } from '../named-person.ts';
import type { AttemptRecord, Completion, Outcome } from '../outcome.ts';
import { backoffMs } from './backoff.ts';
import { type Delivery, deliveryOf } from './delivery.ts';
import type { Leaving } from './leave-lane.ts';
import type { IntentEnd } from './ledger.ts';
import { discardedByPerson } from './operate.ts';

/** A final outcome of an attempt: a probe has decided already. */
export type Decided = Exclude<Outcome, { kind: 'probe' }>;

/** The input of settling besides the outcome. */
export interface Settling {
  readonly claim: Claim;
  /** The call as it was sent, without the left-out values. */
  readonly call: Call;
  /** The diagnostics of the attempt: left-out values, warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** The version of the live configuration at which a refusal was decided. */
  readonly catalogVersion: string;
  readonly now: number;
  readonly random: () => number;
  readonly retry: { readonly firstMs: number; readonly maxMs: number; readonly giveUpAfterMs: number };
}

/**
 * Returns the state of a call after an attempt. This pure function is the call's whole state machine: the failure
 * table gives the outcome, and it decides about time and tries. A fault of the destination returns the call
 * unchanged.
 */
export function settle(outcome: Decided, settling: Settling): Progress {
  const { diagnostics } = settling;
  switch (outcome.kind) {
    case 'done':
      return delivered(outcome.completion, settling);
    case 'again':
      return again(outcome, settling);
    case 'hold':
      return untouched(outcome.reason, settling.now);
    case 'unknown':
      return {
        status: 'uncertain',
        reason: outcome.reason,
        diagnostics: [
          ...diagnostics,
          diagnostic(unknownCode(outcome), outcome.reason, { hint: lostAnswerHint }),
        ],
      };
    case 'data':
      return {
        status: 'failed',
        reason: outcome.reason,
        diagnostics: [...diagnostics, ...outcome.diagnostics],
      };
    case 'mapping':
      return held(outcome, settling);
  }
}

/** A booking that is refused when it is sent again may be the echo of its first attempt (A12 of the failure table). */
function unknownCode({ row }: Pick<Decided, 'row'>): DiagnosticCode {
  return row === 'A12' ? 'delivery/refused-again' : 'delivery/outcome-unknown';
}

/** Returns the outcome of a call that must not start, because its booking is known or in flight. */
export function settleUnbegun(beginning: Exclude<Beginning, { kind: 'go' }>, now: number): Progress {
  switch (beginning.kind) {
    case 'busy':
      return untouched('the same booking is being sent for another event', now + 1000);
    case 'moved':
      return untouched('another event has just shown whose it is; it goes in the order of that person', now);
    case 'completed': {
      const reason = `this booking is completed already, by event ${beginning.eventId}${result(beginning.completion)}`;
      return { status: 'skipped', reason, diagnostics: [diagnostic('delivery/already-booked', reason)] };
    }
    case 'perhaps': {
      const reason = `this booking may be the one that event ${beginning.eventId} completed${result(beginning.completion)}: it is of the same appointment, and one of the two names no participant`;
      const found = diagnostic('delivery/outcome-unknown', reason, { hint: perhapsHint });
      return { status: 'uncertain', reason, diagnostics: [found] };
    }
    case 'uncertain': {
      const reason = beginning.copied
        ? 'this store is a copy, and the store that it is a copy of may have made this booking since'
        : `this booking was sent for event ${beginning.eventId}, and its response was lost`;
      const hint = beginning.copied
        ? lostAnswerHint
        : 'look up the appointment in the calendar and resolve that event first';
      const waitsFor = beginning.copied ? undefined : beginning.eventId;
      return {
        status: 'uncertain',
        reason,
        diagnostics: [diagnostic('delivery/outcome-unknown', reason, { hint, waitsFor })],
      };
    }
  }
}

/** Returns a call unchanged: this attempt does not count as a try. */
export function untouched(reason: string, dueAt: number): Progress {
  return { status: 'queued', dueAt, reason, counted: false };
}

/** Returns the number of times in a row that a call got this row of the failure table, including now. */
export function timesInARow({ lastRow }: Pick<Claim, 'lastRow'>, row: string): number {
  return lastRow?.row === row ? lastRow.times + 1 : 1;
}

/** Returns the outcome that applies after the limit of consecutive repetitions; undefined before it. */
export function limitReached(
  { row, limit }: Extract<Outcome, { kind: 'again' }>,
  claim: Pick<Claim, 'lastRow'>,
): 'data' | 'hold' | undefined {
  return limit && timesInARow(claim, row) >= limit.tries ? limit.becomes : undefined;
}

/** Returns the age of a call that counts: since its receipt, without the time for which it was held. Milliseconds. */
export function countedAgeMs(claim: Pick<Claim, 'receivedAt' | 'heldMs'>, now: number): number {
  return now - claim.receivedAt - claim.heldMs;
}

/** The next step for a booking whose response was lost. */
export const lostAnswerHint =
  'look up the appointment in the calendar, then resolve this event: it was booked; it was not, send again; or give up';

/** The next step for a booking that may have been made already. */
const perhapsHint =
  'look up the appointment in the calendar, then resolve this event: it was booked; it was not, send it; or give up. Name the participant in the mapping (`appointmentParticipantId`) to have bookings told apart';

function delivered(completion: Completion, { claim, call, diagnostics }: Settling): Progress {
  const customerId = completion.customerId ?? customerNumber(call);
  return {
    status: 'delivered',
    completion,
    call: withoutPerson(call),
    diagnostics: [...diagnostics, ...(completion.diagnostics ?? [])],
    ...(claim.link &&
      customerId !== undefined && {
        linked: { link: claim.link, customerId, isKnown: takesNumberFromLink(call) },
      }),
  };
}

function again(outcome: Extract<Outcome, { kind: 'again' }>, settling: Settling): Progress {
  const { claim, now, retry, random } = settling;
  const times = timesInARow(claim, outcome.row);
  if (limitReached(outcome, claim) === 'data') {
    return failedForGood(`${outcome.reason}, ${times} times in a row`, settling, 'delivery/gave-up');
  }
  const age = countedAgeMs(claim, now);
  if (age >= retry.giveUpAfterMs) {
    return failedForGood(
      `tried ${claim.tries + 1} times; last: ${outcome.reason}`,
      settling,
      'delivery/gave-up',
    );
  }
  const waitMs = Math.max(
    outcome.afterMs ?? 0,
    outcome.limit?.waitsMs?.[times - 1] ?? 0,
    outcome.everyone ? 0 : backoffMs(claim.tries + 1, retry, random),
  );
  if (claim.call.operation === 'persistCustomerData' && age + waitMs > claim.policy.maxAgeMs) {
    return failedForGood(
      `the next try would come too late for a booking; last: ${outcome.reason}`,
      settling,
      'delivery/too-old',
    );
  }
  return {
    status: 'queued',
    dueAt: now + waitMs,
    reason: outcome.reason,
    counted: true,
    lastRow: { row: outcome.row, times },
  };
}

function held(outcome: Extract<Decided, { kind: 'mapping' }>, settling: Settling): Progress {
  const { claim, catalogVersion, now, diagnostics } = settling;
  const mapping = { name: claim.mapping, version: claim.mappingVersion };
  return {
    status: 'held',
    reason: outcome.reason,
    diagnostics: [...diagnostics, ...outcome.diagnostics],
    hold: mappingHold(mapping, claim.destination, catalogVersion, outcome, now),
  };
}

function failedForGood(
  reason: string,
  { diagnostics }: Settling,
  code: 'delivery/gave-up' | 'delivery/too-old',
): Progress {
  const hint = 'when the cause is corrected, replay the event';
  return { status: 'failed', reason, diagnostics: [...diagnostics, diagnostic(code, reason, { hint })] };
}

function result(completion: Completion): string {
  return ` (${completion.result ?? 'OK'}${completion.action ? `, ${completion.action}` : ''})`;
}

/** The changes of an attempt to the rows of a call, its booking and its event. */
export type Settlement = { readonly intent: IntentEnd } & (
  | { readonly becomes: 'delivered'; readonly delivery: Delivery }
  | {
      readonly becomes: 'queued';
      readonly dueAt: number;
      readonly reason: string;
      readonly tries: number;
      readonly lastRow: Claim['lastRow'];
    }
  /** `planAgain`: its event is planned again at once. */
  | { readonly becomes: 'left'; readonly leaving: Leaving; readonly planAgain: boolean }
);

/** Changes that may have happened while a call was in flight. */
export interface Meanwhile {
  /** True if a mapping was released: a call that is held now must be planned again at once. */
  readonly isStale: boolean;
  /** True if a person discarded its event. */
  readonly isGivenUp: boolean;
}

/** Returns the changes of settling (Store.settle). */
export function settlement(
  claim: Pick<Claim, 'attempt' | 'tries' | 'lastRow'>,
  ended: Progress,
  attempt: AttemptRecord | null,
  { isStale, isGivenUp }: Meanwhile,
): Settlement {
  const progress = isGivenUp ? givenUp(ended) : ended;
  switch (progress.status) {
    case 'delivered':
      return { intent: 'completed', becomes: 'delivered', delivery: deliveryOf(progress) };
    case 'queued':
      return {
        intent: 'released',
        becomes: 'queued',
        dueAt: Math.ceil(progress.dueAt),
        reason: progress.reason,
        tries: claim.tries + (progress.counted ? 1 : 0),
        lastRow: progress.lastRow ?? claim.lastRow,
      };
    default:
      return {
        intent: progress.status === 'uncertain' ? 'uncertain' : 'released',
        becomes: 'left',
        leaving: { ...progress, attempt: attempt ? { ...attempt, number: claim.attempt } : undefined },
        planAgain: progress.status === 'held' && isStale,
      };
  }
}

/** A discarded call is dropped if it is not delivered and cannot have been. */
function givenUp(ended: Progress): Progress {
  if (ended.status === 'delivered' || ended.status === 'uncertain') return ended;
  return { ...discardedByPerson, diagnostics: 'diagnostics' in ended ? ended.diagnostics : [] };
}
