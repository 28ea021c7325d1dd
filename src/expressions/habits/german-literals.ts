import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Remark } from '../syntax.ts';
import { endOf, isNode, type Node, startOf } from '../syntax-tree.ts';

const orders: ReadonlySet<unknown> = new Set(['<', '<=', '>', '>=']);
const comparisons: ReadonlySet<unknown> = new Set([...orders, '=', '!=']);

/** A number with a point and three digits, such as 1.000 or 1.500, which nobody writes for 1 or 1.5. */
const inThousands = /^[1-9]\d{0,2}\.(?:\d\d0|999)$/;

/** Returns a number without the point that stands between its thousands: 1.500 as 1500. */
export function withoutThousands(text: string): string {
  return inThousands.test(text) ? text.replace('.', '') : text;
}

/** Warns about `revenue > 1.000`, which compares with 1: the point stands before decimals. */
export function thousandsPoint({ type, value, lhs, rhs }: Node, source: string): readonly Remark[] {
  if (type !== 'binary' || !comparisons.has(value)) return [];
  return [lhs, rhs].flatMap(side => {
    if (!isNode(side) || side.type !== 'number') return [];
    const offset = startOf(side, source);
    const [text = ''] = /^[\d.]+/.exec(source.slice(offset)) ?? [];
    const end = offset + text.length;
    const meant = withoutThousands(text);
    if (meant === text) return [];
    const message = `${text} is the number ${Number(text)}: a point stands before decimals, not between thousands.`;
    const hint = `Did you mean ${meant}? For ${Number(text)}, write ${Number(text)}.`;
    return [
      {
        diagnostic: diagnostic('mapping/ambiguous-value', message, { hint }),
        offset,
        length: text.length,
        meant: source.slice(0, offset) + meant + source.slice(end),
      },
    ];
  });
}

/** Days before months, or the American order. */
const unordered = /^\s*(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})\s*$/;

/**
 * Warns about `$date(d) < "01.01.2026"`: $date gives yyyy-MM-dd, so it is never equal to that text, and both are compared
 * letter by letter. The same for $date with a format that does not begin with the year.
 */
export function dateComparison(node: Node, source: string): Remark | undefined {
  const { type, value, lhs, rhs } = node;
  if (type !== 'binary' || !comparisons.has(value) || !isNode(lhs) || !isNode(rhs)) return undefined;
  const call = [lhs, rhs].find(isDate);
  if (!call) return undefined;
  const other = call === lhs ? rhs : lhs;
  const offset = startOf(lhs, source);
  const length = Math.max(node.position ?? 0, endOf(rhs, source)) - offset;
  const format = formatOf(call);
  if (format !== undefined) {
    if (!orders.has(value) || /^y/i.test(format)) return undefined;
    const message = `${value} compares dates as texts, letter by letter, and this $date writes them as ${format}.`;
    const hint = 'Remove the format, and write the other date as yyyy-MM-dd.';
    return { diagnostic: diagnostic('check/texts-in-order', message, { hint }), offset, length };
  }
  const [written, day = '', sign, month = '', year = ''] =
    other.type === 'string' ? (unordered.exec(String(other.value)) ?? []) : [];
  if (written === undefined) return undefined;
  const isSure = sign === '.' && year.length === 4;
  const meant = isSure ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : 'yyyy-MM-dd';
  const at = startOf(other, source);
  const isOrder = orders.has(value);
  const outcome = isOrder ? 'so they are compared letter by letter' : 'so they are never equal';
  const message = `$date gives yyyy-MM-dd, and ${JSON.stringify(other.value)} is not written like that, ${outcome}.`;
  return {
    diagnostic: diagnostic(isOrder ? 'check/texts-in-order' : 'check/never-equal', message, {
      hint: isSure ? `Did you mean "${meant}"?` : `Write the date as "${meant}".`,
    }),
    offset,
    length,
    ...(isSure && {
      meant: `${source.slice(0, at)}"${meant}"${source.slice(at + String(other.value).length + 2)}`,
    }),
  };
}

function isDate({ type, procedure }: Node): boolean {
  return type === 'function' && procedure?.type === 'variable' && procedure.value === 'date';
}

/** Returns the format that a call of $date has in its options; undefined for the default. */
function formatOf({ arguments: [, options] = [] }: Node): string | undefined {
  const pairs: unknown = isNode(options) ? Reflect.get(options, 'lhs') : undefined;
  if (!Array.isArray(pairs)) return undefined;
  const [, format] = (pairs as readonly (readonly Node[])[]).find(([key]) => key?.value === 'format') ?? [];
  return format?.type === 'string' ? String(format.value) : undefined;
}
