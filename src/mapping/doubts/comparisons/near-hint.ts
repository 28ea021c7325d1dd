import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import type { PlacedComparison, Side } from '../../../expressions/comparisons/placed-comparisons.ts';
import { compile } from '../../../expressions/compile.ts';
import { answerInWords } from '../../convert/convert-boolean.ts';
import type { ExpressionUse } from '../../expression-uses.ts';

/** A comparison with a value that differs from its literal only in its spelling. */
export interface NearlyCompared {
  readonly comparison: PlacedComparison;
  readonly path: Side;
  readonly literal: Side;
  /** Undefined if it may not be shown, or if other events have the literal itself. */
  readonly near: unknown;
  readonly isAmong: boolean;
  /** True if the value is an element of a list. */
  readonly isElement: boolean;
  /** True if one letter of a word differs. */
  readonly isTypo: boolean;
  /** True if all known events have this spelling, so that a new literal breaks none of them. */
  readonly isEverywhere: boolean;
}

/** Returns the value of a literal as it is written. */
export const meantBy = onceFor(({ text, type }: Side): unknown => {
  const plain = text.trim();
  if (type === 'number') return Number(plain);
  if (type === 'boolean') return plain === 'true';
  return plain.replace(/^(["'])(.*)\1$/s, '$2');
});

/**
 * Writes the comparison for the value of an event. Other events may have the literal as it is written, so the new
 * comparison holds for both spellings. A rule for a yes or no is written shorter.
 */
export function nearHint(compared: NearlyCompared, use: ExpressionUse): string {
  const { comparison, path, literal, near, isAmong, isTypo, isEverywhere } = compared;
  const { source } = use.expression;
  const meant = meantBy(literal);
  if (isTypo) return typoHint(literal, near, source);
  if (isAmong) {
    const [separator = ','] = /[,;|]/.exec(String(near)) ?? [];
    const search = `${literal.text.trim()} in $map($split(${path.text}, "${separator}"), $trim)`;
    return `to ask for one of them, write ${comparison.operator === '!=' ? `$not(${search})` : search}`;
  }
  const isWhole = use.rule !== undefined && source.trim() === `${path.text} = ${JSON.stringify(meant)}`;
  if (isWhole && answerInWords(String(meant)) === true && typeof meant !== 'number') {
    return `write {from: ${expressionInYaml(path.text)}, as: boolean}, which reads ja, nein, on, 0 and the like`;
  }
  const isCopied = near !== undefined && (typeof near !== 'string' || withoutBlankEnds(near) === near);
  const copied =
    isEverywhere && isCopied ? source.replaceAll(literal.text.trim(), JSON.stringify(near)) : source;
  if (copied !== source && copied.length < longestHint) return `write ${copied}`;
  return tolerantHint(compared, source);
}

function typoHint(literal: Side, near: unknown, source: string): string {
  if (near === undefined) return 'write the text as the events have it, or give the reason in because:';
  const written = source.replaceAll(literal.text.trim(), JSON.stringify(near));
  const line = written.length < longestHint ? ` Then write ${written};` : '';
  return `did you mean ${JSON.stringify(near)}?${line} if both texts are right, compare with each of them`;
}

/** Longer expressions are not repeated in a hint. */
const longestHint = 160;

function tolerantHint(compared: NearlyCompared, source: string): string {
  const { comparison, path } = compared;
  const isTyped = comparesTypes(compared);
  const aim = isTyped ? 'to compare as texts' : 'to compare in any letters';
  const line = tolerant(compared, isTyped);
  const written = line === undefined ? undefined : writtenInstead(line, comparison, source);
  return written === undefined
    ? `${aim}, use $lowercase(${isTyped ? '$string' : '$trim'}(${path.text})) in place of ${path.text}, and write the other texts in small letters`
    : `${aim}, write ${written}`;
}

/**
 * Returns an expression with another comparison in place of one of its own, so that the parts around it stay. If it is
 * long, only the comparison is repeated. Undefined if the result cannot be read.
 */
export function writtenInstead(
  line: string,
  comparison: PlacedComparison,
  source: string,
): string | undefined {
  const { offset } = comparison;
  const end = endOfComparison(comparison, source);
  const behind = source.slice(end);
  // Brackets after the last path are not part of the comparison.
  if (/^\s*\[/.test(behind) || line.includes('…') || !isReadable(line)) return undefined;
  const own = source.slice(offset, end).trim();
  const isPart = source.trim() !== own && !isInBrackets(source, offset, end);
  const part = isPart && / (?:and|or) /.test(line) ? `(${line})` : line;
  const gap = /\s/.test(source.slice(end - 1, end)) ? ' ' : '';
  const whole = `${source.slice(0, offset)}${part}${gap}${behind}`.trim();
  return whole.length < longestHint && isReadable(whole) ? whole : `${part} in place of ${own}`;
}

function isInBrackets(source: string, offset: number, end: number): boolean {
  return source.slice(0, offset).trimEnd().endsWith('(') && source.slice(end).trimStart().startsWith(')');
}

/** Returns the end of a comparison, which is behind the bracket of its list. */
export function endOfComparison({ offset, length, isListed }: PlacedComparison, source: string): number {
  const end = offset + length;
  const rest = /^(?:[^\]"']|"[^"]*"|'[^']*')*\]/.exec(source.slice(end))?.[0] ?? '';
  return isListed ? end + rest.length : end;
}

/** True if the value or the literal is not a text. */
function comparesTypes({ near, literal }: NearlyCompared): boolean {
  return literal.type !== 'text' || (near !== undefined && typeof near !== 'string');
}

/** Returns a comparison that is true for the literals in any letters; undefined if a side is neither path nor literal. */
function tolerant(compared: NearlyCompared, isTyped: boolean): string | undefined {
  const { comparison, near, isElement } = compared;
  const { operator, left, right, isListed } = comparison;
  if (![left, ...right].every(side => side.isLiteral || side.steps !== undefined)) return undefined;
  const reading = isTyped ? '$string' : '$trim';
  const read = (side: Side) => `$lowercase(${reading}(${side.text}))`;
  const elements = (side: Side) => `${side.text}.$lowercase(${reading}($))`;
  const written = (side: Side) => (side.isLiteral ? textsOf(side, compared, isTyped) : [read(side)]);
  const [only] = right;
  if (only === undefined) return undefined;
  if (operator === 'in' && isListed && isElement && left.steps)
    return each(right.flatMap(written), text => `${text} in ${elements(left)}`, 'or');
  if (operator === 'in' && isListed) return joined(written(left), 'in', right.flatMap(written));
  if (operator === 'in') return each(written(left), text => `${text} in ${elements(only)}`, 'or');
  const [path, literal] = left.steps ? [left, only] : [only, left];
  if (isElement) {
    const asked = each(written(literal), text => `${text} in ${elements(path)}`, 'or');
    return operator === '!=' ? `$not(${asked})` : asked;
  }
  if (near === undefined && isTyped) return undefined;
  // != of a missing value is false, and $not(… in …) of it is true.
  if (operator === '!=') return each(written(literal), text => `${read(path)} != ${text}`, 'and');
  return joined([read(path)], 'in', written(literal));
}

function joined(left: readonly string[], operator: string, right: readonly string[]): string | undefined {
  const [one, ...more] = left;
  const [only, ...others] = right;
  if (one === undefined || more.length > 0 || only === undefined) return undefined;
  return others.length === 0 ? `${one} = ${only}` : `${one} ${operator} [${right.join(', ')}]`;
}

function each(texts: readonly string[], write: (text: string) => string, word: 'and' | 'or'): string {
  return texts.map(write).join(` ${word} `);
}

/** Returns the texts of a literal in small letters; for a yes or no also the word of the event. */
function textsOf(side: Side, { literal, near }: NearlyCompared, isTyped: boolean): readonly string[] {
  const small = (value: unknown) => JSON.stringify(withoutBlankEnds(String(value)).toLowerCase());
  const own = small(meantBy(side));
  const isNear = isTyped && side === literal && near !== undefined && small(near) !== own;
  return isNear ? [own, small(near)] : [own];
}

function isReadable(text: string): boolean {
  return 'expression' in compile(text);
}
