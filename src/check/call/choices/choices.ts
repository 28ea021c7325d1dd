import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { composedText } from '../../../diagnostics/composed.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import type { Value } from '../../../inbox/call.ts';
import { type Choices, takeApart, textsBetween } from './take-apart.ts';

/** The parts of a value for reading its choices: its text, or the texts of a list and their separator. */
export type ChosenValue = Pick<Value, 'text' | 'untrimmed' | 'elements' | 'separator' | 'choice'>;

/** The choices of a value, in the account's spelling and each once, or the parts that are not choices. */
export type ChosenParts =
  | {
      readonly chosen: readonly string[];
      /** A text that can also be split into other choices. */
      readonly ambiguous?: string;
    }
  | { readonly outside: readonly string[] };

/** The usual separators of choices in a text, whatever the rule sets. They include line breaks. */
const usualSigns = [',', ';', '|', '\n'];

/**
 * Returns the choices of a checkbox_group for a value. Each element of a list is matched separately. A text
 * that equals a choice is that choice. Any other text is split where choices end, since these may contain the
 * separator; of two with the same beginning the longer one counts. Outer spaces and Unicode forms are
 * ignored.
 */
export function chosenParts(value: ChosenValue, choices: readonly string[]): ChosenParts {
  const known = knownChoices(choices);
  const signs = signsOf(value);
  const chosen = new Set<string>();
  const outside: string[] = [];
  let ambiguous: string | undefined;
  for (const part of value.elements ?? [value.untrimmed ?? value.text]) {
    const whole = oneOf(part, known);
    // An element of a list that equals a choice is that choice.
    const apart =
      whole !== undefined && value.elements ? undefined : takeApart(composedText(part), known, signs);
    for (const each of whole === undefined ? (apart?.choices ?? []) : [whole]) chosen.add(each);
    if (apart?.isAmbiguous) ambiguous ??= part;
    if (whole === undefined && !apart) outside.push(...partsOutside(part, known, signs));
  }
  if (outside.length > 0) return { outside };
  // Separators without any choice are not an empty value, which would delete the current one.
  if (chosen.size === 0) return { outside: [value.text] };
  return { chosen: [...chosen], ...(ambiguous !== undefined && { ambiguous }) };
}

/**
 * Returns the choice that equals a text, else the only one that differs only in Unicode form and outer
 * spaces. Undefined if there is none.
 */
export function choiceOf(text: string, choices: readonly string[]): string | undefined {
  return oneOf(text, knownChoices(choices));
}

interface KnownChoices extends Choices {
  readonly exact: ReadonlyMap<string, string>;
  readonly withoutBlanks: ReadonlyMap<string, string>;
}

const knownChoices = onceFor((choices: readonly string[]): KnownChoices => {
  // Of two equal choices the first counts, and of those with the same letters the one without outer spaces.
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
 * Returns the separators of choices in a text: the usual ones and that of the rule, which includes spaces if
 * it is a word: ` und `.
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
