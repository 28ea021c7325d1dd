import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import type { Value } from '../../inbox/call.ts';
import { type Choices, takeApart, textsBetween } from './take-apart.ts';

/** A value as its choices are read from it: a text, or the texts of a list, and what is to join them. */
export type ChosenValue = Pick<Value, 'text' | 'untrimmed' | 'elements' | 'separator' | 'choice'>;

/** The choices that a value stands for, as the account writes them and each once, or the parts of it that are none. */
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
 * The choices of a checkbox_group that a value stands for. Each element of a list is taken by itself. A text is one
 * choice where it is written like one, else it is taken apart where the choices end: a choice may have the separator in
 * it, and of two that begin alike the longer one counts. Blanks around a choice do not count, nor does its Unicode form.
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
 * The choice that a text is: the one that is written so, or else the only one that differs from it by nothing but its
 * Unicode form and blanks at its ends. Undefined where it is none.
 */
export function choiceOf(text: string, choices: readonly string[]): string | undefined {
  return oneOf(text, knownChoices(choices));
}

interface KnownChoices extends Choices {
  readonly exact: ReadonlyMap<string, string>;
  readonly withoutBlanks: ReadonlyMap<string, string>;
}

const knownChoices = onceFor((choices: readonly string[]): KnownChoices => {
  // The first of two counts, and of those with the same letters the one without blanks.
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

/** The signs between choices in a text: the usual ones, and the rule's own, which counts with its blanks where it is a word: ` und `. */
export function signsOf({ separator }: ChosenValue): readonly string[] {
  if (separator === undefined) return usualSigns;
  const sign = composedText(separator);
  const bare = withoutBlankEnds(sign);
  return [...new Set([bare === '' || /[\p{L}\p{N}]/u.test(bare) ? sign : bare, ...usualSigns])];
}

/** Where it is not known which parts a text has, it is taken apart at every separator. */
function partsOutside(part: string, known: KnownChoices, signs: readonly string[]): readonly string[] {
  return textsBetween(composedText(part), signs)
    .map(withoutBlankEnds)
    .filter(each => each !== '' && oneOf(each, known) === undefined);
}
