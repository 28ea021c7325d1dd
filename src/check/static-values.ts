import type { Place } from '../diagnostics/diagnostic.ts';
import { elementsOf } from '../expressions/convert/presence.ts';
import { type Converted, scalarText } from '../expressions/convert/scalar-text.ts';
import type { Value } from '../inbox/call.ts';
import { convert } from '../mapping/convert/convert.ts';
import { choiceMark } from '../mapping/convert/stays-text.ts';
import { joinedTexts, joinedValue } from '../mapping/convert/text-of.ts';
import type { Rule } from '../mapping/mapping.ts';

/** A value that is in the rule itself, and its place. */
export interface StaticValue extends Omit<Value, 'origin'> {
  readonly place: Place;
}

/**
 * Returns the literals of a rule as they are sent: its literal and the results of its look-up table and
 * `otherwise`, converted; its default, unchanged. Values that cannot be converted are reported elsewhere.
 */
export function staticValues(rule: Rule): readonly StaticValue[] {
  const { lookup } = rule;
  const results = lookup ? [...lookup.entries.values(), lookup.otherwise] : [ruleLiteral(rule)];
  return [
    ...results
      .flatMap(each => (each ? staticValue(each, rule, value => convert(value, rule)) : []))
      .map(each => ({
        ...each,
        ...choiceMark(rule.as),
      })),
    ...(rule.default ? staticValue(rule.default, rule, scalarText) : []),
  ];
}

/** Returns the literal of a rule, and its place. */
export function ruleLiteral({ base }: Rule): { value: unknown; place: Place } | undefined {
  switch (base.kind) {
    case 'literal':
      return base;
    case 'expression':
      return base.expression.literal
        ? { value: base.expression.literal.value, place: base.place }
        : undefined;
    case 'template':
      return base.parts.every(part => typeof part === 'string')
        ? { value: base.parts.join(''), place: base.place }
        : undefined;
  }
}

function staticValue(
  { value, place }: { value: unknown; place: Place },
  { separator }: Rule,
  textOf: (element: unknown) => Converted<string>,
): readonly StaticValue[] {
  const elements = elementsOf(value).filter(each => 'value' in textOf(each));
  const joined = joinedTexts(Array.isArray(value) ? elements : elements[0], separator, textOf);
  if (elements.length === 0 || 'fault' in joined) return [];
  return [{ ...joinedValue(joined, separator), place }];
}
