import { diagnostic } from '../diagnostics/diagnostic.ts';
import type { Remark } from './syntax.ts';

/**
 * The maximum lengths. The time for reading an expression can grow quadratically, especially with its steps.
 * Each expression of a template is read separately.
 */
const limits = {
  expression: { characters: 10_000, sign: '.', signs: 1_000, name: 'dots' },
  template: { characters: 20_000, sign: '{', signs: 500, name: 'opening braces' },
};

/** Returns the fault of a text that is too long to be read as an expression or a template. */
export function lengthFault(text: string, kind: keyof typeof limits): Remark | undefined {
  const { characters, sign, signs, name } = limits[kind];
  if (text.length > characters) return fault(kind, text.length, 'characters', characters);
  const found = text.length > signs ? text.split(sign).length - 1 : 0;
  return found > signs ? fault(kind, found, name, signs) : undefined;
}

function fault(kind: string, found: number, what: string, most: number): Remark {
  const [has, allowed] = [found, most].map(each => each.toLocaleString('en'));
  const message = `The ${kind} has ${has} ${what}; at most ${allowed} are read.`;
  const hint = 'Part it into several rules, or use a look-up table (values).';
  return { diagnostic: diagnostic('expression/too-long', message, { hint }), offset: 0, length: 1 };
}
