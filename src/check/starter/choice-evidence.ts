import { nearest } from '../../diagnostics/nearest.ts';
import { nameLikeness } from './name-likeness.ts';
import type { PayloadPath } from './payload-path.ts';
import type { Choice, Evidence, StarterRule } from './starter-rule.ts';

/**
 * What a value says about filling a field with it that takes one or several of these choices: whether it is one of
 * them as it stands, or needs a look-up table. Undefined where it is no text and no list of texts.
 */
export function choiceEvidence(
  { expression, value, options }: PayloadPath,
  choices: readonly Choice[],
  takes: 'one' | 'several',
): Evidence | undefined {
  const parted = partedValue(value, choices);
  if (parted === undefined || (takes === 'one' && parted.elements.length > 1)) return undefined;
  const { elements, separator } = parted;
  const from = separator === undefined ? expression : `$split(${expression}, ${JSON.stringify(separator)})`;
  const isList = takes === 'several' && (Array.isArray(value) || separator !== undefined);
  const all = [...new Set([...elements, ...options])];
  const matches = all.map(text => [text, choiceOf(text, choices)] as const);
  const exact = matches.filter(([text, choice]) => text === choice).length;
  const weight = weightOf(elements, choices);
  if (exact === all.length) return { weight, rule: { from, ...(isList && { as: 'list' }) } };
  const values = Object.fromEntries(
    matches.flatMap(([text, choice]) => (choice === undefined ? [] : [[text, choice]])),
  );
  const rule: StarterRule = { from, values, otherwise: null };
  if (Object.keys(values).length === 0) {
    const open = Object.fromEntries(all.slice(0, 10).map(text => [text, choices[0]?.value ?? '']));
    return { weight: -0.1, rule: { ...rule, values: open }, doubt: noChoice };
  }
  const rest = Object.keys(values).length < all.length;
  const doubt = rest
    ? 'some options are in no line of the table yet'
    : 'the table has the answers that were seen';
  return { weight, rule, doubt };
}

/** What is said of a value of which nobody knows which choice it means. */
export const noChoice = 'write behind each answer the choice that it means';

const separators = ['||', ';', '\n', ', ', ',', '|'];

/** The elements of a value, and what stands between them where they are one text. */
function partedValue(
  value: unknown,
  choices: readonly Choice[],
): { readonly elements: readonly string[]; readonly separator?: string } | undefined {
  if (Array.isArray(value)) {
    const texts = value.filter(each => typeof each === 'string');
    return texts.length > 0 && texts.length === value.length ? { elements: texts } : undefined;
  }
  if (typeof value !== 'string' || value.trim() === '' || value.length > 500) return undefined;
  const separator = separators.find(each => value.includes(each));
  const whole = { elements: [value] };
  if (separator === undefined || choices.some(choice => choice.value === value)) return whole;
  const elements = value.split(separator).filter(each => each !== '');
  return elements.some(each => choiceOf(each, choices) !== undefined) ? { elements, separator } : whole;
}

/** The choice that a text means: as it stands, in another spelling or language, or by another word for it. */
function choiceOf(text: string, choices: readonly Choice[]): string | undefined {
  const exact = choices.find(({ value }) => value === text);
  if (exact) return exact.value;
  const likeness = choices
    .map(({ value, names }) => ({
      value,
      like: Math.max(...[value, ...names].map(name => nameLikeness(text, name))),
    }))
    .sort((one, other) => other.like - one.like);
  const [best] = likeness;
  if (best && best.like >= 0.66) return best.value;
  const names = new Map(
    choices.flatMap(({ value, names: others }) => [value, ...others].map(name => [name, value])),
  );
  return text.length < 4 ? undefined : names.get(nearest(text, names.keys())[0] ?? '');
}

function weightOf(elements: readonly string[], choices: readonly Choice[]): number {
  const hits = elements.filter(text => choiceOf(text, choices) !== undefined).length;
  if (hits === 0) return -0.1;
  if (hits < elements.length) return 0.1;
  return hits > 1 ? 0.7 : 0.5;
}
