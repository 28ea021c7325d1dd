import { type Diagnostic, type DiagnosticDetails, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { areSpeltAlike } from '../../../diagnostics/spellings.ts';
import { placedComparisons } from '../../../expressions/comparisons/placed-comparisons.ts';
import { keyText, pathText } from '../../../expressions/paths/path-text.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import { jsonInText } from '../../../mapping/json-in-text.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import { answeredQuestions } from '../../../receive/answers/answers.ts';
import { someOf } from '../../fault.ts';
import { checkAnswers } from '../answers/check-answers.ts';
import type { Trial } from '../trial.ts';
import { changesProperties } from './changed-properties.ts';
import { enoughEvents, isEnough, type KnownPaths, knownPaths, noEventHas } from './known-paths.ts';
import { keyOfQuestion, questionHint } from './meant-question.ts';
import {
  firstMissing,
  hasPath,
  jsonBelow,
  jsonOn,
  misspeltPath,
  nearestPath,
  type PathTree,
  treeAt,
} from './path-tree.ts';
import { pathsIn, type ReadPath, type RootedPath, wholePath } from './paths-in.ts';

/**
 * Warns about an expression with a path that no sample and no stored event has, with the nearest existing
 * path. It is a note if samples have the path, but none of many stored events does. A path that may be
 * missing is reported only if it looks misspelt, and so is any path without a sample and with few stored
 * events. `within` returns the place of a part of an expression.
 */
export function checkPaths(
  source: string,
  uses: readonly ExpressionUse[],
  trials: readonly Trial[],
  within: PlaceWithin = use => use.place,
): readonly Diagnostic[] {
  const read = uses.flatMap(use => (use.expression.answer === undefined ? pathsIn(use, within) : []));
  if (uses.every(({ expression }) => expression.answer === undefined) && read.length === 0) return [];
  const events = knownPaths(source, trials);
  const known = { ...events, isForeign: hasNothing(events, uses, read) };
  return [...read.flatMap(path => checkPath(path, known) ?? []), ...checkAnswers(uses, trials, known)];
}

/** The minimum number of rules without values for a mapping that was made for another source. */
const enoughRules = 3;

/** True if events have no path or question that several rules read. A CRM sends one property at a time. */
function hasNothing(known: KnownPaths, uses: readonly ExpressionUse[], read: readonly ReadPath[]): boolean {
  if (known.storedCount === 0 || known.answers.some(each => answeredQuestions(each).questions.length === 1))
    return false;
  const questions = uses.flatMap(({ expression }) => expression.answer ?? []);
  const paths = read.filter(({ root }) => root === '' || root === '$answers');
  if (new Set([...questions, ...paths.map(({ text }) => text)]).size < enoughRules) return false;
  const isRead = ({ root, steps }: ReadPath) => {
    const tree = known.all.get(root);
    return tree !== undefined && hasPath(tree, steps);
  };
  return !paths.some(isRead) && questions.every(each => keyOfQuestion(each, known) === undefined);
}

function checkPath(path: ReadPath, known: KnownPaths): Diagnostic | undefined {
  const { root, steps, from } = path;
  const mayMiss = path.mayMiss || path.hasDefault;
  const [samples, stored, all] = [known.samples.get(root), known.stored.get(root), known.all.get(root)];
  if (stored !== undefined && hasPath(stored, steps)) return undefined;
  if (all === undefined) return root === '$answers' && !mayMiss ? withoutAnswers(path, known) : undefined;
  // A missing start of the path is reported separately.
  if (!hasPath(all, steps.slice(0, from))) return undefined;
  if (samples === undefined || !hasPath(samples, steps)) return neverMatches(path, known, all);
  if (stored === undefined) return undefined;
  const near = misspeltPath(stored, steps);
  if (near && isSpeltAlike(path, { root, steps: near })) return otherSpelling(path, known, near);
  return known.storedCount >= enoughEvents && !mayMiss ? neverReal(path, known, stored) : undefined;
}

function withoutAnswers(path: ReadPath, known: KnownPaths): Diagnostic | undefined {
  if (known.all.size === 0) return undefined;
  return told(path, `${noEventHas(known)} $answers, which ${path.use.expression.source} reads`, {
    hint: changesProperties(known)
      ? `add answers: {key: propertyName, value: propertyValue} to the source ${known.source}, which names the property that changed`
      : 'only forms have answers, and only where the preset of the source or its answers: says where they stand',
  });
}

function neverMatches(path: ReadPath, known: KnownPaths, all: PathTree): Diagnostic | undefined {
  const json = jsonOn(all, path.steps) ?? jsonBelow(all, path.steps);
  if (json) {
    const at = wholePath({ ...path, steps: json });
    return jsonInText(at, { place: path.place(), path: path.use.path });
  }
  if (path.steps.some(isNoName)) {
    return told(path, `${noEventHas(known)} the path ${path.text}`, {
      hint: 'a point reads a key of an object; texts are joined with &: name & " " & city',
    });
  }
  const question = questionHint(path, known);
  if (question !== undefined)
    return told(path, `${noEventHas(known)} the path ${path.text}`, { hint: question });
  const isSeldom = path.mayMiss || !isEnough(known);
  const near = meantPath(path, known, isSeldom ? 'only misspelt' : 'anywhere') ?? compoundOf(path, all);
  if (isSeldom && (near === undefined || (near.root === path.root && path.isRead(near.steps))))
    return undefined;
  const itself = textItself(path);
  const asText = near && itself !== undefined ? textOfComparison(path, near, known) : undefined;
  if (asText) return asText;
  return withoutPath(path, { near, itself, there: () => whatIsThere(all, path), known });
}

/** Tells that no event has a path, with the path that was probably meant, or with what is there. */
function withoutPath(
  path: ReadPath,
  {
    near,
    itself,
    there,
    known,
  }: { near: RootedPath | undefined; itself: string | undefined; there: () => string; known: KnownPaths },
): Diagnostic {
  const forAll = path.hasDefault && !path.mayMiss ? ', so the default is sent for everybody' : '';
  const message = `${noEventHas(known)} the path ${path.text}${forAll}`;
  if (near) {
    const orText = itself === undefined || isSpeltAlike(path, near) ? '' : ` If ${itself}`;
    const meant = pathText(wholePath(near));
    return told(path, message, { hint: `did you mean ${meant}, which they have?${orText}`, meant });
  }
  return told(path, message, {
    hint: `${itself === undefined ? there() : `if ${itself}`}; if the path is right, add a sample that has it to the tests`,
  });
}

/** In a comparison, a word that is a name elsewhere is the text: `propertyName = allergies`. */
function textOfComparison(path: ReadPath, near: RootedPath, known: KnownPaths): Diagnostic | undefined {
  if (near.root === path.root || path.use.expression.source.trim() === path.text) return undefined;
  return told(path, `${noEventHas(known)} the path ${path.text}`, {
    hint: `write "${path.text}" in quotes, for the text itself; to compare with a value, write ${pathText(wholePath(near))}`,
  });
}

/** Returns the only key that ends in a missing one: `Krankenkasse` for `Kasse`. A default would hide the mistake. */
function compoundOf({ root, steps, hasDefault }: ReadPath, all: PathTree): RootedPath | undefined {
  if (!hasDefault) return undefined;
  const before = steps.slice(0, -1);
  const end = steps.at(-1)?.toLowerCase() ?? '';
  const keys = [...(treeAt(all, before)?.children.keys() ?? [])];
  const [key, ...others] =
    end.length >= shortestEnd ? keys.filter(each => each.toLowerCase().endsWith(end)) : [];
  return key === undefined || others.length > 0 ? undefined : { root, steps: [...before, key] };
}

const shortestEnd = 5;

/** Blanks and punctuation, which other languages write between texts that they join with a dot. */
function isNoName(step: string): boolean {
  return step !== '' && !/[\p{L}\p{N}_]/u.test(step);
}

/**
 * Returns the path that was probably meant by a missing one: one with corrected steps, also in the answers of
 * a form or in headers and the query, or one that ends in the same name.
 */
export function meantPath(
  { root, steps }: RootedPath,
  { all }: Pick<KnownPaths, 'all'>,
  where: 'only misspelt' | 'anywhere',
): RootedPath | undefined {
  const own = all.get(root);
  const near = own && misspeltPath(own, steps);
  if (near) return { root, steps: near };
  const [first, ...rest] = steps;
  const asVariable = root === '' && rest.length > 0 ? `$${first}` : undefined;
  for (const [other, tree] of all) {
    if (other === root || !mistaken.has(other)) continue;
    const below = other === asVariable ? rest : steps;
    const found = hasPath(tree, below) ? below : misspeltPath(tree, below);
    if (found && found.length > 0) return { root: other, steps: found };
  }
  const ending = own && where === 'anywhere' ? nearestPath(own, steps) : undefined;
  return ending && { root, steps: ending };
}

/** Returns the possible starts of a path that was written without its start, or with a wrong one. */
const mistaken: ReadonlySet<string> = new Set(['', '$answers', '$query']);

/** True if two paths differ only in case, separators and diacritics. */
export function isSpeltAlike(one: RootedPath, other: RootedPath): boolean {
  return (
    one.steps.length === other.steps.length &&
    one.steps.every(
      (step, index) => step === other.steps[index] || areSpeltAlike(step, other.steps[index] ?? ''),
    )
  );
}

/** Returns the quoted text, if a word may be a text: in a comparison, or as a rule with a capital letter. */
function textItself({ root, steps, from, text, use }: ReadPath): string | undefined {
  const [word] = steps;
  if (root === '' && from > 0 && steps.length === from + 1) return comparedInside(steps, use);
  if (root !== '' || steps.length !== 1 || word === undefined) return undefined;
  const source = use.expression.source.trim();
  if (source === text) {
    const isWord = use.rule !== undefined && /^\p{Lu}[\p{L}\p{N}_]*$/u.test(word);
    return isWord ? `you mean the text itself, write {value: ${word}}` : undefined;
  }
  return /[=<>]|\bin\b/.test(source) ? `you mean the text itself, write "${word}"` : undefined;
}

/** Returns the quoted word of a condition in brackets: `fields[key = gold]`. */
function comparedInside(steps: readonly string[], { expression }: ExpressionUse): string | undefined {
  const word = steps.at(-1) ?? '';
  const isCompared = placedComparisons(expression).some(
    ({ operator, right }) => operator === '=' && right.some(side => side.text === word && side.from > 0),
  );
  return isCompared ? `you mean the text itself, write "${word}"` : undefined;
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

/** A sample that a person typed may have names in another case than the sender. */
function otherSpelling(
  path: ReadPath,
  { source, storedCount }: KnownPaths,
  near: readonly string[],
): Diagnostic {
  const events =
    storedCount === 1 ? `the last event of ${source}` : `the last ${storedCount} events of ${source}`;
  const meant = pathText(wholePath({ ...path, steps: near }));
  return told(path, `${events} had ${meant}, and a sample has ${path.text}`, {
    hint: `write ${meant}, and correct the sample`,
  });
}

function told({ use, place }: ReadPath, message: string, details: DiagnosticDetails): Diagnostic {
  return diagnostic('check/path-never-matches', message, { ...details, place: place(), path: use.path });
}

function whatIsThere(tree: PathTree, { root, steps }: RootedPath): string {
  const { before, keys } = firstMissing(tree, steps);
  const there = wholePath({ root, steps: before });
  const where = there.length === 0 ? 'the payload' : pathText(there);
  return keys.length === 0 ? `${where} has nothing below it` : `${where} has ${someOf(keys.map(keyText))}`;
}
