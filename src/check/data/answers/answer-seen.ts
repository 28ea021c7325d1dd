import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import type { Rule } from '../../../mapping/mapping.ts';
import { showsValues, type Wanted } from '../trial.ts';

/** Returns the first answer that a rule reads in a sample; undefined for another value than a word. */
export function answerSeen({ base }: Rule, events: readonly Wanted[]): unknown {
  if (base.kind !== 'expression') return undefined;
  const { answer, path, source } = base.expression;
  const steps = answer === undefined ? path : ['$answers', answer];
  if (!steps) return undefined;
  const read = pathReader({ steps, text: answer === undefined ? source : pathText(steps) });
  return events
    .filter(({ trial }) => showsValues(trial))
    .flatMap(({ scope }) => read(scope))
    .find(value => (typeof value === 'string' && value.trim() !== '') || typeof value === 'boolean');
}
