import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Operation } from '../../inbox/call.ts';
import { causeWords, type StateCause } from '../../inbox/destination-record.ts';
import type { Completion } from '../../inbox/outcome.ts';
import type { ReplyHeaders } from '../http/reply.ts';
import { answeredRows } from './answered-rows.ts';
import type { FailureOption, FailureRow, Ruling } from './failure-row.ts';
import { statusRows } from './status-rows.ts';
import { unansweredRows } from './unanswered-rows.ts';

/**
 * Every possible result of sending one request, and its meaning. A booking is repeated only if it was proved that it
 * was not applied. An update may be repeated, because it sets values and is applied completely or not at all (API
 * document 4.2 rules 5, 7). The documentation of failures is generated from this table.
 */
export const failureTable = { ...unansweredRows, ...answeredRows, ...statusRows };

/** The name of a row of the failure table. */
export type RowName = keyof typeof failureTable;

/** Special cases without a decision of their own, described for the documentation. */
export const relatedRows: Readonly<Record<string, { readonly what: string; readonly meaning: string }>> = {
  T12: {
    what: 'A response arrived, and its result cannot be stored (the disk is full)',
    meaning:
      'The result is kept in memory and stored as soon as possible. No further call is sent before that. If the store refuses at most four results because of their contents, other calls continue. If the program ends meanwhile, it is T11.',
  },
  T13: {
    what: 'A response arrives after another process has taken over the call',
    meaning: 'It changes nothing: a result counts only for its own attempt.',
  },
  F3: { what: 'A status 1xx before the final answer', meaning: 'Ignored; the final answer counts.' },
  F4: { what: 'A status below 100 or above 599', meaning: 'As T9.' },
};

/** Returns the decision of a row for an operation. `chosen`: the options that apply to this response. */
export function ruling(row: RowName, operation: Operation, chosen: readonly FailureOption[] = []): Ruling {
  const entry: FailureRow = failureTable[row];
  const { option } = entry;
  const optional = option && chosen.includes(option.name) ? option[operation] : undefined;
  const rule = optional ?? entry[operation] ?? entry.updateCustomer;
  return 'sameAs' in rule ? ruling(rule.sameAs as RowName, operation, chosen) : rule;
}

/** Returns a reason with the code and the next step of a row. */
export function causeOf(row: string, reason: string): StateCause {
  const { code, next } = failureRow(row) ?? {};
  return { reason, next, code };
}

/** Returns a reason together with the operator's next step, in one sentence. */
export function withNextStep(row: string, reason: string): string {
  return causeWords(causeOf(row, reason));
}

/** Returns the cause that a row names, without any part of the response. */
export function fixedCause(row: string): StateCause {
  return causeOf(row, failureRow(row)?.words ?? row);
}

/** Returns the words and the next step of a row, without any part of the response: for the log. */
export function fixedWords(row: string): string {
  return causeWords(fixedCause(row));
}

/** Returns the row with this name, if it exists. */
export function failureRow(row: string): FailureRow | undefined {
  return Object.hasOwn(failureTable, row) ? failureTable[row as RowName] : undefined;
}

/** The row of the failure table for a response, with further details. */
export interface AnswerFinding {
  readonly row: RowName;
  /** The text after the words of the row, without a value of a customer. */
  readonly detail?: string | undefined;
  /** The text of the response, for the admin. */
  readonly said?: string | undefined;
  readonly hint?: string;
  /** The place in the call, such as `customerStatus`. */
  readonly path?: string;
  readonly completion?: Completion;
  /** The wait that the response requests for all calls. */
  readonly afterMs?: number | undefined;
  /** Overrides the ruling of the row. */
  readonly ruling?: Ruling;
  /** Replaces the diagnostic of the row. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly availableStatuses?: readonly string[] | undefined;
  readonly unknownKeys?: readonly string[] | undefined;
  readonly unsupportedKeys?: readonly string[] | undefined;
}

/** Adds to a finding that the response could not be decompressed. */
export function namingCoding(finding: AnswerFinding, { coding }: ReplyHeaders): AnswerFinding {
  if (coding === undefined) return finding;
  const packed = `it is compressed (Content-Encoding: ${coding}) and cannot be unpacked`;
  return { ...finding, detail: finding.detail === undefined ? packed : `${finding.detail}; ${packed}` };
}

/** Returns the words of the row with the known details. */
export function reasonOf({ row, detail }: Pick<AnswerFinding, 'row' | 'detail'>): string {
  const { words } = failureTable[row];
  return detail === undefined ? words : `${words} (${detail})`;
}
