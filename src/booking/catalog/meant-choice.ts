import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';

/** A difference between a text and the choice that it matches. */
export type Forgiven = 'blanks' | 'case' | 'form' | 'language';

/** The one choice that a text matches, or several that match equally well. */
export type MeantChoice = { readonly choice: string } | { readonly between: readonly string[] };

/** A name that the account has for a choice: its own, or one in a display language. */
export interface ChoiceName {
  readonly name: string;
  readonly choice: string;
}

/** Choices, indexed to be found in other spellings. */
export interface ForgivingChoices {
  readonly exact: ReadonlyMap<string, string>;
  /** Indexes from the strictest comparison to the most tolerant one; own names apart from translated names. */
  readonly levels: readonly { readonly own: ChoicesByName; readonly translated: ChoicesByName }[];
}

type ChoicesByName = ReadonlyMap<string, ReadonlySet<string>>;

/** Indexes choices for tolerant matching. `translated`: their names in display languages. */
export function forgivingChoices(
  choices: readonly string[],
  translated: readonly ChoiceName[] = [],
): ForgivingChoices {
  const own = choices.map(choice => ({ name: choice, choice }));
  return {
    exact: new Map(choices.toReversed().map(each => [composedText(each), each])),
    levels: folds.map(fold => ({ own: byFold(own, fold), translated: byFold(translated, fold) })),
  };
}

/**
 * Finds the choice that matches a text. An exact match counts first. Otherwise spaces, upper and lower case and the
 * Unicode form are ignored, and names in display languages count like the choices' own names. Undefined if nothing
 * matches.
 */
export function meantChoice(text: string, { exact, levels }: ForgivingChoices): MeantChoice | undefined {
  const same = exact.get(composedText(text));
  if (same !== undefined) return { choice: same };
  const keys = folds.map(fold => fold(text));
  const firstOf = (which: 'own' | 'translated') =>
    levels.map((level, at) => level[which].get(keys[at] ?? '')).find(each => each !== undefined);
  return oneOrSeveral(new Set([...(firstOf('own') ?? []), ...(firstOf('translated') ?? [])]));
}

/** Returns the one choice, or several; undefined if there is none. */
export function oneOrSeveral(choices: ReadonlySet<string>): MeantChoice | undefined {
  const [choice, ...others] = choices;
  if (choice === undefined) return undefined;
  return others.length === 0 ? { choice } : { between: [...choices] };
}

/** Returns the differences between a text and the matched choice; empty if they are equal. */
export function forgivenDifferences(text: string, choice: string): readonly Forgiven[] {
  if (text === choice) return [];
  const [one, other] = [composedText(text), composedText(choice)];
  if (one === other) return ['form'];
  if (caseless(withoutBlanks(one)) !== caseless(withoutBlanks(other))) return ['language'];
  return [
    ...(caseless(one) === caseless(other) ? [] : ['blanks' as const]),
    ...(withoutBlanks(one) === withoutBlanks(other) ? [] : ['case' as const]),
  ];
}

/** Normalises case and Unicode form: `STRASSE` and `Straße` become the same. */
export function caseless(text: string): string {
  return composedText(text.toLowerCase().toUpperCase().toLowerCase());
}

/** Replaces each run of spaces by one space and removes spaces and invisible characters at the ends. */
export function singleBlanks(text: string): string {
  return withoutBlankEnds(composedText(text).replace(invisible, '').replace(/\s+/g, ' '));
}

/** Removes all spaces except those between two digits: `1 1/2` does not become `11/2`. */
export function withoutBlanks(text: string): string {
  return singleBlanks(text).replace(/(?<!\p{Nd}) | (?!\p{Nd})/gu, '');
}

/** Zero-width characters that do not join or change the letters beside them. */
export const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff]/g;

const folds: readonly ((text: string) => string)[] = [
  singleBlanks,
  text => caseless(singleBlanks(text)),
  text => caseless(withoutBlanks(text)),
];

function byFold(names: readonly ChoiceName[], fold: (text: string) => string): ChoicesByName {
  const found = new Map<string, Set<string>>();
  for (const { name, choice } of names) {
    const key = fold(name);
    if (key === '') continue;
    const same = found.get(key);
    if (same) same.add(choice);
    else found.set(key, new Set([choice]));
  }
  return found;
}
