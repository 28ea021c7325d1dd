import { orderedRules, type ReadOrder, readDayOrders } from '../../check/data/read-day-orders.ts';
import { trialScope, tryOn } from '../../check/data/trial.ts';
import type { AcceptedRequest } from '../../inbox/event.ts';
import { atDestination } from '../../mapping/evaluate/at-destination.ts';
import { truthOf } from '../../mapping/evaluate/truth.ts';
import { mappingUses } from '../../mapping/evaluate/variables.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { mappingInput } from './mapping-input.ts';
import type { PlanningContext } from './plan-event.ts';

/** The orders of day and month that fit a value of a row, and the mapping that reads it. */
export interface RowDayOrder extends ReadOrder {
  readonly mapping: string;
}

/** Returns a function that reads the orders of the days in rows of a source; undefined if no rule reads days in an order. */
export function createRowDayOrders(
  source: string,
  planning: PlanningContext,
): ((request: AcceptedRequest) => Promise<readonly RowDayOrder[]>) | undefined {
  const all = planning.mappings.of(source).map(mapping => ({ mapping, rules: rulesOf(mapping, planning) }));
  const reading = all.filter(({ rules }) => rules.length > 0);
  if (reading.length === 0) return undefined;
  return async request => {
    const [item] = request.items;
    if (!item) return [];
    const event = { ...request, ...item, sequence: 0, planning: 'first' } as const;
    const input = mappingInput(event, planning.source(source));
    const found: RowDayOrder[] = [];
    for (const { mapping, rules } of reading) {
      const scope = trialScope({ input }, { needsBody: mappingUses(mapping, 'body') });
      const wanted = mapping.when ? await tryOn(mapping.when.value, scope) : { value: true };
      if ('failed' in wanted || !truthOf(wanted.value)) continue;
      const orders = await readDayOrders(rules, scope);
      found.push(...orders.map(each => ({ mapping: mapping.name, ...each })));
    }
    return found;
  };
}

function rulesOf(mapping: Mapping, { destination }: PlanningContext): ReturnType<typeof orderedRules> {
  if (!('name' in mapping.destination)) return orderedRules(mapping, null);
  const { name } = mapping.destination;
  const { config, catalog = null } = destination(name) ?? {};
  return orderedRules(atDestination(mapping, name, config), catalog);
}
