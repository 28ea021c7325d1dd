import { areSpeltAlike, spellings } from '../../../diagnostics/spellings.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import { isConsentName } from '../../../mapping/opt-out.ts';
import type { FormQuestion } from '../../../receive/answers/answers.ts';
import { shownName } from '../../../receive/answers/find-answer.ts';
import { thingsIn } from '../../names/name-likeness.ts';

/**
 * True if a question may be advised for a field with these names: it is not the id of the person or of the form, and
 * its answer is of the kind that the field is for. A name is no phone number.
 */
export function mayAnswer(
  names: readonly string[],
  question: FormQuestion,
  uses: readonly ExpressionUse[],
): boolean {
  const asked = shownName(question);
  const isId = (name: string) => isIdName(name) || identities(uses).some(each => areSpeltAlike(each, name));
  if (isId(asked) && !names.some(isIdName)) return false;
  if (names.some(isConsentName)) return true;
  const things = new Set(names.flatMap(thingsIn));
  return kinds.every(({ of, fits }) => !of.some(thing => things.has(thing)) || fits.test(textOf(question)));
}

function isIdName(name: string): boolean {
  return spellings(name).some(each => idAtTheEnd.test(each));
}

const idAtTheEnd = /\b(?:ids?|uuid|guid|token)$/;

/** Returns the names of the values that show who the person is. */
function identities(uses: readonly ExpressionUse[]): readonly string[] {
  return uses.flatMap(({ path, expression }) => {
    if (!ofIdentity.test(path)) return [];
    const read = pathsRead(expression).map(steps => String(steps.at(-1) ?? ''));
    return expression.answer === undefined ? read : [expression.answer];
  });
}

const ofIdentity = /^(?:link|id|customerId|appointmentId|appointmentParticipantId)$/;

/** The things of which a text shows whether it may be one. */
const kinds: readonly { readonly of: readonly string[]; readonly fits: RegExp }[] = [
  { of: ['phone', 'mobile'], fits: /\d[^\d]{0,3}\d[^\d]{0,3}\d[^\d]{0,3}\d/ },
  { of: ['email'], fits: /@/ },
  { of: ['birthdate'], fits: /\d/ },
];

function textOf({ value }: FormQuestion): string {
  return JSON.stringify(value) ?? '';
}
