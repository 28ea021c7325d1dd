import { formSigns } from '../../mapping/doubts/changed-form/form-signs.ts';
import type { PlacedEvent } from './read-names.ts';

/**
 * Returns events by their form or type, as far as most of them name one: those with and those without the name that a
 * mapping reads. A form without any such sign makes one group. `steps`: the key that is read, which is no sign itself.
 */
export function byForm<Each extends Pick<PlacedEvent, 'trial' | 'isThere'>>(
  seen: readonly Each[],
  steps: readonly string[] = [],
): readonly (readonly Each[])[] {
  const own = JSON.stringify(steps);
  const named = new Map(seen.flatMap(({ trial }) => [...formSigns(trial.input)]));
  const all = [...named.keys()].filter(each => each !== own);
  const parts = [seen.filter(({ isThere }) => isThere), seen.filter(({ isThere }) => !isThere)];
  const usual = all.filter(sign =>
    parts.every(part => {
      const having = part.filter(({ trial }) => formSigns(trial.input).has(sign));
      return having.length >= part.length * mostOf;
    }),
  );
  const distinct = usual.filter(sign => {
    const values = new Set(seen.map(({ trial }) => formSigns(trial.input).get(sign)?.value));
    // More values are data.
    return values.size <= Math.max(fewValues, seen.length / 4);
  });
  // The name of a form may change together with its questions.
  const hasId = distinct.some(each => named.get(each)?.of === 'id of the form');
  const signs = distinct.filter(each => !hasId || named.get(each)?.of !== 'name of the form');
  const keyOf = ({ trial }: Each) =>
    JSON.stringify(signs.map(sign => formSigns(trial.input).get(sign)?.value));
  return [...Map.groupBy(seen, keyOf).values()];
}

const mostOf = 0.9;
const fewValues = 3;
