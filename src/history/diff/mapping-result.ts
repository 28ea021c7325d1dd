import type { PlannedMapping } from '../../deliver/planning/plan-event.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call, Link, Operation } from '../../inbox/call.ts';
import type { ArchivedCall } from '../../inbox/event-archive.ts';
import type { PlannedCall } from '../../inbox/plan.ts';

/** The kinds of a mapping's result for an event, stored or planned. */
export type ResultKind =
  /** The mapping does not apply. */
  | 'nothing'
  | 'sent'
  /** The call waits for its link. */
  | 'waits'
  | 'held'
  | 'skipped'
  | 'failed'
  /** A person discarded it before any call was sent. */
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
 * Returns the stored result of a mapping for an event: what the mapping decided, without the destination's response.
 */
export function storedResult(stored: ArchivedCall | undefined): MappingResult {
  if (!stored) return noResult;
  const { destination, operation, link, call, diagnostics } = stored;
  return { kind: storedKind(stored), destination, operation, link, call, diagnostics };
}

/**
 * Returns the current results of a mapping for an event in two forms: with the values as sent, where choices have the
 * account's spelling; and as the mapping returns them, which is how a call that was never sent is stored.
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
