import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Call, customerNumber } from '../call.ts';
import type { Claim, Progress } from '../claim.ts';
import type { Completion, Outcome } from '../outcome.ts';
import { backoffMs } from './backoff.ts';

/** An outcome that is final for its attempt: a probe has decided already. */
export type Decided = Exclude<Outcome, { kind: 'probe' }>;

/** What settling needs to know beyond the outcome. */
export interface Settling {
  readonly claim: Claim;
  /** The call as it was sent, without what was left out. */
  readonly call: Call;
  /** What was noticed on the way: values left out, warnings. */
  readonly diagnostics: readonly Diagnostic[];
  readonly now: number;
  readonly random: () => number;
  readonly retry: { readonly firstMs: number; readonly maxMs: number; readonly giveUpAfterMs: number };
}

/**
 * What becomes of a call after an attempt: the whole state machine of a call, pure. Outcomes come from the failure
 * table; this decides about time and tries. A destination's fault gives the call back untouched.
 */
export function settle(outcome: Decided, settling: Settling): Progress {
  const { diagnostics } = settling;
  switch (outcome.kind) {
    case 'done':
      return delivered(outcome.completion, settling);
    case 'again':
      return again(outcome, settling);
    case 'hold':
      return { status: 'queued', dueAt: settling.now, reason: outcome.reason, counted: false };
    case 'unknown':
      return {
        status: 'uncertain',
        reason: outcome.reason,
        diagnostics: [
          ...diagnostics,
          diagnostic('delivery/outcome-unknown', outcome.reason, { hint: lostAnswerHint }),
        ],
      };
    case 'data':
      return {
        status: 'failed',
        reason: outcome.reason,
        diagnostics: [...diagnostics, ...outcome.diagnostics],
      };
    case 'mapping':
      return {
        status: 'held',
        reason: outcome.reason,
        diagnostics: [...diagnostics, ...outcome.diagnostics],
      };
  }
}

/** How many of the last tries of a call in a row, the one that has just ended included, fell under a row of the table. */
export function timesInARow({ lastRow }: Pick<Claim, 'lastRow'>, row: string): number {
  return lastRow?.row === row ? lastRow.times + 1 : 1;
}

/** How much of a call's age counts: since its receipt, without the time that it was held. Milliseconds. */
export function countedAgeMs(claim: Pick<Claim, 'receivedAt' | 'heldMs'>, now: number): number {
  return now - claim.receivedAt - claim.heldMs;
}

/** What a person can do about a booking whose answer was lost. */
export const lostAnswerHint =
  'look up the appointment in the calendar, then resolve this event: it was booked; it was not, send again; or give up';

function delivered(completion: Completion, { claim, call, diagnostics }: Settling): Progress {
  const customerId = completion.customerId ?? customerNumber(call);
  return {
    status: 'delivered',
    completion,
    call,
    diagnostics: [...diagnostics, ...(completion.diagnostics ?? [])],
    ...(claim.link && customerId !== undefined && { linked: { link: claim.link, customerId } }),
  };
}

function again(outcome: Extract<Decided, { kind: 'again' }>, settling: Settling): Progress {
  const { claim, now, retry, random } = settling;
  const times = timesInARow(claim, outcome.row);
  if (outcome.limit && times >= outcome.limit.tries && outcome.limit.becomes === 'data') {
    return gaveUp(`${outcome.reason}, ${times} times in a row`, settling, 'delivery/gave-up');
  }
  const age = countedAgeMs(claim, now);
  if (age >= retry.giveUpAfterMs) {
    return gaveUp(`tried ${claim.tries + 1} times; last: ${outcome.reason}`, settling, 'delivery/gave-up');
  }
  const waitMs = Math.max(
    outcome.afterMs ?? 0,
    outcome.limit?.waitsMs?.[times - 1] ?? 0,
    outcome.everyone ? 0 : backoffMs(claim.tries + 1, retry, random),
  );
  if (claim.call.operation === 'persistCustomerData' && age + waitMs > claim.policy.maxAgeMs) {
    return gaveUp(
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

function gaveUp(
  reason: string,
  { diagnostics }: Settling,
  code: 'delivery/gave-up' | 'delivery/too-old',
): Progress {
  const hint = 'when the cause is mended, replay the event';
  return { status: 'failed', reason, diagnostics: [...diagnostics, diagnostic(code, reason, { hint })] };
}
