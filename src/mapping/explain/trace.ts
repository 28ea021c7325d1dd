import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Place } from '../../diagnostics/diagnostic.ts';
import type { GivenDefault } from '../rule-defaults.ts';
import type { PayloadPlace } from './payload-places.ts';
import type { StepPhrase } from './step-phrase.ts';

/** The explanation of a mapping's result for an event, for people and for the console. */
export interface MappingTrace {
  readonly mapping: string;
  readonly file: string;
  /** True if its `when` is true or missing. */
  readonly wanted: boolean;
  /** `when`, `link`, a rule for the destination, and every other rule, in the order of the file. */
  readonly parts: readonly PartTrace[];
}

/** One part of a mapping. */
export interface PartTrace {
  /** `when`, `link`, `destination`, a parameter's name, or `additionalFields.` and a keyName. */
  readonly part: string;
  readonly place: Place;
  readonly steps: readonly TraceStep[];
  readonly outcome: PartOutcome;
  /** For `when`: its parts, down to both sides of its comparisons. */
  readonly condition?: ConditionTrace;
}

/** One step in making a value. */
export interface TraceStep {
  readonly step: StepName;
  /** The expression, pattern or setting of the step, as in the file if it is there. */
  readonly what: string;
  /** The fields of `what`, if it is a description and not a quotation from the file. */
  readonly phrase?: StepPhrase;
  /** `value`: the step gave `output`. `wrong`: it failed. */
  readonly state: 'value' | 'missing' | 'empty' | 'wrong';
  readonly output?: unknown;
  /** The result in words, if `output` alone does not show it. */
  readonly words?: string;
  /** A note: why it is wrong, or where a path ends. */
  readonly note?: string;
  /** True if the step reads a value of the event. */
  readonly isRead?: true;
  /** For an answer: the label of the found question, if the rule names it otherwise. */
  readonly question?: string;
  /** For a path without a value: the nearest existing path. */
  readonly nearest?: string;
  /** For a path: the places of its value in the payload. */
  readonly places?: readonly PayloadPlace[];
  /** The keys of the rule that were set by defaults and used in this step. */
  readonly defaults?: readonly TracedDefault[];
}

/** A key that a default set, with its value as it is written. */
export interface TracedDefault extends GivenDefault {
  readonly value: string;
}

/** The keys of a rule, `reads` for a path inside a larger expression, and other changes of a value. */
export type StepName =
  | 'from'
  | 'answer'
  | 'reads'
  | 'value'
  | 'template'
  | 'empty'
  | 'html'
  | 'trim'
  | 'values'
  | 'as'
  | 'format'
  | 'text'
  | 'default'
  | 'whenMissing'
  | 'whenEmpty'
  | 'onInvalid'
  | 'linked'
  | 'check';

/** The outcome of a part. `why` and `advice` explain it if the value is not simply used. */
export interface PartOutcome {
  /** `waits`: for the customer number of its link. */
  readonly kind: 'used' | 'cleared' | 'left-out' | 'wrong' | 'waits';
  /** The code of `why`. */
  readonly code?: DiagnosticCode | OutcomeCode;
  /** The text that is sent. */
  readonly text?: string;
  readonly why?: string;
  /** As in `Diagnostic`. */
  readonly meant?: string;
  /** The next step if another outcome is wanted. */
  readonly advice?: string;
}

/**
 * The codes of outcomes without a diagnostic: `when` is false; the event identifies no person (so `$linked`
 * has no value, or the rule needs it); the table gives null; the value is empty or missing in the event.
 */
export type OutcomeCode =
  | 'not-wanted'
  | 'no-person'
  | 'person-needed'
  | 'not-evaluated'
  | 'null-in-table'
  | 'empty'
  | 'missing';

/** A condition or one of its sides, with its result for this event. */
export interface ConditionTrace {
  readonly source: string;
  /** Undefined if it has no result or failed. */
  readonly value?: unknown;
  readonly failed?: true;
  /** True if it counts as true. */
  readonly holds: boolean;
  readonly isLiteral: boolean;
  readonly note?: string;
  /** For a path: the places of its value in the payload. */
  readonly places?: readonly PayloadPlace[];
  /** The operator between the parts, if the condition could be split. */
  readonly operator?: string;
  readonly parts: readonly ConditionTrace[];
}
