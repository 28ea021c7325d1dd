import type { Presence } from '../../expressions/convert/presence.ts';
import type { Converted } from '../../expressions/convert/scalar-text.ts';
import type { Expression, ExpressionFailed, Scope } from '../../expressions/expression.ts';
import type { Link } from '../../inbox/call.ts';
import type { ParameterResult } from '../evaluate/assemble-call.ts';
import type { LookedUp } from '../evaluate/look-up.ts';
import type { Rule } from '../mapping.ts';

/** One step in the evaluation of a part of a mapping. */
export type Recorded =
  /** The rule for the destination, with its defaults. */
  | { readonly kind: 'rule'; readonly rule: Rule }
  /** An expression was evaluated: `from`, `when`, `link`, or a part of a template. */
  | ({ readonly kind: 'expression' } & Ran)
  /** The value or one of its elements is a text for an empty value (`empty` of the source). */
  | { readonly kind: 'nothing'; readonly value: unknown }
  /** HTML was replaced by its text. */
  | { readonly kind: 'html'; readonly value: unknown }
  /** Outer spaces of an expression's result were removed. */
  | { readonly kind: 'trimmed'; readonly value: unknown }
  /** Bad elements of a list were left out. */
  | { readonly kind: 'dropped'; readonly words: string; readonly shapes: readonly string[] }
  | { readonly kind: 'literal'; readonly value: unknown }
  /** A text between the expressions of a template. */
  | { readonly kind: 'template-text'; readonly text: string }
  /** A template with all its parts, or the reason why a part has no text. */
  | { readonly kind: 'template'; readonly step: Converted<string> }
  /** One element was looked up in the table. `undefined`: the table does not have it, and there is no `otherwise`. */
  | { readonly kind: 'looked-up'; readonly text: string; readonly by: 'entry' | 'otherwise' | undefined }
  | { readonly kind: 'table'; readonly input: unknown; readonly looked: LookedUp }
  /** A date was read by a pattern (undefined: ISO 8601) as a day. */
  | ({ readonly kind: 'date' } & DateReading)
  | { readonly kind: 'converted'; readonly input: unknown; readonly step: Converted<string> }
  /** There was no value. `wanted` is the action of the rule. */
  | {
      readonly kind: 'without-value';
      readonly presence: Exclude<Presence, 'present'>;
      readonly wanted: { readonly default: string } | 'skip' | 'clear' | 'fail';
    }
  /** The known number of the link. */
  | {
      readonly kind: 'linked';
      readonly link: Link;
      readonly destination: string;
      readonly number: string | undefined;
    }
  | { readonly kind: 'result'; readonly result: ParameterResult };

/** An evaluated expression, its data and its result. */
export type Ran = { readonly expression: Expression; readonly scope: Scope } & (
  | { readonly value: unknown }
  | { readonly failed: ExpressionFailed }
);

/** The way in which a date was read. */
export interface DateReading {
  readonly text: string;
  readonly pattern: string | undefined;
  /** In the zone of the rule, written for people: `10 December 1990`. */
  readonly words: string;
}

/** Records steps in one part of a mapping. */
export type Note = (recorded: Recorded) => void;

/**
 * Records the origin of every value of a mapping. `part` is `when`, `link`, `destination`, a parameter's
 * name, or `additionalFields.` and a keyName. The recorder sees values of the event and must not change them.
 */
export type Recorder = (part: string, recorded: Recorded) => void;

/** Returns the recorder for one part of a mapping, if there is a recorder. */
export function noteFor(record: Recorder | undefined, part: string): Note | undefined {
  return record && (recorded => record(part, recorded));
}
