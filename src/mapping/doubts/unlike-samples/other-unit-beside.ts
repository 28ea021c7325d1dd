import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathBelow } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { onlyEntry } from '../../evaluate/short-text.ts';
import { recordAround } from '../changed-form/labels-beside.ts';
import { compactKey } from '../event-kind/event-type-keys.ts';
import type { SampleBase } from './bases-of-samples.ts';
import type { EventShown, Ruled } from './ruled.ts';
import { textPath } from './text-cut.ts';
import { unitCalled } from './unit-words.ts';

/**
 * Returns a warning about a number whose unit or period, in a key beside it, is none of the samples: `fee: 120000` with
 * `fee_unit: "cents"` where the samples have "CHF" or no unit. A unit without an amount says nothing, and an expression that reads
 * more than the number may convert it.
 */
export function otherUnitBeside(
  ruled: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  { where = 'the event', isShown = true }: EventShown,
): Diagnostic | undefined {
  const { rule } = ruled;
  const { base } = rule;
  if (base.kind !== 'expression' || !givesNumber(ruled)) return undefined;
  const here = unitsBeside(base.expression, scope);
  if (here.length === 0) return undefined;
  const before = samples.flatMap(each => unitsBeside(base.expression, each.scope));
  const ofKey = (written: string) => before.flatMap(each => (each.written === written ? each.unit : []));
  const other = here.find(
    ({ written, unit }) => !ofKey(written).some(each => comparedUnit(each) === comparedUnit(unit)),
  );
  return other && warning(ruled, other, ofKey(other.written), { where, isShown });
}

function warning(
  { path, rule: { base } }: Ruled,
  here: UnitBeside,
  known: readonly string[],
  { where, isShown }: Required<EventShown>,
): Diagnostic {
  const [first] = known;
  const written = visibleText(here.written);
  const what = isShown ? shown(here.unit) : first === undefined ? 'given' : 'another one';
  const before =
    first === undefined
      ? 'and no sample of the mapping has this key'
      : `which no sample of the mapping has (${shown(first)})`;
  const message = `${path}: ${written} is the ${here.called} of the number, and in ${where} it is ${what}, ${before}`;
  const condition =
    first === undefined ? `$not($exists(${written}))` : `${written} = ${JSON.stringify(first)}`;
  const hint = `convert the number in the rule, or leave out such events with when: ${condition}; if the number is right, keep the event as a test (fieldbridge capture)`;
  return diagnostic('mapping/new-branch', message, { hint, place: base.place, path, severity: 'warning' });
}

/** True for a rule that only reads a number with a unit beside it. */
export function readsAmount(ruled: Ruled, scope: Scope): boolean {
  const { base } = ruled.rule;
  return givesNumber(ruled) && base.kind === 'expression' && unitsBeside(base.expression, scope).length > 0;
}

/** Most values are no numbers, and to find the object around a value takes longer. */
function givesNumber({ rule: { as }, result }: Ruled): boolean {
  return result.kind === 'value' && as !== 'date' && /^\s*[+-]?\d/.test(result.value.text);
}

/** The unit or the period beside a number, and the path of its key. */
interface UnitBeside {
  readonly written: string;
  readonly called: 'unit' | 'period';
  readonly unit: string;
}

/** Returns the units in the object of a number: of its own name (`fee_unit`), or the only ones (`unit` beside `value`). */
function unitsBeside(whole: Expression, scope: Scope): readonly UnitBeside[] {
  const expression = whole.path ? whole : textPath(whole);
  const { path = null, source = '' } = expression ?? {};
  const [last = ''] = path?.slice(-1) ?? [];
  if (!expression || !path || path[0]?.startsWith('$') || last === '') return [];
  const object = recordOf(expression, path, scope);
  if (!isPlainObject(object) || (expression === whole && !isNumber(ownValue(object, last)))) return [];
  const isBare = path.length > 1 && amounts.test(compactKey(last));
  const isMoney = money.test(compactKey(last));
  const around = path.length > 1 ? source.slice(0, source.lastIndexOf('.')).trim() : '';
  return Object.keys(object)
    .slice(0, mostKeys)
    .flatMap(key => {
      const unit = ownValue(object, key);
      const kind = isUnit(unit) ? unitKeyOf(key) : undefined;
      if (!kind || !isUnit(unit)) return [];
      const isOwn =
        kind.of === compactKey(last) ||
        (kind.of === '' &&
          (isBare ||
            (isMoney && periodWords.has(comparedUnit(unit))) ||
            (kind.called === 'unit' && path.length > 1 && isOnlyNumber(object, last))));
      return isOwn ? [{ called: kind.called, unit, written: pathBelow(around, key) }] : [];
    });
}

function isUnit(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest;
}

/** True if the object of a number has no other number, so that its unit can only be that of this number; an address has units, too. */
function isOnlyNumber(object: object, last: string): boolean {
  const keys = Object.keys(object).slice(0, mostKeys);
  return keys.every(
    key => key === last || !(isNumber(ownValue(object, key)) || ofAddress.test(compactKey(key))),
  );
}

/** Returns the number of a key for a unit or a period: `fee` of `feeUnit`, an empty text of `unit`. */
function unitKeyOf(key: string): { readonly of: string; readonly called: UnitBeside['called'] } | undefined {
  const [, of, suffix = ''] = unitKey.exec(compactKey(key)) ?? [];
  return of === undefined ? undefined : { of, called: periods.test(suffix) ? 'period' : 'unit' };
}

/** Returns the object around a value. Brevo has the contact as the only entry of a list; a flag may choose an entry. */
function recordOf(expression: Expression, path: readonly string[], scope: Scope): unknown {
  if (path.length === 1) return scope.input;
  const plain = path.slice(0, -1).reduce<unknown>(ownValue, scope.input);
  if (isPlainObject(plain)) return plain;
  const around = recordAround(expression);
  if (around?.evaluateDirectly) {
    const found = around.evaluateDirectly(scope);
    return typeof found === 'object' && found !== null ? onlyEntry(found) : undefined;
  }
  const [, list, flag, rest = ''] = byFlag.exec(expression.source.trim()) ?? [];
  if (list === undefined || flag === undefined) return undefined;
  const entries = list.split('.').reduce<unknown>(ownValue, scope.input);
  const chosen = Array.isArray(entries) ? entries.find(each => ownValue(each, flag) === true) : undefined;
  return rest.split('.').slice(1, -1).reduce<unknown>(ownValue, chosen);
}

/** A path to the entry that a flag chooses: `dogs[main].weight.value`. */
const byFlag = /^([\p{L}_][\p{L}\p{N}_.]*)\[([\p{L}_][\p{L}\p{N}_]*)\]((?:\.[\p{L}_][\p{L}\p{N}_]*)+)$/u;

/** The name of a number that needs its unit beside it. */
const amounts = /^(?:value|amount|number|quantity|wert|betrag|menge|zahl|valeur|montant|quantite)$/;
/** The name of an amount of money, beside which a word for a period is its own. */
const money =
  /(?:fee|price|rate|beitrag|gebuhr|gebühr|gebuehr|preis|betrag|kosten|miete|tarif|abo|prix|tarief|prijs|amount)$/;
const periodWords: ReadonlySet<string> = new Set(['jahr', 'quartal', 'monat', 'woche', 'tag', 'stunde']);
const unitKey =
  /^(.{0,60}?)(units?|einheit|masseinheit|unite|uom|unita|eenheid|period|periode|zeitraum|interval|intervall|turnus|rhythmus|frequency|basis|scale|per|pro)$/;
const periods = /^(?:period|zeitraum|interval|turnus|rhythmus|frequency|basis|per|pro)/;
/** Keys of an address, in which a unit is an apartment. */
const ofAddress =
  /^(?:str(?:eet|asse|aße|\.)?|line\d?|address\d?|city|ort|stadt|town|zip|plz|post(?:al)?code|country|land)/;
const mostKeys = 200;
const longest = 30;

function isNumber(value: unknown): boolean {
  return (
    typeof value === 'number' || (typeof value === 'string' && /^\s*[+-]?\d[\d.,'\s]{0,20}$/.test(value))
  );
}

function comparedUnit(unit: string): string {
  return unitCalled(
    unit
      .trim()
      .replace(/\.$/, '')
      .replace(/^(?:pro|je|per|jede[nrs]?|each|every|par)\s/i, ''),
  );
}
