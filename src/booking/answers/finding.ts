import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Operation } from '../../inbox/call.ts';
import type { Completion, Outcome } from '../../inbox/outcome.ts';
import type { DataCode, FailureOption, Ruling } from './failure-row.ts';
import { failureTable, type Row, ruling } from './failure-table.ts';

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

/** Makes the outcome of what was found, as the failure table rules for the operation under the options in force. */
export function outcomeOf(
  finding: Finding,
  operation: Operation,
  chosen: readonly FailureOption[] = [],
): Outcome {
  return decide(finding.ruling ?? ruling(finding.row, operation, chosen), finding);
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
        ...(afterMs !== undefined && { afterMs }),
        ...(rule.hold && { hold: reason }),
        ...(rule.probe && { probe: true }),
      };
    }
    case 'data':
      return {
        kind: 'data',
        row,
        reason,
        diagnostics: explained(finding) ?? [explain(rule.code, reason, finding)],
        ...(rule.fault && { fault: true }),
        ...(finding.availableStatuses && { availableStatuses: finding.availableStatuses }),
      };
    case 'mapping':
      return {
        kind: 'mapping',
        row,
        reason,
        diagnostics: explained(finding) ?? [explain('delivery/refused', reason, finding)],
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

/** The finding's own diagnostics; one that offers nothing better says the next step of the row. */
function explained({ row, diagnostics }: Finding): readonly Diagnostic[] | undefined {
  return diagnostics?.map(each => ({ ...each, hint: each.hint ?? failureTable[row].next }));
}

function explain(code: DataCode, reason: string, { row, said, hint, path }: Finding): Diagnostic {
  return diagnostic(code, said === undefined ? reason : `${reason}: ${said}`, {
    hint: hint ?? failureTable[row].next,
    path,
  });
}
