import type { Allowance } from './meter.ts';
import type { TakeNotice } from './notice.ts';
import type { Requirement } from './requirement.ts';
import type { Remark } from './syntax.ts';
import type { Node } from './syntax-tree.ts';

/** What an expression sees: `input` is its root, `bindings` its variables, named without the dollar sign. */
export interface Scope {
  readonly input: unknown;
  readonly bindings: Readonly<Record<string, unknown>>;
}

/** A compiled JSONata expression. `undefined` as a result means: the payload does not have it. */
export interface Expression {
  readonly source: string;
  /** The variables it uses, without the dollar sign: `linked`, `answers`. Functions are not among them. */
  readonly variables: ReadonlySet<string>;
  /** Where it is only a path: its steps as text, for checking it like data. */
  readonly path: readonly string[] | null;
  /** Where it stands for the answer to a question, as `answer` of a rule: the name of the question. */
  readonly answer?: string;
  /** Where it is only a literal: its value. */
  readonly literal: { readonly value: unknown } | null;
  /** Whether it reads nothing at all, and so gives the same every time. */
  readonly isConstant: boolean;
  /** What must hold of its paths for it to be true, as far as that can be told from its text. */
  readonly requirements: readonly Requirement[];
  /** Warnings about likely mistakes, their `place` not yet set. */
  readonly warnings: readonly Remark[];
  /** Its syntax tree, where that is kept to run it; any other is read anew by whoever wants it. */
  readonly tree?: () => Node;
  /** Where it is plain: evaluates it at once, and throws as `evaluate` does. */
  readonly evaluateDirectly?: (scope: Scope) => unknown;
  /**
   * Evaluates it. Plain expressions run directly, the rest in JSONata, in a thread that can be ended.
   * `allowance`: how much it may give; an ordinary value where it is left out. `take` learns what functions made of
   * values that they are hardly meant for.
   * @throws ExpressionFailed where JSONata throws or a limit is passed
   * @throws EvaluationsBusy where too many evaluations wait
   */
  evaluate(scope: Scope, allowance?: Allowance, take?: TakeNotice): Promise<unknown>;
}

/** What came of compiling an expression. */
export type Compiled = { readonly expression: Expression } | Remark;

/** An expression failed while it ran. Its message says why without showing values of the payload. */
export class ExpressionFailed extends Error {
  override readonly name = 'ExpressionFailed';
  readonly code:
    | 'expression/failed'
    | 'expression/limit'
    | 'expression/too-slow'
    | 'expression/too-large'
    | 'mapping/unclear-answer';
  /** What to do about it, where that is known. */
  readonly hint: string | undefined;

  constructor(code: ExpressionFailed['code'], message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
