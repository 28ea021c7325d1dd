import { visibleNames } from '../../diagnostics/visible-text.ts';
import { stepsOfPath } from '../../expressions/comparisons/measured-paths.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import { treeOf } from '../../expressions/parse.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { pathReader } from '../../expressions/paths/path-values.ts';
import { pathsRead, placedPaths } from '../../expressions/paths/placed-paths.ts';
import { isNode, type Node, nodesOf } from '../../expressions/syntax-tree.ts';
import type { Rule } from '../mapping.ts';

/**
 * Returns the advice for an expression that fails for an event where a path that it reads is an empty text, or where it
 * calculates with a path that is null: the same expression with a condition. It gives nothing for this event, and the same
 * as before for an event with a value. A number as text gets `$number`.
 */
export function emptyOperandHint({ base }: Rule, scope: Scope): string | undefined {
  if (base.kind !== 'expression') return undefined;
  const { expression } = base;
  const operands = operandsOf(expression);
  const isNull = ({ steps }: Operand) => valuesOf(steps, scope).some(each => each === null);
  const nulls = textsOf(operands.filter(isNull).map(({ steps }) => steps));
  if (nulls.length > 0) {
    const condition = nulls.map(text => `${text} != null`).join(' and ');
    return `${visibleNames(nulls)} ${nulls.length === 1 ? 'is' : 'are'} null: write '${condition} ? ${wholeOf(expression)}', which sends nothing then`;
  }
  const isEmpty = (value: unknown) => typeof value === 'string' && presenceOf(value) === 'empty';
  const texts = textsOf(pathsRead(expression).filter(steps => valuesOf(steps, scope).some(isEmpty)));
  if (texts.length === 0) return numberHint(expression, operands, scope);
  const { source } = expression;
  const filled = texts
    .map(text => `$trim(${source.includes(`${text} != null`) ? `$string(${text})` : text}) != ""`)
    .join(' and ');
  return `${visibleNames(texts)} ${texts.length === 1 ? 'is' : 'are'} empty: write '${filled} ? ${wholeOf(expression)}', which sends nothing then`;
}

function textsOf(paths: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(paths.map(pathText))];
}

function valuesOf(steps: readonly string[], scope: Scope): readonly unknown[] {
  return pathReader({ steps, text: pathText(steps) })(scope);
}

function wholeOf({ source }: Expression): string {
  const isShort = source.length <= 100 && !source.includes('\n');
  if (!isShort) return '(…) with this expression in place of …';
  return /[?;]|:=/.test(source) ? `(${source})` : source;
}

/** A path with whose value an expression calculates. */
interface Operand {
  readonly steps: readonly string[];
  /** True if it is the argument of `$number`. */
  readonly isNumber: boolean;
}

function operandsOf(expression: Expression): readonly Operand[] {
  return nodesOf(treeOf(expression)).flatMap(({ type, value, lhs, rhs }) =>
    type === 'binary' && operators.has(value) ? [lhs, rhs].flatMap(operandOf) : [],
  );
}

const operators: ReadonlySet<unknown> = new Set(['+', '-', '*', '/', '%']);

function operandOf(node: unknown): readonly Operand[] {
  if (!isNode(node)) return [];
  const argument = argumentOfNumber(node);
  return stepsOfPath(argument ?? node)
    .filter(steps => steps.length > 0)
    .map(steps => ({ steps, isNumber: argument !== undefined }));
}

function argumentOfNumber({ type, procedure, arguments: [argument] = [] }: Node): Node | undefined {
  const isNumber = type === 'function' && procedure?.type === 'variable' && procedure.value === 'number';
  return isNumber && isNode(argument) ? argument : undefined;
}

/** Returns the same expression with `$number` around each path that has a number as text. */
function numberHint(expression: Expression, operands: readonly Operand[], scope: Scope): string | undefined {
  const { source } = expression;
  const texts = operands.filter(
    ({ steps, isNumber }) =>
      !isNumber && valuesOf(steps, scope).every(each => typeof each === 'string' && plainNumber.test(each)),
  );
  const names = textsOf(texts.map(({ steps }) => steps));
  if (names.length === 0 || source.length > 100) return undefined;
  const places = placedPaths(expression).filter(
    ({ steps, from }) => from === 0 && names.includes(pathText(steps)),
  );
  const written = places.reduceRight(
    (text, { offset, length }) =>
      text.slice(0, offset).endsWith('$number(')
        ? text
        : `${text.slice(0, offset)}$number(${text.slice(offset, offset + length)})${text.slice(offset + length)}`,
    source,
  );
  return `${visibleNames(names)} ${names.length === 1 ? 'is a number' : 'are numbers'} as text: write '${written.trim()}'`;
}

const plainNumber = /^\s{0,9}-?\d{1,15}(?:\.\d{1,15})?\s{0,9}$/;
