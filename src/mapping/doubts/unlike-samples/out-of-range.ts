import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { scalarText, shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { nodesOf } from '../../../expressions/syntax-tree.ts';
import type { Rule } from '../../mapping.ts';
import type { SampleBase } from './bases-of-samples.ts';
import type { EventShown, Ruled } from './ruled.ts';

/**
 * Returns a doubt about a number that no sample comes near: a difference or a measure below zero (`-12` hours from 20:00 to 08:00), or
 * more of a unit than its period has (480 hours a day). Only a note about hours whose period is not known.
 */
export function outOfRange(
  { path, rule, result }: Ruled,
  samples: readonly SampleBase[],
  { where = 'the event', isShown = true }: EventShown,
): Diagnostic | undefined {
  if (result.kind !== 'value') return undefined;
  const value = numberOf(result.value.text);
  const known = samples.flatMap(each => numberOf(each.value) ?? []);
  if (value === undefined || known.length === 0) return undefined;
  const found = otherRange(value, known, rangeOf(path, rule));
  if (!found) return undefined;
  const what = isShown ? shown(result.value.text) : `the number in ${where}`;
  const message = `${path}: ${what} ${found.says}`;
  const hint =
    'see how the event gives the two times or the unit, and have the rule send nothing for a number that cannot be; if it is right, keep the event as a test (fieldbridge capture)';
  return diagnostic('mapping/ambiguous-value', message, {
    hint,
    place: rule.base.place,
    path,
    severity: found.isSure ? 'warning' : 'info',
  });
}

/** True for a number that may be out of range. Hardly any event has one, and most rules have no range. */
export function mayBeOutOfRange({ path, rule, result }: Ruled): boolean {
  if (result.kind !== 'value' || !isNumber.test(result.value.text)) return false;
  const { isPositive, divides, limit, scale } = rangeOf(path, rule);
  if (result.value.text.startsWith('-')) return isPositive !== undefined;
  return (
    divides || scale !== undefined || (limit !== undefined && (numberOf(result.value.text) ?? 0) > limit.most)
  );
}

const isNumber = /^-?\d{1,12}(?:[.,]\d{1,20})?$/;

interface OtherRange {
  readonly says: string;
  readonly isSure: boolean;
}

function otherRange(value: number, known: readonly number[], range: Range): OtherRange | undefined {
  const { isPositive, divides, limit, isNamed, scale } = range;
  if (value < 0 && isPositive && known.every(each => each >= 0) && known.some(each => each > 0))
    return {
      says: 'is below zero, and in every sample of the mapping it is not',
      isSure: isPositive === 'surely',
    };
  if (limit && value > limit.most && known.every(each => each <= limit.most)) {
    const says = `is more than the ${limit.most} ${limit.unit} of a ${limit.period}, and in every sample of the mapping it is not`;
    return { says, isSure: isNamed };
  }
  const found = scale && value > 0 ? inOtherScale(value, known, scale) : undefined;
  if (found !== undefined) return { says: `is about ${found} each sample of the mapping`, isSure: true };
  const isTiny = divides && value > 0 && known.every(each => each / value >= leastFactor);
  return isTiny
    ? { says: 'is less than a thirtieth of that in each sample of the mapping', isSure: false }
    : undefined;
}

/** Returns how a number differs from the samples if it is in a unit of another size: kilograms in place of grams. */
function inOtherScale(
  value: number,
  known: readonly number[],
  { factor, spread }: Scale,
): string | undefined {
  const isApart = (one: number, other: number) =>
    one / other >= factor / spread && one / other <= factor * spread;
  if (known.every(each => each > 0 && isApart(value, each))) return `${factor} times`;
  return known.every(each => each > 0 && isApart(each, value)) ? `a ${factor}th of` : undefined;
}

/** Minutes read as seconds, or hours read as minutes, differ by 60. */
const leastFactor = 30;

/** The factor between two units of a measure, and how much the measure itself differs between people. */
interface Scale {
  readonly factor: number;
  readonly spread: number;
}

/** Kilograms and grams, metres and centimetres. */
const scales: readonly (Scale & { readonly names: ReadonlySet<string> })[] = [
  {
    factor: 1000,
    spread: 3,
    names: wordSet(
      'weight gewicht birthweight geburtsgewicht körpergewicht koerpergewicht bodyweight poids peso',
    ),
  },
  {
    factor: 100,
    spread: 2,
    names: wordSet(
      'height größe groesse grösse körpergröße koerpergroesse length länge laenge geburtsgröße geburtslänge taille lengte',
    ),
  },
];

/** The range of a number by the names of its rule. */
interface Range {
  /** `surely`: a measure or a difference of times is never below zero. `mostly`: any other difference. */
  readonly isPositive: 'surely' | 'mostly' | undefined;
  /** True if the expression divides by a number of minutes or seconds. */
  readonly divides: boolean;
  /** The most that a period has of the unit. */
  readonly limit: { readonly most: number; readonly unit: string; readonly period: string } | undefined;
  /** True if a name has the period. */
  readonly isNamed: boolean;
  readonly scale: Scale | undefined;
}

/** Every event passes here. */
const rangeOf = onceForPath((path, { base }): Range => {
  if (base.kind !== 'expression')
    return { isPositive: undefined, divides: false, limit: undefined, isNamed: false, scale: undefined };
  const { answer, source } = base.expression;
  const signs = answer === undefined ? signsIn(base.expression) : new Set();
  const own = wordsOf(path.replace(/^additionalFields\./, ''));
  const words = [...own, ...wordsOf(answer ?? source)];
  const divides = signs.has('/') && byTime.test(source);
  const isMeasured = divides || words.some(each => measures.has(each));
  const isPositive = isMeasured ? 'surely' : signs.has('-') ? 'mostly' : undefined;
  const unit = unitIn(own) ?? unitIn(words);
  const named =
    unit && periods.find(({ name, names }) => name in unit.most && words.some(each => names.has(each)));
  const period = named?.name ?? 'day';
  const most = unit?.most[period];
  const limit = unit && most !== undefined ? { most, unit: unit.name, period } : undefined;
  const scale = scales.find(({ names }) => words.some(each => names.has(each)));
  return { isPositive, divides, limit, isNamed: named !== undefined, scale };
});

function onceForPath<Found>(make: (path: string, rule: Rule) => Found): (path: string, rule: Rule) => Found {
  const known = onceFor((_: Rule) => new Map<string, Found>());
  return (path, rule) => {
    const found = known(rule).get(path) ?? make(path, rule);
    known(rule).set(path, found);
    return found;
  };
}

const signsIn = onceFor(
  (expression: Expression): ReadonlySet<unknown> =>
    new Set(nodesOf(treeOf(expression)).flatMap(({ type, value }) => (type === 'binary' ? [value] : []))),
);

/** Numbers of minutes, seconds or milliseconds in an hour, a minute or a day. */
const byTime = /\/\s?\(?\s?(?:60|1000|1440|3600|60000|86400|3600000|86400000)\b/;

interface Unit {
  readonly name: string;
  readonly names: ReadonlySet<string>;
  readonly most: Readonly<Record<string, number>>;
}

/** In this order, since "Stunden pro Tag" has hours of a day. */
const units: readonly Unit[] = [
  {
    name: 'minutes',
    names: wordSet('minutes minuten minuti minuty mins'),
    most: { day: 1440, week: 10_080 },
  },
  {
    name: 'hours',
    names: wordSet('hours stunden std hrs heures uren horas ore timer betreuungsstunden'),
    most: { day: 24, week: 168, month: 744 },
  },
  {
    name: 'nights',
    names: wordSet('nights nächte naechte nuits nachten'),
    most: { week: 7, month: 31, year: 366 },
  },
  { name: 'days', names: wordSet('days tage jours dagen giorni'), most: { week: 7, month: 31, year: 366 } },
  { name: 'weeks', names: wordSet('weeks wochen semaines weken'), most: { month: 5, year: 53 } },
  { name: 'months', names: wordSet('months monate mois maanden'), most: { year: 12 } },
];

const periods: readonly { readonly name: string; readonly names: ReadonlySet<string> }[] = [
  { name: 'day', names: wordSet('day tag daily täglich taeglich jour dag giorno') },
  { name: 'week', names: wordSet('week woche weekly wöchentlich woechentlich semaine settimana') },
  { name: 'month', names: wordSet('month monat monthly monatlich mois maand mese') },
  { name: 'year', names: wordSet('year jahr yearly jährlich jaehrlich annual an jaar anno') },
];

function unitIn(words: readonly string[]): Unit | undefined {
  return units.find(({ names }) => words.some(each => names.has(each)));
}

/** Words for times and measures, which are never below zero. */
const measures = wordSet(
  'hours stunden std hrs heures uren hour stunde minutes minuten minute mins days tage nights nächte weeks wochen months monate ' +
    'duration dauer length länge laenge age alter weight gewicht height größe groesse grams gramm kg anzahl count quantity menge ' +
    'personen persons people guests gäste meals mahlzeiten time zeit uhrzeit start end ende beginn begin millis arrival departure ' +
    'ankunft abreise abfahrt checkin checkout von bis volume volumen kubikmeter cbm liter litre litres distance entfernung ' +
    'strecke km kilometer area fläche flaeche wohnfläche wohnflaeche quadratmeter qm sqm rooms zimmer',
);

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}

/** Reads a number with either sign before decimals. */
function numberOf(value: unknown): number | undefined {
  const text = scalarText(value);
  if (!('value' in text) || !/^\s*[+-]?\d{1,12}(?:[.,]\d{1,20})?\s*$/.test(text.value)) return undefined;
  return Number(text.value.replace(',', '.'));
}
