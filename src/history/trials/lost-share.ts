import { counted } from '../../diagnostics/counted.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { namedRules } from '../../mapping/rules-of.ts';
import type { PlannedTrial } from './plan-trial.ts';

/** The share of stored events above which a lost value is probably a mistake. */
const share = 0.2;

/** The minimum number of events for a report: a few bad values occur in any data. */
const fewest = 5;

/** True if so many stored events lost a value that a person should check it. */
export function isLargeShare(lost: number, tried: number): boolean {
  return lost >= fewest && lost > share * tried;
}

/** Returns warnings, without values, about tables that send nothing (`otherwise: null`) for many stored events. */
export function fallsThrough(
  mapping: Mapping,
  planned: readonly PlannedTrial[],
  told: readonly Diagnostic[],
): readonly Diagnostic[] {
  const stored = planned.filter(({ trial }) => trial.test === undefined);
  return namedRules(mapping).flatMap(({ path, rule }) => {
    const { otherwise } = rule.lookup ?? {};
    if (otherwise?.value !== null) return [];
    const lookedUp = stored.filter(({ looked }) => looked.has(path)).length;
    const lost = stored.filter(({ looked }) => looked.get(path) === 'fell-through').length;
    const isTold = told.some(each => each.code === 'check/idle-entry' && each.path === path);
    if (isTold || !isLargeShare(lost, lookedUp)) return [];
    return [warning(mapping, path, rule, `${lost} of ${counted(lookedUp, 'stored event')}`)];
  });
}

function warning(mapping: Mapping, path: string, rule: Rule, events: string): Diagnostic {
  const message = `${path}: for ${events} the table does not have the value, so nothing is sent (otherwise: null)`;
  const hint = `\`fieldbridge coverage ${mapping.source}\` shows how the values look; add them to the table, with null on the right where nothing is to be sent`;
  const place = rule.lookup?.otherwise?.place ?? rule.place;
  return diagnostic('check/falls-through', message, { hint, place, path });
}
