import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { withoutThousands } from '../habits/german-literals.ts';
import type { Remark } from '../syntax.ts';
import { endOf, isNode, type Node, startOf } from '../syntax-tree.ts';

const comparisons = new Set(['<', '<=', '>', '>=', '=', '!=']);
const arithmetic = new Set(['+', '-', '*', '/', '%']);
const numberFunctions = new Set(
  'number sum count max min average length floor ceil round abs sqrt power parseInteger toMillis millis'.split(
    ' ',
  ),
);
const textFunctions = new Set(
  `string substring substringBefore substringAfter lowercase uppercase trim pad replace join formatNumber formatBase
  formatInteger fromMillis now type base64encode base64decode`.split(/\s+/),
);
/** The variables whose values are nearly always texts: answers, headers, and parameters of the URL. */
const textVariables = new Set(['answers', 'headers', 'query']);

type Kind = 'number' | 'text' | 'numeric text' | 'read as text' | 'read' | 'other';

/**
 * Warns if one side of a comparison is a text and the other a number: = is then always false, and < and the
 * like stop the event. A field of the payload may have either type, so the message only mentions it.
 */
export function comparisonOf(node: Node, source: string): Remark | undefined {
  const { lhs, rhs, value: operator } = node;
  if (node.type !== 'binary' || !comparisons.has(String(operator)) || !isNode(lhs) || !isNode(rhs))
    return undefined;
  const [left, right] = [kindOf(lhs), kindOf(rhs)];
  const finding =
    textOfNumber(node, [left, right]) ??
    judge(left, right, String(operator)) ??
    judge(right, left, String(operator));
  if (finding === undefined) return undefined;
  const offset = startOf(lhs, source);
  const at = node.position ?? 0;
  const end = Math.max(at, endOf(rhs, source));
  const leftText = source.slice(offset, at - String(operator).length).trim();
  const rightText = source.slice(at, end).trim();
  const isOfTexts = (operator === '=' || operator === '!=') && [lhs, rhs].some(isNumberWord);
  const alike = isOfTexts ? asText : asNumber;
  const meant = `${alike(leftText, left)} ${String(operator)} ${alike(rightText, right)}`;
  const what = isOfTexts ? 'texts' : 'numbers';
  return {
    diagnostic: diagnostic('expression/text-number-comparison', finding.message, {
      hint: `To compare ${what}, write ${meant}.`,
      severity: finding.isPossible ? 'info' : undefined,
    }),
    offset,
    length: end - offset,
    ...(!finding.isPossible && { meant: source.slice(0, offset) + meant + source.slice(end) }),
  };
}

interface Finding {
  readonly message: string;
  readonly isPossible: boolean;
}

/** Handles `$string(age) >= "18"`, also with `$trim`: "9" comes behind it. */
function textOfNumber({ lhs, rhs, value }: Node, kinds: readonly Kind[]): Finding | undefined {
  if (value === '=' || value === '!=' || !kinds.includes('numeric text')) return undefined;
  const isText = [lhs, rhs].some(side => isNode(side) && isTextOfPath(side));
  const message = `${String(value)} compares texts letter by letter ("10" comes before "9").`;
  return isText ? { message, isPossible: false } : undefined;
}

function isTextOfPath({ type, procedure, arguments: [argument] = [] }: Node): boolean {
  const isText = type === 'function' && (procedure?.value === 'string' || procedure?.value === 'trim');
  return isText && argument?.type === 'path';
}

function isNumberWord({ type }: Node): boolean {
  return type === 'number';
}

/** A comparison of texts never fails, while $number stops the event if the text is not a number. */
function asText(text: string, kind: Kind): string {
  return kind === 'number' ? JSON.stringify(text) : text;
}

/** Returns the type of a part's result, if certain: a literal, a calculation, a value of the payload. */
export function kindOf(node: Node): Kind {
  if (node.type === 'number') return 'number';
  if (node.type === 'string')
    return /^\s*-?\d+(?:\.\d+)?\s*$/.test(String(node.value)) ? 'numeric text' : 'text';
  if (node.type === 'binary')
    return node.value === '&' ? 'text' : arithmetic.has(String(node.value)) ? 'number' : 'other';
  if (node.type === 'function') return kindOfCall(node);
  const first = node.type === 'path' ? node.steps?.[0] : node;
  if (first?.type === 'variable') return textVariables.has(String(first.value)) ? 'read as text' : 'read';
  const isRead = first?.type === 'name' && (node.steps ?? []).every(step => step.type === 'name');
  return isRead ? 'read' : 'other';
}

function kindOfCall({ procedure }: Node): Kind {
  const name = procedure?.type === 'variable' ? String(procedure.value) : '';
  if (numberFunctions.has(name)) return 'number';
  return textFunctions.has(name) ? 'text' : 'other';
}

function judge(one: Kind, other: Kind, operator: string): Finding | undefined {
  const isOrder = operator !== '=' && operator !== '!=';
  const outcome = isOrder ? 'which stops the event' : 'which are never equal';
  if (one === 'number' && (other === 'text' || other === 'numeric text')) {
    return { message: `${operator} compares a number with a text, ${outcome}.`, isPossible: false };
  }
  if (one === 'number' && other === 'read as text') {
    return {
      message: `${operator} compares a value that is mostly a text with a number, ${outcome}.`,
      isPossible: false,
    };
  }
  if (one === 'number' && other === 'read' && isOrder) {
    return {
      message: `${operator} compares with a number, which stops the event where the payload has a text.`,
      isPossible: true,
    };
  }
  if (one === 'numeric text' && (other === 'read' || other === 'read as text') && isOrder) {
    return {
      message: `${operator} compares texts letter by letter ("10" comes before "9"), and stops the event where the payload has a number.`,
      isPossible: false,
    };
  }
  return undefined;
}

function asNumber(text: string, kind: Kind): string {
  if (kind === 'number') return withoutThousands(text);
  return kind === 'numeric text' ? String(Number(text.slice(1, -1))) : `$number(${text})`;
}
