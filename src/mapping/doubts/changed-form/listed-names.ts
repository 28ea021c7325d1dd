import { quotedName } from '../../answers/answer-expression.ts';

/** Returns the first five names of questions in quotes, and the number of the others. */
export function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, mostShown).map(quotedName).join(', ');
  return names.length > mostShown ? `${shown} and ${names.length - mostShown} more` : shown;
}

const mostShown = 5;
