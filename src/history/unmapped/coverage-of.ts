import { pathText } from '../../expressions/paths/path-text.ts';
import type { GatheredPaths, Occurrence } from './gather-paths.ts';
import { type FellThrough, lossesOf, type NeverGave } from './losses.ts';
import type { ReadByMappings } from './read-by-mappings.ts';

/** A path or a question that no mapping reads, and its frequency. */
export interface Unmapped extends Readonly<Occurrence> {
  readonly path: string;
}

/** A path or a question that appeared or vanished recently. */
export interface Moved {
  readonly path: string;
  /** The number of events with it, among the newest if it appeared, among the earlier ones if it vanished. */
  readonly events: number;
  /** True if a mapping reads it. */
  readonly isRead: boolean;
}

/** The unread parts of a source's events. */
export interface SourceCoverage {
  readonly source: string;
  readonly from: 'events' | 'samples';
  readonly events: number;
  readonly wanted: number;
  readonly unwanted: readonly { readonly type: string; readonly events: number }[];
  readonly questions: readonly Unmapped[];
  readonly paths: readonly Unmapped[];
  /** The event values that the rules lost, the most frequent first. */
  readonly fellThrough: readonly FellThrough[];
  /** The rules that gave no value for any event to which their mapping applies. */
  readonly neverGave: readonly NeverGave[];
  /** The newest events compared with the earlier ones; missing if there are too few. */
  readonly lately?: {
    readonly newest: number;
    readonly before: number;
    readonly appeared: readonly Moved[];
    readonly vanished: readonly Moved[];
  };
}

/** The largest probability of an absence by chance at which a path is still reported as vanished. */
const chance = 0.01;

/** Returns the unread parts of a source's events. `newest`: the same data for the newest events only. */
export function coverageOf(
  about: Pick<SourceCoverage, 'source' | 'from'>,
  all: GatheredPaths,
  newest: GatheredPaths | undefined,
  reading: ReadByMappings,
): SourceCoverage {
  const { answered } = all;
  const ofPayload = (path: string) => !answered.has(path);
  // An answer that a rule finds by a former name of the question is lost.
  const questions = [...all.questions.values()].flatMap(({ shownAs }) => [...shownAs]);
  return {
    ...about,
    events: all.events,
    wanted: all.wanted,
    unwanted: [...all.unwanted]
      .map(([type, events]) => ({ type, events }))
      .sort((one, other) => other.events - one.events),
    questions: listed(questions.filter(([, question]) => !readsAny(question, reading))),
    paths: listed([...all.paths].filter(([path]) => ofPayload(path) && !reading.readsPath(path))),
    ...lossesOf(all.tallies),
    ...(newest && isEnough(all, newest) && { lately: lately(all, newest, reading) }),
  };
}

function listed(unmapped: readonly (readonly [string, Occurrence])[]): readonly Unmapped[] {
  return unmapped
    .map(([path, { times, events }]) => ({ path, times, events }))
    .sort((one, other) => other.events - one.events || (one.path < other.path ? -1 : 1));
}

/** True if a mapping reads a question by any of its names. */
function readsAny({ names }: { readonly names: Iterable<string> }, reading: ReadByMappings): boolean {
  return [...names].some(reading.readsQuestion);
}

/** The minimum number of events on either side of a comparison, so that a single unusual event is not reported. */
const fewest = 10;

function isEnough(all: GatheredPaths, newest: GatheredPaths): boolean {
  return lookedAt(newest) >= fewest && lookedAt(all) - lookedAt(newest) >= fewest;
}

/** Returns the number of examined events: those to which a mapping applies, if there are any. */
function lookedAt({ wanted, events }: GatheredPaths): number {
  return wanted > 0 ? wanted : events;
}

function lately(
  all: GatheredPaths,
  newest: GatheredPaths,
  reading: ReadByMappings,
): NonNullable<SourceCoverage['lately']> {
  const last = lookedAt(newest);
  const before = lookedAt(all) - last;
  const appeared: Moved[] = [];
  const vanished: Moved[] = [];
  const compare = (
    whole: ReadonlyMap<string, Occurrence>,
    late: ReadonlyMap<string, Occurrence>,
    named: (name: string) => string,
    isRead: (name: string) => boolean,
  ) => {
    for (const [name, { events }] of whole) {
      const lateEvents = late.get(name)?.events ?? 0;
      const earlyEvents = events - lateEvents;
      const moved = { path: named(name), isRead: isRead(name) };
      if (earlyEvents === 0 && isTelling(lateEvents, last, before))
        appeared.push({ ...moved, events: lateEvents });
      if (lateEvents === 0 && isTelling(earlyEvents, before, last))
        vanished.push({ ...moved, events: earlyEvents });
    }
  };
  compare(all.paths, newest.paths, name => name, reading.readsPath);
  compare(
    all.questions,
    newest.questions,
    id => pathText(['$answers', all.questions.get(id)?.answeredAs ?? id]),
    id => readsAny(all.questions.get(id) ?? noQuestion, reading),
  );
  return { newest: last, before, appeared, vanished };
}

const noQuestion = { names: [] };

/** True if it is improbable that a part with this share of events is missing in all the other events by chance. */
function isTelling(events: number, of: number, others: number): boolean {
  return of > 0 && (1 - events / of) ** others < chance;
}
