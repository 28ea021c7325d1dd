import type { CatalogSnapshot, FieldConfiguration } from '../../../booking/catalog/field.ts';
import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import type { Value } from '../../../inbox/call.ts';
import { type Fault, fieldTitle, quoted } from '../../fault.ts';

/** Returns the doubt about a choice that is sent for another choice of the field, which the rule does not name. */
export function unnamedChoice(field: FieldConfiguration, value: Value, sent: string): Fault | undefined {
  const choices = field.selectItems ?? [];
  return value.unnamed === undefined
    ? undefined
    : among(choices, value.unnamed, sent, `a choice of ${fieldTitle(field)}`);
}

/** Returns the same for a customer status. */
export function unnamedStatus(
  value: Value,
  { statuses }: Pick<CatalogSnapshot, 'statuses'>,
): Fault | undefined {
  const { unnamed, text } = value;
  const names = statuses.map(({ name }) => name);
  return unnamed === undefined ? undefined : among(names, unnamed, text, 'a customer status of the account');
}

function among(
  names: readonly string[],
  texts: readonly string[],
  sent: string,
  what: string,
): Fault | undefined {
  const text = texts.find(given => {
    const own = names.find(each => folded(each) === folded(given));
    return own !== undefined && own !== sent;
  });
  if (text === undefined) return undefined;
  return {
    code: 'check/unnamed-choice',
    message: `${quoted(text)} is ${what}, and the rule sends ${quoted(sent)} for it`,
    hint: 'name each answer in a table (values); if it is right, add because: with the reason',
  };
}

function folded(text: string): string {
  return withoutBlankEnds(text).toLowerCase();
}
