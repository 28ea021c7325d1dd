import { type ForgivingChoices, meantChoice } from '../../booking/catalog/meant-choice.ts';
import { openChoice } from '../../booking/catalog/open-choice.ts';
import { nearestValue, saysOther } from '../../diagnostics/nearest-value.ts';
import { nameLikeness } from '../names/name-likeness.ts';
import type { PayloadPath } from './payload-path.ts';
import type { Choice, ValueEvidence } from './starter-rule.ts';
import { suggestionDoubt } from './suggestion-doubt.ts';

/**
 * Returns the evidence that a value fits a field with one or several of these choices: it is one, is found as
 * one (`as: choice`), or needs a look-up table. A table has a line for every choice and no `otherwise`: an
 * unexpected answer fails and is not lost. Undefined unless the value is a text or a list of texts.
 */
export function choiceEvidence(
  { expression, value, options }: PayloadPath,
  choices: readonly Choice[],
  { takes, forgiving }: { readonly takes: 'one' | 'several'; readonly forgiving: ForgivingChoices },
): ValueEvidence | undefined {
  const parted = partedValue(value, choices, takes);
  if (parted === undefined || (takes === 'one' && parted.elements.length > 1)) return undefined;
  const { elements, separator } = parted;
  if (
    separator !== undefined &&
    choices.some(choice => choice.value.includes(separator.trim() || separator))
  ) {
    return { weight: -0.1, rule: { from: expression }, doubt: suggestionDoubt('separator-in-choice') };
  }
  const from = separator === undefined ? expression : `$split(${expression}, ${JSON.stringify(separator)})`;
  const isList = takes === 'several' && (Array.isArray(value) || separator !== undefined);
  const matches = [
    ...meantBy(elements, choices),
    ...options.filter(each => !elements.includes(each)).map(each => [each, choiceOf(each, choices)] as const),
  ];
  const weight = weightOf(elements, matches);
  if (matches.every(([text, choice]) => text === choice)) {
    return { weight, rule: { from, ...(isList && { as: 'list' }) } };
  }
  const isJoinable = takes === 'one' || choices.every(choice => !choice.value.includes(','));
  const isPlain = separator === undefined && isJoinable;
  if (isPlain && matches.every(([text, choice]) => isForgiven(text, choice, forgiving))) {
    return { weight, rule: { from, as: takes === 'one' ? 'choice' : 'choices' } };
  }
  const known = matches.flatMap(([text, choice]) => (choice === undefined ? [] : [[text, choice] as const]));
  if (known.length === 0) {
    const open = matches.slice(0, 10).map(([text]) => [text, openChoice] as const);
    return { weight, rule: { from, values: tableOf(open, choices) }, doubt: suggestionDoubt('no-choice') };
  }
  const doubt = suggestionDoubt(known.length < matches.length ? 'options-missing' : 'other-answers');
  return { weight, rule: { from, values: tableOf(known, choices) }, doubt };
}

/**
 * Returns a line for each answer in the events and for every choice. If answers are in another language, it
 * also has the choices' names in that language.
 */
function tableOf(
  seen: readonly (readonly [string, string])[],
  choices: readonly Choice[],
): Readonly<Record<string, string>> {
  const translations = new Set(choices.flatMap(({ names }) => names.map(name => name.toLowerCase())));
  const isTranslated = seen.some(([text]) => translations.has(text.trim().toLowerCase()));
  const own = choices.map(({ value }) => [value, value] as const);
  const others = choices.flatMap(({ value, names }) => names.map(name => [name, value] as const));
  const table = new Map<string, string>();
  for (const [answer, choice] of [...seen, ...own, ...(isTranslated ? others : [])]) {
    if (!table.has(answer)) table.set(answer, choice);
  }
  return Object.fromEntries(table);
}

/** True if `as: choice` finds this choice. */
function isForgiven(text: string, choice: string | undefined, forgiving: ForgivingChoices): boolean {
  const meant = meantChoice(text, forgiving);
  return meant !== undefined && 'choice' in meant && meant.choice === choice;
}

const separators = ['||', ';', '\n', ', ', ',', '|'];

/** Returns the elements of a value, and their separator if they are one text. */
function partedValue(
  value: unknown,
  choices: readonly Choice[],
  takes: 'one' | 'several',
): { readonly elements: readonly string[]; readonly separator?: string } | undefined {
  if (Array.isArray(value)) {
    const texts = value.filter(each => typeof each === 'string');
    return texts.length > 0 && texts.length === value.length ? { elements: texts } : undefined;
  }
  if (typeof value !== 'string' || value.trim() === '' || value.length > 500) return undefined;
  const separator = takes === 'one' ? undefined : separators.find(each => value.includes(each));
  const whole = { elements: [value] };
  if (separator === undefined || choices.some(choice => choice.value === value)) return whole;
  const elements = value.split(separator).filter(each => each !== '');
  return elements.some(each => choiceOf(each, choices) !== undefined) ? { elements, separator } : whole;
}

/** Returns the matching choice of each element. A choice matches one element, the most similar one. */
function meantBy(
  elements: readonly string[],
  choices: readonly Choice[],
): readonly (readonly [string, string | undefined])[] {
  const meant = [...new Set(elements)].map(text => ({ text, choice: choiceOf(text, choices) }));
  return meant.map(({ text, choice }) => {
    const rivals = meant.filter(each => each.choice === choice).map(each => each.text);
    const like = (each: string) => nameLikeness(each, choice ?? '');
    const isLikeliest = rivals.every(rival => rival === text || like(rival) < like(text));
    return [text, isLikeliest ? choice : undefined];
  });
}

/** Returns the choice that a text matches: exactly, in another spelling or language, or by a synonym. */
function choiceOf(text: string, choices: readonly Choice[]): string | undefined {
  const exact = choices.find(({ value }) => value === text);
  if (exact) return exact.value;
  const confirmed = choices.filter(({ isUnconfirmed }) => !isUnconfirmed);
  const likeness = confirmed
    .map(({ value, names }) => ({
      value,
      like: Math.max(
        ...[value, ...names].map(name => (saysOther(text, name) ? 0 : nameLikeness(text, name))),
      ),
    }))
    .sort((one, other) => other.like - one.like);
  const [best] = likeness;
  if (best && best.like >= 0.66) return best.value;
  const names = new Map(
    confirmed.flatMap(({ value, names: others }) => [value, ...others].map(name => [name, value])),
  );
  return text.length < 4 ? undefined : names.get(nearestValue(text, names.keys())[0] ?? '');
}

function weightOf(
  elements: readonly string[],
  matches: readonly (readonly [string, string | undefined])[],
): number {
  const hits = elements.filter(text =>
    matches.some(([each, choice]) => each === text && choice !== undefined),
  ).length;
  if (hits === 0) return -0.1;
  if (hits < elements.length) return 0.1;
  return hits > 1 ? 0.7 : 0.5;
}
