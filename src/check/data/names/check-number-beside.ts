import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import type { Mapping, ParameterRule } from '../../../mapping/mapping.ts';
import {
  customerNumbersIn,
  isCustomerNumber,
  isNumberOfCalendar,
  isSameNumber,
} from '../../starter/customer-numbers.ts';
import { isScalar, type PayloadPath } from '../../starter/payload-path.ts';
import { payloadPaths } from '../../starter/payload-paths.ts';
import { type Wanted, whereOf } from '../trial.ts';

/** The number of events that are searched for a customer number. */
const mostTried = 20;

/**
 * Warns if the customer number is read from an id, and the event also has a value that is by its name the customer
 * number: in the account, the id would be the number of somebody else. It also warns of two customer numbers, such as that
 * of a shop beside that of the calendar. No warning if both are the same, or with `because`.
 */
export function checkNumberBeside(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  return mapping.set.flatMap(parameter => numberBeside(parameter, events) ?? []);
}

function numberBeside({ name, rule }: ParameterRule, events: readonly Wanted[]): Diagnostic | undefined {
  const { base, because } = rule;
  if ((name !== 'id' && name !== 'customerId') || because !== undefined) return undefined;
  if (base.kind !== 'expression' || base.expression.answer !== undefined) return undefined;
  const [placed, ...others] = placedPaths(base.expression);
  // A condition or a position selects an entry, which the path alone does not.
  if (!placed || others.length > 0 || placed.from > 0 || placed.bare < placed.steps.length) return undefined;
  const path = placed.steps;
  if (path[0]?.startsWith('$')) return undefined;
  const written = pathText(path);
  const read = pathReader({ steps: path, text: written });
  const isNamed = isNumber(path);
  let shown: { readonly number: string; readonly where: string } | undefined;
  for (const { trial, scope } of events.slice(0, mostTried)) {
    const { payload } = trial.input;
    const [value] = read(scope);
    if (!isScalar(value)) continue;
    const numbers = customerNumbersIn(payloadPaths([{ payload, answers: undefined }]));
    const others = numbers.filter(each => each.expression !== written);
    if (!isNamed && others.some(each => isSameNumber(each.value, value))) return undefined;
    const other = others.find(each => !isNamed || isAsNear(each, path, value));
    if (other) shown ??= { number: other.expression, where: whereOf(trial) };
  }
  if (!shown) return undefined;
  const message = isNamed
    ? `${written} and ${shown.number} in ${shown.where} are two different customer numbers, and only one of them can be the number at the calendar: the other one is that of somebody else there`
    : `${written} is another number than ${shown.number} in ${shown.where}, which is by its name the customer number: a number of the sender is that of somebody else at the calendar`;
  const hint = `write ${name}: ${expressionInYaml(shown.number)}${isNamed ? ', if that is the number at the calendar' : ''}; if ${written} is the number at the calendar, write ${name}: {from: ${expressionInYaml(written)}, because: "…"} with the reason`;
  return diagnostic('mapping/sender-id', message, { hint, place: base.place, path: name });
}

/** True if another customer number may be that of the calendar, and the name of this one does not say that it is. */
function isAsNear(other: PayloadPath, path: readonly string[], value: unknown): boolean {
  if (isSameNumber(other.value, value)) return false;
  return !isNumberOfCalendar(path.at(-1) ?? '') || isNumberOfCalendar(other.keys.at(-1) ?? '');
}

function isNumber(path: readonly string[]): boolean {
  const [parent = '', last = parent] = path.slice(-2);
  return isCustomerNumber(path.length > 1 ? [last, `${parent} ${last}`] : [last]);
}
