import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Operation } from '../inbox/call.ts';
import type { Completion, Outcome } from '../inbox/outcome.ts';
import { type DataCode, failureTable, type Row, type Ruling, ruling } from './failure-table.ts';

/** Which row of the failure table an answer falls under, and what it tells beyond that. */
export interface Finding {
  readonly row: Row;
  /** What goes behind the words of the row; no value of a customer. */
  readonly detail?: string | undefined;
  /** The answer's own words, for the admin. */
  readonly said?: string | undefined;
  readonly hint?: string;
  /** Where in the call: `customerStatus`. */
  readonly path?: string;
  readonly completion?: Completion;
  /** The answer asks everyone to wait so long. */
  readonly afterMs?: number | undefined;
  /** Overrides the ruling of the row. */
  readonly ruling?: Ruling;
  /** Instead of the one diagnostic that the row itself gives. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly availableStatuses?: readonly string[] | undefined;
  readonly unknownKeys?: readonly string[] | undefined;
  readonly unsupportedKeys?: readonly string[] | undefined;
}

/** The rows of what was never sent. */
export const notSentRows = {
  dns: 'T1',
  unreachable: 'T2',
  'connect-timeout': 'T3',
  reset: 'T4',
  certificate: 'T5',
  shutdown: 'T6a',
  invalid: 'T6b',
} as const;

/** Makes the outcome of what was found, as the failure table rules for the operation. */
export function outcomeOf(finding: Finding, operation: Operation): Outcome {
  return decide(finding.ruling ?? ruling(finding.row, operation), finding);
}

function decide(rule: Ruling, finding: Finding): Outcome {
  const { row, afterMs } = finding;
  const words = failureTable[row].words;
  const reason = finding.detail === undefined ? words : `${words} (${finding.detail})`;
  switch (rule.kind) {
    case 'done':
      return { kind: 'done', row, completion: finding.completion ?? {} };
    case 'again':
      // Being told to wait is no fault: whoever answers so is there.
      return afterMs === undefined
        ? { ...rule, row, reason }
        : { ...rule, row, reason, afterMs, everyone: true, fault: false };
    case 'unknown': {
      const fault = rule.fault && afterMs === undefined;
      return {
        kind: 'unknown',
        row,
        reason,
        fault,
        ...(rule.hold && { hold: reason }),
        ...(rule.probe && { probe: true }),
      };
    }
    case 'data':
      return {
        kind: 'data',
        row,
        reason,
        diagnostics: finding.diagnostics ?? [explain(rule.code, reason, finding)],
        ...(rule.fault && { fault: true }),
        ...(finding.availableStatuses && { availableStatuses: finding.availableStatuses }),
      };
    case 'mapping':
      return {
        kind: 'mapping',
        row,
        reason,
        diagnostics: finding.diagnostics ?? [explain('delivery/refused', reason, finding)],
        ...(finding.availableStatuses && { availableStatuses: finding.availableStatuses }),
        ...(finding.unknownKeys && { unknownKeys: finding.unknownKeys }),
        ...(finding.unsupportedKeys && { unsupportedKeys: finding.unsupportedKeys }),
      };
    case 'hold':
      return { kind: 'hold', row, reason };
    case 'probe':
      return { kind: 'probe', row, reason, good: decide(rule.good, finding) };
  }
}

/** What a person does about a refusal, where its finding has nothing better to say. */
const nextSteps: Readonly<Record<DataCode, string>> = {
  'delivery/refused': 'correct the data where the event comes from, then replay the event',
  'delivery/unknown-customer':
    'correct the customer number (or the link) where the event comes from, then replay the event',
  'delivery/unknown-appointment':
    'check that the sender carries the appointment of this account, then replay the event',
  'delivery/incomplete': 'look at the reason that the API gave; the slot may have to be reserved again',
  'delivery/our-fault': 'please report this: such a call should never have left',
};

function explain(code: DataCode, reason: string, { said, hint, path }: Finding): Diagnostic {
  return diagnostic(code, said === undefined ? reason : `${reason}: ${said}`, {
    hint: hint ?? nextSteps[code],
    path,
  });
}
