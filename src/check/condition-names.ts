import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { spellings } from '../diagnostics/spellings.ts';
import { treeOf } from '../expressions/parse.ts';
import { isNode, type Node, nodesOf } from '../expressions/syntax-tree.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type NamedRule, namedRules } from '../mapping/rules-of.ts';
import { findField } from './call/field-key.ts';
import { quoted } from './fault.ts';
import { nameLikeness } from './names/name-likeness.ts';
import { allNamesOf, fieldPath, ruleName } from './rule-reading.ts';

/**
 * Warns about a field whose mapping is for events with the name of a similar field, which the mapping does not set:
 * `practical.exam` for `when: type = "Theory exam"` beside the field `theory.exam`. `because` confirms the rule.
 */
export function conditionNames(
  mapping: Mapping,
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  const texts = mapping.when ? textsWanted(mapping.when.value) : [];
  const all = namedRules(mapping);
  const rules = all.filter(({ path, rule }) => path.startsWith(fieldPath) && rule.because === undefined);
  if (!catalog || texts.length === 0 || rules.length === 0) return [];
  const set = new Set(all.map(({ path }) => findField(ruleName(path), catalog)?.keyName));
  const free = catalog.fields.filter(({ keyName }) => !set.has(keyName));
  return rules.flatMap(named => nameOfOther(named, { catalog, texts, free }) ?? []);
}

interface Wanted {
  readonly catalog: CatalogSnapshot;
  /** The texts that an event must have. */
  readonly texts: readonly string[];
  /** The fields that the mapping does not set. */
  readonly free: readonly FieldConfiguration[];
}

function nameOfOther({ path, rule }: NamedRule, { catalog, texts, free }: Wanted): Diagnostic | undefined {
  const field = findField(ruleName(path), catalog);
  if (!field || texts.some(text => likeness(text, field) > lowLikeness)) return undefined;
  const [other, ...more] = free.filter(
    each =>
      each.type === field.type &&
      haveWord(each, field) &&
      texts.some(text => likeness(text, each) >= sameName),
  );
  if (!other || more.length > 0) return undefined;
  const text = texts.find(each => likeness(each, other) >= sameName) ?? '';
  const message = `${ruleName(path)} is set for events with ${quoted(text)}, by \`when\`, which is the name of the field ${other.keyName}`;
  const hint = `write ${other.keyName} in place of ${ruleName(path)}; if it is right, add because: with the reason`;
  return diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path });
}

/** Returns the texts of comparisons with `=`, `in` and `$contains`, if nothing in the condition is denied. */
function textsWanted(expression: Parameters<typeof treeOf>[0]): readonly string[] {
  const nodes = nodesOf(treeOf(expression));
  if (nodes.some(isDenial)) return [];
  return nodes.flatMap(node => {
    const sides = sidesCompared(node).filter(isNode).flatMap(nodesOf);
    return sides.flatMap(({ type, value }) => (type === 'string' ? [String(value)] : []));
  });
}

function sidesCompared({ type, value, lhs, rhs, procedure, arguments: given }: Node): readonly unknown[] {
  if (type === 'binary' && (value === '=' || value === 'in')) return [lhs, rhs];
  const isContains = type === 'function' && isNode(procedure) && procedure.value === 'contains';
  return isContains && Array.isArray(given) ? given : [];
}

function isDenial({ type, value, procedure }: Node): boolean {
  return (
    type === 'condition' ||
    (type === 'binary' && value === '!=') ||
    (type === 'function' && isNode(procedure) && procedure.value === 'not')
  );
}

const sameName = 0.8;
const lowLikeness = 0.75;

function likeness(text: string, field: FieldConfiguration): number {
  return Math.max(...allNamesOf(field).map(name => nameLikeness(text, name)));
}

/** True if two fields have a word in common, also in a compound: `theorie.pruefung`, "Praktische Prüfung". */
function haveWord(one: FieldConfiguration, other: FieldConfiguration): boolean {
  const words = wordsOf(one);
  return wordsOf(other).some(word => words.some(each => each.includes(word) || word.includes(each)));
}

function wordsOf(field: FieldConfiguration): readonly string[] {
  return allNamesOf(field)
    .flatMap(name => (spellings(name)[0] ?? '').split(' '))
    .filter(word => word.length >= longEnough);
}

const longEnough = 5;
