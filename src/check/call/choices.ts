import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import type { Value } from '../../inbox/call.ts';
import { type Choices, takeApart, textsBetween } from './take-apart.ts';

/** A value as its choices are read from it: a text, or the texts of a list, and what is to join them. */
export type ChosenValue = Pick<Value, 'text' | 'untrimmed' | 'elements' | 'separator' | 'choice'>;

/** The choices of a value, in the account's spelling and each once, or the parts of it that are no choices. */
export type ChosenParts =
  | {
      readonly chosen: readonly string[];
      /** A text that can also be taken apart into other choices. */
      readonly ambiguous?: string;
    }
  | { readonly outside: readonly string[] };

/** The signs between the choices in a text, whatever the rule says. A line of its own for each is usual too. */
const usualSigns = [',', ';', '|', '\n'];

/**
 * Returns the choices of a checkbox_group for a value. Each element of a list is matched separately. A text is one
 * choice if it equals one, else it is split where the choices end: a choice may contain the separator, and of two with
 * the same beginning the longer one counts. Spaces around a choice and its Unicode form are ignored.
 */
export function chosenParts(value: ChosenValue, choices: readonly string[]): ChosenParts {
  const known = knownChoices(choices);
  const signs = signsOf(value);
  const chosen = new Set<string>();
  const outside: string[] = [];
  let ambiguous: string | undefined;
  for (const part of value.elements ?? [value.untrimmed ?? value.text]) {
    const whole = oneOf(part, known);
    // An element of a list that is written like a choice is that choice.
    const apart =
      whole !== undefined && value.elements ? undefined : takeApart(composedText(part), known, signs);
    for (const each of whole === undefined ? (apart?.choices ?? []) : [whole]) chosen.add(each);
    if (apart?.isAmbiguous) ambiguous ??= part;
    if (whole === undefined && !apart) outside.push(...partsOutside(part, known, signs));
  }
  if (outside.length > 0) return { outside };
  // Signs without any choice between them are no empty value, which would delete what is there.
  if (chosen.size === 0) return { outside: [value.text] };
  return { chosen: [...chosen], ...(ambiguous !== undefined && { ambiguous }) };
}

/**
 * Returns the choice that equals a text, or else the only one that differs from it only in Unicode form and outer
 * spaces. Undefined without one.
 */
export function choiceOf(text: string, choices: readonly string[]): string | undefined {
  return oneOf(text, knownChoices(choices));
}

interface KnownChoices extends Choices {
  readonly exact: ReadonlyMap<string, string>;
  readonly withoutBlanks: ReadonlyMap<string, string>;
}

const knownChoices = onceFor((choices: readonly string[]): KnownChoices => {
  // The first of two counts, and of those with the same letters the one without spaces.
  const exact = new Map([...choices].reverse().map(each => [composedText(each), each]));
  const byLetters = Map.groupBy(choices, each => withoutBlankEnds(composedText(each)));
  const sure = [...byLetters].flatMap(([letters, same]): [string, string][] => {
    const [only, ...others] = new Set(same.map(each => exact.get(composedText(each)) ?? each));
    const plain = exact.get(letters) ?? (others.length === 0 ? only : undefined);
    return plain === undefined || letters === '' ? [] : [[letters, plain]];
  });
  const longestFirst = sure.toSorted(([one], [other]) => other.length - one.length);
  return {
    exact,
    withoutBlanks: new Map(sure),
    byFirst: Map.groupBy(
      longestFirst.map(([letters, choice]) => ({ letters, choice })),
      ({ letters }) => letters.charAt(0),
    ),
  };
});

function oneOf(text: string, known: KnownChoices): string | undefined {
  const composed = composedText(text);
  return known.exact.get(composed) ?? known.withoutBlanks.get(withoutBlankEnds(composed));
}

/**
 * Returns the separators between choices in a text: the usual ones, and the rule's own, which includes its spaces if it
 * is a word: ` und `.
 */
export function signsOf({ separator }: ChosenValue): readonly string[] {
  if (separator === undefined) return usualSigns;
  const sign = composedText(separator);
  const bare = withoutBlankEnds(sign);
  return [...new Set([bare === '' || /[\p{L}\p{N}]/u.test(bare) ? sign : bare, ...usualSigns])];
}

/** If the parts of a text are unknown, it is split at every separator. */
function partsOutside(part: string, known: KnownChoices, signs: readonly string[]): readonly string[] {
  return textsBetween(composedText(part), signs)
    .map(withoutBlankEnds)
    .filter(each => each !== '' && oneOf(each, known) === undefined);
}
