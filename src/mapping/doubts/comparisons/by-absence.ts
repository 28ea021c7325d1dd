import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { areSpeltAlike } from '../../../diagnostics/spellings.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { measuredPaths } from '../../../expressions/comparisons/measured-paths.ts';
import { possibleResults } from '../../../expressions/comparisons/possible-results.ts';
import { truthTests } from '../../../expressions/comparisons/truth-tests.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import type { Mapping } from '../../mapping.ts';
import { consentParameters } from '../../parameters.ts';
import { type NamedRule, namedRules } from '../../rules-of.ts';
import { tellsOfChange } from '../event-kind/ended-record.ts';
import { excludesWords } from './excludes-words.ts';
import { ifPresent } from './if-present.ts';
import { isAnswerLost, isColumnLost } from './lost-column.ts';
import { nearComparisons } from './nearly-equal.ts';
import { ruleForComparison, ruleForYesNo } from './rule-for-comparison.ts';
import { unmeasured } from './unmeasured.ts';

/**
 * Returns warnings about a value that is set because the event has none of the values that the rule reads, or only
 * empty ones, such as `[""]` of an unticked box: `plan = "gold" ? "VIP" : "Neukunde"` makes a new customer of everybody without a plan, `optin = "ja"` withdraws a
 * consent, and `allergic = "yes" ? which : "none"` overlooks which. Forms leave out unticked boxes, so
 * the no of a box, a default and a deletion are reported only for updates by change events.
 */
export function warnAboutAbsence(mapping: Mapping, input: MappingInput, scope: Scope): readonly Diagnostic[] {
  const all = setByAbsence(mapping);
  const open = unmeasuredRules(mapping, scope);
  if (all.length === 0) return open;
  const renamed = all.flatMap(each => ofRenamed(each, scope) ?? []);
  const told = new Set(renamed.map(({ path }) => path));
  const isChange = mapping.operation === 'updateCustomer' && tellsOfChange(input);
  const left = all.filter(each => !told.has(each.path));
  const others = left.filter(each => isSet(each, scope, isChange));
  const lost = left.filter(
    each =>
      each.isFixed &&
      !others.includes(each) &&
      (yesOrNo.test(String(each.value)) ? isColumnLost : isAnswerLost)(mapping, input, each.readers, scope),
  );
  const found = [
    ...renamed,
    ...others.map(each => inWords(each, scope)),
    ...lost.map(each => withoutColumn(each)),
  ];
  return [...found, ...open.filter(({ path }) => !found.some(each => each.path === path))];
}

/** Returns a warning for each rule in which a comparison by size decides that lacks its value in the event. */
function unmeasuredRules(mapping: Mapping, scope: Scope): readonly Diagnostic[] {
  return measuringRules(mapping).flatMap(({ path, rule, expression }) => {
    const text = unmeasured(expression, scope);
    return text === undefined ? [] : [withoutSize(text, { path, place: rule.base.place })];
  });
}

/** Every event passes here, but hardly any rule compares by size. */
const measuringRules = onceFor((mapping: Mapping) =>
  namedRules(mapping).flatMap(({ path, rule }) => {
    const { base, because } = rule;
    if (because !== undefined || base.kind !== 'expression') return [];
    if (whose.has(path) || consentParameters.has(path)) return [];
    const { expression } = base;
    return measuredPaths(expression).length > 0 ? [{ path, rule, expression }] : [];
  }),
);

function withoutSize(text: string, details: Pick<Diagnostic, 'path' | 'place'>): Diagnostic {
  const message = `${details.path}: the event has no ${text}, which the rule compares: such a comparison is false, and the rule goes on as for a small number`;
  return diagnostic('mapping/set-by-absence', message, { ...details, hint: withoutMeasure({ text }) });
}

/** Returns the warning if the event has a value under nearly the same name, so that it was renamed. */
function ofRenamed(
  { path, rule, value, readers, paths }: SetByAbsence,
  scope: Scope,
): Diagnostic | undefined {
  if (value === undefined || readers.some(values => values(scope).length > 0)) return undefined;
  for (const steps of paths) {
    const [record, own] = recordOf(steps, scope);
    const name = own.at(-1) ?? '';
    if (typeof record !== 'object' || record === null || Array.isArray(record)) continue;
    const near = Object.keys(record).find(key => key !== name && areSpeltAlike(key, name));
    if (near === undefined) continue;
    const what = path === 'customerStatus' ? 'the status' : path.replace(/^additionalFields\./, '');
    const message = `${path}: the event has no ${visibleText(pathText(steps))}, but ${visibleText(pathText(steps.with(-1, near)))}, and ${what} becomes ${shown(value)}`;
    const hint =
      'write the name as the event has it; if both are meant to differ, add because: with the reason';
    return diagnostic('mapping/set-by-absence', message, { place: rule.base.place, path, hint });
  }
  return undefined;
}

/** Returns the object that should have the last step of a path, and the steps from its root. */
function recordOf(
  steps: readonly string[],
  { input, bindings }: Scope,
): readonly [unknown, readonly string[]] {
  const isAnswer = steps[0] === '$answers';
  const own = isAnswer ? steps.slice(1) : steps;
  return [own.slice(0, -1).reduce<unknown>(ownValue, isAnswer ? bindings.answers : input), own];
}

function withoutColumn({ path, rule, value, paths }: SetByAbsence): Diagnostic {
  const names = [...new Set(paths.map(pathText))].map(each => visibleText(each)).join(' and ');
  const field = path.replace(/^additionalFields\./, '');
  const message = `${path}: the event has no ${names}, which the sample of the mapping has, and ${field} becomes ${shown(value)}`;
  const cure =
    (rule.base.kind === 'expression' ? ruleForComparison(rule.base.expression) : undefined) ??
    `$exists(${visibleText(pathText(paths[0] ?? []))}) ? (…) with this expression in place of …`;
  const hint = `read the name that the event has now; so that nothing is sent without it, write ${cure}; if it is right, add because: with the reason`;
  return diagnostic('mapping/set-by-absence', message, { place: rule.base.place, path, hint });
}

interface SetByAbsence extends NamedRule {
  /** Undefined for a deletion. */
  readonly value: unknown;
  readonly readers: readonly PathReader[];
  /** The steps of the paths that the rule reads. */
  readonly paths: readonly (readonly string[])[];
  /** The paths that are compared; all others are only read. */
  readonly compared: readonly PathReader[];
  /** True if missing paths also count in events that do not report a change. */
  readonly isAsked: boolean;
  /** True if an empty value has the effect of a missing one, as with `=` but not with `$exists`. */
  readonly areEmptyMissing: boolean;
  /** True if a text of spaces counts as a value, as in `plan ? "VIP" : "Neukunde"`. */
  readonly areSpacesValues: boolean;
  /** True if an empty answer has an effect: `pregnant = "ja" ? "pregnant" : "not pregnant"`. */
  readonly isUnanswered: boolean;
  /** The paths that are compared by their size, as in `age >= 18`, which is false for a missing value. */
  readonly measured: readonly MeasuredPath[];
  /** True if these comparisons alone decide, so that one missing value decides, too. */
  readonly isMeasuredAlone: boolean;
  /** True if the value is a text, a number, a yes or a no of the rule itself, and the rule does not ask for the existence of a value. */
  readonly isFixed: boolean;
}

interface MeasuredPath {
  readonly text: string;
  readonly values: PathReader;
}

function isSet(each: SetByAbsence, scope: Scope, isChange: boolean): boolean {
  const { readers, compared, isAsked, isUnanswered, areEmptyMissing, measured, isMeasuredAlone } = each;
  const isNone = (value: unknown) =>
    presenceOf(value) !== 'present' && !(each.areSpacesValues && typeof value === 'string' && value !== '');
  const isMissing = (values: PathReader) => values(scope).length === 0;
  const isEmpty = (values: PathReader) => values(scope).every(isNone);
  if (isChange && readers.every(isMissing)) return true;
  if (isAsked && readers.every(areEmptyMissing ? isEmpty : isMissing)) return true;
  if (isUnanswered && readers.every(isEmpty) && !readers.some(isMissing)) return true;
  if (isMeasuredAlone && measured.some(({ values }) => isMissing(values))) return true;
  return (
    compared.length > 0 &&
    compared.length < readers.length &&
    compared.every(isEmpty) &&
    !readers.every(isEmpty)
  );
}

function inWords(
  { path, rule, value, readers, paths, measured, isMeasuredAlone }: SetByAbsence,
  scope: Scope,
): Diagnostic {
  const what = path === 'customerStatus' ? 'the status' : path.replace(/^additionalFields\./, '');
  const details = { place: rule.base.place, path };
  const lacking = measured.find(({ values }) => values(scope).length === 0);
  if (lacking && isMeasuredAlone && readers.some(values => values(scope).length > 0)) {
    return withoutSize(lacking.text, details);
  }
  const effect =
    value === undefined
      ? `and ${what} is deleted`
      : path === 'destination'
        ? `so it goes to ${shown(value)}`
        : `and ${what} becomes ${shown(value)}`;
  const message = `${path}: the event has none of the values that the rule reads, ${effect}`;
  const cure = cureOf({ path, rule, value, paths }, what);
  const hint = lacking ? withoutMeasure(lacking) : `${cure}; if it is right, add because: with the reason`;
  return diagnostic('mapping/set-by-absence', message, { ...details, hint });
}

function cureOf(
  { path, rule, value, paths }: Pick<SetByAbsence, 'path' | 'rule' | 'value' | 'paths'>,
  what: string,
): string {
  if (value === undefined || rule.default)
    return `remove ${value === undefined ? 'clear' : 'default'}, which leaves ${what} alone`;
  if (typeof value === 'boolean' && rule.base.kind === 'expression')
    return ruleForYesNo(rule.base.expression);
  if (path === 'destination') return 'leave out the last alternative; such an event then fails';
  return `leave out the last alternative, which leaves ${what} alone${onlyWithValue(paths)}`;
}

/** Returns the condition that sends nothing for an empty value, too, even for one in a list. */
function onlyWithValue(paths: readonly (readonly string[])[]): string {
  const [only, ...others] = new Set(paths.map(pathText));
  if (only === undefined || others.length > 0) return '';
  return `, or write ${ifPresent(only, '…')} with this expression in place of …`;
}

function withoutMeasure({ text }: Pick<MeasuredPath, 'text'>): string {
  return `write $exists(${text}) ? (…) with this expression in place of …; then nothing is sent. If it is right, add because: with the reason`;
}

/** Every event passes here. */
const setByAbsence = onceFor((mapping: Mapping): readonly SetByAbsence[] => {
  const { destination } = mapping;
  const rule = 'rule' in destination ? destination.rule : undefined;
  const ofDestination = rule ? [{ path: 'destination', place: rule.place, rule }] : [];
  return [...ofDestination, ...namedRules(mapping)].flatMap(
    each => byItself(each, mapping.operation === 'updateCustomer') ?? [],
  );
});

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
  return isOfChange ? { ...named, ...notAsked, value, readers, paths: [], compared: [] } : undefined;
}

const notAsked = {
  isAsked: false,
  isUnanswered: false,
  areEmptyMissing: false,
  areSpacesValues: false,
  measured: [],
  isMeasuredAlone: false,
  isFixed: false,
};

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
  const comparisons = nearComparisons(expression);
  const equal = comparisons.filter(({ comparison }) => comparison.operator !== '!=');
  const isStatus = (named.path === 'customerStatus' && isUpdate) || named.path === 'destination';
  const isDenied = only.value === true && equal.length > 0 && source.includes('$not(');
  const truths = truthTests(expression).filter(({ steps }) => steps.length > 0);
  const measured = measuredPaths(expression).map(steps => {
    const text = pathText(steps);
    return { text, values: pathReader({ steps, text }) };
  });
  return {
    ...named,
    value: only.value,
    readers,
    paths: pathsRead(expression),
    isUnanswered: isText && equal.length > 0 && equal.every(asksForYes),
    compared: isText ? equal.filter(each => !expectsEmpty(each)).map(({ read }) => read) : [],
    areEmptyMissing:
      (equal.length + searched.length + truths.length > 0 || comparesText.test(source)) &&
      truths.every(({ asks, isNegated }) => asks === 'truth' && !isNegated) &&
      !/!=|\?\?|\$(?!(?:contains|not|lowercase|uppercase|trim)\()\w+\s*\(/.test(source),
    areSpacesValues: truths.length > 0,
    isAsked:
      isStatus ||
      isDenied ||
      (only.value === false && excludesWords(source, comparisons)) ||
      measured.length > 0 ||
      (isText && asksForWords(equal, searched)),
    measured,
    isFixed: !/\$exists\s*\(|\?\?/.test(source),
    isMeasuredAlone: equal.length + searched.length === 0 && !/\bor\b|\?[^?]*\?/.test(source),
  };
}

const yesOrNo = /^(?:true|false|ja|nein|yes|no|oui|non|nee)$/i;

/** A comparison with a text, also one of `$lowercase(plan)`. */
const comparesText = /=\s?["'][^"']/;

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

/** True for a comparison with the word of an answer, which a form writes for a yes and for a no. */
function asksForYes({ literals }: ReturnType<typeof nearComparisons>[number]): boolean {
  return literals.every(({ text, type }) => type === 'text' && answerWords.test(text.trim().slice(1, -1)));
}

const answerWords = /^(?:ja|nein|yes|no|oui|non|nee)$/i;

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
