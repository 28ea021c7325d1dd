import type { Place } from '../diagnostics/diagnostic.ts';
import type { DateForm } from '../expressions/convert/date-form.ts';
import type { NumberFormat } from '../expressions/convert/number-format.ts';
import type { Expression } from '../expressions/expression.ts';
import type { ConsentName, DetailName, OnInvalid, Operation } from '../inbox/call.ts';
import type { GivenDefault, OpenKeys } from './rule-defaults.ts';

/** A mapping file, read, checked for its shape and compiled. Immutable. */
export interface Mapping {
  /** The file's name without `.yaml`. */
  readonly name: string;
  /** Path of the file, as shown to people. */
  readonly file: string;
  /** Hash of the file's text. */
  readonly version: string;
  readonly source: string;
  readonly destination: { readonly name: string } | { readonly rule: Rule };
  readonly when: Located<Expression> | undefined;
  readonly link: Located<Expression> | undefined;
  readonly whenUnlinked: 'wait' | 'fail' | 'skip';
  readonly onInvalid: 'fail' | 'drop';
  readonly onUnknownField: 'hold' | 'drop';
  readonly maxAgeMs: number;
  /** An event that happened before the newest one that was delivered for its person is skipped. Updates only. */
  readonly ignoreOlder: boolean;
  readonly operation: Operation;
  /** The rule for each parameter, in the order of the file. */
  readonly set: readonly ParameterRule[];
  /** The rule for each additional field, in the order of the file. */
  readonly additionalFields: readonly FieldRule[];
  readonly tests: readonly MappingTest[];
  /** The names of the tables of the config that its rules use. */
  readonly configTables?: readonly string[];
  /** The places of its names from the config, and of the key `ignoreOlder`, if it has one. */
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

/** The parameters of both operations but `additionalFields`. */
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

/** The settings that make one value. */
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
        /** Absent: a value that is not in the table is invalid. `null`: as if it were missing. */
        readonly otherwise: { readonly value: unknown; readonly place: Place } | undefined;
      }
    | undefined;
  readonly as: Conversion | undefined;
  /** `false`: outer spaces of a payload value are kept. */
  readonly trim?: boolean | undefined;
  /** The value is HTML, of which the text is sent. */
  readonly html?: true | undefined;
  readonly date: DateForm;
  readonly phone: { readonly country: string | undefined };
  readonly separator: string;
  /** The decimal separator of numbers; undefined if each number must show it. */
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
  /** The keys that defaults gave. */
  readonly given?: readonly GivenDefault[];
  /** The keys that the defaults of its destination may still give. */
  readonly open?: OpenKeys;
}

/** An expectation of a test other than the exact calls. */
export type OtherExpectation =
  /** The calls have what `expect` says, and may have more. */
  | { readonly kind: 'includes' }
  /** The event fails with a diagnostic of this code. */
  | { readonly kind: 'fails'; readonly code: string }
  | { readonly kind: 'skips' }
  | { readonly kind: 'cases'; readonly rules: readonly RuleCases[] };

/** A table of inputs and outputs for one rule, by the name of its parameter or its keyName. */
export interface RuleCases {
  readonly rule: string;
  readonly place: Place;
  readonly cases: readonly RuleCase[];
}

/** The input of a rule, with the value that is sent (null: nothing), or the code with which it fails. */
export interface RuleCase {
  readonly input: string;
  readonly output?: string | number | boolean | null;
  readonly fails?: string;
  readonly place: Place;
}

/** True if the payload of a test is a usual event: no table of cases, and no expected failure. */
export function isSample({ instead }: MappingTest): boolean {
  return instead?.kind !== 'cases' && instead?.kind !== 'fails';
}

/** One entry of `tests`. */
export interface MappingTest {
  readonly name: string;
  readonly place: Place;
  /** One event's payload, or a file with the body of a whole webhook; without bytes where it cannot be read. */
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
  /** Left out: `expect` has all calls. */
  readonly instead?: OtherExpectation;
  /** The calls that are expected, or parts of them, as `requestView` shows them; `[]` for none. */
  readonly expect: readonly Readonly<Record<string, unknown>>[];
  /** The places of the keyNames of the expected additional fields. */
  readonly expectedFields?: readonly { readonly key: string; readonly place: Place }[];
}
