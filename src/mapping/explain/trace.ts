import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Place } from '../../diagnostics/diagnostic.ts';
import type { GivenDefault } from '../rule-defaults.ts';
import type { PayloadPlace } from './payload-places.ts';
import type { StepPhrase } from './step-phrase.ts';

/** The explanation of a mapping's result for an event: for people, and as data for the console. */
export interface MappingTrace {
  readonly mapping: string;
  readonly file: string;
  /** True if its `when` is true or missing. */
  readonly wanted: boolean;
  /** `when`, `link`, a rule for the destination, and every rule, in the order of the file. */
  readonly parts: readonly PartTrace[];
}

/** One part of a mapping. */
export interface PartTrace {
  /** `when`, `link`, `destination`, a parameter's name, or `additionalFields.` and a keyName. */
  readonly part: string;
  readonly place: Place;
  readonly steps: readonly TraceStep[];
  readonly outcome: PartOutcome;
  /** Of `when`: taken apart, down to both sides of its comparisons. */
  readonly condition?: ConditionTrace;
}

/** One step on the way of a value. */
export interface TraceStep {
  readonly step: StepName;
  /** The step: an expression, a pattern, a setting; as it is written in the file, if it is there. */
  readonly what: string;
  /** `what` in fields, if it describes the step instead of quoting the file. */
  readonly phrase?: StepPhrase;
  /** `value`: it gave one, which is `output`. `wrong`: it could not be done. */
  readonly state: 'value' | 'missing' | 'empty' | 'wrong';
  readonly output?: unknown;
  /** The result of it, in words, where the output alone does not tell. */
  readonly words?: string;
  /** A note: why it is wrong, where a path ends. */
  readonly note?: string;
  /** For a path without a value: the nearest one that exists. */
  readonly nearest?: string;
  /** For a path: the places of its value in the payload. */
  readonly places?: readonly PayloadPlace[];
  /** The keys of the rule that defaults gave, as far as the step used them. */
  readonly defaults?: readonly TracedDefault[];
}

/** A key that a default gave, with its value as it is written. */
export interface TracedDefault extends GivenDefault {
  readonly value: string;
}

/** The keys of a rule, `reads` for a path that a larger expression reads, and what else happens to a value. */
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

/** The outcome of a part; `why` and `advice` in words where it is not simply used. */
export interface PartOutcome {
  /** `waits`: for the customer number of its link. */
  readonly kind: 'used' | 'cleared' | 'left-out' | 'wrong' | 'waits';
  /** The code of `why`. */
  readonly code?: DiagnosticCode | OutcomeCode;
  /** The text that is sent. */
  readonly text?: string;
  readonly why?: string;
  /** Next step if it should be otherwise. */
  readonly advice?: string;
}

/**
 * The reasons for an outcome that no diagnostic describes: `when` is false; the event names no person (and then `$linked`
 * gives nothing, or the rule needs it); the table gives null; the value is empty or missing in the event.
 */
export type OutcomeCode =
  | 'not-wanted'
  | 'no-person'
  | 'person-needed'
  | 'not-evaluated'
  | 'null-in-table'
  | 'empty'
  | 'missing';

/** A condition or a side of one, with what it gave for this event. */
export interface ConditionTrace {
  readonly source: string;
  /** Absent where it gave nothing or failed. */
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
