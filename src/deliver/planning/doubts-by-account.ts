import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { refusedElsewhere } from '../../check/consents/refused-elsewhere.ts';
import { unclearConsents } from '../../check/consents/unclear-consents.ts';
import { namesAtEvent } from '../../check/data/names/names-at-event.ts';
import { arrivalDays } from '../../check/days/arrival-days.ts';
import { daysOutOfTime } from '../../check/days/days-out-of-time.ts';
import { otherCurrencies } from '../../check/measures/other-currency.ts';
import { otherMeasures } from '../../check/measures/other-measures.ts';
import { otherEntries } from '../../check/people/other-entries.ts';
import { ownEmergencyNumbers } from '../../check/people/own-emergency-number.ts';
import { valuesOfOthers } from '../../check/people/values-of-others.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call } from '../../inbox/call.ts';
import { isSent } from '../../mapping/doubts/call-doubts.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import type { Mapping } from '../../mapping/mapping.ts';

/** Returns the warnings about values for which the names of the account's fields are needed. */
export function doubtsByAccount(
  mapping: Mapping,
  catalog: CatalogSnapshot,
  input: MappingInput,
  call: Call,
): readonly Diagnostic[] {
  return [
    ...otherMeasures(mapping, catalog),
    ...otherCurrencies(mapping, catalog, input),
    ...valuesOfOthers(mapping, catalog),
    ...arrivalDays(mapping, catalog, input),
    ...daysOutOfTime(mapping, catalog, input, call),
    ...otherEntries(mapping, catalog, input),
    ...namesAtEvent(mapping, catalog, { input }),
    ...unclearConsents(mapping, catalog, input, call),
    ...refusedElsewhere(mapping, catalog, input, call),
    ...ownEmergencyNumbers(mapping, catalog, input, call),
  ];
}

/** Adds warnings about values that are sent, one of each kind for a rule. */
export function withFurther(
  before: readonly Diagnostic[],
  found: readonly Diagnostic[],
  call: Call,
): readonly Diagnostic[] {
  if (found.length === 0) return before;
  const all = [...before];
  for (const each of found) {
    const isTold = all.some(({ code, path }) => code === each.code && path === each.path);
    if (!isTold && isSent(call, each.path ?? '')) all.push(each);
  }
  return all;
}
