import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { tableEntry } from '../../../diagnostics/yaml/table-entry.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { answerInWords } from '../../convert/convert-boolean.ts';
import { ifPresent } from './if-present.ts';
import { endOfComparison, meantBy } from './near-hint.ts';
import { nearComparisons } from './nearly-equal.ts';

/**
 * Returns what to write in place of an expression with the result true or false, so that nothing is sent for an event
 * without its value: a rule with `as: boolean` if it asks for a word for yes, and one with a table if it compares with
 * another value, such as the id of an option. A longer condition stays, behind a question for the value.
 */
export function ruleForYesNo(expression: Expression): string {
  const comparisons = nearComparisons(expression);
  const table = ruleForComparison(expression);
  if (table !== undefined) return `write ${table}, which sends nothing then`;
  const [only, ...others] = new Set(pathsRead(expression).map(pathText));
  const isAsked = comparisons.length > 0 || /\$contains\(|[<>]/.test(expression.source);
  const isChosen = /[\w`)]\[/.test(expression.source);
  const isEmptyMeant = comparisons.some(({ literals }) => literals.map(meantBy).includes(''));
  if (isEmptyMeant && only !== undefined && others.length === 0 && !isChosen)
    return `write $exists(${only}) ? (…) with this expression in place of …, which sends nothing then`;
  if (isAsked && only !== undefined && others.length === 0 && !isChosen)
    return `write ${ifPresent(only, '…')} with this expression in place of …, which sends nothing then`;
  if (isAsked)
    return 'write $exists(PATH) ? (…) with the path of the value and this expression in place of …, which sends nothing then';
  return 'write {from: PATH, as: boolean} with the path, which sends nothing then; if its texts are other words than yes and no, write values: {"…": true, "…": false} in place of as';
}

/** Returns the rule for an expression that is a comparison of one path; undefined for any other. */
export function ruleForComparison(expression: Expression): string | undefined {
  const [only, ...others] = nearComparisons(expression);
  if (!only || others.length > 0) return undefined;
  const { comparison, path, literals } = only;
  const { source } = expression;
  const isWhole =
    source.slice(0, comparison.offset).trim() === '' &&
    /^\s*(?:\?\s*true\s*:\s*false\s*)?$/.test(source.slice(endOfComparison(comparison, source)));
  // The elements of a list at the path would be looked up one by one.
  const isList = comparison.operator === 'in' && !comparison.left.steps;
  if (!isWhole || isList) return undefined;
  const from = expressionInYaml(path.text);
  const isNegated = comparison.operator === '!=';
  const values = literals.map(meantBy);
  // An empty key is no key of a table.
  if (values.includes('')) return undefined;
  if (values.every(each => typeof each !== 'number' && answerInWords(String(each)) === !isNegated))
    return `{from: ${from}, as: boolean}`;
  const entries = values.map(each => tableEntry(String(each), String(!isNegated)));
  if (entries.includes(undefined)) return undefined;
  return `{from: ${from}, values: {${entries.join(', ')}}, otherwise: "${isNegated}"}`;
}
