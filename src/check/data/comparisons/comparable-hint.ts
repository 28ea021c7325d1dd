import { visibleText } from '../../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import type {
  PlacedComparison,
  Side,
  ValueType,
} from '../../../expressions/comparisons/placed-comparisons.ts';
import { answerInWords } from '../../../mapping/convert/convert-boolean.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';

/** A comparison whose sides have two types. */
export interface ComparedTypes {
  /** The types of the path in samples and stored events. */
  readonly seen: ReadonlySet<ValueType>;
  /** The values of the path in samples. */
  readonly samples: readonly unknown[];
  readonly use: ExpressionUse;
}

/**
 * Returns the line to write instead of a comparison that is never true: with literals like the values of
 * samples, with `as: boolean` if a rule only tests for yes or no, or with both sides as texts.
 */
export function comparableHint(comparison: PlacedComparison, { seen, samples, use }: ComparedTypes): string {
  const { left, right } = comparison;
  const literals = [left, ...right].filter(({ isLiteral }) => isLiteral);
  if (literals.length === 0) {
    const arePaths = [left, ...right].every(({ steps }) => steps);
    return arePaths ? `compare both as texts: ${asTexts(comparison, [])}` : 'make both texts with $string(…)';
  }
  const path = left.steps ? left : right.find(({ steps }) => steps);
  const areAnswers = literals.every(({ text }) => text === 'true' || text === 'false');
  if (areAnswers && path && isWholeRule(use)) {
    return `write {from: ${expressionInYaml(path.text)}, as: boolean}, which reads ja, nein, on, 0 and the like`;
  }
  const [type] = seen;
  const isSure = seen.size === 1 && type !== undefined;
  const alike = (side: Side) =>
    isSure && side.isLiteral ? literalLike(side.text, type, samples) : undefined;
  if (literals.every(side => alike(side) !== undefined)) {
    return `did you mean ${written(comparison, side => alike(side) ?? side.text)}?`;
  }
  const shown = shownSamples(samples);
  const there = shown === undefined ? '' : `; the samples have ${shown}`;
  if (!areAnswers || !isSure || type !== 'text')
    return `compare it with a value as the payload has it${there}`;
  const open = written(comparison, side => alike(side) ?? (side.isLiteral ? '"…"' : side.text));
  return `write ${open}, with the text that means ${literals[0]?.text === 'false' ? 'no' : 'yes'}${there}`;
}

/** Returns a comparison of texts, which works for any payload. A yes or no has several spellings. */
export function asTexts(comparison: PlacedComparison, samples: readonly unknown[]): string {
  const { left, right, operator } = comparison;
  const [answer, ...others] = [left, ...right].filter(({ text }) => text === 'true' || text === 'false');
  const path = left.steps ? left : right.find(({ steps }) => steps);
  if (answer && others.length === 0 && path && operator !== 'in') {
    const isYes = answer.text === 'true';
    const same = samples.map(String).filter(each => answerInWords(each) === isYes && each !== answer.text);
    const texts = [...new Set(same)].slice(0, mostShown).map(each => JSON.stringify(each));
    const all = [JSON.stringify(answer.text), ...(texts.length > 0 ? texts : ['"…"'])].join(', ');
    const among = `$string(${path.text}) in [${all}]`;
    const what = texts.length > 0 ? '' : `, with the text that means ${isYes ? 'yes' : 'no'}`;
    return `${operator === '!=' ? `$not(${among})` : among}${what}`;
  }
  // The text of a list contains all its elements, so each element is converted separately.
  const isAmong = (side: Side) => operator === 'in' && !comparison.isListed && right.includes(side);
  return written(comparison, side => {
    if (side.isLiteral) return JSON.stringify(plainText(side.text));
    return isAmong(side) && side.steps ? `${side.text}.$string()` : `$string(${side.text})`;
  });
}

/** The maximum number of sample values that are shown. */
const mostShown = 3;

function shownSamples(samples: readonly unknown[]): string | undefined {
  const scalars = samples.filter(each => ['string', 'number', 'boolean'].includes(typeof each));
  const shown = [...new Set(scalars)].slice(0, mostShown).map(each => {
    const text = JSON.stringify(each);
    return visibleText(text.length > 50 ? `${text.slice(0, 49)}…` : text);
  });
  return shown.length === 0 ? undefined : shown.join(', ');
}

/** Handles `optin = true`, alone or as `optin = true ? true : false`. */
function isWholeRule({ expression, rule }: ExpressionUse): boolean {
  if (rule === undefined || rule.base.kind !== 'expression') return false;
  return /^[^?=!]+=\s*true(?:\s*\?\s*["']?true["']?\s*:\s*["']?false["']?)?$/.test(expression.source.trim());
}

function written(
  { left, right, operator, isListed }: PlacedComparison,
  textOf: (side: Side) => string,
): string {
  const others = right.map(textOf).join(', ');
  return `${textOf(left)} ${operator} ${isListed ? `[${others}]` : others}`;
}

/** Returns a literal of this type with the same meaning: one of a sample, else the usual one. */
function literalLike(literal: string, type: ValueType, samples: readonly unknown[]): string | undefined {
  const sample = samples.find(each => typeof each === typeNames[type] && meansSame(literal, each));
  return sample === undefined ? asType(literal, type) : JSON.stringify(sample);
}

const typeNames: Readonly<Record<ValueType, string>> = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
};

/** True for 12 and "012", true and "ja", 1 and true. */
function meansSame(literal: string, value: unknown): boolean {
  const plain = plainText(literal);
  const text = String(value).trim();
  if (isNumber(plain) && isNumber(text)) return Number(plain) === Number(text);
  const answer = answerInWords(plain);
  return answer !== undefined && answer === answerInWords(text);
}

function asType(literal: string, type: ValueType): string | undefined {
  const plain = plainText(literal);
  if (type === 'boolean') return answerInWords(plain)?.toString();
  if (type === 'number') return isNumber(plain) ? String(Number(plain)) : undefined;
  // It is unknown which text means yes.
  return literal === 'true' || literal === 'false' ? undefined : JSON.stringify(plain);
}

function plainText(literal: string): string {
  return literal.replace(/^(["'])(.*)\1$/s, '$2').trim();
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}
