import { onceFor } from '../../diagnostics/once-for.ts';
import { isGiven } from '../../receive/answers/answers.ts';
import type { Named, PlacedEvent } from './read-names.ts';

/** A change of a form: a name that earlier events have, and that none of the newest has. */
export interface FormChange {
  /** The events of this form before the change, the oldest first. */
  readonly earlier: readonly PlacedEvent[];
  /** Those of them that have the name, at least three. */
  readonly having: readonly PlacedEvent[];
  /** The events since that lack it, at least three, the newest last. */
  readonly newer: readonly PlacedEvent[];
  /** The number of events since that have it: somebody had the page of the form open. */
  readonly late: number;
  /** The names that most of the newest events have and no earlier one, with a value of them. */
  readonly fresh: readonly Named[];
}

/** The names that are known, so that they are no sign of a change. */
export interface Knowing {
  /** True for a name that the mapping or one of its samples has. */
  readonly isKnown: (named: Named) => boolean;
  /** True for a new name whose value may be that of the missing one. */
  readonly isPossible: (named: Named, having: readonly PlacedEvent[]) => boolean;
  /** The samples of the mapping. */
  readonly samples: readonly PlacedEvent[];
}

/**
 * Finds the time from which on the events of one form lack a name. Chance is no explanation: if earlier events had it with
 * a probability of p, then the newest n all lack it with (1 - p)^n, which must be small, and smaller still if nothing new
 * is there. Another form that came before and after is none either.
 * @param seen events, the oldest first
 */
export function changeIn(seen: readonly PlacedEvent[], knowing: Knowing): FormChange | undefined {
  const had = seen.filter(({ isThere }) => isThere);
  if (had.length < fewest || lackingAtEnd(seen) < fewest) return undefined;
  const usual = usualNames(had);
  const same = seen.filter(each => each.isThere || isOfForm(each, usual));
  const end = same.length - lackingAtEnd(same);
  if (same.length - end < fewest) return undefined;
  const marks = newNames(same.slice(end), had);
  if (marks.some(knowing.isKnown)) return undefined;
  const first = same.findIndex(each => hasAny(each, marks));
  const cut = first === -1 ? end : Math.min(first, end);
  const earlier = same.slice(0, cut);
  const having = earlier.filter(({ isThere }) => isThere);
  const newer = same.slice(cut).filter(({ isThere }) => !isThere);
  const late = same.length - cut - newer.length;
  if (having.length < fewest || late > Math.max(1, having.length * fewLate)) return undefined;
  const share = having.length / (earlier.length + 1);
  const fresh = withValues(marks, newer).filter(each => knowing.isPossible(each, having));
  const chance = (1 - share) ** newer.length;
  if (share <= 0.5 || chance >= (fresh.length > 0 ? smallChance : smallerChance)) return undefined;
  if (isOtherForm(earlier, newer) || newer.filter(each => each.hasOther()).length * 2 >= newer.length)
    return undefined;
  if (marks.length === 0 && knowing.samples.some(each => isLikeAll(each, newer))) return undefined;
  return { earlier, having, newer, late, fresh };
}

const fewest = 3;
const smallChance = 0.02;
/** A question that is often left out is missing several times in a row now and then, and there are many questions. */
const smallerChance = 0.001;
const fewLate = 0.1;

function lackingAtEnd(seen: readonly PlacedEvent[]): number {
  return seen.length - 1 - seen.findLastIndex(({ isThere }) => isThere);
}

/** Returns the names that nearly all events have beside the one that is read. */
function usualNames(having: readonly PlacedEvent[]): ReadonlySet<string> {
  const counts = countNames(having);
  return new Set([...counts].flatMap(([id, count]) => (count >= having.length * mostOf ? id : [])));
}

const mostOf = 0.8;

function countNames(seen: readonly PlacedEvent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of seen) for (const id of idsOf(each)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

const idsOf = onceFor((seen: PlacedEvent): ReadonlySet<string> => new Set(seen.beside().map(({ id }) => id)));

/** True for an event with at least half of the usual names. */
function isOfForm(seen: PlacedEvent, usual: ReadonlySet<string>): boolean {
  const ids = idsOf(seen);
  return [...usual].filter(each => ids.has(each)).length * 2 >= usual.size;
}

/** Returns the names that at least half of the newest events have, and none that has the former name. */
function newNames(newer: readonly PlacedEvent[], having: readonly PlacedEvent[]): readonly Named[] {
  const before = new Set(having.flatMap(each => each.beside().flatMap(({ names }) => names)));
  const own = new Map(newer.flatMap(each => each.beside().map(named => [named.id, named])));
  const counts = countNames(newer);
  return [...own.values()].filter(
    ({ id, names }) =>
      (counts.get(id) ?? 0) * 2 >= newer.length && !before.has(id) && !isEvery(names, before),
  );
}

function isEvery(names: readonly string[], before: ReadonlySet<string>): boolean {
  return names.every(each => before.has(each));
}

function hasAny(seen: PlacedEvent, marks: readonly Named[]): boolean {
  const ids = idsOf(seen);
  return !seen.isThere && marks.some(({ id }) => ids.has(id));
}

/** Returns names with the last value that the events gave them. */
function withValues(marks: readonly Named[], newer: readonly PlacedEvent[]): readonly Named[] {
  return marks.flatMap(({ id }) => {
    const all = newer.flatMap(each => each.beside().filter(named => named.id === id && isGiven(named.value)));
    return all.at(-1) ?? [];
  });
}

/**
 * True if another form explains the newest events: earlier ones lack the name too, and with it a second one that all others
 * have.
 */
function isOtherForm(earlier: readonly PlacedEvent[], newer: readonly PlacedEvent[]): boolean {
  const lacking = earlier.filter(({ isThere }) => !isThere);
  if (lacking.length === 0) return false;
  const having = earlier.filter(({ isThere }) => isThere);
  const without = new Set([...lacking, ...newer].flatMap(each => [...idsOf(each)]));
  return [...countNames(having)].some(([id, count]) => count === having.length && !without.has(id));
}

/** True for a sample that lacks the name and has all names that all of the newest events have. */
function isLikeAll(sample: PlacedEvent, newer: readonly PlacedEvent[]): boolean {
  if (sample.isThere) return false;
  const ids = idsOf(sample);
  const common = [...countNames(newer)].filter(([, count]) => count === newer.length);
  return common.length > 0 && common.every(([id]) => ids.has(id));
}
