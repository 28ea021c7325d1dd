import type { Place } from '../diagnostics/diagnostic.ts';
import type { DateForm } from '../expressions/convert/date-form.ts';
import type { NumberFormat } from '../expressions/convert/number-format.ts';
import type { Expression } from '../expressions/expression.ts';
import type { ConsentName, DetailName, OnInvalid, Operation } from '../inbox/call.ts';
import type { GivenDefault, OpenKeys } from './rule-defaults.ts';

/** A mapping file after reading, checking its shape and compiling. Immutable. */
export interface Mapping {
  /** The file's name without `.yaml`. */
  readonly name: string;
  /** The path of the file as shown to people. */
  readonly file: string;
  /** A hash of the text of the file. */
  readonly version: string;
  readonly source: string;
  readonly destination: { readonly name: string } | { readonly rule: Rule };
  readonly when: Located<Expression> | undefined;
  /** `because`: the reason for which its warnings do not apply. */
  readonly link: (Located<Expression> & { readonly because?: string }) | undefined;
  readonly whenUnlinked: 'wait' | 'fail' | 'skip';
  readonly onInvalid: 'fail' | 'drop';
  readonly onUnknownField: 'hold' | 'drop';
  readonly maxAgeMs: number;
  /** If true, an event older than the newest delivered one of its person is skipped. Updates only. */
  readonly ignoreOlder: boolean;
  readonly operation: Operation;
  /** The country of the customers by the nearest defaults; two capital letters. */
  readonly country?: string;
  /** The rule for each parameter, in the order of the file. */
  readonly set: readonly ParameterRule[];
  /** The rule for each additional field, in the order of the file. */
  readonly additionalFields: readonly FieldRule[];
  readonly tests: readonly MappingTest[];
  /** The names of the config's tables that its rules use. */
  readonly configTables?: readonly string[];
  /** The places of its source and destination, and of the key `ignoreOlder` if it has one. */
  readonly places?: {
    readonly source: Place;
    readonly destination: Place;
    readonly ignoreOlder?: Place;
  };
}

export interface Located<T> {
  readonly value: T;
  readonly place: Place;
}

/** The parameters of both operations except `additionalFields`. */
export type ParameterName =
  | 'id'
  | 'note'
  | 'customerStatus'
  | 'appointmentId'
  | 'appointmentParticipantId'
  | 'customerId'
  | 'appointmentParticipant.customerComment'
  | DetailName
  | ConsentName;

export interface ParameterRule {
  readonly name: ParameterName;
  /** The place of the name. */
  readonly place: Place;
  readonly rule: Rule;
}

export interface FieldRule {
  readonly key: string;
  readonly place: Place;
  readonly rule: Rule;
}

export type Conversion = 'text' | 'number' | 'boolean' | 'date' | 'phone' | 'list' | 'choice' | 'choices';

/** The settings that determine one value. */
export interface Rule {
  /** The place of the rule's value. */
  readonly place: Place;
  readonly base:
    | { readonly kind: 'expression'; readonly expression: Expression; readonly place: Place }
    | { readonly kind: 'literal'; readonly value: unknown; readonly place: Place }
    | { readonly kind: 'template'; readonly parts: readonly (string | Expression)[]; readonly place: Place };
  readonly lookup:
    | {
        readonly entries: ReadonlyMap<string, { readonly value: unknown; readonly place: Place }>;
        readonly ignoreCase: boolean;
        /** Undefined: a value that is not in the table is invalid. `null`: it counts as missing. */
        readonly otherwise: { readonly value: unknown; readonly place: Place } | undefined;
      }
    | undefined;
  readonly as: Conversion | undefined;
  /** `false`: outer spaces of payload values are kept. */
  readonly trim?: boolean | undefined;
  /** True if the value is HTML, of which only the text is sent. */
  readonly html?: true | undefined;
  readonly date: DateForm;
  readonly phone: { readonly country: string | undefined };
  readonly separator: string;
  /** The decimal separator of numbers; undefined: each number must show its own. */
  readonly decimal?: '.' | ',' | undefined;
  /** The format of numbers; undefined: plain digits with a point. */
  readonly numbers?: NumberFormat | undefined;
  readonly default: { readonly value: unknown; readonly place: Place } | undefined;
  readonly whenMissing: 'skip' | 'clear' | 'fail';
  readonly whenEmpty: 'skip' | 'clear' | 'fail';
  /** The effect of a bad value; by default the setting of the mapping. In a list, `drop` removes the bad elements. */
  readonly onInvalid?: OnInvalid | undefined;
  readonly because: string | undefined;
  readonly header: string | undefined;
  /** The keys that were set by defaults. */
  readonly given?: readonly GivenDefault[];
  /** The keys that the defaults of its destination may still set. */
  readonly open?: OpenKeys;
}

/** An expectation of a test other than the exact calls. */
export type OtherExpectation =
  /** The calls have the values in `expect`, and may have others. */
  | { readonly kind: 'includes' }
  /** The event fails with a diagnostic of this code. */
  | { readonly kind: 'fails'; readonly code: string }
  | { readonly kind: 'skips' }
  | { readonly kind: 'cases'; readonly rules: readonly RuleCases[] };

/** A table of inputs and outputs for the rule of a parameter or keyName. */
export interface RuleCases {
  readonly rule: string;
  readonly place: Place;
  readonly cases: readonly RuleCase[];
}

/** The input of a rule, and the sent value (null: nothing) or the code of its failure. */
export interface RuleCase {
  readonly input: string;
  readonly output?: string | number | boolean | null;
  readonly fails?: string;
  readonly place: Place;
}

/** True if the payload of a test is a typical event: it has no table of cases, and no expected failure. */
export function isSample({ instead }: MappingTest): boolean {
  return instead?.kind !== 'cases' && instead?.kind !== 'fails';
}

/** One entry of `tests`. */
export interface MappingTest {
  readonly name: string;
  readonly place: Place;
  /** The payload of one event, or a file with the body of a whole webhook. No bytes if it cannot be read. */
  readonly payload:
    | { readonly event: unknown }
    | {
        readonly file: {
          readonly path: string;
          readonly bytes: Uint8Array | undefined;
          readonly fault?: string;
        };
      };
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly linked: string | undefined;
  /** Undefined: `expect` has all calls. */
  readonly instead?: OtherExpectation;
  /** The expected calls, or parts of them, in the form of `requestView`; `[]` for none. */
  readonly expect: readonly Readonly<Record<string, unknown>>[];
  /** The places of the keyNames of the expected additional fields. */
  readonly expectedFields?: readonly { readonly key: string; readonly place: Place }[];
}
