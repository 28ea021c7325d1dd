import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { evaluateRule } from '../../mapping/evaluate/evaluate-rule.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { datedFields, dayOutOfTime } from '../days/days-out-of-time.ts';
import { fieldPath } from '../rule-reading.ts';
import type { Patience } from './patience.ts';
import { isOwn, mostTried, showsValues, type Wanted, whereOf } from './trial.ts';

/**
 * Warns about rules that send a day on the wrong side of an event to a field about the last or the next time, as stored events
 * show: one for each rule. A sample says nothing of its time.
 */
export async function checkDaysOutOfTime(
  mapping: Mapping,
  events: readonly Wanted[],
  { patience, catalog }: { readonly patience: Patience; readonly catalog: CatalogSnapshot | undefined },
): Promise<readonly Diagnostic[]> {
  const stored = events.filter(({ trial }) => trial.test === undefined).slice(0, mostTried);
  if (stored.length === 0) return [];
  const found: Diagnostic[] = [];
  for (const dated of datedFields(mapping, catalog)) {
    const { key, rule } = dated.field;
    for (const { trial, scope } of stored) {
      if (!isOwn(trial, mapping) && !patience()) continue;
      const result = await evaluateRule(rule, `${fieldPath}${key}`, scope);
      if (result.kind !== 'value') continue;
      const told = dayOutOfTime(dated, result.value.text, trial.input, {
        where: whereOf(trial),
        isHidden: !showsValues(trial),
      });
      if (!told) continue;
      found.push(told);
      break;
    }
  }
  return found;
}
