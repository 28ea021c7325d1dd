import type { DiagnosticCode } from '../../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import {
  type PlacedComparison,
  placedComparisons,
} from '../../../expressions/comparisons/placed-comparisons.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import type { Remark } from '../../../expressions/syntax.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { mappingUses } from '../../evaluate/variables.ts';
import { type ExpressionUse, expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { falseCondition } from './false-condition.ts';
import { type ListFinder, listFinder } from './list-compared.ts';
import { nearlyEqual } from './nearly-equal.ts';
import { oppositeText } from './opposite-text.ts';

/**
 * Returns warnings about comparisons that are false for an event because of the spelling or the type of a value: a
 * text compared with a list, `5 = "5"`, `$exists(x) = "true"`; or true although it means the opposite. `only` selects one
 * expression.
 */
export function doubtsOfComparisons(
  mapping: Mapping,
  input: MappingInput,
  only?: 'when',
): readonly Diagnostic[] {
  const near = nearlyEqual(mapping, input, only);
  const told = new Set(near.map(({ path }) => path));
  const uses = comparingUses(mapping).filter(
    ({ use: { path } }) => !told.has(path) && (only === undefined || path === only),
  );
  const { payload, answers, headers, query, event } = input;
  const body = mappingUses(mapping, 'body') ? input.body : undefined;
  const scope = { input: payload, bindings: { answers, headers, query, body, event } };
  return [
    ...near,
    ...uses.flatMap(
      each =>
        oppositeText(each.use, scope) ?? falseCondition(each.use, scope) ?? neverTrue(each, scope) ?? [],
    ),
  ];
}

interface Comparing {
  readonly use: ExpressionUse;
  readonly comparisons: readonly PlacedComparison[];
  /** Those that may compare a list with a single value. */
  readonly ofLists: readonly { readonly operator: PlacedComparison['operator']; readonly find: ListFinder }[];
  /** The findings about its comparisons that need no event. */
  readonly remarks: readonly Remark[];
}

/** Every event passes here, but hardly any mapping compares values. */
const comparingUses = onceFor((mapping: Mapping): readonly Comparing[] =>
  expressionUses(mapping).flatMap(use => {
    const { literal, answer, source, warnings } = use.expression;
    const isNone = literal !== null || answer !== undefined || use.because !== undefined;
    if (isNone || !/[=<>?]|\b(?:in|and|or)\b|\$contains\(/.test(source)) return [];
    const comparisons = placedComparisons(use.expression);
    const remarks = warnings.filter(isOfTypes);
    const asks = /[?]|\b(?:and|or)\b|\$contains\(/.test(source);
    const ofLists = comparisons.flatMap(each => {
      const find = listFinder(each, comparisons, source);
      return find ? [{ operator: each.operator, find }] : [];
    });
    return asks || comparisons.length + remarks.length > 0 ? [{ use, comparisons, ofLists, remarks }] : [];
  }),
);

const ofTypes: ReadonlySet<DiagnosticCode> = new Set([
  'expression/text-number-comparison',
  'expression/impossible-text',
]);

function isOfTypes({ diagnostic: { code, severity } }: Remark): boolean {
  return ofTypes.has(code) && severity === 'warning';
}

function neverTrue({ use, comparisons, ofLists, remarks }: Comparing, scope: Scope): Diagnostic | undefined {
  const details = { place: use.place, path: use.path };
  for (const { operator, find } of ofLists) {
    const found = find(scope);
    if (!found) continue;
    const never = operator === '!=' ? 'always differs from' : 'never equals';
    const message = `${use.path}: ${found.list.text} is a list, and a list ${never} ${found.kind}`;
    return diagnostic('check/list-compared', message, { ...details, hint: `write ${found.cure}` });
  }
  const elsewhere = comparisons.map(each => atOtherPosition(each, scope)).find(each => each !== undefined);
  if (elsewhere) {
    const message = `${use.path}: ${elsewhere.text} is compared with ${elsewhere.literal}, which stands at another position of the list`;
    return diagnostic('check/never-equal', message, {
      ...details,
      hint: `write ${elsewhere.literal} in ${elsewhere.list}`,
    });
  }
  const sure = remarks.find(each => !isDisproved(each, comparisons, scope));
  if (!sure) return undefined;
  const { code, message, hint } = sure.diagnostic;
  return diagnostic(code, `${use.path}: ${message}`, { ...details, hint });
}

/** Handles `tags[0] = "vip"` for a list that has the text at another position. */
function atOtherPosition({ operator, left, right }: PlacedComparison, scope: Scope) {
  const [literal, ...others] = right;
  const isOne = /\[ ?-?\d{1,4} ?\]$/.test(left.text);
  if (!isOne || operator !== '=' || !left.steps || !literal || others.length > 0) return undefined;
  if (literal.type !== 'text' || !literal.isLiteral) return undefined;
  const meant = literal.text.slice(1, -1);
  const list = pathText(left.steps);
  const all = pathReader({ steps: left.steps, text: list })(scope);
  const own = pathReader({ steps: left.steps, text: left.text })(scope);
  return all.length > own.length && all.includes(meant) && !own.includes(meant)
    ? { text: left.text, literal: literal.text, list }
    : undefined;
}

/** True if a comparison reads a path that is no text in the event. The remark then assumed another type. */
function isDisproved({ offset }: Remark, comparisons: readonly PlacedComparison[], scope: Scope): boolean {
  const own = comparisons.find(each => each.offset === offset);
  const path = own && [own.left, ...own.right].find(({ steps }) => steps);
  if (!path?.steps) return false;
  const values = pathReader({ steps: path.steps, text: pathText(path.steps) })(scope);
  return !values.some(each => typeof each === 'string');
}
