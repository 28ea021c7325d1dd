import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import type { Remark } from '../syntax.ts';
import { endOf, isNode, type Node, startOf } from '../syntax-tree.ts';
import { type TextLimit, textLimit } from './text-limit.ts';

/**
 * Warns about comparisons with a text that a function never returns: `$lowercase(x) = "Ja"`, and with a placeholder
 * that was copied from an advice: `"…"`. Such a comparison has the same result for every event.
 */
export function impossibleTexts(node: Node, source: string): readonly Remark[] {
  return [...ofComparison(node, source), ...ofSearch(node, source)];
}

const equalities: ReadonlySet<unknown> = new Set(['=', '!=', 'in']);

function ofComparison({ type, value, lhs, rhs }: Node, source: string): readonly Remark[] {
  if (type !== 'binary' || !equalities.has(value) || !isNode(lhs) || !isNode(rhs)) return [];
  const [left, right] = [unwrapped(lhs), unwrapped(rhs)];
  const placeholders = [left, ...elementsOf(right)].filter(isPlaceholder);
  if (placeholders.length > 0) return placeholders.map(each => placeholderRemark(each, source));
  const outcome = value === '!=' ? 'so they always differ' : 'so they are never equal';
  return [...besides(left, elementsOf(right), outcome, source), ...besides(right, [left], outcome, source)];
}

function isPlaceholder({ type, value }: Node): boolean {
  return type === 'string' && /^\s*(?:…|\.\.\.)\s*$/.test(String(value));
}

function placeholderRemark(literal: Node, source: string): Remark {
  const offset = startOf(literal, source);
  const end = endOf(literal, source);
  const message = `${source.slice(offset, end)} stands for a text in examples, and no event has it as a value.`;
  const hint = 'Write the text that the events have. `fieldbridge events show` shows it.';
  return {
    diagnostic: diagnostic('expression/impossible-text', message, { hint }),
    offset,
    length: end - offset,
  };
}

/** Returns the compared literals that the function never returns. */
function besides(side: Node, others: readonly Node[], outcome: string, source: string): readonly Remark[] {
  const literals = others.map(unwrapped).filter(({ type }) => type === 'string');
  if (isYesOrNo(side)) {
    return literals.map(literal => {
      const meant = /^(?:true|false)$/.test(String(literal.value)) ? String(literal.value) : undefined;
      return remarkOf(literal, { gives: 'true or false', outcome, meant }, source);
    });
  }
  const limit = textLimit(side);
  if (!limit) return [];
  return literals.flatMap(literal => {
    const text = String(literal.value);
    if (limit.admits(text)) return [];
    const meant = nearestOf(text, limit, limit.admits);
    return [remarkOf(literal, { gives: limit.words, outcome, meant }, source)];
  });
}

/** Handles `$contains($lowercase(x), "Ja")`. */
function ofSearch(
  { type, procedure, arguments: [text, part] = [] }: Node,
  source: string,
): readonly Remark[] {
  const isSearch = type === 'function' && procedure?.type === 'variable' && searches.has(procedure.value);
  const limit = isSearch ? textLimit(text) : undefined;
  if (!limit || !part) return [];
  const finding = { gives: limit.words, outcome: `so $${String(procedure?.value)} never finds it` };
  if (part.type === 'regex') {
    const meant = patternMeant(part.value, limit);
    return meant === undefined ? [] : [remarkOf(part, { ...finding, meant }, source)];
  }
  if (part.type !== 'string' || !limit.neverContains(String(part.value))) return [];
  const meant = nearestOf(String(part.value), limit, each => !limit.neverContains(each));
  return [remarkOf(part, { ...finding, meant }, source)];
}

const searches: ReadonlySet<unknown> = new Set([
  'contains',
  'match',
  'split',
  'replace',
  'substringBefore',
  'substringAfter',
]);

/** Returns a pattern that ignores case; undefined if the pattern may match as it is. */
function patternMeant(pattern: unknown, limit: TextLimit): string | undefined {
  if (!(pattern instanceof RegExp) || pattern.ignoreCase) return undefined;
  const plain = pattern.source.replace(/\\(?:[pP]\{[^}]*\}|.)/gsu, '').replace(/\[[^[\]]*\]/g, '');
  const letters = plain.match(/\p{L}/gu) ?? [];
  const isNever = (letter: string) => limit.neverContains(letter) && !limit.neverContains(otherCase(letter));
  return letters.some(isNever) ? `/${pattern.source}/${pattern.flags.replace('g', '')}i` : undefined;
}

function otherCase(letter: string): string {
  const lower = letter.toLowerCase();
  return lower === letter ? letter.toUpperCase() : lower;
}

function nearestOf(text: string, limit: TextLimit, isGiven: (text: string) => boolean): string | undefined {
  const nearest = limit.nearest(text);
  return nearest !== undefined && isGiven(nearest) ? JSON.stringify(nearest) : undefined;
}

interface Finding {
  /** The results of the function, in words. */
  readonly gives: string;
  readonly outcome: string;
  /** The replacement for the literal. */
  readonly meant?: string | undefined;
}

function remarkOf(literal: Node, { gives, outcome, meant }: Finding, source: string): Remark {
  const offset = startOf(literal, source);
  const end = endOf(literal, source);
  const text = visibleText(source.slice(offset, end));
  const hint =
    meant === undefined ? 'Write a text that the function can give.' : `Did you mean ${visibleText(meant)}?`;
  return {
    diagnostic: diagnostic(
      'expression/impossible-text',
      `The function beside ${text} gives ${gives}, ${outcome}.`,
      { hint },
    ),
    offset,
    length: end - offset,
    ...(meant !== undefined && { meant: source.slice(0, offset) + meant + source.slice(end) }),
  };
}

const conditions: ReadonlySet<unknown> = new Set(['=', '!=', 'in', '<', '<=', '>', '>=', 'and', 'or']);
const asking: ReadonlySet<unknown> = new Set(['boolean', 'not', 'exists', 'contains']);

/** Functions and comparisons that return true or false, which never equal a text. */
function isYesOrNo({ type, value, procedure }: Node): boolean {
  if (type === 'binary') return conditions.has(value);
  return type === 'function' && procedure?.type === 'variable' && asking.has(procedure.value);
}

function unwrapped(node: Node): Node {
  const [only, ...others] = node.type === 'block' ? (node.expressions ?? []) : [];
  return only && others.length === 0 ? unwrapped(only) : node;
}

function elementsOf(node: Node): readonly Node[] {
  return node.type === 'unary' && node.value === '[' ? (node.expressions ?? []) : [node];
}
