import type { Answers } from '../../../receive/answers/answers.ts';
import type { Trial } from '../trial.ts';
import { addPaths, emptyTree, type PathTree } from './path-tree.ts';

/** The paths of events by their root: the payload (an empty text) or a variable (`$headers`). */
export type Roots = ReadonlyMap<string, PathTree>;

/** The paths in the samples of a source, in its stored events, and in both. */
export interface KnownPaths {
  readonly source: string;
  readonly samples: Roots;
  readonly stored: Roots;
  readonly all: Roots;
  /** The answers of the events that have any. */
  readonly answers: readonly Answers[];
  readonly sampleCount: number;
  readonly storedCount: number;
  /** True if events have nothing that a mapping reads, so it was probably made for another source. */
  readonly isForeign?: boolean;
}

/** Many mappings of a source apply to all of its events, so these paths are cached. */
const kept = new WeakMap<readonly Trial[], KnownPaths>();

/** Returns the known paths of these events of one source. */
export function knownPaths(source: string, trials: readonly Trial[]): KnownPaths {
  const before = kept.get(trials);
  if (before) return before;
  const samples = trials.filter(each => each.test !== undefined);
  const stored = trials.filter(each => each.test === undefined);
  const known = {
    source,
    samples: rootsOf(samples),
    stored: rootsOf(stored),
    all: rootsOf(trials),
    answers: trials.flatMap(({ input }) => (input.answers === undefined ? [] : [input.answers])),
    sampleCount: samples.length,
    storedCount: stored.length,
  };
  kept.set(trials, known);
  return known;
}

const variables = ['answers', 'headers', 'query', 'body'] as const;

function rootsOf(trials: readonly Trial[]): Roots {
  const roots = new Map<string, PathTree>();
  const add = (root: string, value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    const tree = roots.get(root) ?? emptyTree();
    roots.set(root, tree);
    addPaths(tree, value);
  };
  for (const { input } of trials) {
    add('', input.payload);
    for (const name of variables) {
      // A test without headers does not show which headers exist.
      const value = input[name];
      if (value !== undefined && Object.keys(Object(value)).length > 0) add(`$${name}`, value);
    }
  }
  return roots;
}

/** The number of stored events after which an unknown path is reported. */
export const enoughEvents = 10;

/**
 * Stored events show rare paths only if there are many of them; a sample is made to have them. One event is
 * enough if it has none of the values that a mapping reads.
 */
export function isEnough({ sampleCount, storedCount, isForeign }: KnownPaths): boolean {
  return sampleCount > 0 || storedCount >= enoughEvents || isForeign === true;
}

/** Returns the start of a message about a path that no sample and no stored event has. */
export function noEventHas({ source, sampleCount, storedCount }: KnownPaths): string {
  if (storedCount === 0) return `no sample of ${source} has`;
  if (storedCount === 1) {
    return sampleCount === 0
      ? `the last event of ${source} did not have`
      : `neither a sample of ${source} nor the last event has`;
  }
  const none = `none of the last ${storedCount} events`;
  return sampleCount === 0 ? `${none} of ${source} had` : `no sample of ${source} and ${none} has`;
}
