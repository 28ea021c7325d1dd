import type { Place } from '../diagnostics/diagnostic.ts';
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
  /** Where its names of the config stand, and the key `ignoreOlder`, where it has one. */
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
  /** Where the name stands. */
  readonly place: Place;
  readonly rule: Rule;
}

export interface FieldRule {
  readonly key: string;
  readonly place: Place;
  readonly rule: Rule;
}

export type Conversion = 'text' | 'number' | 'boolean' | 'date' | 'phone' | 'list' | 'choice' | 'choices';

/** How one value arises. */
export interface Rule {
  /** Where the rule's value stands. */
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
  /** `false`: blanks at the ends of a value of the payload are kept. */
  readonly trim?: boolean | undefined;
  readonly date: {
    readonly parse: readonly string[];
    readonly format: string | undefined;
    readonly zone: string | undefined;
    /** In which names of months and days are written, and read first; English where it is left out. */
    readonly language?: string;
  };
  readonly phone: { readonly country: string | undefined };
  readonly separator: string;
  /** The sign before the decimals of numbers; undefined where each number must tell by itself. */
  readonly decimal?: '.' | ',' | undefined;
  readonly default: { readonly value: unknown; readonly place: Place } | undefined;
  readonly whenMissing: 'skip' | 'clear' | 'fail';
  readonly whenEmpty: 'skip' | 'clear' | 'fail';
  /** What a bad value does; left out: what the mapping says. Of a list, `drop` leaves out the bad elements. */
  readonly onInvalid?: OnInvalid | undefined;
  readonly because: string | undefined;
  readonly header: string | undefined;
  /** The keys that defaults gave. */
  readonly given?: readonly GivenDefault[];
  /** The keys that the defaults of its destination may still give. */
  readonly open?: OpenKeys;
}

/** What a test expects in place of all calls as they are. */
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

/** What a rule gets, and what is sent then (null: nothing), or the code with which it fails. */
export interface RuleCase {
  readonly input: string;
  readonly output?: string | number | boolean | null;
  readonly fails?: string;
  readonly place: Place;
}

/** Whether the payload of a test is one of the events as they should be: no table of cases, and none that fails. */
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
  /** Where the keyNames of the expected additional fields stand. */
  readonly expectedFields?: readonly { readonly key: string; readonly place: Place }[];
}
