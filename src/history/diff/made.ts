import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call, Link, Operation } from '../../inbox/call.ts';
import type { ArchivedCall } from '../../inbox/event-archive.ts';
import type { PlannedCall } from '../../inbox/plan.ts';

/** What became, or would become, of an event by one mapping: the same words for both. */
export type Fate =
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

/** What a mapping made, or would make, of one event. */
export interface Made {
  readonly fate: Fate;
  readonly destination: string;
  readonly operation: Operation | undefined;
  readonly link: Link | undefined;
  readonly call: Call | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** A mapping that does not want the event. */
export const nothing: Made = {
  fate: 'nothing',
  destination: '',
  operation: undefined,
  link: undefined,
  call: undefined,
  diagnostics: [],
};

/** What a mapping made of an event, as far as the mapping decided it: what the destination made of it does not count. */
export function madeBefore(stored: ArchivedCall | undefined): Made {
  if (!stored) return nothing;
  const { destination, operation, link, call, diagnostics } = stored;
  return { fate: storedFate(stored), destination, operation, link, call, diagnostics };
}

/** What a mapping would make of an event now. */
export function madeNow(planned: PlannedCall | undefined): Made {
  if (!planned) return nothing;
  const { destination, operation, link, diagnostics, state } = planned;
  const fate = {
    queued: 'sent',
    waiting: 'waits',
    held: 'held',
    skipped: 'skipped',
    failed: 'failed',
  } as const;
  const call = 'call' in state ? state.call : undefined;
  return { fate: fate[state.status], destination, operation, link, call, diagnostics };
}

function storedFate({ status, call, diagnostics }: ArchivedCall): Fate {
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
