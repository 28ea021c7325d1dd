import { diagnostic } from '../diagnostics/diagnostic.ts';
import { compile } from './compile.ts';
import type { Expression } from './expression.ts';
import { lengthFault } from './length-fault.ts';
import { sizeFault, stepsOfPatterns } from './patterns/check-patterns.ts';
import type { Remark } from './syntax.ts';
import { nodesOf } from './syntax-tree.ts';

/** The parts of a template, in order. Adjacent texts are one part. */
export interface Template {
  readonly parts: readonly (string | Expression)[];
  /** Texts of the template that were probably meant as fields. */
  readonly warnings: readonly Remark[];
}

/**
 * Parses a template: text with expressions in braces, `Intake form of {$answers.date}`; `{{` and `}}` are
 * literal braces, and an expression may contain braces and quotes. Returns its fault and the place of the
 * fault, in characters of the template, if it cannot be read.
 */
export function parseTemplate(text: string): Template | Remark {
  const tooLong = lengthFault(text, 'template');
  if (tooLong) return tooLong;
  const parts: (string | Expression)[] = [];
  let literal = '';
  let steps = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    if ((character === '{' || character === '}') && text[at + 1] === character) {
      literal += character;
      at += 2;
    } else if (character === '}') {
      return braceAlone(at, 'A } stands alone.', 'Write }} for the brace itself.');
    } else if (character === '{') {
      const found = expressionAt(text, at + 1, steps);
      if (!('expression' in found)) return found;
      steps = found.steps;
      if (literal !== '') parts.push(literal);
      parts.push(found.expression);
      literal = '';
      at = found.end + 1;
    } else {
      literal += character;
      at += 1;
    }
  }
  if (literal !== '') parts.push(literal);
  return { parts, warnings: otherBraces(text) };
}

/** The maximum number of braces inside an expression; more are hardly intended. */
const mostTries = 100;

/** An expression in a template. */
interface Found {
  readonly expression: Expression;
  readonly end: number;
  /** The steps of the patterns in this expression and in all earlier ones. */
  readonly steps: number;
}

/** Reads the expression that begins at `start`. It ends at the first `}` that makes it readable. */
function expressionAt(text: string, start: number, stepsBefore: number): Found | Remark {
  let fault: Remark | undefined;
  let isBalanced = false;
  let tries = 0;
  for (
    let end = text.indexOf('}', start);
    end !== -1 && tries < mostTries;
    end = text.indexOf('}', end + 1)
  ) {
    tries += 1;
    const source = text.slice(start, end);
    const compiled = compile(source);
    if ('expression' in compiled) {
      const tree = compiled.expression.tree?.();
      const steps = stepsBefore + (tree ? stepsOfPatterns(nodesOf(tree)) : 0);
      const tooLarge = sizeFault(steps, 'template');
      return tooLarge
        ? { diagnostic: tooLarge, offset: start, length: end - start }
        : { expression: compiled.expression, end, steps };
    }
    const moved = {
      ...compiled,
      offset: compiled.offset + start,
      ...(compiled.meant !== undefined && { meant: text.slice(0, start) + compiled.meant + text.slice(end) }),
    };
    if (compiled.diagnostic.code !== 'expression/syntax') return moved;
    if (fault === undefined || (!isBalanced && areBracesBalanced(source))) {
      fault = moved;
      isBalanced = areBracesBalanced(source);
    }
  }
  return (
    fault ??
    braceAlone(
      start - 1,
      'A { has no matching }.',
      'Add the } behind the field, or write {{ for the brace itself.',
    )
  );
}

/** Handles fields in the form of other programs: `{{name}}`, `${name}`. */
function otherBraces(text: string): readonly Remark[] {
  const meant = text.replace(otherField, (whole: string, doubled?: string, dollar?: string) =>
    doubled === undefined || isField(doubled) ? `{${doubled ?? dollar ?? ''}}` : whole,
  );
  return [...text.matchAll(otherField)].flatMap(({ 0: whole, 1: doubled, 2: dollar, index }) => {
    const name = doubled ?? dollar ?? '';
    if (doubled !== undefined && !isField(doubled)) return [];
    const what = doubled === undefined ? 'the $ before the brace is' : `"{${name}}" is`;
    const hint = `To send the field, write {${name}}.`;
    return [
      {
        diagnostic: diagnostic('expression/other-braces', `Here ${what} sent literally.`, { hint }),
        offset: index,
        length: whole.length,
        meant,
      },
    ];
  });
}

const otherField = /\{\{\s*([^\s{}](?:[^{}]{0,198}[^\s{}])?)\s*\}\}|\$\{([^{}]{1,200})\}/g;

function isField(text: string): boolean {
  return /^[$\w.[\]"`]+$/.test(text);
}

function areBracesBalanced(source: string): boolean {
  return source.split('{').length === source.split('}').length;
}

function braceAlone(offset: number, message: string, hint: string): Remark {
  return { diagnostic: diagnostic('expression/syntax', message, { hint }), offset, length: 1 };
}
