import { type Diagnostic, type DiagnosticDetails, diagnostic } from '../diagnostics/diagnostic.ts';
import type { ExpressionUse } from '../mapping/expression-uses.ts';
import type { PlaceWithin } from '../mapping/place-within.ts';
import { someOf } from './fault.ts';
import {
  addPaths,
  emptyTree,
  firstGap,
  hasPath,
  misspeltPath,
  nearestPath,
  type PathTree,
} from './path-tree.ts';
import { pathsIn, pathText, type ReadPath, type RootedPath, stepText } from './paths-in.ts';
import type { Trial } from './trial.ts';

/** So many stored events must be known before it means something that none of them has a path. */
const enoughEvents = 10;

/** The paths that events have, by where they begin: the payload (an empty text) or a variable (`$headers`). */
type Roots = ReadonlyMap<string, PathTree>;

/** The paths that the samples of a source have, and those of its stored events. */
interface KnownPaths {
  readonly source: string;
  readonly samples: Roots;
  readonly stored: Roots;
  readonly storedCount: number;
}

/**
 * A warning where an expression reads a path that no sample and no stored event has, with the nearest path that exists;
 * a note where the samples have it, but none of many stored events. A path that may be missing is told only where it
 * looks misspelt. `within` says where a part of an expression stands.
 */
export function checkPaths(
  source: string,
  uses: readonly ExpressionUse[],
  trials: readonly Trial[],
  within: PlaceWithin = use => use.place,
): readonly Diagnostic[] {
  const read = uses.flatMap(use => pathsIn(use, within));
  if (read.length === 0) return [];
  const known = knownPaths(source, trials);
  return read.flatMap(path => checkPath(path, known) ?? []);
}

/** Many mappings of a source want all of its events, so what those have is worth keeping. */
const kept = new WeakMap<readonly Trial[], KnownPaths>();

function knownPaths(source: string, trials: readonly Trial[]): KnownPaths {
  const before = kept.get(trials);
  if (before) return before;
  const samples = trials.filter(each => each.test !== undefined);
  const stored = trials.filter(each => each.test === undefined);
  const known = { source, samples: rootsOf(samples), stored: rootsOf(stored), storedCount: stored.length };
  kept.set(trials, known);
  return known;
}

function checkPath(path: ReadPath, known: KnownPaths): Diagnostic | undefined {
  const { root, steps, from, mayMiss } = path;
  const [samples, stored] = [known.samples.get(root), known.stored.get(root)];
  if (stored !== undefined && hasPath(stored, steps)) return undefined;
  if (samples === undefined) return root === '$answers' && !mayMiss ? withoutAnswers(path, known) : undefined;
  // Where not even that is there from where it is read, that is told.
  if (!hasPath(samples, steps.slice(0, from))) return undefined;
  if (!hasPath(samples, steps)) return neverMatches(path, known, samples);
  const isGone = stored !== undefined && known.storedCount >= enoughEvents && !mayMiss;
  return isGone ? neverReal(path, known, stored) : undefined;
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
      // A test that gives no headers says nothing about them.
      const value = input[name];
      if (value !== undefined && Object.keys(Object(value)).length > 0) add(`$${name}`, value);
    }
  }
  return roots;
}

function withoutAnswers(path: ReadPath, { source, samples, stored }: KnownPaths): Diagnostic | undefined {
  if (samples.size + stored.size === 0) return undefined;
  return told(path, `no sample of ${source} has $answers, which ${path.use.expression.source} reads`, {
    hint: 'only forms have answers, and only where the preset of the source knows how to find them',
  });
}

function neverMatches(path: ReadPath, { source }: KnownPaths, samples: PathTree): Diagnostic | undefined {
  const near = path.mayMiss ? misspeltPath(samples, path.steps) : nearestPath(samples, path.steps);
  if (path.mayMiss && (near === undefined || path.isRead(near))) return undefined;
  return told(path, `no sample of ${source} has the path ${path.text}`, {
    hint:
      near === undefined
        ? `${whatIsThere(samples, path)}; if the path is right, add a sample that has it to the tests`
        : `did you mean ${pathText({ ...path, steps: near })}, which they have?`,
  });
}

function neverReal(path: ReadPath, { source, storedCount }: KnownPaths, stored: PathTree): Diagnostic {
  const near = nearestPath(stored, path.steps);
  const message = `none of the last ${storedCount} events of ${source} had the path ${path.text}, though a sample has it`;
  return told(path, message, {
    hint:
      near === undefined
        ? 'if the sender has changed its form, renew the sample'
        : `the events had ${pathText({ ...path, steps: near })}; if the sender has changed its form, follow it here and in the sample`,
    severity: 'info',
  });
}

function told({ use, place }: ReadPath, message: string, details: DiagnosticDetails): Diagnostic {
  return diagnostic('check/path-never-matches', message, { ...details, place: place(), path: use.path });
}

function whatIsThere(tree: PathTree, { root, steps }: RootedPath): string {
  const { before, keys } = firstGap(tree, steps);
  const where = before.length === 0 && root === '' ? 'the payload' : pathText({ root, steps: before });
  return keys.length === 0 ? `${where} has nothing below it` : `${where} has ${someOf(keys.map(stepText))}`;
}
