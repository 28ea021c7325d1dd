import { RE2JS } from 're2js';
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

/** The program of a pattern has about as many steps as it has characters, times its counts. */
const longestPattern = 5_000;
const mostUnfolded = 250_000;
const mostSteps = 10_000;

/** So many steps times characters take some 30 ms. A character costs as much as this many steps, however few there are. */
const mostWork = 10_000_000;
const stepsOfCharacter = 500;

const tooLarge: Validator = { problem: 'it is too large' };

function compile(pattern: string): Validator {
  const counts = [...pattern.matchAll(/\{(\d{1,6})(?:,(\d{0,6}))?\}/g)].map(([, least, most]) =>
    Number(most || least),
  );
  const largest = Math.min(
    1_000,
    counts.reduce((one, other) => Math.max(one, other), 1),
  );
  if (pattern.length > longestPattern || pattern.length * largest > mostUnfolded) return tooLarge;
  const translated = translatePattern(pattern);
  if ('problem' in translated) return translated;
  try {
    const compiled = RE2JS.compile(translated.pattern);
    const steps = compiled.programSize();
    if (steps > mostSteps) return tooLarge;
    const longest = Math.floor(mostWork / (steps + stepsOfCharacter));
    return { accepts: text => text.length <= longest && compiled.matcher(text).find(), longest };
  } catch (error) {
    return { problem: `it uses what cannot be checked here (${(error as Error).message})` };
  }
}
