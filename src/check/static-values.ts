import type { Place } from '../diagnostics/diagnostic.ts';
import type { Rule } from '../mapping/mapping.ts';

/** A value that a rule gives whatever the event holds. */
export interface StaticValue {
  readonly text: string;
  /** More than one where it is a list. */
  readonly elements: readonly string[];
  readonly place: Place;
}

/**
 * The values that stand in a rule itself: its literal, the results of its look-up table, `otherwise`, its default.
 * Where a conversion changes them (dates, phone numbers, words for true and false), they are left to the events.
 */
export function staticValues(rule: Rule): readonly StaticValue[] {
  if (rule.as === 'date' || rule.as === 'phone') return [];
  const { lookup } = rule;
  const results = lookup ? [...lookup.entries.values(), lookup.otherwise] : [literalOf(rule)];
  return [...results, rule.default].flatMap(each => (each ? staticValue(each, rule) : []));
}

function literalOf({ base }: Rule): { value: unknown; place: Place } | undefined {
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

function staticValue({ value, place }: { value: unknown; place: Place }, rule: Rule): readonly StaticValue[] {
  const elements = (Array.isArray(value) ? value : [value]).flatMap(each => {
    if (typeof each === 'string') return each.trim() === '' || rule.as === 'boolean' ? [] : [each];
    return typeof each === 'number' || typeof each === 'boolean' ? [String(each)] : [];
  });
  return elements.length === 0 ? [] : [{ text: elements.join(rule.separator), elements, place }];
}
