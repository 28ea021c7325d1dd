import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { impossibleTexts } from '../comparisons/impossible-texts.ts';
import { comparisonOf } from '../comparisons/mixed-comparison.ts';
import type { Expression } from '../expression.ts';
import { keyText, pathBelow, pathText } from '../paths/path-text.ts';
import type { Remark } from '../syntax.ts';
import { endOf, isNode, type Node, nodesOf, startOf } from '../syntax-tree.ts';
import { andBeforeOr } from './and-before-or.ts';
import { datePicture } from './date-picture.ts';
import { dateComparison, thousandsPoint } from './german-literals.ts';

/**
 * Warns about likely mistakes in an expression and offers a correction for each: hyphens read as
 * subtractions, a quoted name alone, `&` where a part may be missing, a text compared with a number or with a
 * function that never returns it, a header that is not in lower case, wrong letters in a date picture, numbers and
 * dates as they are written in German.
 */
export function likelyMistakes(tree: Node, nodes: readonly Node[], source: string): readonly Remark[] {
  const joins = nodes.filter(node => isOperator(node, '&'));
  const innerJoins = new Set(joins.map(node => node.lhs));
  const remarks = [
    quotedNameAlone(tree, source),
    ...nodes.map(node => hyphenatedName(node, source)),
    ...joins.filter(node => !innerJoins.has(node)).map(node => joinOfMissing(node, tree, source)),
    ...nodes.map(node => orOfText(node, source)),
    ...nodes.map(node => andBeforeOr(node, tree, source)),
    ...nodes.flatMap(node => unusedBefore(node, source)),
    ...nodes.map(node => comparisonOf(node, source)),
    ...nodes.flatMap(node => impossibleTexts(node, source)),
    ...nodes.map(node => headerInCapitals(node, source)),
    ...nodes.map(node => datePicture(node, source)),
    ...nodes.flatMap(node => thousandsPoint(node, source)),
    ...nodes.map(node => dateComparison(node, source)),
  ].filter(remark => remark !== undefined);
  // The parser keeps two copies of the part to the left of ?? and ?:.
  const byPlace = new Map(remarks.map(remark => [`${remark.diagnostic.code} ${remark.offset}`, remark]));
  return [...byPlace.values()].sort((a, b) => a.offset - b.offset);
}

/** True if an expression is a bare word: a field for JSONata, but perhaps meant as a literal. */
export function looksLikePlainWord(expression: Expression): boolean {
  return expression.path?.length === 1 && /^[\p{L}\p{N}_]+$/u.test(expression.source.trim());
}

function isOperator(node: unknown, operator: string): node is Node {
  return isNode(node) && node.type === 'binary' && node.value === operator;
}

/** Warns about `(a ? "x"; "y")`: only the part after the last ; counts, and the others are lost unless they set a variable. */
function unusedBefore({ type, expressions = [] }: Node, source: string): readonly Remark[] {
  if (type !== 'block' || expressions.length < 2) return [];
  return expressions.slice(0, -1).flatMap((each, at) => {
    if (each.type === 'bind') return [];
    const offset = startOf(each, source);
    const end = source.lastIndexOf(';', startOf(expressions[at + 1] ?? each, source));
    if (end <= offset) return [];
    const isOpen = each.type === 'condition' && !isNode(Reflect.get(each, 'else'));
    const meant = `${source.slice(0, end).trimEnd()} :${source.slice(end + 1)}`;
    return [
      {
        diagnostic: diagnostic(
          'expression/always-same',
          'The part before ; is not used: only the part after the last ; counts.',
          { hint: isOpen ? `Did you mean ${meant}?` : 'Write := before it to use its value, or remove it.' },
        ),
        offset,
        length: end - offset,
        ...(isOpen && { meant }),
      },
    ];
  });
}

/** Returns the left side of a comparison by =. */
function quotedNameAlone(tree: Node, source: string): Remark | undefined {
  if (tree.type !== 'string') return undefined;
  const text = String(tree.value);
  const offset = startOf(tree, source);
  return {
    diagnostic: diagnostic(
      'expression/literal-name',
      `${JSON.stringify(text)} in quotes is this text itself, not a field of the payload.`,
      {
        hint: `To read the field, write \`${text}\` with backticks; to send the text, write {value: ${JSON.stringify(text)}}.`,
      },
    ),
    offset,
    length: (tree.position ?? source.length) - offset,
  };
}

/** Header names are in lower case, so any other spelling finds nothing. */
function headerInCapitals({ steps: [first, second] = [] }: Node, source: string): Remark | undefined {
  if (first?.type !== 'variable' || first.value !== 'headers' || second?.type !== 'name') return undefined;
  const name = String(second.value);
  const lower = name.toLowerCase();
  // A name with a hyphen is reported as a whole.
  if (name === lower || source[endOf(second, source)] === '-') return undefined;
  const offset = startOf(first, source);
  return {
    diagnostic: diagnostic(
      'expression/header-in-capitals',
      `The header ${JSON.stringify(name)} is never found: header names are in lower case.`,
      { hint: `Did you mean ${pathText(['$headers', lower])}?` },
    ),
    offset,
    length: endOf(second, source) - offset,
    meant: source.slice(0, offset) + pathText(['$headers', lower]) + source.slice(endOf(second, source)),
  };
}

/** Characters that end a name in JSONata, except the hyphen. */
const nameEnd = /[\s.[\]{}(),@#;:?+*/%|=<>^&!~"'`]/;

function hyphenatedName(node: Node, source: string): Remark | undefined {
  const isSubtraction = isOperator(node, '-') && isName(node.lhs, -1) && isName(node.rhs, 0);
  const at = (node.position ?? 0) - 1;
  if (!isSubtraction || isNameEnd(source[at - 1]) || isNameEnd(source[at + 1])) return undefined;
  let start = at;
  while (start > 0 && !isNameEnd(source[start - 1])) start -= 1;
  let end = at + 1;
  while (!isNameEnd(source[end])) end += 1;
  const written = source.slice(start, end);
  if (written.startsWith('$')) return undefined;
  const name = source.slice(0, start).endsWith('$headers.') ? written.toLowerCase() : written;
  const meant = source[start - 1] === '.' ? keyText(name) : pathBelow('', name);
  const whole = `${/(?<![^\s([{,])[^\s([{,]*$/.exec(source.slice(0, start))?.[0] ?? ''}${meant}`;
  const besides = 'Write spaces around - for a subtraction.';
  return {
    diagnostic: diagnostic(
      'expression/subtraction',
      `${written} is read as a subtraction, not as one name.`,
      {
        hint: `Did you mean ${whole}? ${besides}`,
      },
    ),
    offset: start,
    length: written.length,
    meant: source.slice(0, start) + meant + source.slice(end),
    besides,
  };
}

function isName(node: unknown, end: 0 | -1): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'binary') return end === -1 && node.value === '-' && isName(node.rhs, -1);
  return node.steps?.at(end)?.type === 'name';
}

function isNameEnd(character: string | undefined): boolean {
  return character === undefined || nameEnd.test(character);
}

/** Warns about `plan or "none"`: in other languages this gives a default for a missing value. */
function orOfText(node: Node, source: string): Remark | undefined {
  const { lhs, rhs } = node;
  if (!isOperator(node, 'or') || !isNode(lhs) || !isNode(rhs)) return undefined;
  if (lhs.type !== 'string' && rhs.type !== 'string') return undefined;
  const offset = startOf(lhs, source);
  const end = endOf(rhs, source);
  const at = node.position ?? 0;
  const left = source.slice(offset, at - 'or'.length).trim();
  const right = source.slice(at, end).trim();
  const comparison =
    lhs.type === 'binary' && lhs.value === '=' ? source.slice(offset, lhs.position).trim() : undefined;
  const meant = comparison === undefined ? `${left} ?? ${right}` : `${left} or ${comparison} ${right}`;
  return {
    diagnostic: diagnostic(
      'expression/or-of-text',
      'The result of `or` is true or false, never the text beside it.',
      { hint: `Did you mean ${meant}?` },
    ),
    offset,
    length: end - offset,
    meant: source.slice(0, offset) + meant + source.slice(end),
  };
}

/** Returns the paths whose truth is the condition of a join: `a and b ? a & b`. */
function conditionAround(join: Node, tree: Node, source: string): readonly string[] {
  const around = nodesOf(tree).find(
    each => each.type === 'condition' && withoutBlock(Reflect.get(each, 'then')) === join,
  );
  const asked = (node: unknown): readonly string[] => {
    const inner = withoutBlock(node);
    if (isOperator(inner, 'and')) return [...asked(inner.lhs), ...asked(inner.rhs)];
    if (!isNode(inner)) return [];
    const isExists = inner.type === 'function' && inner.procedure?.value === 'exists';
    const read = isExists ? inner.arguments?.[0] : inner;
    return isNode(read) ? [source.slice(startOf(read, source), endOf(read, source)).trim()] : [];
  };
  return asked(around?.condition);
}

/** Returns the only expression in parentheses. */
function withoutBlock(node: unknown): unknown {
  return isNode(node) && node.type === 'block' && node.expressions?.length === 1
    ? withoutBlock(node.expressions[0])
    : node;
}

function joinOfMissing(join: Node, tree: Node, source: string): Remark | undefined {
  const operands: Node[] = [];
  const ends: number[] = [];
  let rest: unknown = join;
  while (isOperator(rest, '&')) {
    if (isNode(rest.rhs)) operands.unshift(rest.rhs);
    ends.unshift(rest.position ?? 0);
    rest = rest.lhs;
  }
  if (isNode(rest)) operands.unshift(rest);
  const asked = conditionAround(join, tree, source);
  const mayMiss = operands.find(
    each =>
      (each.type === 'path' || each.type === 'variable') &&
      !asked.includes(source.slice(startOf(each, source), endOf(each, source)).trim()),
  );
  if (mayMiss === undefined) return undefined;
  const offset = join === tree ? 0 : startOf(join, source);
  const end = join === tree ? source.length : Math.max(offset + 1, endOf(operands.at(-1) ?? join, source));
  const starts = [offset, ...ends];
  const template = operands.map((each, index) =>
    each.type === 'string'
      ? String(each.value).replace(/[{}]/g, '$&$&')
      : `{${source.slice(starts[index], index < ends.length ? (ends[index] ?? 1) - 1 : end).trim()}}`,
  );
  return {
    diagnostic: diagnostic(
      'expression/joined-missing',
      'If a part joined by & is missing, the rest is sent without it.',
      {
        hint:
          join === tree
            ? `{template: ${JSON.stringify(template.join(''))}} is missing as a whole where a part is missing.`
            : 'A {template: …} is missing as a whole where a part is missing.',
      },
    ),
    offset,
    length: end - offset,
  };
}
