import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { grouped } from '../meter.ts';
import type { Remark } from '../syntax.ts';
import { type Node, startOf } from '../syntax-tree.ts';
import { unreadablePart } from './pattern.ts';
import { mostStepsOf } from './pattern-size.ts';

/** The number of steps that compile in about 20 ms. One letter with a count up to 1,000 takes 3,000. */
const mostSteps = 5_000;

/** Finds patterns that are too large or that the engine cannot read. */
export function checkPatterns(nodes: readonly Node[], source: string): Remark | undefined {
  const steps = stepsOfPatterns(nodes);
  for (const { node, pattern } of patternsOf(nodes)) {
    const fault = sizeFault(steps, 'expression') ?? contentFault(pattern);
    if (fault === undefined) continue;
    const offset = startOf(node, source);
    return { diagnostic: fault, offset, length: (node.position ?? source.length) - offset };
  }
  return undefined;
}

/** Returns the maximum number of steps of all patterns in an expression. */
export function stepsOfPatterns(nodes: readonly Node[]): number {
  return patternsOf(nodes).reduce((sum, { pattern }) => sum + mostStepsOf(pattern.source), 0);
}

/** Returns the fault of patterns with too many steps, which are not compiled. */
export function sizeFault(steps: number, of: 'expression' | 'template'): Diagnostic | undefined {
  if (steps <= mostSteps) return undefined;
  const message = `The patterns of this ${of} come to ${grouped(steps)} steps, each part counted as often as it is repeated; at most ${grouped(mostSteps)} are read.`;
  const hint = 'Write smaller counts, as in {1,20}, and look at the length of a text with $length.';
  return diagnostic('expression/too-long', message, { hint });
}

function patternsOf(nodes: readonly Node[]): readonly { readonly node: Node; readonly pattern: RegExp }[] {
  return nodes.flatMap(node => (node.value instanceof RegExp ? [{ node, pattern: node.value }] : []));
}

function contentFault(pattern: RegExp): Diagnostic | undefined {
  const problem = unreadablePart(pattern);
  if (problem === undefined) return undefined;
  const message = `The pattern contains ${problem}, which is not available: patterns are matched in a time that cannot explode.`;
  return diagnostic('expression/unreadable-pattern', message, {
    hint: 'Write it without, or as several patterns.',
  });
}
