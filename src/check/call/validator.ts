import { RE2JS } from 're2js';
import { mostStepsOf } from '../../expressions/patterns/pattern-size.ts';
import { translatePattern } from './translate-pattern.ts';

/** An applicable validatorRegexp (API document 2.6), or the reason why it cannot be applied. */
export type Validator =
  | {
      accepts(text: string): boolean;
      /** The longest text that it is applied to, in characters. */
      readonly longest: number;
    }
  | { readonly problem: string };

const known = new Map<string, Validator>();
const mostKnown = 2_000;

/** Parses a validator, which may match any part of a value. It accepts no text longer than `longest`. */
export function readValidator(pattern: string): Validator {
  const before = known.get(pattern);
  if (before) return before;
  const validator = compile(pattern);
  if (known.size >= mostKnown) known.clear();
  known.set(pattern, validator);
  return validator;
}

/** A pattern that is longer, or whose program may have more steps, takes too long to compile. */
const longestPattern = 5_000;
const mostSteps = 15_000;

/** The product of steps and characters for about 40 ms. Each character costs at least this many steps. */
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
    const plain = fixedForm.test(translated.pattern) ? new RegExp(translated.pattern) : undefined;
    return {
      accepts: text =>
        text.length <= longest && fits(text) && (plain?.test(text) ?? compiled.matcher(text).find()),
      longest,
    };
  } catch (error) {
    return { problem: `it uses a construct that cannot be checked here (${(error as Error).message})` };
  }
}

/**
 * Matches a pattern for texts of one length, such as a date or a post code. It means the same for V8, which needs no second
 * attempt for it and is much faster.
 */
const fixedForm = /^\^(?:(?:\\[d./+-]|[A-Za-z\d ,:;@_#-]|\[[A-Za-z\d]-[A-Za-z\d]\])(?:\{\d{1,2}\})?)+\$$/;

const oneCharacter = /^\^(\.|\\[dDsSwW]|\[(?:\\.|[^[\]\\])+\])\{(\d{1,6})(?:(,)(\d{0,6}))?\}\$$/s;

/**
 * Handles a pattern that only limits the number of one kind of character, which is common for long texts. The
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
