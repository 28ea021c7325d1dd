import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { compile } from '../../expressions/compile.ts';
import { joinedParts } from '../../expressions/habits/joined-parts.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { namedRules } from '../../mapping/rules-of.ts';
import { familyOfPart, type PartOfPerson, partOfPerson } from '../names/part-of-person.ts';
import { ruleName } from '../rule-reading.ts';

/**
 * Warns about a template or an expression that joins parts of two people: the first name of the mother and the last name of
 * the child, `{nameElternteil.first} {nameKind.last}`. The words in the names of the parts show whose they are. A first name
 * of somebody else before the last name of the customer is right: a family often gives it only once. `because` confirms it.
 * `nameOf`: the label of a question that a rule names by its key.
 */
export function mixedPeople(
  mapping: Mapping,
  nameOf: (question: string) => string = question => question,
): readonly Diagnostic[] {
  return namedRules(mapping).flatMap(({ path, rule }) => {
    if (rule.because !== undefined) return [];
    for (const group of groupsOf(piecesOf(rule), nameOf)) {
      const pair = ofTwoPeople(group);
      if (!pair) continue;
      const [one, other] = pair.map(({ steps }) => pathText(steps));
      const name = ruleName(path);
      const message = `${name} joins ${one} and ${other}, which by their names are parts of two people`;
      const hint = 'read all parts of one person; if the names mislead, add because: with the reason';
      return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
    }
    return [];
  });
}

/** A text between the values, or the path of a value; undefined for anything else. */
type Piece = string | readonly string[] | undefined;

function piecesOf(rule: Rule): readonly Piece[] {
  const { base } = rule;
  if (base.kind === 'template')
    return base.parts.map(part => (typeof part === 'string' ? part : onlyPath(part.source)));
  if (base.kind !== 'expression' || base.expression.path !== null || base.expression.answer !== undefined)
    return [];
  return joinedParts(base.expression.source).map(({ text, isFixed }) => (isFixed ? text : onlyPath(text)));
}

/** Returns the only path that a part reads: that of `$trim(a.b)` and of `a.b ?? ""`. */
function onlyPath(source: string): readonly string[] | undefined {
  const compiled = compile(source);
  if (!('expression' in compiled)) return undefined;
  const paths = placedPaths(compiled.expression).filter(({ from }) => from === 0);
  const distinct = new Map(paths.map(({ steps }) => [JSON.stringify(steps), steps]));
  const [only, ...more] = distinct.values();
  return more.length === 0 ? only : undefined;
}

/** Returns the runs of parts that are one name, number, day or address: nothing between them has a letter, and no part is there twice. */
function groupsOf(
  pieces: readonly Piece[],
  nameOf: (question: string) => string,
): readonly (readonly PartOfPerson[])[] {
  const groups: PartOfPerson[][] = [];
  let isApart = true;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      isApart ||= separating.test(piece);
      continue;
    }
    const part = piece && partOfPerson(piece, nameOf);
    const group = groups.at(-1);
    const isNext =
      part &&
      group &&
      !isApart &&
      group.every(each => each.kind !== part.kind && familyOfPart(each) === familyOfPart(part));
    if (part && isNext) group.push(part);
    else if (part) groups.push([part]);
    isApart = part === undefined;
  }
  return groups;
}

/** Texts between two names, not between the parts of one. */
const separating = /[\p{L}&+;|:()]|\s\/|\/\s/u;

function ofTwoPeople(parts: readonly PartOfPerson[]): readonly PartOfPerson[] | undefined {
  for (const [at, one] of parts.entries()) {
    const other = parts.slice(at + 1).find(each => areApart(one, each));
    if (other) return [one, other];
  }
  return undefined;
}

function areApart(one: PartOfPerson, other: PartOfPerson): boolean {
  if (one.parent && other.parent && one.parent !== other.parent) return true;
  if (one.owner === other.owner)
    return one.owner === 0 && one.isBare && other.isBare && one.holder !== other.holder;
  if ((one.owner & other.owner) !== 0) return false;
  if (one.owner !== 0 && other.owner !== 0) return true;
  if (familyOfPart(one) === 'address') return false;
  // The first name of a child or a partner stands before the last name of the family.
  const last = [one, other].find(({ kind }) => kind === 'last');
  return last?.owner !== 0;
}
