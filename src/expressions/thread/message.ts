import type { ReadingDefaults } from '../conversions.ts';
import type { ExpressionFailed } from '../expression.ts';
import type { Allowance } from '../meter.ts';
import type { Notice } from '../notice.ts';

/** The request to the thread: to evaluate one expression. */
export interface EvaluationRequest extends Values {
  readonly source: string;
  readonly allowance: Allowance;
  /** The defaults for its functions that read values. */
  readonly reading?: ReadingDefaults;
}

/** The data of an expression in the form that is sent. */
export interface Values {
  readonly input: SentValue;
  /** The variables that the expression uses, without the dollar sign. */
  readonly bindings: readonly (readonly [name: string, value: SentValue])[];
  /** JSON texts that the thread does not have yet, by their numbers. */
  readonly texts: readonly (readonly [number: number, json: string])[];
  /** Numbers of texts that later messages do not use. */
  readonly forgotten: readonly number[];
}

/** A value in a message: itself, or the number of a JSON text that the thread has. */
export type SentValue = { readonly value: unknown } | { readonly text: number };

/** The response of the thread. */
export type ThreadReply =
  | {
      readonly kind: 'value';
      readonly value: unknown;
      readonly noticed: readonly Notice[];
      readonly ms: number;
    }
  | {
      readonly kind: 'failed';
      readonly code: ExpressionFailed['code'];
      readonly message: string;
      readonly hint?: string;
      readonly ms: number;
    };

/**
 * The computing time of the thread, in microseconds, at which its current evaluation began; 0 before that. It
 * is the only memory that both threads share.
 */
export type Began = Float64Array<SharedArrayBuffer>;
