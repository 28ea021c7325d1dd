import { visibleText } from '../../diagnostics/visible-text.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import {
  type Payloads,
  type PossibleResult,
  possibleResults,
} from '../../expressions/comparisons/possible-results.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Expression } from '../../expressions/expression.ts';
import { treeOf } from '../../expressions/parse.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { pathsRead } from '../../expressions/paths/placed-paths.ts';
import { nodesOf } from '../../expressions/syntax-tree.ts';
import { type Parsing, report } from './parsing.ts';
import type { RuleAsWritten } from './rule-as-written.ts';

/** Warns about a condition that is true, or false, for every event, except for a plain `true` or `false`. */
export function warnAboutSameCondition(parsing: Parsing, path: YamlPath, expression: Expression): void {
  if (expression.path !== null || typeof expression.literal?.value === 'boolean') return;
  for (const payloads of ['any', 'with all paths'] as const) {
    const answer = onlyAnswer(expression, payloads);
    if (answer === undefined) continue;
    const whatever = payloads === 'any' ? '' : `, whatever ${readBy(expression)} is`;
    const message = answer
      ? `when is true for every event${whatever}`
      : 'when is false for every event, so the mapping never applies';
    report(parsing, 'expression/always-same', message, { path }, { hint: hintFor(expression, answer) });
    return;
  }
}

/** Returns the only possible result of an expression, whatever its conditions; undefined if uncertain. */
function onlyAnswer(expression: Expression, payloads: Payloads): boolean | undefined {
  const results = possibleResults(expression, payloads);
  // Without a condition, or with `$exists`, the expression tests for existence.
  if (!results || (payloads !== 'any' && (!results.hasCondition || asksWhatExists(expression))))
    return undefined;
  const answers = new Set(results.all.map(truthOf));
  const [only] = answers;
  return answers.size === 1 ? only : undefined;
}

function asksWhatExists(expression: Expression): boolean {
  return nodesOf(treeOf(expression)).some(({ procedure }) => procedure?.value === 'exists');
}

function truthOf(result: PossibleResult): boolean | undefined {
  if (result.kind === 'unknown') return undefined;
  return result.kind === 'value' && Boolean(result.value);
}

function hintFor({ source }: Expression, answer: boolean): string {
  if (answer) {
    return / or /.test(source)
      ? 'if all conditions are to hold, write and between them in place of or; if every event is wanted, remove when'
      : 'write a condition that is false for the other events; if every event is wanted, remove when';
  }
  return / and /.test(source)
    ? 'if one of the conditions is enough, write or between them in place of and'
    : 'write a condition that is true for the events that the mapping is for';
}

/** The paths of an expression, in words. */
function readBy(expression: Expression): string {
  return pathsRead(expression)
    .map(steps => visibleText(pathText(steps)))
    .join(' and ');
}

/** Warns about a rule that chooses by a condition but always gives the same value. */
export function warnAboutSameValue(parsing: Parsing, { path, base, shape, use }: RuleAsWritten): void {
  if (base?.kind !== 'expression' || shape.because !== undefined) return;
  const { expression } = base;
  // Another fault in it is already reported.
  if (expression.path !== null || expression.isConstant || expression.warnings.length > 0) return;
  const results = possibleResults(expression, 'any');
  const [only, ...others] = results?.all ?? [];
  if (!results?.hasCondition || only?.kind !== 'value' || others.length > 0) return;
  const { value } = only;
  const message = `the rule for ${use.name} gives ${shown(value)} for every event, whatever its condition says`;
  const hint = `write another value behind the colon, or {value: ${JSON.stringify(value)}} if every event is to send it`;
  report(parsing, 'expression/always-same', message, { path }, { hint, place: base.place });
}
