import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { shapeOf } from '../../diagnostics/shape-of.ts';
import type { Value } from '../../inbox/call.ts';
import { quoted } from '../fault.ts';
import { choiceFault } from './field-value.ts';
import { never } from './suggestion-budget.ts';

/** A list without its bad elements, how these look, and how many elements there were. */
export interface WithoutBadElements {
  readonly value: Value;
  readonly shapes: readonly string[];
  readonly of: number;
}

/**
 * A list of which the field has some choices and others not, without the others, where its rule says `onInvalid: drop`.
 * Undefined where none is bad, where all are, and of what is no list.
 */
export function withoutBadElements(field: FieldConfiguration, value: Value): WithoutBadElements | undefined {
  const { elements, onInvalid, origin } = value;
  const isList = elements !== undefined && elements.length > 1 && elements.length <= mostElements;
  if (!isList || onInvalid !== 'drop' || origin !== 'data' || field.type !== 'checkbox_group')
    return undefined;
  const isBad = (text: string) =>
    choiceFault(field, { ...value, text, elements: [text] }, never) !== undefined;
  const bad = elements.filter(isBad);
  if (bad.length === 0 || bad.length === elements.length) return undefined;
  const good = elements.filter(each => !bad.includes(each));
  const text = good.join(value.separator ?? ',');
  return {
    value: { ...value, text, elements: good },
    shapes: bad.map(each => quoted(shapeOf(each))),
    of: elements.length,
  };
}

/** No field has more choices; each element is searched separately. */
const mostElements = 1_000;
