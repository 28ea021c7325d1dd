import { RE2JS } from 're2js';
import { mostStepsOf } from '../../expressions/pattern-size.ts';
import { translatePattern } from './translate-pattern.ts';

/** A validatorRegexp (API document 2.6) that can be applied, or why it cannot. */
export type Validator =
  | {
      accepts(text: string): boolean /** The longest text that it is applied to, in characters. */;
      readonly longest: number;
    }
  | { readonly problem: string };

const known = new Map<string, Validator>();
const mostKnown = 2_000;

/** Reads a validator. It is searched for in the value (find), as long as that holds nothing up: it
 * accepts no text that is longer than that. */
export function readValidator(pattern: string): Validator {
  const before = known.get(pattern);
  if (before) return before;
  const validator = compile(pattern);
  if (known.size >= mostKnown) known.clear();
  known.set(pattern, validator);
  return validator;
}

/** A pattern that is longer, or whose program may have more steps, takes too long to be made ready. */
const longestPattern = 5_000;
const mostSteps = 15_000;

/** The product of steps and characters that takes some 40 ms. A character costs at least as much as this many steps. */
const mostWork = 1_200_000;
const stepsOfCharacter = 50;

const tooLarge: Validator = { problem: 'it is too large' };

function compile(pattern: string): Validator {
  if (pattern.length > longestPattern) return tooLarge;
  const translated = translatePattern(pattern);
  if ('problem' in translated) return translated;
  const repeated = repeatedCharacter(translated.pattern);
  if (mostStepsOf(repeated?.pattern ?? translated.pattern) > mostSteps) return tooLarge;
  try {
    const compiled = RE2JS.compile(repeated?.pattern ?? translated.pattern);
    const longest = Math.floor(mostWork / (compiled.programSize() + stepsOfCharacter));
    const fits = repeated?.fits ?? (() => true);
    return {
      accepts: text => text.length <= longest && fits(text) && compiled.matcher(text).find(),
      longest,
    };
  } catch (error) {
    return { problem: `it uses a construct that cannot be checked here (${(error as Error).message})` };
  }
}

const oneCharacter = /^\^(\.|\\[dDsSwW]|\[(?:\\.|[^[\]\\])+\])\{(\d{1,6})(?:(,)(\d{0,6}))?\}\$$/s;

/**
 * A pattern that only says how many of one kind of character a text has, which is common for long texts: the
 * characters are counted, since a program would have some steps for each.
 */
function repeatedCharacter(
  pattern: string,
): { readonly pattern: string; fits(text: string): boolean } | undefined {
  const [, character, least, isRange, most] = oneCharacter.exec(pattern) ?? [];
  if (character === undefined) return undefined;
  const largest = isRange === undefined ? Number(least) : most ? Number(most) : Number.POSITIVE_INFINITY;
  if (largest < Number(least)) return undefined;
  return {
    pattern: `^${character}*$`,
    fits(text) {
      const { length } = [...text];
      return length >= Number(least) && length <= largest;
    },
  };
}
