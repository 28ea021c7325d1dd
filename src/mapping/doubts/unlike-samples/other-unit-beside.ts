import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { compactKey } from '../event-kind/event-type-keys.ts';
import type { SampleBase } from './bases-of-samples.ts';
import type { EventShown, Ruled } from './ruled.ts';

/**
 * Returns a warning about a number whose unit, in a key beside it, is none of the samples: `fee: 120000` with `fee_unit: "cents"`
 * where the samples have "CHF". A unit without an amount says nothing, and an expression that reads more than the number may
 * convert it.
 */
export function otherUnitBeside(
  { path, rule: { base }, result }: Ruled,
  samples: readonly SampleBase[],
  { input }: Scope,
  { where = 'the event', isShown = true }: EventShown,
): Diagnostic | undefined {
  const steps = base.kind === 'expression' ? base.expression.path : null;
  if (!steps || result.kind !== 'value') return undefined;
  const here = unitBeside(steps, input);
  if (!here) return undefined;
  const known = samples.flatMap(each => unitBeside(steps, each.scope.input)?.unit ?? []);
  const isKnown = known.some(each => comparedUnit(each) === comparedUnit(here.unit));
  if (known.length === 0 || isKnown) return undefined;
  const written = visibleText(pathText([...steps.slice(0, -1), here.key]));
  const what = isShown ? shown(here.unit) : 'another one';
  const message = `${path}: ${written} is the unit of the number, and in ${where} it is ${what}, which no sample of the mapping has (${shown(known[0] ?? '')})`;
  const hint = `convert the number in the rule, or leave out such events with when: ${written} = ${JSON.stringify(known[0])}; if the number is right, keep the event as a test (fieldbridge capture), or add because: with the reason`;
  return diagnostic('mapping/new-branch', message, { hint, place: base.place, path, severity: 'warning' });
}

/** True for a rule that only reads a number with a unit beside it. */
export function readsAmount({ rule: { base } }: Ruled, { input }: Scope): boolean {
  const steps = base.kind === 'expression' ? base.expression.path : null;
  return steps !== null && unitBeside(steps, input) !== undefined;
}

/** Returns the unit in the object of a number: of its own name (`fee_unit`), or the only one (`unit` beside `value`). */
function unitBeside(
  steps: readonly string[],
  input: unknown,
): { readonly key: string; readonly unit: string } | undefined {
  const [last = ''] = steps.slice(-1);
  if (steps[0]?.startsWith('$') || last === '') return undefined;
  const object = steps.slice(0, -1).reduce<unknown>(ownValue, input);
  if (!isPlainObject(object) || !isNumber(ownValue(object, last))) return undefined;
  const own = compactKey(last);
  const bare = steps.length > 1 && amounts.test(own);
  for (const key of Object.keys(object).slice(0, mostKeys)) {
    const name = compactKey(key);
    const [, before] = unitKey.exec(name) ?? [];
    if (before === undefined || (before === '' ? !bare : before !== own)) continue;
    const unit = ownValue(object, key);
    if (typeof unit === 'string' && unit.trim() !== '' && unit.length <= longest) return { key, unit };
  }
  return undefined;
}

/** The name of a number that needs its unit beside it. */
const amounts = /^(?:value|amount|number|quantity|wert|betrag|menge|zahl|valeur|montant|quantite)$/;
const unitKey = /^(.{0,60}?)(?:units?|einheit|masseinheit|unite|uom|unita|eenheid)$/;
const mostKeys = 200;
const longest = 30;

function isNumber(value: unknown): boolean {
  return (
    typeof value === 'number' || (typeof value === 'string' && /^\s*[+-]?\d[\d.,'\s]{0,20}$/.test(value))
  );
}

function comparedUnit(unit: string): string {
  return unit.trim().toLowerCase().replace(/\.$/, '');
}
