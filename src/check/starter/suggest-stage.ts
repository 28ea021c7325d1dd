import { nameLikeness } from '../names/name-likeness.ts';
import type { PayloadPath } from './payload-path.ts';

/** Senders' names for the stage of a person on the way to becoming a customer. */
const stageNames = [
  'stage',
  'lifecycle stage',
  'lifecyclestage',
  'customer stage',
  'customer status',
  'status',
  'status label',
  'tier',
  'plan',
  'Stufe',
  'phase',
  'Kundenstatus',
  'how often',
  'how often will you come',
];

/** Returns the path of a payload that is most similar to a customer's stage, if there is one. */
export function suggestStage(
  paths: readonly PayloadPath[],
): { readonly expression: string; readonly answer?: string; readonly value: string } | undefined {
  const [best] = paths
    .filter(({ value }) => typeof value === 'string' && value !== '' && value.length <= 40)
    .map(path => ({ path, like: likenessOf(path) }))
    .filter(({ like }) => like >= 0.9)
    .sort((one, other) => other.like - one.like);
  if (!best) return undefined;
  const { expression, answer, value } = best.path;
  return { expression, ...(answer !== undefined && { answer }), value: String(value) };
}

function likenessOf({ names, expression }: PayloadPath): number {
  const likeness = names.flatMap(name => stageNames.map((each, at) => nameLikeness(name, each) - at * 0.005));
  return Math.max(...likeness) - expression.length / 10_000;
}
