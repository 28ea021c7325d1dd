import type { Conversion } from '../mapping.ts';

/** True if a conversion leaves a text unchanged. The check against the account reads the choices in it. */
export function staysText(as: Conversion | undefined): boolean {
  return as === undefined || as === 'text' || isSeveral(as) || as === 'choice';
}

/** True if a conversion accepts several values: a list of texts, or of choices. */
export function isSeveral(as: Conversion | undefined): as is 'list' | 'choices' {
  return as === 'list' || as === 'choices';
}

/** Returns the mark of a value whose rule has `as: choice` or `as: choices`. */
export function choiceMark(as: Conversion | undefined): { readonly choice?: 'choice' | 'choices' } {
  return as === 'choice' || as === 'choices' ? { choice: as } : {};
}
