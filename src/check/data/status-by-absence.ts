import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { pathText } from '../../expressions/path-text.ts';
import { pathReader } from '../../expressions/path-values.ts';
import { pathsRead } from '../../expressions/placed-paths.ts';
import { possibleResults } from '../../expressions/possible-results.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { quoted } from '../fault.ts';
import { type Wanted, whereOf } from './trial.ts';

/**
 * Warns where an update sets a status because an event has nothing of what the rule reads, as a sample or a stored event
 * shows it: `plan = "gold" ? "VIP" : "Neukunde"` makes everybody a new customer whose webhook has no plan. `because`
 * says that it is meant.
 */
export function statusByAbsence(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  const rule = mapping.set.find(({ name }) => name === 'customerStatus')?.rule;
  if (mapping.operation !== 'updateCustomer' || !rule || rule.because !== undefined) return [];
  const status = statusWithoutPaths(rule);
  if (status === undefined || rule.base.kind !== 'expression') return [];
  const readers = pathsRead(rule.base.expression).map(steps => pathReader({ steps, text: pathText(steps) }));
  const event = events.find(({ scope }) => readers.every(values => values(scope).length === 0));
  if (!event || readers.length === 0) return [];
  const message = `the status becomes ${quoted(status)} in ${whereOf(event.trial)}, which has nothing of what the rule reads`;
  const hint =
    'leave out the last alternative, which leaves the status alone; if it is right, add because: with the reason';
  return [
    diagnostic('mapping/fixed-status', message, { hint, place: rule.base.place, path: 'customerStatus' }),
  ];
}

/** The status that an expression gives where it finds nothing. */
function statusWithoutPaths({ base, lookup }: Rule): string | undefined {
  if (lookup || base.kind !== 'expression' || base.expression.path !== null || base.expression.isConstant)
    return undefined;
  const [only, ...others] = possibleResults(base.expression, 'with none of its paths')?.all ?? [];
  return only?.kind === 'value' && others.length === 0 && typeof only.value === 'string' && only.value !== ''
    ? only.value
    : undefined;
}
