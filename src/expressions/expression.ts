import type { Requirement } from './comparisons/requirement.ts';
import type { ReadingDefaults } from './conversions.ts';
import type { Allowance } from './meter.ts';
import type { TakeNotice } from './notice.ts';
import type { Remark } from './syntax.ts';
import type { Node } from './syntax-tree.ts';

/** The data of an expression: `input` is its root, `bindings` its variables, named without the dollar sign. */
export interface Scope {
  readonly input: unknown;
  readonly bindings: Readonly<Record<string, unknown>>;
  /** The defaults for the functions of the expression that read values. */
  readonly reading?: ReadingDefaults | undefined;
}

/** A compiled JSONata expression. Its result is `undefined` if the payload does not have the value. */
export interface Expression {
  readonly source: string;
  /** The variables it uses, without the dollar sign: `linked`, `answers`. Functions are not among them. */
  readonly variables: ReadonlySet<string>;
  /** The steps of the path if the expression is only a path, so that `check` can compare them with data. */
  readonly path: readonly string[] | null;
  /** The name of the question if the expression was made from `answer` of a rule. */
  readonly answer?: string;
  /** The value of the expression if it is only a literal. */
  readonly literal: { readonly value: unknown } | null;
  /** True if it reads nothing, and so always has the same result. */
  readonly isConstant: boolean;
  /** The reading functions that it calls, such as `date` or `choice`. Undefined if there are none. */
  readonly conversions?: ReadonlySet<string>;
  /** The requirements on paths that must hold if the expression is true, as far as its text shows them. */
  readonly requirements: readonly Requirement[];
  /** Warnings about likely mistakes. Their `place` is not set yet. */
  readonly warnings: readonly Remark[];
  /** Returns the syntax tree if it is kept for running; otherwise the caller parses the source again. */
  readonly tree?: () => Node;
  /** Evaluates a plain expression immediately. Throws the same errors as `evaluate`. */
  readonly evaluateDirectly?: (scope: Scope, take?: TakeNotice) => unknown;
  /**
   * Evaluates the expression. Plain expressions run directly, all others run in JSONata, in a thread that can
   * be ended. `allowance`: the purpose, which sets the maximum size of the result; the default is a single
   * value. `take` receives notices about functions that were called with unusual values.
   * @throws ExpressionFailed if JSONata throws or a limit is exceeded
   * @throws EvaluationsBusy if too many evaluations wait
   */
  evaluate(scope: Scope, allowance?: Allowance, take?: TakeNotice): Promise<unknown>;
}

/** The result of compiling an expression. */
export type Compiled = { readonly expression: Expression } | Remark;

/** An expression failed while it ran. Its message gives the reason without values of the payload. */
export class ExpressionFailed extends Error {
  override readonly name = 'ExpressionFailed';
  readonly code:
    | 'expression/failed'
    | 'expression/limit'
    | 'expression/too-slow'
    | 'expression/too-large'
    | 'mapping/unclear-answer'
    | 'mapping/invalid-value';
  /** The next step for the user, if known. */
  readonly hint: string | undefined;

  constructor(code: ExpressionFailed['code'], message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
