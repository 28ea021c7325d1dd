import type { Operation } from '../../inbox/call.ts';
import { answeredRows } from './answered-rows.ts';
import type { FailureOption, FailureRow, Ruling } from './failure-row.ts';
import { statusRows } from './status-rows.ts';
import { unansweredRows } from './unanswered-rows.ts';

/**
 * Everything that can come of sending one request, and what it means. A booking is repeated only where it is proved
 * that it was not applied; an update may be repeated, since it states values and is all-or-nothing (API document
 * 4.2 rules 5, 7). The documentation of failures is made of it.
 */
export const failureTable = { ...unansweredRows, ...answeredRows, ...statusRows };

/** The name of a row of the failure table. */
export type RowName = keyof typeof failureTable;

/** What happens around an answer and decides nothing of its own: in words, for the documentation. */
export const relatedRows: Readonly<Record<string, { readonly what: string; readonly meaning: string }>> = {
  T12: {
    what: 'An answer came, and its result cannot be written (the disk is full)',
    meaning:
      'The result is kept in memory and written as soon as that is possible; no further call leaves before. Where the store refuses no more than four results for what is in them, others go on. If the program ends meanwhile, it is T11.',
  },
  T13: {
    what: 'An answer comes after the call was given to somebody else',
    meaning: 'It changes nothing: a result counts only for the attempt that it was sent with.',
  },
  F3: { what: 'A status 1xx before the final answer', meaning: 'Ignored; the final answer counts.' },
  F4: { what: 'A status below 100 or above 599', meaning: 'As T9.' },
};

/** What a row decides for an operation; `chosen`: the options that are in force for this answer. */
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

/** What a row says and what to do next, with nothing of an answer in it: for the log. */
export function fixedWords(row: string): string {
  return withNextStep(row, failureRow(row)?.words ?? row);
}

/** The row of this name, of those that there are. */
export function failureRow(row: string): FailureRow | undefined {
  return Object.hasOwn(failureTable, row) ? failureTable[row as RowName] : undefined;
}
