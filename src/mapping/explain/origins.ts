import { shownElements } from '../../expressions/convert/scalar-text.ts';
import type { MappingTrace, TraceStep } from './trace.ts';

/** A value of an event that a rule read. */
export interface ReadValue {
  /** The path or the question, as the rule names it. */
  readonly what: string;
  /** The label of the question, if the rule names it otherwise. */
  readonly question?: string;
  /** The value, shortened; `nothing` if it is missing. */
  readonly value: string;
}

/** The values that a rule read for the value that it gave. */
export interface ValueOrigin {
  /** A parameter, or `additionalFields.` and a keyName. */
  readonly part: string;
  readonly reads: readonly ReadValue[];
  /** The value that the rule gave, before the check of the account. */
  readonly text: string;
}

/** Returns the origins of all values that rules made of an event. A rule that reads nothing, as a literal, has none. */
export function originsOf({ parts }: MappingTrace): readonly ValueOrigin[] {
  return parts.flatMap(({ part, steps, outcome }) => {
    const reads = steps.flatMap(readOf);
    const isValue = outcome.kind === 'used' && outcome.text !== undefined && !others.has(part);
    return isValue && reads.length > 0 ? [{ part, reads, text: outcome.text ?? '' }] : [];
  });
}

const others: ReadonlySet<string> = new Set(['when', 'link', 'destination']);

/** A calculated value may also come from a path without a value. */
function readOf({ step, state, what, question, isRead, output }: TraceStep): readonly ReadValue[] {
  if (step === 'reads' && state === 'missing') return [{ what, value: 'nothing' }];
  if (!isRead) return [];
  return [{ what, ...(question !== undefined && { question }), value: shownElements(output) }];
}
