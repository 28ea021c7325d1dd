import { RE2JS } from 're2js';
import { translatePattern } from './translate-pattern.ts';

/** A validatorRegexp (API document 2.6) that can be applied, or why it cannot. */
export type Validator = { accepts(text: string): boolean } | { readonly problem: string };

const known = new Map<string, Validator>();
const mostKnown = 2_000;

/** Reads a validator. It is searched for in the value (find), in time linear in its length. */
export function readValidator(pattern: string): Validator {
  const before = known.get(pattern);
  if (before) return before;
  const validator = compile(pattern);
  if (known.size >= mostKnown) known.clear();
  known.set(pattern, validator);
  return validator;
}

function compile(pattern: string): Validator {
  const translated = translatePattern(pattern);
  if ('problem' in translated) return translated;
  try {
    const compiled = RE2JS.compile(translated.pattern);
    return { accepts: text => compiled.matcher(text).find() };
  } catch (error) {
    return { problem: `it uses what cannot be checked here (${(error as Error).message})` };
  }
}
