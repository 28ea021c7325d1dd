import type { ReadingDefaults } from './conversions.ts';
import type { Allowance } from './meter.ts';
import type { TakeNotice } from './notice.ts';
import type { Requirement } from './requirement.ts';
import type { Remark } from './syntax.ts';
import type { Node } from './syntax-tree.ts';

/** The data of an expression: `input` is its root, `bindings` its variables, named without the dollar sign. */
export interface Scope {
  readonly input: unknown;
  readonly bindings: Readonly<Record<string, unknown>>;
  /** The defaults for its functions that read values. */
  readonly reading?: ReadingDefaults | undefined;
}

/** A compiled JSONata expression. `undefined` as a result means: the payload does not have it. */
export interface Expression {
  readonly source: string;
  /** The variables it uses, without the dollar sign: `linked`, `answers`. Functions are not among them. */
  readonly variables: ReadonlySet<string>;
  /** For an expression that is only a path: its steps as texts, for checking it like data. */
  readonly path: readonly string[] | null;
  /** For an expression made from `answer` of a rule: the name of the question. */
  readonly answer?: string;
  /** For an expression that is only a literal: its value. */
  readonly literal: { readonly value: unknown } | null;
  /** True if it reads nothing, and so always has the same result. */
  readonly isConstant: boolean;
  /** The functions among its own that read values: `date`, `choice`; left out: none. */
  readonly conversions?: ReadonlySet<string>;
  /** The requirements on its paths for it to be true, as far as its text shows them. */
  readonly requirements: readonly Requirement[];
  /** Warnings about likely mistakes, their `place` not yet set. */
  readonly warnings: readonly Remark[];
  /** Returns its syntax tree, if it is kept for running it; otherwise the caller parses the source again. */
  readonly tree?: () => Node;
  /** For a plain expression: evaluates it at once, and throws as `evaluate` does. */
  readonly evaluateDirectly?: (scope: Scope, take?: TakeNotice) => unknown;
  /**
   * Evaluates it. Plain expressions run directly, the rest in JSONata, in a thread that can be ended.
   * `allowance`: how much it may give; an ordinary value where it is left out. `take` learns what functions made of
   * values that they are hardly meant for.
   * @throws ExpressionFailed where JSONata throws or a limit is passed
   * @throws EvaluationsBusy where too many evaluations wait
   */
  evaluate(scope: Scope, allowance?: Allowance, take?: TakeNotice): Promise<unknown>;
}

/** The result of compiling an expression. */
export type Compiled = { readonly expression: Expression } | Remark;

/** An expression failed while it ran. Its message says why without showing values of the payload. */
export class ExpressionFailed extends Error {
  override readonly name = 'ExpressionFailed';
  readonly code:
    | 'expression/failed'
    | 'expression/limit'
    | 'expression/too-slow'
    | 'expression/too-large'
    | 'mapping/unclear-answer'
    | 'mapping/invalid-value';
  /** Next step, where that is known. */
  readonly hint: string | undefined;

  constructor(code: ExpressionFailed['code'], message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
