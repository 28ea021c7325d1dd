import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import type { Mapping } from '../../mapping.ts';
import { type NamedRule, namedRules } from '../../rules-of.ts';
import { samplePayloads } from '../named-positions.ts';
import { calculatesWith } from '../unlike-samples/text-cut.ts';

/**
 * Returns warnings about rules that calculate without a value which the event lacks and every sample has: `$sum([fee, tax])` gives the
 * fee alone, and `$count(children) + 1` gives 1. Forms leave out unticked boxes, so a sample must show that the sender does not:
 * by a number, a list, a no, or by several samples.
 */
export function calculatedWithout(
  mapping: Mapping,
  { payload }: Pick<MappingInput, 'payload'>,
): readonly Diagnostic[] {
  return calculating(mapping).flatMap(({ path, rule, known }) => {
    const steps = known.find(each => isLacking(payload, each));
    if (!steps) return [];
    const name = visibleText(pathText(steps));
    const message = `${path}: the event has no ${name}, which every sample of the mapping has, and the rule calculates without it`;
    const hint = `read the name that the event has now; so that nothing is sent without it, write $exists(${name}) ? (…) with this expression in place of …; if it is right, keep the event as a test (fieldbridge capture), or add because: with the reason`;
    return [diagnostic('mapping/set-by-absence', message, { hint, place: rule.base.place, path })];
  });
}

interface Calculating extends NamedRule {
  /** The paths that every sample has. */
  readonly known: readonly (readonly string[])[];
}

/** Every event passes here, and hardly any rule calculates. */
const calculating = onceFor((mapping: Mapping): readonly Calculating[] =>
  namedRules(mapping).flatMap(named => {
    const { base, because } = named.rule;
    if (because !== undefined || base.kind !== 'expression' || base.expression.path !== null) return [];
    const { expression } = base;
    const { source } = expression;
    if (!(calculatesWith(expression) || functions.test(source)) || provided.test(source)) return [];
    const paths = pathsRead(expression).filter(([root = '']) => !root.startsWith('$'));
    const known = paths.filter(steps => isInSamples(mapping, steps));
    return known.length > 0 ? [{ ...named, known }] : [];
  }),
);

const functions = /\$(?:sum|average|max|min|count)\(/;
/** The rule provides for a missing value. */
const provided = /\$exists\(|\?\?/;

function isInSamples(mapping: Mapping, steps: readonly string[]): boolean {
  const values = samplePayloads(mapping).map(each => valueAt(each, steps));
  const isSure = (value: unknown) =>
    value === false || value === '' || typeof value === 'number' || Array.isArray(value);
  return (
    values.length > 0 &&
    values.every(each => each !== undefined) &&
    (values.length > 1 || values.some(isSure))
  );
}

/** True if an object of the event lacks the key; false for a list on the way, whose entries may differ. */
function isLacking(payload: unknown, steps: readonly string[]): boolean {
  for (let at = 0; at < steps.length; at += 1) {
    const object = valueAt(payload, steps.slice(0, at));
    if (object === undefined) return true;
    if (!isPlainObject(object)) return false;
  }
  return valueAt(payload, steps) === undefined;
}

function valueAt(root: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(ownValue, root);
}
