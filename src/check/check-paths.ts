import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { ExpressionUse } from '../mapping/expression-uses.ts';
import { someOf } from './fault.ts';
import { addPaths, emptyTree, firstGap, hasPath, nearestPath, type PathTree } from './path-tree.ts';
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
 * A warning where an expression that is only a path leads to nothing in any sample nor in any stored event, with the
 * nearest path that exists; a note where the samples have it, but none of many stored events.
 */
export function checkPaths(
  source: string,
  uses: readonly ExpressionUse[],
  trials: readonly Trial[],
): readonly Diagnostic[] {
  if (!uses.some(({ expression }) => expression.path !== null)) return [];
  const known = knownPaths(source, trials);
  return uses.flatMap(use => checkPath(use, known) ?? []);
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

function checkPath(use: ExpressionUse, known: KnownPaths): Diagnostic | undefined {
  const path = partsOf(use.expression.path);
  if (path === undefined) return undefined;
  const { root, steps } = path;
  const [samples, stored] = [known.samples.get(root), known.stored.get(root)];
  if (stored !== undefined && hasPath(stored, steps)) return undefined;
  if (samples === undefined) return root === '$answers' ? withoutAnswers(use, known) : undefined;
  if (!hasPath(samples, steps)) return neverMatches(use, known, samples, path);
  const isGone = stored !== undefined && known.storedCount >= enoughEvents;
  return isGone ? neverReal(use, known, stored, path) : undefined;
}

interface Path {
  readonly root: string;
  readonly steps: readonly string[];
}

function partsOf(path: readonly string[] | null): Path | undefined {
  const [first, ...rest] = path ?? [];
  if (first === undefined || first === '$linked' || first === '$event') return undefined;
  if (first === '$' || first === '$$') return rest.length === 0 ? undefined : { root: '', steps: rest };
  if (first.startsWith('$')) return { root: first, steps: rest };
  return { root: '', steps: path ?? [] };
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

function withoutAnswers(use: ExpressionUse, { source, samples, stored }: KnownPaths): Diagnostic | undefined {
  if (samples.size + stored.size === 0) return undefined;
  return diagnostic(
    'check/path-never-matches',
    `no sample of ${source} has $answers, which ${use.expression.source} reads`,
    {
      hint: 'only forms have answers, and only where the preset of the source knows how to find them',
      place: use.place,
      path: use.path,
    },
  );
}

function neverMatches(
  use: ExpressionUse,
  { source }: KnownPaths,
  samples: PathTree,
  path: Path,
): Diagnostic | undefined {
  const near = nearestPath(samples, path.steps);
  // A rule with a default expects that the value is often missing.
  if (near === undefined && use.rule?.default !== undefined) return undefined;
  const message = `no sample of ${source} has the path ${use.expression.source}`;
  return diagnostic('check/path-never-matches', message, {
    hint:
      near === undefined
        ? `${whatIsThere(samples, path)}; if the path is right, add a sample that has it to the tests`
        : `did you mean ${pathText({ ...path, steps: near })}, which they have?`,
    place: use.place,
    path: use.path,
  });
}

function neverReal(
  use: ExpressionUse,
  { source, storedCount }: KnownPaths,
  stored: PathTree,
  path: Path,
): Diagnostic {
  const message = `none of the last ${storedCount} events of ${source} had the path ${use.expression.source}, though a sample has it`;
  const near = nearestPath(stored, path.steps);
  return diagnostic('check/path-never-matches', message, {
    hint:
      near === undefined
        ? 'if the sender has changed its form, renew the sample'
        : `the events had ${pathText({ ...path, steps: near })}; if the sender has changed its form, follow it here and in the sample`,
    place: use.place,
    path: use.path,
    severity: 'info',
  });
}

function whatIsThere(tree: PathTree, { root, steps }: Path): string {
  const { before, keys } = firstGap(tree, steps);
  const where = before.length === 0 && root === '' ? 'the payload' : pathText({ root, steps: before });
  return keys.length === 0 ? `${where} has nothing below it` : `${where} has ${someOf(keys.map(stepText))}`;
}

/** A path as JSONata reads it. */
function pathText({ root, steps }: Path): string {
  return [...(root === '' ? [] : [root]), ...steps.map(stepText)].join('.');
}

function stepText(step: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(step) ? step : `\`${step}\``;
}
