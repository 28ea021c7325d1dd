import type { FieldConfiguration } from '../../../booking/catalog/field.ts';
import type { Value } from '../../../inbox/call.ts';
import { type Fault, fieldTitle, quoted } from '../../fault.ts';

/**
 * Returns the doubt about a list in which an element contains the separator: "knee, left" and "vip" are sent as
 * `knee, left,vip`, which looks like three. The choices of a field are compared one by one, and long texts are read by people.
 */
export function dividedElement(
  field: FieldConfiguration,
  { elements = [], separator = ',', list, origin, text }: Value,
): Fault | undefined {
  const sign = separator.trim();
  if (origin !== 'data' || list || elements.length < 2 || sign === '' || sign.length > longestSign)
    return undefined;
  if (!types.has(field.type) || (field.selectItems ?? []).length > 0) return undefined;
  const holding = elements.filter(each => each.includes(sign));
  if (holding.length === 0) return undefined;
  const count = text.split(sign).length;
  const free = [';', '|', '/'].find(each => !text.includes(each));
  const cure =
    free === undefined
      ? 'have the sender write its elements without the separator'
      : `${fieldTitle(field)} takes any text: write separator: "${free} " in the rule`;
  return {
    code: 'check/divided-element',
    message: `an element of the list contains the separator ${quoted(separator)}, so the ${elements.length} elements for ${fieldTitle(field)} look like ${count}`,
    hint: `${cure}; whoever divides the field again needs the same separator`,
  };
}

const types: ReadonlySet<string> = new Set(['text', 'other']);
const longestSign = 3;
