import { counted } from '../../diagnostics/counted.ts';
import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { patternsText } from '../../expressions/convert/guess-patterns.ts';
import { elementsOf } from '../../expressions/convert/presence.ts';
import { dateReadings, defaultDateFormat } from '../../expressions/convert/read-date.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { namedRules } from '../../mapping/rules-of.ts';
import type { Patience } from './patience.ts';
import { swappedPattern } from './read-day-orders.ts';
import { isOwn, mostTried, tryOn, type Wanted } from './trial.ts';

/**
 * Warns about `parse` with day and month in the wrong order: a day above 12 in some events shows the order of the
 * sender. All other days were read with day and month swapped, and nothing else shows that. Also warns about two rules
 * that read dates of one shape in opposite orders, unless events show both.
 */
export async function checkSwappedDays(
  mapping: Mapping,
  wanted: readonly Wanted[],
  patience: Patience,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  const orders: ReadOrder[] = [];
  for (const { path, rule } of namedRules(mapping)) {
    const { as, base, because, date, lookup } = rule;
    const swapped = date.parse.map(swappedPattern);
    if (as !== 'date' || because !== undefined || lookup || base.kind !== 'expression') continue;
    // Both orders at once are reported for each value that fits both.
    if (date.parse.every(each => each === defaultDateFormat) || swapped.some(each => each === undefined))
      continue;
    const texts = await textsOf(
      rule,
      wanted.slice(0, mostTried),
      each => isOwn(each.trial, mapping) || patience(),
    );
    const told = judge(
      texts,
      date.parse,
      swapped.flatMap(each => each ?? []),
    );
    const { place } = base;
    if (told)
      found.push(
        diagnostic('check/swapped-days', `${path}: ${told.message}`, { hint: told.hint, place, path }),
      );
    else orders.push(...ordersOf(date.parse, texts).map(each => ({ ...each, path, place })));
  }
  return [...found, ...opposite(orders)];
}

/** The order in which a rule reads day and month, by one of its patterns. */
interface ReadOrder {
  readonly path: string;
  readonly place: Place;
  readonly pattern: string;
  /** The pattern without the order and the width of day and month, and without the time. */
  readonly shape: string;
  readonly isDayFirst: boolean;
  /** True if a value can only be read in this order. */
  readonly isProven: boolean;
}

function ordersOf(
  parse: readonly string[],
  texts: readonly Text[],
): readonly Omit<ReadOrder, 'path' | 'place'>[] {
  return parse.flatMap(pattern => {
    const other = pattern === defaultDateFormat ? undefined : swappedPattern(pattern);
    if (other === undefined) return [];
    const reads = (text: string, by: string) =>
      dateReadings(text, { parse: [by], zone: undefined }).length > 0;
    const isProven = texts.some(({ text }) => reads(text, pattern) && !reads(text, other));
    return [
      { pattern, shape: shapeOf(pattern), isDayFirst: pattern.search('d') < pattern.search('M'), isProven },
    ];
  });
}

function shapeOf(pattern: string): string {
  const ofDay = pattern.replace(/[^dMy./ -]/g, '').trim();
  return ofDay.replace(/[dM]{1,2}/g, '#').replace(/y{1,4}/, 'y');
}

/** Reports the rule whose order no event shows; of two such rules, the later one. */
function opposite(orders: readonly ReadOrder[]): readonly Diagnostic[] {
  const told = new Set<string>();
  return orders.flatMap((one, at) => {
    const other = orders.find(
      (each, index) =>
        each.path !== one.path &&
        each.shape === one.shape &&
        each.isDayFirst !== one.isDayFirst &&
        !one.isProven &&
        (each.isProven || index < at),
    );
    if (!other || told.has(one.path)) return [];
    told.add(one.path);
    const [first, second] = one.isDayFirst ? ['day', 'month'] : ['month', 'day'];
    const [name, otherName] = [one.path, other.path].map(each => each.replace(/^additionalFields\./, ''));
    const message = `${one.path}: ${name} reads the ${first} first (${one.pattern}), and ${otherName} the ${second} (${other.pattern}): a sender usually writes all dates in one order`;
    const which = other.isProven
      ? `a day above 12 shows that ${otherName} is right, so write parse: ${swappedPattern(one.pattern) ?? other.pattern} here`
      : `find an event with a day above 12, which shows the order, and write the same parse in both`;
    const hint = `${which}; if both are right, add because: with the reason`;
    return [diagnostic('check/swapped-days', message, { hint, place: one.place, path: one.path })];
  });
}

interface Text {
  readonly text: string;
  readonly isStored: boolean;
}

async function textsOf(
  { base }: Rule,
  events: readonly Wanted[],
  mayTry: (event: Wanted) => boolean,
): Promise<readonly Text[]> {
  if (base.kind !== 'expression') return [];
  const texts: Text[] = [];
  for (const event of events) {
    if (!mayTry(event)) continue;
    const tried = await tryOn(base.expression, event.scope);
    if ('failed' in tried) continue;
    const isStored = event.trial.test === undefined;
    texts.push(
      ...elementsOf(tried.value).flatMap(each =>
        typeof each === 'string' ? [{ text: each.trim(), isStored }] : [],
      ),
    );
  }
  return texts;
}

function judge(
  texts: readonly Text[],
  parse: readonly string[],
  swapped: readonly string[],
): { readonly message: string; readonly hint: string } | undefined {
  const read = texts.map(each => ({
    ...each,
    here: dateReadings(each.text, { parse, zone: undefined })[0]?.words,
    there: dateReadings(each.text, { parse: swapped, zone: undefined })[0]?.words,
  }));
  const against = read.filter(({ here, there }) => here === undefined && there !== undefined);
  const open = read.filter(({ here, there }) => here !== undefined && there !== undefined && here !== there);
  if (against.length === 0 || open.length === 0) return undefined;
  const isMixed = read.some(({ here, there }) => here !== undefined && there === undefined);
  const at = parse.findIndex((each, index) => each !== swapped[index]);
  const stored = open.filter(({ isStored }) => isStored).length;
  const count = stored > 0 ? counted(stored, 'stored event') : counted(open.length, 'sample');
  if (isMixed) {
    return {
      message: `some values have the day first and some the month, so the days of ${count} may be swapped`,
      hint: 'have the sender write all days in one form, best as 2026-03-31, or write one mapping for each form',
    };
  }
  return {
    message: `${counted(against.length, 'value')} can only be read as ${swapped[at] ?? ''}, so by ${parse[at] ?? ''} the days of ${count} were read with day and month swapped`,
    hint: `write parse: ${patternsText(swapped)}; then run \`fieldbridge events replay --again\` with --source, which also corrects delivered events`,
  };
}
