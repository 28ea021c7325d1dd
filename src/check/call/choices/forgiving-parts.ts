import type { FieldConfiguration } from '../../../booking/catalog/field.ts';
import {
  caseless,
  type Forgiven,
  type ForgivingChoices,
  forgivenDifferences,
  forgivingChoices,
  invisible,
  meantChoice,
  oneOrSeveral,
  singleBlanks,
  withoutBlanks,
} from '../../../booking/catalog/meant-choice.ts';
import { translatedChoices } from '../../../booking/catalog/translated-choices.ts';
import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { composedText } from '../../../diagnostics/composed.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { type ChosenValue, choiceOf, chosenParts, signsOf } from './choices.ts';
import { type Choices, takeApart, textsBetween } from './take-apart.ts';

/** A text whose spelling differs from that of its choices. */
export interface ForgivenText {
  readonly text: string;
  readonly choices: readonly string[];
  readonly forgiven: readonly Forgiven[];
}

/** The choices of a value, the parts that are not choices, or a text that matches several choices. */
export type ForgivingParts =
  | {
      readonly chosen: readonly string[];
      readonly forgiven: readonly ForgivenText[];
      /** A text that can also be split into other choices. */
      readonly ambiguous?: string;
    }
  | { readonly outside: readonly string[] }
  | { readonly text: string; readonly between: readonly string[] };

/**
 * Returns the choices of a value of a rule with `as: choice` or `as: choices`. A text in the account's
 * spelling counts first. Otherwise spaces, case, Unicode form and display language are ignored. A text that
 * matches several choices is none of them.
 */
export function forgivingParts(value: ChosenValue, field: FieldConfiguration): ForgivingParts {
  const mayBeSeveral = value.choice === 'choices' && field.type === 'checkbox_group';
  const found: Found = { chosen: new Set(), forgiven: [], outside: [] };
  for (const part of value.elements ?? [value.untrimmed ?? value.text]) {
    const read = readPart(part, value, field, mayBeSeveral);
    if (read !== undefined && 'between' in read) return read;
    if (read !== undefined) take(found, part, read);
    else found.outside.push(...(mayBeSeveral ? outsideIn(part, value, field) : [part]));
  }
  const { chosen, forgiven, outside, ambiguous } = found;
  if (outside.length > 0) return { outside };
  const isTooMany = chosen.size > 1 && !mayBeSeveral;
  if (chosen.size === 0 || isTooMany) return { outside: [value.text] };
  return { chosen: [...chosen], forgiven, ...(ambiguous !== undefined && { ambiguous }) };
}

interface Found {
  readonly chosen: Set<string>;
  readonly forgiven: ForgivenText[];
  readonly outside: string[];
  ambiguous?: string;
}

function take(found: Found, part: string, { choices, forgiven, isAmbiguous }: ChosenPart): void {
  for (const each of choices) found.chosen.add(each);
  if (forgiven.length > 0) found.forgiven.push({ text: part, choices, forgiven });
  if (isAmbiguous) found.ambiguous ??= part;
}

interface ChosenPart {
  readonly choices: readonly string[];
  readonly forgiven: readonly Forgiven[];
  readonly isAmbiguous?: boolean;
}

type ReadPart = ChosenPart | { readonly text: string; readonly between: readonly string[] };

function readPart(
  part: string,
  { elements, separator }: ChosenValue,
  field: FieldConfiguration,
  mayBeSeveral: boolean,
): ReadPart | undefined {
  const choices = field.selectItems ?? [];
  const exact = choiceOf(part, choices);
  if (exact !== undefined && (elements || !mayBeSeveral)) return one(part, exact);
  const text = { text: part, ...(separator !== undefined && { separator }) };
  const apart = mayBeSeveral ? chosenParts(text, choices) : undefined;
  if (apart && 'chosen' in apart) {
    const isSame = composedText(part) === part;
    const isAmbiguous = apart.ambiguous !== undefined;
    const [only] = apart.chosen;
    if (apart.chosen.length === 1 && only === exact && !isAmbiguous) return one(part, only ?? '');
    return { choices: apart.chosen, forgiven: isSame ? [] : ['form'], isAmbiguous };
  }
  const { names, byLetters } = known(field);
  const meant = meantChoice(part, names);
  if (meant) return 'choice' in meant ? one(part, meant.choice) : { text: part, ...meant };
  return mayBeSeveral ? forgivinglyApart(part, byLetters, signsOf(text)) : undefined;
}

/** Invisible characters at the ends may come from outside, so only visible differences count. */
function one(part: string, choice: string): ReadPart {
  const isSame = part === choice || withoutBlankEnds(part) === choice;
  return { choices: [choice], forgiven: isSame ? [] : forgivenDifferences(part, choice) };
}

/** Splits a text with one kind of comparison. In a text without spaces, words are not separators. */
function forgivinglyApart(
  part: string,
  byLetters: readonly ByLetters[],
  signs: readonly string[],
): ReadPart | undefined {
  for (const { fold, letters, choices } of byLetters) {
    const folded = signs.map(sign => (sign.trim() === sign ? sign : caseless(sign)));
    const apart = takeApart(fold(part), choices, fold === tight ? signs.filter(isNoWord) : folded);
    if (!apart) continue;
    const meant = [...new Set(apart.choices)].map(each => oneOrSeveral(letters.get(each) ?? new Set()));
    const several = meant.find(each => each !== undefined && 'between' in each);
    if (several && 'between' in several) return { text: part, between: several.between };
    const found = [...new Set(meant.flatMap(each => (each && 'choice' in each ? [each.choice] : [])))];
    return { choices: found, forgiven: differencesIn(part, found), isAmbiguous: apart.isAmbiguous };
  }
  return undefined;
}

/** Returns the differences of a text that contains several choices. */
function differencesIn(part: string, choices: readonly string[]): readonly Forgiven[] {
  const isIn = (fold: (text: string) => string) => {
    const folded = fold(part);
    return choices.every(each => folded.includes(fold(each)));
  };
  if (!isIn(tight)) return ['language'];
  const isCased = isIn(withoutBlanks);
  const isBlank = !isIn(text => caseless(composedText(text)));
  return [...(isBlank ? ['blanks' as const] : []), ...(isCased ? [] : ['case' as const])];
}

function outsideIn(part: string, value: ChosenValue, field: FieldConfiguration): readonly string[] {
  const { names } = known(field);
  const parts = textsBetween(composedText(part), signsOf(value)).map(withoutBlankEnds);
  const outside = parts.filter(each => each !== '' && meantChoice(each, names) === undefined);
  return outside.length > 0 ? outside : [part];
}

/** The choices by their letters in one kind of comparison, prepared for splitting texts. */
interface ByLetters {
  readonly fold: (text: string) => string;
  readonly letters: ReadonlyMap<string, ReadonlySet<string>>;
  readonly choices: Choices;
}

interface Known {
  readonly names: ForgivingChoices;
  readonly byLetters: readonly ByLetters[];
}

const known = onceFor((field: FieldConfiguration): Known => {
  const choices = field.selectItems ?? [];
  const translated = translatedChoices(field);
  const all = [...choices.map(choice => ({ name: choice, choice })), ...translated];
  const byLetters = [loose, tight].map((fold): ByLetters => {
    const letters = new Map<string, Set<string>>();
    for (const { name, choice } of all) {
      const key = fold(name);
      if (key !== '') letters.set(key, (letters.get(key) ?? new Set()).add(choice));
    }
    const longestFirst = [...letters.keys()].toSorted((one, other) => other.length - one.length);
    const entries = longestFirst.map(key => ({ letters: key, choice: key }));
    return { fold, letters, choices: { byFirst: Map.groupBy(entries, each => each.letters.charAt(0)) } };
  });
  return { names: forgivingChoices(choices, translated), byLetters };
});

/** Line breaks separate choices, so they are kept. */
function loose(text: string): string {
  return byLine(text, singleBlanks);
}

function tight(text: string): string {
  return byLine(text, withoutBlanks);
}

function byLine(text: string, fold: (line: string) => string): string {
  return text
    .replace(invisible, '')
    .split(/\r?\n/)
    .map(line => caseless(fold(line)))
    .join('\n');
}

function isNoWord(sign: string): boolean {
  return !/[\p{L}\p{N}]/u.test(sign);
}
