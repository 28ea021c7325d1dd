import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { resultPaths } from '../../../expressions/paths/result-paths.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { type ExpressionUse, expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { endedUnlikeSamples } from './ended-by-samples.ts';
import { mentions } from './ended-record.ts';
import { isTypeContainer } from './event-type-keys.ts';

/**
 * Returns warnings about rules that read an object of an event which says, unlike every sample, that it was canceled or is over, if
 * only other rules look at that: `time: next.time` beside `day: 'next.state = "booked" ? next.day'`. A rule that sends the state
 * shows it for all of them. A captured event confirms it.
 */
export function endedBeside(mapping: Mapping, input: MappingInput): readonly Diagnostic[] {
  // Most events have no such sign.
  for (const sign of endedUnlikeSamples(mapping, input)) {
    const { steps = [] } = sign;
    const object = steps.slice(0, -1);
    if (object.length === 0 || object.every(isTypeContainer)) continue;
    const uses = expressionUses(mapping);
    const looking = uses.filter(({ expression }) => mentions(expression, sign, input));
    const isChoosing = (use: ExpressionUse) => use.path !== 'when' && givesOther(use.expression, steps);
    if (looking.length === 0 || !looking.every(isChoosing)) continue;
    const [first] = looking;
    const others = uses.filter(
      use => use.rule !== undefined && !looking.includes(use) && readsIn(use.expression, object),
    );
    const state = `${sign.at}: ${shown(sign.value)}`;
    return others.map(({ path, place }) => {
      const name = nameOf(path);
      const message = `${name} reads ${pathText(object)}, which says, unlike those of every sample of the mapping, that it was canceled or is over (${state}); only ${nameOf(first?.path ?? '')} looks at that`;
      const hint = `send it in this case only if it is right, as in ${visibleText(sign.at)} = "…" ? …; if it is right, keep the event as a test (fieldbridge capture)`;
      return diagnostic('mapping/ended-record', message, { hint, place, path });
    });
  }
  return [];
}

function nameOf(path: string): string {
  return path.replace(/^additionalFields\./, '');
}

/** True for an expression that gives other values of the object of a state, and not the state: `next[state="booked"].day`. */
function givesOther(expression: Expression, state: readonly string[]): boolean {
  const { paths } = resultPaths(expression);
  const object = state.slice(0, -1);
  return (
    paths.length > 0 && paths.every(steps => isIn(steps, object) && steps.join('\n') !== state.join('\n'))
  );
}

function readsIn(expression: Expression, object: readonly string[]): boolean {
  return pathsRead(expression).some(steps => isIn(steps, object));
}

function isIn(steps: readonly string[], object: readonly string[]): boolean {
  return steps.length > object.length && object.every((step, at) => step === steps[at]);
}
