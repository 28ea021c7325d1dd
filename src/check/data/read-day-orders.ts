import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { patternsText } from '../../expressions/convert/guess-patterns.ts';
import { elementsOf } from '../../expressions/convert/presence.ts';
import { dateReadings, defaultDateFormat } from '../../expressions/convert/read-date.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { namedRules } from '../../mapping/rules-of.ts';
import { accountDateFormat } from '../call/days/account-dates.ts';
import { findField } from '../call/field-key.ts';
import { tryOn } from './trial.ts';

/** A rule whose days can also be read with day and month swapped. */
export interface OrderedRule {
  readonly path: string;
  readonly expression: Expression;
  readonly parse: readonly string[];
  /** The same patterns with day and month swapped. */
  readonly swapped: readonly string[];
  /** True if the rule sends the text as it is, so the account reads it by its own format. */
  readonly isReadByAccount: boolean;
}

/** The orders of day and month that fit a value: only that of the rule, only the other one, or both with different days. */
export type DayOrder = 'own' | 'other' | 'both';

/** The orders that fit a value of a rule. */
export interface ReadOrder {
  readonly path: string;
  readonly order: DayOrder;
  /** The pattern of the rule, and the same with day and month swapped. */
  readonly pattern: string;
  readonly otherPattern: string;
  /** All patterns of the rule with day and month swapped, as they are written in a mapping. */
  readonly cure: string;
  readonly isReadByAccount: boolean;
}

/**
 * Returns the rules of a mapping whose days have an order. A reason excludes a rule, and so does an order that the
 * rule itself leaves open.
 */
export function orderedRules(mapping: Mapping, catalog: CatalogSnapshot | null): readonly OrderedRule[] {
  return namedRules(mapping).flatMap(({ path, rule }): readonly OrderedRule[] => {
    const { base, because, lookup } = rule;
    if (because !== undefined || lookup || base.kind !== 'expression') return [];
    const found = patternsOf(path, rule, catalog);
    const swapped = found?.parse.map(swappedPattern) ?? [];
    if (!found || found.parse.every(each => each === defaultDateFormat)) return [];
    if (swapped.some(each => each === undefined)) return [];
    return [{ path, expression: base.expression, ...found, swapped: swapped.flatMap(each => each ?? []) }];
  });
}

function patternsOf(
  path: string,
  { as, date }: Rule,
  catalog: CatalogSnapshot | null,
): Pick<OrderedRule, 'parse' | 'isReadByAccount'> | undefined {
  if (as === 'date') return { parse: date.parse, isReadByAccount: false };
  if (as !== undefined || catalog === null || !path.startsWith(ofField)) return undefined;
  const field = findField(path.slice(ofField.length), catalog);
  if (field?.type !== 'date' && field?.type !== 'birthday') return undefined;
  const { format } = accountDateFormat(field, defaultDateFormat) ?? {};
  return format === undefined ? undefined : { parse: [format], isReadByAccount: true };
}

const ofField = 'additionalFields.';

/** Returns the orders that fit the days of an event; nothing for a value that is no day, or one day in both orders. */
export async function readDayOrders(
  rules: readonly OrderedRule[],
  scope: Scope,
): Promise<readonly ReadOrder[]> {
  const found: ReadOrder[] = [];
  for (const rule of rules) {
    const tried = await tryOn(rule.expression, scope);
    const texts = 'failed' in tried ? [] : elementsOf(tried.value);
    for (const text of texts) {
      const order = typeof text === 'string' ? orderIn(text.trim(), rule) : undefined;
      if (order) found.push(order);
    }
  }
  return found;
}

function orderIn(text: string, rule: OrderedRule): ReadOrder | undefined {
  const { path, parse, swapped, isReadByAccount } = rule;
  const [here] = dateReadings(text, { parse, zone: undefined });
  const [there] = dateReadings(text, { parse: swapped, zone: undefined });
  if (here?.words === there?.words) return undefined;
  const order = here && there ? 'both' : here ? 'own' : 'other';
  const at = here ? parse.indexOf(here.pattern) : swapped.indexOf(there?.pattern ?? '');
  const [pattern = '', otherPattern = ''] = [parse[at], swapped[at]];
  return { path, order, pattern, otherPattern, cure: patternsText(swapped), isReadByAccount };
}

/** Returns a pattern with day and month swapped; undefined if it does not have both as numbers. ISO 8601 has one order. */
export function swappedPattern(pattern: string): string | undefined {
  if (pattern === defaultDateFormat) return pattern;
  const [day] = /d{1,2}/.exec(pattern) ?? [];
  const [month] = /M{1,2}/.exec(pattern) ?? [];
  if (day === undefined || month === undefined || /MMM|E|L/.test(pattern)) return undefined;
  return pattern.replace(/d{1,2}|M{1,2}/g, each => (each.startsWith('d') ? month : day));
}
