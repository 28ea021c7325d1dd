import { onceFor } from '../../../diagnostics/once-for.ts';
import { compile } from '../../../expressions/compile.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { keyText, pathText } from '../../../expressions/paths/path-text.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { nodesOf } from '../../../expressions/syntax-tree.ts';

/** True for an expression that takes a part of a text. */
export function cutsText({ source }: Pick<Expression, 'source'>): boolean {
  return cutting.test(source);
}

/** True for an expression that calculates with its values, so that the result stands in no text. */
export const calculatesWith = onceFor((expression: Expression): boolean =>
  nodesOf(treeOf(expression)).some(({ type, value }) => type === 'binary' && arithmetic.has(String(value))),
);

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);

/**
 * Reads the text of which an expression takes a part: `messages[0].text.body` of `$match(messages[0].text.body, /\d+/)`, else the
 * only path that the expression reads. Undefined if it takes parts of several texts.
 */
export const textCut = onceFor((expression: Expression): PathReader | undefined => {
  const { several, subject } = subjectsOf(expression);
  if (several) return undefined;
  const evaluateDirectly = subject?.evaluateDirectly;
  return evaluateDirectly ? scope => [evaluateDirectly(scope)].flat() : onlyPath(expression);
});

/** Returns the path of the only text of which an expression takes a part. */
export function textPath(expression: Expression): Expression | undefined {
  return cutting.test(expression.source) ? subjectsOf(expression).subject : undefined;
}

const subjectsOf = onceFor(
  ({ source }: Expression): { readonly several: boolean; readonly subject: Expression | undefined } => {
    const calls = [...source.matchAll(innermost)].map(([, subject = '']) => subject.trim());
    const [subject, ...others] = new Set(calls);
    const isPlain = subject !== undefined && !cutting.test(subject);
    return { several: others.length > 0, subject: isPlain ? compiledPath(subject) : undefined };
  },
);

const cutting = /\$(?:match|replace|split|substring|substringBefore|substringAfter)\b/;
/** The first argument of a function that takes a part of a text: a path with positions and conditions, or a look-up. */
const innermost =
  /\$(?:match|replace|split|substring|substringBefore|substringAfter)\(\s?((?:\$lookup\([\p{L}\p{N}_.]{1,200}, ?"[^"]{1,100}"\)|[\p{L}_$][^,()]{0,300}))\s?[,)]/gu;
const lookedUp = /^\$lookup\(([\p{L}\p{N}_.]{1,200}), ?"([^"]{1,100})"\)$/u;

function compiledPath(subject: string): Expression | undefined {
  const [, object, key = ''] = lookedUp.exec(subject) ?? [];
  const compiled = compile(object === undefined ? subject : `${object}.${keyText(key)}`);
  return 'expression' in compiled ? compiled.expression : undefined;
}

function onlyPath(expression: Expression): PathReader | undefined {
  const [steps, ...others] = pathsRead(expression);
  return !steps || others.length > 0 ? undefined : pathReader({ steps, text: pathText(steps) });
}
