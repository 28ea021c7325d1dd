import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import type { Remark } from '../syntax.ts';
import { endOf, type Node, startOf } from '../syntax-tree.ts';

/**
 * Warns about a date picture (`[D01].[M01].[Y0001]`) with a letter in the wrong case: small and capital
 * letters stand for different parts of a date.
 */
export function datePicture(node: Node, source: string): Remark | undefined {
  const at = node.type === 'function' ? pictures.get(node.procedure?.value) : undefined;
  const literal = at === undefined ? undefined : node.arguments?.[at];
  if (literal?.type !== 'string') return undefined;
  const fault = faultOf(String(literal.value));
  if (!fault) return undefined;
  const offset = startOf(literal, source);
  const end = endOf(literal, source);
  const meant = JSON.stringify(fault.meant);
  const message = `The picture ${JSON.stringify(visibleText(String(literal.value)))} ${fault.what}.`;
  return {
    diagnostic: diagnostic('expression/date-picture', message, { hint: `Did you mean ${meant}?` }),
    offset,
    length: end - offset,
    meant: source.slice(0, offset) + meant + source.slice(end),
  };
}

/** The functions with a picture as an argument, and the index of that argument. */
const pictures: ReadonlyMap<unknown, number> = new Map([
  ['fromMillis', 1],
  ['toMillis', 1],
  ['now', 0],
]);

function faultOf(picture: string): { readonly what: string; readonly meant: string } | undefined {
  const parts = new Set([...picture.matchAll(/\[\s*([A-Za-z])/g)].map(([, letter]) => letter));
  const has = (letters: string) => [...letters].some(each => parts.has(each));
  const replaced = (from: RegExp, to: string) => picture.replace(from, to);
  if (/\[\s*[Hh][^\]]*\]:\[\s*M/.test(picture))
    return {
      what: 'has the month (M) behind the hours',
      meant: replaced(/(\[\s*[Hh][^\]]*\]:\[\s*)M/, '$1m'),
    };
  if (has('m') && !has('Hh'))
    return { what: 'has minutes (m) but no hours', meant: replaced(/(\[\s*)m/, '$1M') };
  if (has('d') && has('M'))
    return {
      what: 'has the day of the year (d) beside the month',
      meant: replaced(/(\[\s*)d/, '$1D'),
    };
  if (has('X') && has('MD'))
    return {
      what: 'has the year of the week (X), which differs from the year around New Year',
      meant: replaced(/(\[\s*)X/, '$1Y'),
    };
  if (has('h') && !has('P'))
    return {
      what: "has hours from 1 to 12 (h), so 3 and 15 o'clock look the same",
      meant: replaced(/(\[\s*)h/, '$1H'),
    };
  return undefined;
}
