import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import { type PathReader, pathReader } from '../../expressions/path-values.ts';
import { pathsRead } from '../../expressions/placed-paths.ts';
import { possibleResults } from '../../expressions/possible-results.ts';
import { consentAnswer } from '../convert/consent-answer.ts';
import type { MappingInput } from '../evaluate/evaluation.ts';
import type { Mapping } from '../mapping.ts';
import { consentParameters } from '../parameters.ts';
import { type NamedRule, namedRules } from '../rules-of.ts';
import { tellsOfChange } from './ended-record.ts';
import { nearComparisons } from './nearly-equal.ts';

/**
 * Returns warnings about a value that is set because the event lacks all values that the rule reads:
 * `plan = "gold" ? "VIP" : "Neukunde"` makes a new customer of everybody without a plan, `optin = "ja"` withdraws a
 * consent, and `allergic = "yes" ? which : "none"` overlooks which. Forms leave out unticked boxes, so
 * the no of a box, a default and a deletion are reported only for updates by change events.
 */
export function warnAboutAbsence(mapping: Mapping, input: MappingInput, scope: Scope): readonly Diagnostic[] {
  const all = setByAbsence(mapping);
  if (all.length === 0) return [];
  const isChange = mapping.operation === 'updateCustomer' && tellsOfChange(input);
  return all.filter(each => isSet(each, scope, isChange)).map(told);
}

interface SetByAbsence extends NamedRule {
  /** Undefined for a deletion. */
  readonly value: unknown;
  readonly readers: readonly PathReader[];
  /** The paths that are compared; all others are only read. */
  readonly compared: readonly PathReader[];
  /** True if missing paths also count in events that do not report a change. */
  readonly isAsked: boolean;
  /** True if an empty value has the effect of a missing one, as with `=` but not with `$exists`. */
  readonly areEmptyMissing: boolean;
}

function isSet(
  { readers, compared, isAsked, areEmptyMissing }: SetByAbsence,
  scope: Scope,
  isChange: boolean,
): boolean {
  const isMissing = (values: PathReader) => values(scope).length === 0;
  const isEmpty = (values: PathReader) => values(scope).every(each => presenceOf(each) !== 'present');
  if (isChange && readers.every(isMissing)) return true;
  if (isAsked && readers.every(areEmptyMissing ? isEmpty : isMissing)) return true;
  return (
    compared.length > 0 &&
    compared.length < readers.length &&
    compared.every(isEmpty) &&
    !readers.every(isEmpty)
  );
}

function told({ path, rule, value }: SetByAbsence): Diagnostic {
  const what = path === 'customerStatus' ? 'the status' : path.replace(/^additionalFields\./, '');
  const message = `${path}: the event has none of the values that the rule reads, and ${what} ${value === undefined ? 'is deleted' : `becomes ${shown(value)}`}`;
  const cure =
    value === undefined || rule.default
      ? `remove ${value === undefined ? 'clear' : 'default'}, which leaves ${what} alone`
      : typeof value === 'boolean'
        ? 'write {from: PATH, as: boolean} with the path, which sends nothing then'
        : `leave out the last alternative, which leaves ${what} alone`;
  const hint = `${cure}; if it is right, add because: with the reason`;
  return diagnostic('mapping/set-by-absence', message, { hint, place: rule.base.place, path });
}

/** Every event passes here. */
const setByAbsence = onceFor((mapping: Mapping): readonly SetByAbsence[] =>
  namedRules(mapping).flatMap(each => byItself(each, mapping.operation === 'updateCustomer') ?? []),
);

function byItself(named: NamedRule, isUpdate: boolean): SetByAbsence | undefined {
  const { path, rule } = named;
  const { base, because } = rule;
  if (because !== undefined || base.kind !== 'expression' || whose.has(path) || consentParameters.has(path))
    return undefined;
  const { expression } = base;
  const readers = expression.literal !== null || expression.isConstant ? [] : readersOf(expression);
  if (readers.length === 0) return undefined;
  if (!rule.default && rule.whenMissing !== 'clear') return byCondition(named, expression, readers, isUpdate);
  const isOfChange = isUpdate && (path.startsWith('additionalFields.') || path === 'note');
  const value = rule.default?.value;
  return isOfChange
    ? { ...named, value, readers, compared: [], isAsked: false, areEmptyMissing: false }
    : undefined;
}

/** Returns the value of an expression for an event without the values that it reads, if there is only one. */
function byCondition(
  named: NamedRule,
  expression: Expression,
  readers: readonly PathReader[],
  isUpdate: boolean,
): SetByAbsence | undefined {
  if (named.rule.lookup || expression.path !== null || expression.answer !== undefined) return undefined;
  const [only, ...others] = possibleResults(expression, 'with none of its paths')?.all ?? [];
  if (only?.kind !== 'value' || others.length > 0 || only.value === '' || only.value === null)
    return undefined;
  const { source } = expression;
  const isText = typeof only.value === 'string' || typeof only.value === 'number';
  const searched = [...source.matchAll(containsText)].map(([, , text = '']) => text);
  const equal = nearComparisons(expression).filter(({ comparison }) => comparison.operator !== '!=');
  const isStatus = named.path === 'customerStatus' && isUpdate;
  return {
    ...named,
    value: only.value,
    readers,
    compared: isText ? equal.filter(each => !expectsEmpty(each)).map(({ read }) => read) : [],
    areEmptyMissing: equal.length + searched.length > 0 && !/!=|\$(?!contains\()\w/.test(source),
    isAsked: isStatus || (isText && asksForWords(equal, searched)),
  };
}

const whose: ReadonlySet<string> = new Set(['id', 'customerId', 'appointmentId', 'genderType']);

const containsText = /\$contains\([^"'()]{1,200}(["'])([^"']{1,80})\1\)/g;

/** True if all conditions of an expression compare with words, or search for them. */
function asksForWords(equal: ReturnType<typeof nearComparisons>, searched: readonly string[]): boolean {
  return (
    equal.length + searched.length > 0 &&
    equal.every(asksForWord) &&
    searched.every(each => consentAnswer(each) === undefined)
  );
}

/** True for a comparison with texts that mean neither yes nor no, and are not the mark of a box or empty. */
function asksForWord({ literals }: ReturnType<typeof nearComparisons>[number]): boolean {
  return literals.every(({ text, type }) => {
    const word = text.trim().slice(1, -1);
    return type === 'text' && consentAnswer(word) === undefined;
  });
}

/** True for a comparison with the empty text: the rule then provides for an event without the value. */
function expectsEmpty({ literals }: ReturnType<typeof nearComparisons>[number]): boolean {
  return literals.some(({ text, type }) => type === 'text' && text.trim().slice(1, -1) === '');
}

function readersOf(expression: Expression): readonly PathReader[] {
  const { answer, evaluateDirectly } = expression;
  if (answer !== undefined) {
    return [scope => [evaluateDirectly?.(scope)].flat().filter(each => each !== undefined)];
  }
  return pathsRead(expression).map(steps => pathReader({ steps, text: pathText(steps) }));
}
