import { areSameMobiles } from '../../booking/answers/person-addresses.ts';
import type { ValuesInResponse } from '../../booking/answers/values-in-response.ts';
import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { orderedDays } from '../../check/call/days/day-order.ts';
import { findField } from '../../check/call/field-key.ts';
import { comparePair } from '../../check/exchanged/compare-pair.ts';
import { lastAndNext } from '../../check/exchanged/last-and-next.ts';
import type { PlacedField } from '../../check/exchanged/moved-rows.ts';
import { turnedDay } from '../../check/exchanged/turned-day.ts';
import { comparedEmergencyNumbers } from '../../check/people/own-emergency-number.ts';
import { allNamesOf, fieldPath } from '../../check/rule-reading.ts';
import { type Call, changeText, detailNames } from '../../inbox/call.ts';
import type { DeliveryOfPerson } from '../../inbox/import-record.ts';
import type { PairEvidence, PairSign, RulePair } from '../../lists/exchanged-values.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import type { PlanningContext } from './plan-event.ts';

/** A call of a row, and the delivered calls of the same person, in the order of their delivery. */
export interface CallOfRow {
  readonly mapping: string;
  readonly destination: string;
  readonly call: Call;
  readonly before: readonly DeliveryOfPerson[];
  readonly input: () => Pick<MappingInput, 'payload' | 'answers'>;
}

/** A pair of rules, and what a row shows about it. */
export interface SignOfPair {
  readonly pair: RulePair;
  readonly sign: PairSign;
}

/**
 * Returns what a call of a row shows about rules whose values may be exchanged, and the values that it compares. `account`: the
 * values of the customer after their last update, which are newer than those of the delivered calls before it.
 */
export function exchangeSigns(
  { mapping: name, destination, call, before, input }: CallOfRow,
  account: ValuesInResponse | undefined,
  planning: Pick<PlanningContext, 'mappings' | 'destination' | 'now'>,
): { readonly signs: readonly SignOfPair[]; readonly fields: readonly PlacedField[] } {
  const mapping = planning.mappings.find(name);
  if (!mapping) return { signs: [], fields: [] };
  const catalog = planning.destination(destination)?.catalog ?? noFields;
  const pairOf = (by: PairEvidence, one: string, other: string): RulePair => {
    const columns = [...new Set([one, other])].flatMap(path => columnOf(mapping, path) ?? []);
    return {
      mapping: name,
      one,
      other,
      by,
      ...(columns.length === (ofOneColumn.has(by) ? 1 : 2) && { columns }),
    };
  };
  const ofDays = [
    ...orderedDays(call, catalog).map(
      ({ first, last, isWrong }) => [first.field.keyName, last.field.keyName, isWrong] as const,
    ),
    ...lastAndNext(call, catalog, planning.now).map(
      ({ last, next, isExchanged }) => [last, next, isExchanged] as const,
    ),
  ].map(
    ([one, other, isWrong]): SignOfPair => ({
      pair: pairOf('days', `${fieldPath}${one}`, `${fieldPath}${other}`),
      sign: isWrong ? 'exact' : 'against',
    }),
  );
  const ofNumbers = comparedEmergencyNumbers(mapping, catalog, input, call).flatMap(
    ({ key, text, same, isCompared }): readonly SignOfPair[] => {
      const mobile = account?.mobile;
      if (!isCompared && mobile === undefined) return [];
      const isOwn = same !== undefined || (mobile !== undefined && areSameMobiles(mobile, text));
      const pair = pairOf('own-number', `${fieldPath}${key}`, 'mobile');
      return [{ pair, sign: isOwn ? 'exact' : 'against' }];
    },
  );
  const fields = comparedFields(call, before, { account, catalog });
  const turned = fields.flatMap((each): readonly SignOfPair[] => {
    const sign = turnedDay(each);
    return sign ? [{ pair: pairOf('turned-days', each.path, each.path), sign }] : [];
  });
  return { signs: [...ofDays, ...ofNumbers, ...turned, ...ofBefore(fields, pairOf)], fields };
}

/** The evidence that is about the column of one rule alone. */
const ofOneColumn: ReadonlySet<PairEvidence> = new Set(['own-number', 'turned-days']);

/** For an account that is not known yet. */
const noFields: Pick<CatalogSnapshot, 'fields'> = { fields: [] };

function ofBefore(
  fields: readonly PlacedField[],
  pairOf: (by: PairEvidence, one: string, other: string) => RulePair,
): readonly SignOfPair[] {
  return fields.flatMap((other, at) =>
    fields.slice(0, at).flatMap((one): readonly SignOfPair[] => {
      const sign = comparePair(one, other);
      return sign ? [{ pair: pairOf('before', one.path, other.path), sign }] : [];
    }),
  );
}

/** A row with more values is compared by its first ones. */
const mostFields = 40;

function comparedFields(
  call: Call,
  before: readonly DeliveryOfPerson[],
  {
    account,
    catalog,
  }: { readonly account: ValuesInResponse | undefined; readonly catalog: Pick<CatalogSnapshot, 'fields'> },
): readonly PlacedField[] {
  const known = new Map(before.flatMap(each => [...valuesOf(each.call)]));
  return [...valuesOf(call)].slice(0, mostFields).flatMap(([path, sent]): readonly PlacedField[] => {
    if (sent === '') return [];
    const key = path.startsWith(fieldPath) ? path.slice(fieldPath.length) : undefined;
    const field = key === undefined ? undefined : findField(key, catalog);
    const names = field ? allNamesOf(field) : [key ?? path];
    const value = account?.fields.get(key ?? '') ?? known.get(path);
    return [{ path, names, type: field?.type, sent, before: value === '' ? undefined : value }];
  });
}

/** Returns the values that a call sets, by their paths; empty for one that it clears. */
function valuesOf(call: Call): ReadonlyMap<string, string> {
  const details =
    call.operation === 'persistCustomerData' && 'details' in call.customer ? call.customer.details : {};
  const note = call.operation === 'updateCustomer' ? call.note : undefined;
  return new Map([
    ...detailNames.flatMap((name): readonly [string, string][] => {
      const text = details[name]?.text;
      return text === undefined ? [] : [[name, text]];
    }),
    ...(note ? [['note', changeText(note)] as const] : []),
    ...call.additionalFields.map(({ key, change }) => [`${fieldPath}${key}`, changeText(change)] as const),
  ]);
}

/** Returns the column of a list that a rule reads, if it reads one alone. */
function columnOf(mapping: Mapping, path: string): string | undefined {
  const rule = namedRules(mapping).find(each => each.path === path)?.rule;
  const [expression, ...others] = rule ? ruleExpressions(rule) : [];
  const [step, ...more] = expression?.path ?? [];
  const isPlain = others.length === 0 && more.length === 0 && step !== undefined && !step.startsWith('$');
  return isPlain ? step : undefined;
}
