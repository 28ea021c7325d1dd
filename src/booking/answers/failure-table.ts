import type { Operation } from '../../inbox/call.ts';
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

/** Rows about special cases that decide nothing, in words, for the documentation. */
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

/** A reason with what the operator does next, as held destinations and events show it. */
export function withNextStep(row: string, reason: string): string {
  const next = failureRow(row)?.next;
  return next === undefined ? reason : `${reason}; next: ${next}`;
}

/** Returns the words and the next step of a row, without any part of the response: for the log. */
export function fixedWords(row: string): string {
  return withNextStep(row, failureRow(row)?.words ?? row);
}

/** The row of this name, of those that there are. */
export function failureRow(row: string): FailureRow | undefined {
  return Object.hasOwn(failureTable, row) ? failureTable[row as RowName] : undefined;
}
