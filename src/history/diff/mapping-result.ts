import type { PlannedMapping } from '../../deliver/planning/plan-event.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call, Link, Operation } from '../../inbox/call.ts';
import type { ArchivedCall } from '../../inbox/event-archive.ts';
import type { PlannedCall } from '../../inbox/plan.ts';

/** The kinds of an event's result by one mapping, stored or planned. */
export type ResultKind =
  /** The mapping does not want it. */
  | 'nothing'
  | 'sent'
  /** It waits for its link. */
  | 'waits'
  | 'held'
  | 'skipped'
  | 'failed'
  /** A person left it before anything came of it. */
  | 'unknown';

/** The stored or planned result of a mapping for one event. */
export interface MappingResult {
  readonly kind: ResultKind;
  readonly destination: string;
  readonly operation: Operation | undefined;
  readonly link: Link | undefined;
  readonly call: Call | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The result of a mapping that does not apply to the event. */
export const noResult: MappingResult = {
  kind: 'nothing',
  destination: '',
  operation: undefined,
  link: undefined,
  call: undefined,
  diagnostics: [],
};

/**
 * Returns the stored result of a mapping for an event, as far as the mapping decided it, without the response of the
 * destination.
 */
export function storedResult(stored: ArchivedCall | undefined): MappingResult {
  if (!stored) return noResult;
  const { destination, operation, link, call, diagnostics } = stored;
  return { kind: storedKind(stored), destination, operation, link, call, diagnostics };
}

/**
 * Returns the present result of a mapping for an event: with the values as they are sent, choices in the account's
 * spelling, and as the mapping gives them, which is the stored form of a call that was never sent.
 */
export function plannedResults(planned: PlannedMapping | undefined): readonly MappingResult[] {
  if (!planned) return [noResult];
  const { call, verdict } = planned;
  const asGiven = plannedResult(call);
  return verdict?.kind === 'send' && asGiven.call ? [{ ...asGiven, call: verdict.call }, asGiven] : [asGiven];
}

function plannedResult({ destination, operation, link, diagnostics, state }: PlannedCall): MappingResult {
  const kinds = {
    queued: 'sent',
    waiting: 'waits',
    held: 'held',
    skipped: 'skipped',
    failed: 'failed',
  } as const;
  const call = 'call' in state ? state.call : undefined;
  return { kind: kinds[state.status], destination, operation, link, call, diagnostics };
}

function storedKind({ status, call, diagnostics }: ArchivedCall): ResultKind {
  const has = (pattern: RegExp) => diagnostics.some(({ code }) => pattern.test(code));
  switch (status) {
    case 'queued':
      return call ? 'sent' : 'waits';
    case 'held':
      return 'held';
    case 'discarded':
      return call ? 'sent' : 'unknown';
    case 'skipped':
      if (has(/^mapping\/none-applied$/)) return 'nothing';
      return !call || has(/^mapping\/(nothing-to-send|not-linked)$/) ? 'skipped' : 'sent';
    case 'failed':
      return !call || diagnostics.some(isPlanningFault) ? 'failed' : 'sent';
    default:
      return 'sent';
  }
}

function isPlanningFault({ code, severity }: Diagnostic): boolean {
  return severity === 'error' && /^(mapping|check|expression)\//.test(code);
}
