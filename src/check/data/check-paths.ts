import { type Diagnostic, type DiagnosticDetails, diagnostic } from '../../diagnostics/diagnostic.ts';
import { keyText, pathText } from '../../expressions/path-text.ts';
import type { ExpressionUse } from '../../mapping/expression-uses.ts';
import { jsonInText } from '../../mapping/json-in-text.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { someOf } from '../fault.ts';
import { type KnownPaths, knownPaths } from './known-paths.ts';
import { firstGap, hasPath, jsonOn, misspeltPath, nearestPath, type PathTree } from './path-tree.ts';
import { pathsIn, type ReadPath, type RootedPath, wholePath } from './paths-in.ts';
import type { Trial } from './trial.ts';

/** So many stored events must be known before it means something that none of them has a path. */
const enoughEvents = 10;

/**
 * A warning where an expression reads a path that no sample and no stored event has, with the nearest path that exists;
 * a note where the samples have it, but none of many stored events. A path that may be missing is told only where it
 * looks misspelt, and so is any where there is no sample and few events are stored. `within` says where a part of an expression stands.
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

function checkPath(path: ReadPath, known: KnownPaths): Diagnostic | undefined {
  const { root, steps, from, mayMiss } = path;
  const [samples, stored, all] = [known.samples.get(root), known.stored.get(root), known.all.get(root)];
  if (stored !== undefined && hasPath(stored, steps)) return undefined;
  if (all === undefined) return root === '$answers' && !mayMiss ? withoutAnswers(path, known) : undefined;
  // Where not even that is there from where it is read, that is told.
  if (!hasPath(all, steps.slice(0, from))) return undefined;
  if (samples === undefined || !hasPath(samples, steps)) return neverMatches(path, known, all);
  const isGone = stored !== undefined && known.storedCount >= enoughEvents && !mayMiss;
  return isGone ? neverReal(path, known, stored) : undefined;
}

function withoutAnswers(path: ReadPath, known: KnownPaths): Diagnostic | undefined {
  if (known.all.size === 0) return undefined;
  return told(path, `${noEvent(known)} $answers, which ${path.use.expression.source} reads`, {
    hint: 'only forms have answers, and only where the preset of the source knows how to find them',
  });
}

function neverMatches(path: ReadPath, known: KnownPaths, all: PathTree): Diagnostic | undefined {
  const json = jsonOn(all, path.steps);
  if (json) {
    const at = wholePath({ ...path, steps: json });
    return jsonInText(at, { place: path.place(), path: path.use.path });
  }
  const isSeldom = path.mayMiss || !isEnough(known);
  const near = isSeldom ? misspeltPath(all, path.steps) : nearestPath(all, path.steps);
  if (isSeldom && (near === undefined || path.isRead(near))) return undefined;
  return told(path, `${noEvent(known)} the path ${path.text}`, {
    hint:
      near === undefined
        ? `${meantInstead(path, known) ?? whatIsThere(all, path)}; if the path is right, add a sample that has it to the tests`
        : `did you mean ${pathText(wholePath({ ...path, steps: near }))}, which they have?`,
  });
}

/** What may have been meant: the same path of a form's answers, or the text itself where it is compared. */
function meantInstead(path: ReadPath, known: KnownPaths): string | undefined {
  if (path.root !== '') return undefined;
  const answers = known.all.get('$answers');
  const [first, ...rest] = path.steps;
  const steps = first === 'answers' && rest.length > 0 ? rest : path.steps;
  if (answers && hasPath(answers, steps)) return `did you mean ${pathText(['$answers', ...steps])}`;
  const { source } = path.use.expression;
  const isCompared = path.steps.length === 1 && /[=<>]|\bin\b/.test(source) && source.trim() !== path.text;
  return isCompared ? `if you mean the text itself, write "${path.steps[0]}"` : undefined;
}

/** A few stored events say little of what is only now and then there; a sample is made to have it. */
function isEnough({ sampleCount, storedCount }: KnownPaths): boolean {
  return sampleCount > 0 || storedCount >= enoughEvents;
}

function noEvent({ source, sampleCount, storedCount }: KnownPaths): string {
  if (storedCount === 0) return `no sample of ${source} has`;
  if (storedCount === 1) {
    return sampleCount === 0
      ? `the last event of ${source} did not have`
      : `neither a sample of ${source} nor the last event has`;
  }
  const none = `none of the last ${storedCount} events`;
  return sampleCount === 0 ? `${none} of ${source} had` : `no sample of ${source} and ${none} has`;
}

function neverReal(path: ReadPath, { source, storedCount }: KnownPaths, stored: PathTree): Diagnostic {
  const near = nearestPath(stored, path.steps);
  const message = `none of the last ${storedCount} events of ${source} had the path ${path.text}, though a sample has it`;
  return told(path, message, {
    hint:
      near === undefined
        ? 'if the sender has changed its form, renew the sample'
        : `the events had ${pathText(wholePath({ ...path, steps: near }))}; if the sender has changed its form, follow it here and in the sample`,
    severity: 'info',
  });
}

function told({ use, place }: ReadPath, message: string, details: DiagnosticDetails): Diagnostic {
  return diagnostic('check/path-never-matches', message, { ...details, place: place(), path: use.path });
}

function whatIsThere(tree: PathTree, { root, steps }: RootedPath): string {
  const { before, keys } = firstGap(tree, steps);
  const there = wholePath({ root, steps: before });
  const where = there.length === 0 ? 'the payload' : pathText(there);
  return keys.length === 0 ? `${where} has nothing below it` : `${where} has ${someOf(keys.map(keyText))}`;
}
