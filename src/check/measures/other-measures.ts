import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import type { Expression } from '../../expressions/expression.ts';
import { treeOf } from '../../expressions/parse.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import { nodesOf } from '../../expressions/syntax-tree.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import { findField } from '../call/field-key.ts';
import { otherCurrency } from '../names/currencies.ts';
import type { SubjectNames } from '../names/other-subject.ts';
import { otherQuantity } from '../names/quantities.ts';
import { areOppositeSides, sidesOf } from '../names/sides.ts';
import { otherUnit } from '../names/units.ts';
import { allNamesOf, fieldPath, type RuleReading, ruleName, ruleReadingOf } from '../rule-reading.ts';

/** Returns the warnings about units, currencies, kinds of numbers and sides, for each event and preview. */
export function otherMeasures(mapping: Mapping, catalog: CatalogSnapshot): readonly Diagnostic[] {
  return measuresOf(mapping)(catalog);
}

/** Every event passes here, and a catalog changes seldom. */
const measuresOf = onceFor((mapping: Mapping) =>
  onceFor((catalog: CatalogSnapshot) =>
    namedRules(mapping).flatMap(rule => {
      const reading = ruleReadingOf(rule, catalog);
      const found = reading ? inOtherMeasure(reading) : [];
      return found.length > 0 ? found : computedOfOtherSide(rule, catalog);
    }),
  ),
);

/** Warns about a value that is in another currency or unit, another kind of number or of the opposite side by its name. */
export function inOtherMeasure(reading: RuleReading): readonly Diagnostic[] {
  return [inOtherCurrency, ofOtherSide, inOtherUnit, ofOtherQuantity]
    .flatMap(find => find(reading))
    .slice(0, 1);
}

/** Warns about a value that is in another unit than its field by their names. */
function inOtherUnit({ path, rule, written, value, field }: RuleReading): readonly Diagnostic[] {
  if (!field || rule.lookup) return [];
  const found = otherUnit(value.names.join(' '), allNamesOf(field));
  if (!found) return [];
  const name = path.slice(fieldPath.length);
  const message = `${name} reads ${written}, which by its name is in ${found.from}, and the field is in ${found.to}`;
  const [source = written] = ruleExpressions(rule).map(each => each.source.trim());
  const calculated = `${source} != null and $string(${source}) != "" ? $number(${source}) ${found.cure}`;
  const hint = `write from: ${expressionInYaml(calculated)}; if the name misleads, add because: with the reason`;
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

/** Warns about a value of the opposite side by its name: the right eye for the left one, `bis` for "von". */
function ofOtherSide({ path, rule, written, value, field }: RuleReading): readonly Diagnostic[] {
  if (!path.startsWith(fieldPath)) return [];
  const names = field ? allNamesOf(field) : [ruleName(path)];
  if (!areOppositeSides(names, value.names, value.above)) return [];
  const message = `${ruleName(path)} reads ${written}, which by its name is the opposite side`;
  const hint = `read what stands for ${ruleName(path)}; if the name misleads, add because: with the reason`;
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

/**
 * Does the same for a template or a computed value: `{sphaere_r} {achse_r}` for the left eye. No warning if the rule reads
 * a value of the own side too, and for the end of a span that is computed from its beginning.
 */
export function computedOfOtherSide(
  { path, rule }: NamedRule,
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  if (!path.startsWith(fieldPath) || rule.because !== undefined) return [];
  const expressions = ruleExpressions(rule);
  const read = expressions.flatMap(partsRead);
  const key = ruleName(path);
  const field = catalog && findField(key, catalog);
  const names = field ? allNamesOf(field) : [key];
  const sides = read.map(({ names: own, above }) => sidesOf(names, own, above));
  const at = sides.findIndex(each => each?.areOpposite);
  const [written, side] = [read[at]?.written, sides[at]];
  if (written === undefined || !side || sides.some(each => each && !each.areOpposite)) return [];
  const isChosen = expressions.some(({ source }) => /[?]|\$exists/.test(source));
  if (isChosen && sides.some(each => !each)) return [];
  if (side.isOfSpan && (read.length > 1 || expressions.some(({ source }) => /[-+*/]/.test(source))))
    return [];
  const message = `${key} reads ${written}, which by its name is the opposite side`;
  const hint = `read what stands for ${key}; if the name misleads, add because: with the reason`;
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

interface PartRead {
  readonly written: string;
  readonly names: readonly string[];
  readonly above: readonly string[];
}

/** Returns the values that an expression reads, with the names by which it finds an entry of a list. */
function partsRead(expression: Expression): readonly PartRead[] {
  const { answer, source } = expression;
  if (answer !== undefined) return [{ written: answer, names: [answer], above: [] }];
  const texts =
    expression.path !== null && source.includes('[')
      ? nodesOf(treeOf(expression)).flatMap(({ type, value }) => (type === 'string' ? [String(value)] : []))
      : [];
  return placedPaths(expression).flatMap(({ steps, from }) => {
    const own = steps[0] === '$answers' ? steps.slice(1) : steps;
    const last = own.at(-1);
    if (last === undefined || own[0]?.startsWith('$') || from > 0) return [];
    return [{ written: pathText(steps), names: [last, ...texts], above: own.slice(0, -1) }];
  });
}

/** Warns about an amount that is in another currency than its field by their names. */
function inOtherCurrency({ path, rule, written, value, field }: RuleReading): readonly Diagnostic[] {
  const found = field && otherCurrency([...(value.above ?? []), ...value.names], allNamesOf(field));
  if (!found || rule.lookup) return [];
  const name = ruleName(path);
  const message = `${name} reads ${written}, which by its name is in ${found.from}, and the field is in ${found.to}`;
  const hint = `read an amount in ${found.to}, or convert it in the rule; if the name misleads, add because: with the reason`;
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

/** Warns about a number of another kind than its field by their names: a count for a revenue. */
function ofOtherQuantity({ path, rule, written, value, field }: RuleReading): readonly Diagnostic[] {
  const called =
    field && otherQuantity(isOfRecord(value) ? 'order number' : value.names.join(' '), allNamesOf(field));
  if (called === undefined || rule.lookup) return [];
  const name = ruleName(path);
  const message = `${name} reads ${written}, which by its name is ${called}`;
  const hint = `read what stands for ${name}; if the name misleads, add because: with the reason`;
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

/** True for the number of an order or of the whole event. Elsewhere, `number` may be any number. */
function isOfRecord({ names: [name = ''], above = [] }: SubjectNames): boolean {
  const isBare = /^(?:number|nummer|nr|no|id)$/i.test(name);
  return (
    isBare &&
    above.every(each =>
      /^(?:data|payload|body|order|bestellung|auftrag|invoice|rechnung|record)$/i.test(each),
    )
  );
}
