import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Presence } from '../../expressions/convert/presence.ts';
import type { Turn } from '../../expressions/turns.ts';
import type { Value } from '../../inbox/call.ts';
import type { Rule } from '../mapping.ts';

/** The value of an expression before the table and the conversion of its rule. */
export interface Calculated {
  readonly value: unknown;
  /** How the conditions turned out that decide which parts of the expression give the value. */
  readonly turns?: readonly Turn[];
}

/** The result of a rule for an event, and the doubts about it. */
export type RuleResult = {
  readonly doubts?: readonly Diagnostic[];
  /** The doubt among them that concerns the rule's format for any value. */
  readonly formatDoubt?: Diagnostic;
  /** The value that a calculating expression gave, and how its conditions turned out. */
  readonly calculated?: Calculated;
} & (
  | { readonly kind: 'value'; readonly value: Value }
  /** The parameter is not sent, so nothing changes. */
  | {
      readonly kind: 'absent';
      readonly presence: Exclude<Presence, 'present'>;
      /** The mistake in the mapping file because of which the event has no value. */
      readonly hint?: string;
    }
  /** The empty text is sent, which deletes the value (API document 4.2). */
  | { readonly kind: 'clear' }
  /** The event has a bad value: `onInvalid` decides. */
  | InvalidValue
  /** The event has no value, and the rule treats that as a fault. */
  | { readonly kind: 'missing'; readonly diagnostic: Diagnostic }
);

/** A bad value. `why`: the message of the diagnostic without the path at its start. */
export interface InvalidValue {
  readonly kind: 'invalid';
  readonly diagnostic: Diagnostic;
  readonly why: string;
}

/** Returns the result for a bad value. `why` states the problem. */
export function invalid(
  code: DiagnosticCode,
  why: string,
  rule: Rule,
  path: string,
  hint?: string,
): InvalidValue {
  const details = { hint, place: rule.base.place, path };
  return { kind: 'invalid', why, diagnostic: diagnostic(code, `${path}: ${why}`, details) };
}
