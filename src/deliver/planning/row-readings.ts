import { orderedRules, type ReadOrder, readDayOrders } from '../../check/data/read-day-orders.ts';
import { numberRules, type ReadNumberSign, readNumberSigns } from '../../check/data/read-number-signs.ts';
import { trialScope, tryOn } from '../../check/data/trial.ts';
import type { AcceptedRequest } from '../../inbox/event.ts';
import { atDestination } from '../../mapping/evaluate/at-destination.ts';
import { truthOf } from '../../mapping/evaluate/truth.ts';
import { mappingUses } from '../../mapping/evaluate/variables.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { mappingInput } from './mapping-input.ts';
import type { PlanningContext } from './plan-event.ts';

/** The ways in which the days and the numbers of a row can be read, each with the mapping that reads it. */
export interface RowReadings {
  readonly days: readonly (ReadOrder & { readonly mapping: string })[];
  readonly numbers: readonly (ReadNumberSign & { readonly mapping: string })[];
}

/** Returns a function that finds these ways for the rows of a source; undefined if no rule reads days in an order or numbers by a sign. */
export function createRowReadings(
  source: string,
  planning: PlanningContext,
): ((request: AcceptedRequest) => Promise<RowReadings>) | undefined {
  const all = planning.mappings.of(source).map(mapping => ({ mapping, ...rulesOf(mapping, planning) }));
  const reading = all.filter(({ ofDays, ofNumbers }) => ofDays.length + ofNumbers.length > 0);
  if (reading.length === 0) return undefined;
  return async request => {
    const [item] = request.items;
    const days: RowReadings['days'][number][] = [];
    const numbers: RowReadings['numbers'][number][] = [];
    if (!item) return { days, numbers };
    const event = { ...request, ...item, sequence: 0, planning: 'first' } as const;
    const input = mappingInput(event, planning.source(source));
    for (const { mapping, ofDays, ofNumbers } of reading) {
      const scope = trialScope({ input }, { needsBody: mappingUses(mapping, 'body') });
      const wanted = mapping.when ? await tryOn(mapping.when.value, scope) : { value: true };
      if ('failed' in wanted || !truthOf(wanted.value)) continue;
      const by = { mapping: mapping.name };
      days.push(...(await readDayOrders(ofDays, scope)).map(each => ({ ...by, ...each })));
      numbers.push(...(await readNumberSigns(ofNumbers, scope)).map(each => ({ ...by, ...each })));
    }
    return { days, numbers };
  };
}

function rulesOf(
  mapping: Mapping,
  { destination }: PlanningContext,
): {
  readonly ofDays: ReturnType<typeof orderedRules>;
  readonly ofNumbers: ReturnType<typeof numberRules>;
} {
  if (!('name' in mapping.destination))
    return { ofDays: orderedRules(mapping, null), ofNumbers: numberRules(mapping) };
  const { name } = mapping.destination;
  const { config, catalog = null } = destination(name) ?? {};
  const there = atDestination(mapping, name, config);
  return { ofDays: orderedRules(there, catalog), ofNumbers: numberRules(there) };
}
