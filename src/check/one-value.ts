import { onceFor } from '../diagnostics/once-for.ts';
import { spellings } from '../diagnostics/spellings.ts';
import type { Expression } from '../expressions/expression.ts';
import { treeOf } from '../expressions/parse.ts';
import { pathText } from '../expressions/paths/path-text.ts';
import { placedPaths } from '../expressions/paths/placed-paths.ts';
import { isNode, type Node, nodesOf } from '../expressions/syntax-tree.ts';
import { quotedName } from '../mapping/answers/answer-expression.ts';
import { consentAnswer } from '../mapping/convert/consent-answer.ts';
import type { Rule } from '../mapping/mapping.ts';
import { ruleExpressions } from '../mapping/rules-of.ts';
import { nameLikeness } from './names/name-likeness.ts';

/** The only value that a rule reads, whatever it does with it. */
export interface OneValue {
  /** The name of the question, if it is the answer to one. */
  readonly asked: string | undefined;
  /** The path of the value. */
  readonly steps: readonly string[];
  /** True for a rule that only reads it, without an expression or a template around it. */
  readonly isWhole: boolean;
  /** `calculated`: with numbers, so that it is in another unit. `compared`: only yes or no is left of it. */
  readonly use: 'read' | 'calculated' | 'compared';
  /** The texts of the expression: the answers that it is compared with, and the results. */
  readonly texts: readonly string[];
}

/**
 * Returns the question or the path that a rule reads, also inside of conversions, comparisons with literals, conditions
 * with literals as their results, and templates: `$number($answers.Gewicht)`, `$answers.Kanal = "SMS"`. Undefined if it reads
 * several or none, chooses in a list, counts, or makes another thing of the value, such as an age.
 */
export const oneValueOf = onceFor((rule: Rule): OneValue | undefined => {
  const [expression, ...others] = ruleExpressions(rule);
  if (!expression || others.length > 0) return undefined;
  const { base } = rule;
  const isTemplate = base.kind === 'template';
  if (isTemplate && base.parts.some(each => typeof each === 'string' && each.includes('://')))
    return undefined;
  const found = valueIn(expression);
  return found && isTemplate ? { ...found, isWhole: false } : found;
});

const valueIn = onceFor((expression: Expression): OneValue | undefined => {
  const { answer, path } = expression;
  if (answer !== undefined || path) {
    const steps = path?.map(String) ?? [];
    return { asked: answer ?? questionAt(steps), steps, isWhole: true, use: 'read', texts: [] };
  }
  if (expression.isConstant) return undefined;
  const nodes = nodesOf(treeOf(expression));
  if (!nodes.every(keepsMeaning)) return undefined;
  const [first, ...more] = placedPaths(expression);
  if (!first) return undefined;
  const { steps } = first;
  const isSame = [first, ...more].every(
    each => each.from === 0 && each.bare > 0 && each.steps.join('\n') === steps.join('\n'),
  );
  if (!isSame) return undefined;
  const texts = nodes.flatMap(({ type, value }) => (type === 'string' ? [String(value)] : []));
  return { asked: questionAt(steps), steps, isWhole: false, use: useIn(nodes), texts };
});

function questionAt(steps: readonly string[]): string | undefined {
  return steps.length === 2 && steps[0] === '$answers' ? steps[1] : undefined;
}

/** True for a part of an expression that does not make another thing of a value, and reads no place that is unknown. */
function keepsMeaning(node: Node): boolean {
  const { type, value, procedure, focus, index, stages, predicate } = node;
  if (focus !== undefined || index !== undefined) return false;
  if (![...(stages ?? []), ...(predicate ?? [])].every(isPosition)) return false;
  if (type === 'binary') return operators.has(String(value));
  if (type === 'unary') return value === '[' || (value === '-' && node.expression?.type === 'number');
  if (type === 'function') return procedure?.type === 'variable' && functions.has(String(procedure.value));
  return parts.has(type);
}

function isPosition({ type, expr }: Node): boolean {
  return type === 'filter' && expr?.type === 'number';
}

const parts: ReadonlySet<string> = new Set(
  'path name variable string number value regex condition block filter apply'.split(' '),
);
const operators: ReadonlySet<string> = new Set(['=', '!=', 'in', 'and', 'or', '&', '*', '/']);
const functions: ReadonlySet<string> = new Set(
  `number string boolean not exists trim lowercase uppercase contains replace substring substringBefore substringAfter match
  split join pad phone date choice parseInteger formatNumber floor ceil round abs fromMillis toMillis distinct`.split(
    /\s+/,
  ),
);

function useIn(nodes: readonly Node[]): OneValue['use'] {
  const isOf = (values: readonly string[]) => (node: Node) =>
    node.type === 'binary' && isNode(node.lhs) && values.includes(String(node.value));
  if (nodes.some(isOf(['*', '/']))) return 'calculated';
  const asks = ({ type, procedure }: Node) =>
    type === 'condition' || (type === 'function' && asking.has(String(procedure?.value)));
  return nodes.some(each => isOf(['=', '!=', 'in'])(each) || asks(each)) ? 'compared' : 'read';
}

const asking: ReadonlySet<string> = new Set(['exists', 'contains', 'boolean', 'not', 'match']);

/** Returns a value as an expression writes it. */
export function pathOfValue({ steps }: Pick<OneValue, 'steps'>): string {
  return pathText(steps);
}

/**
 * True if a text of the expression has a name of its field, or a word of it: `sms.ok: $answers.Kanal = "SMS"`. The question may
 * have any name then.
 */
export function namesField({ texts }: OneValue, names: readonly string[]): boolean {
  const own = new Set(names.flatMap(wordsIn));
  return texts.some(
    text => wordsIn(text).some(word => own.has(word)) || names.some(name => nameLikeness(name, text) > 0),
  );
}

function wordsIn(name: string): readonly string[] {
  return spellings(name.slice(0, longestName)).flatMap(each =>
    each.split(' ').filter(word => word.length > 2),
  );
}

const longestName = 200;

/**
 * Returns what to write for a rule that is to read another value (`name`: a question, `path`: as it is written): the rule if it
 * only reads one, else the part of its expression, which stays. A comparison needs the words of the other value.
 */
export function readsInstead(
  value: OneValue,
  better:
    | { readonly name: string; readonly value: unknown }
    | { readonly path: string; readonly value: unknown },
): string {
  if (value.isWhole)
    return 'name' in better ? `write {answer: ${quotedName(better.name)}}` : `read ${better.path}`;
  const path = 'name' in better ? pathText(['$answers', better.name]) : better.path;
  const words = hasItsWords(value, better.value) ? '' : ', and compare it with the words of its answers';
  return `read ${path} in place of ${pathOfValue(value)}${words}`;
}

/** True if a comparison may stay as it is for a value. */
function hasItsWords({ use, texts }: OneValue, value: unknown): boolean {
  const words = texts.filter(each => each.trim() !== '');
  if (use !== 'compared' || words.length === 0) return true;
  const isAnswer = consentAnswer(value) !== undefined;
  return words.some(each => each === value || (isAnswer && consentAnswer(each) !== undefined));
}
