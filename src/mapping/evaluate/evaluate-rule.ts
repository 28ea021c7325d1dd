import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { visibleNames } from '../../diagnostics/visible-text.ts';
import { elementsOf, presenceOf } from '../../expressions/convert/presence.ts';
import { defaultDateFormat } from '../../expressions/convert/read-date.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../expressions/expression.ts';
import { convert } from '../convert/convert.ts';
import type { EmptyWords } from '../convert/empty-words.ts';
import { listFault, textFault } from '../convert/size-fault.ts';
import { isSeveral } from '../convert/stays-text.ts';
import { joinedValue } from '../convert/text-of.ts';
import { denialInWords, deniedConsent } from '../doubts/comparisons/denied-consent.ts';
import { ruleForDeniedAnswer } from '../doubts/comparisons/denied-hint.ts';
import { lostAnswer } from '../doubts/comparisons/lost-answer.ts';
import { lostName, nearKeyDoubt } from '../doubts/hidden-values.ts';
import { changeAsValue } from '../doubts/other-value/change-as-value.ts';
import { templateLeftOut } from '../doubts/other-value/template-left-out.ts';
import { hintForEmptyText } from '../doubts/text-doubts.ts';
import { unnamedTexts } from '../doubts/unlike-samples/unnamed-text.ts';
import { ambiguities, type Present, valueDoubts } from '../doubts/value-doubts.ts';
import { noteFor, type Recorder } from '../explain/recorder.ts';
import { jsonInText, jsonTextOn } from '../json-in-text.ts';
import type { Rule } from '../mapping.ts';
import { consentParameters, identifyingParameters, singleParameters } from '../parameters.ts';
import { conversionsOf } from '../reading.ts';
import { ruleExpressions } from '../rules-of.ts';
import { insideHint } from './cures.ts';
import { goodElements } from './drop-elements.ts';
import { emptyOperandHint } from './empty-operand.ts';
import { type Base, evaluateBase, type FoundBase } from './evaluate-base.ts';
import { type Given, givenBy, type RuleAbout, withBlanks } from './given-value.ts';
import { listHint } from './list-hint.ts';
import { type LookedUp, lookUp } from './look-up.ts';
import { withoutValue } from './missing-value.ts';
import { type InvalidValue, invalid, type RuleResult } from './rule-result.ts';
import { tableHint } from './table-hint.ts';
import { answersHint, tickedBox } from './ticked-box.ts';
import { emptyFieldResult, marksOf, meantDay, originOfValue, withWritten } from './value-marks.ts';

/** The inputs of a rule besides the event. */
export interface RuleSurroundings {
  /** Records the origin of the value. Undefined: not needed. */
  readonly record?: Recorder | undefined;
  /** The texts that the sender writes for an empty value. */
  readonly empty?: EmptyWords | undefined;
  /** Returns true if the payload is the whole body; default: unknown. */
  readonly isWhole?: (() => boolean) | undefined;
  /** Returns the choices of the account for a path; default: unknown. */
  readonly choices?: ((path: string) => readonly string[]) | undefined;
}

/**
 * Evaluates one rule: `from`, `value` or `template` without outer spaces, then the look-up table, then `as`,
 * then `default` (unchanged, neither looked up nor converted), then whenMissing or whenEmpty. `path` names
 * the parameter in diagnostics. Returns its result without a promise if its expression is plain.
 */
export function evaluateRule(
  rule: Rule,
  path: string,
  scope: Scope,
  { record, empty, isWhole = isUnknown, choices }: RuleSurroundings = {},
): RuleResult | Promise<RuleResult> {
  const note = noteFor(record, path);
  note?.({ kind: 'rule', rule });
  const about = { path, note, empty, scope, isWhole, choices };
  const base = evaluateBase(rule, scope, about);
  return base instanceof Promise ? base.then(found => noted(found, rule, about)) : noted(base, rule, about);
}

const isUnknown = () => false;

function noted(base: Base, rule: Rule, about: RuleAbout): RuleResult {
  const { path, note, scope } = about;
  const given = resultOf(base, rule, about);
  const allowed = consentParameters.has(path) ? withoutDenial(given, rule, path, scope) : given;
  const isMissing = 'value' in base && base.value === undefined;
  const result = isMissing ? belowText(allowed, rule, path, scope) : allowed;
  note?.({ kind: 'result', result });
  return 'value' in base && calculates(rule)
    ? { ...result, calculated: { value: base.value, ...(base.turns && { turns: base.turns }) } }
    : result;
}

function calculates({ base }: Rule): boolean {
  return base.kind === 'expression' && !base.expression.path && !base.expression.isConstant;
}

/** Adds a doubt to a missing value if its path goes below a text. */
function belowText(result: RuleResult, rule: Rule, path: string, scope: Scope): RuleResult {
  const at = ruleExpressions(rule)
    .map(({ path: steps }) => steps && jsonTextOn(steps, scope))
    .find(each => each);
  return at ? { ...result, doubts: [jsonInText(at, { place: rule.base.place, path })] } : result;
}

/** Returns the result for a consent; invalid if the person denied it. */
function withoutDenial(given: RuleResult, rule: Rule, path: string, scope: Scope): RuleResult {
  if (given.kind !== 'value' || given.value.text !== 'true') return given;
  const changed = changeAsValue({ path, rule });
  if (changed) return invalidBy(changed);
  const denied = deniedConsent(rule, scope);
  if (!denied) return given;
  return invalid(
    'mapping/denied-consent',
    denialInWords(denied),
    rule,
    path,
    ruleForDeniedAnswer(denied, path),
  );
}

function resultOf(base: Base, rule: Rule, about: RuleAbout): RuleResult {
  const { path } = about;
  if ('failed' in base) {
    const { code, message, hint } = base.failed;
    const empty = code === 'expression/failed' ? emptyOperandHint(rule, about.scope) : undefined;
    return invalid(code, message, rule, path, empty ?? hint);
  }
  if ('fault' in base) return invalid('mapping/invalid-value', base.fault, rule, path);
  const both = withTick(givenBy(base, rule, about), rule, about);
  const { given } = both;
  const fault =
    severalFault(given, path) ??
    base.parts?.map(each => severalFault(each, path)).find(each => each !== undefined) ??
    listFault(given, rule);
  if (fault !== undefined) {
    return invalid('mapping/invalid-value', fault, rule, path, oneOf(given, rule, about));
  }
  const good = goodElements(both, rule, path);
  if (!good) return resultOfGiven(both, base, rule, about);
  about.note?.({ kind: 'dropped', words: good.words, shapes: good.shapes });
  const result = resultOfGiven(good.given, base, rule, about);
  return { ...result, doubts: [good.doubt, ...(result.doubts ?? [])] };
}

function resultOfGiven(both: Given, base: FoundBase, rule: Rule, about: RuleAbout): RuleResult {
  const { path } = about;
  const { given } = both;
  const isThere = presenceOf(given) === 'present';
  const looked =
    rule.lookup && isThere
      ? lookUp(both.untrimmed, { ...rule.lookup, trim: rule.trim !== false }, about.note)
      : undefined;
  if (looked && looked.kind !== 'found') return notFound(looked, given, rule, about);
  const value = looked ? looked.value : given;
  const presence = presenceOf(value);
  const result =
    presence === 'present'
      ? valueResult({ ...both, value, isLooked: looked !== undefined }, base, rule, about)
      : withoutValue(rule, presence, about);
  const near = looked
    ? (nearKeyDoubt(both.untrimmed, rule, path) ?? lostAnswer(both.given, rule, path))
    : presence !== 'present' && doubtOfAbsence(base, rule, path);
  return near ? { ...result, doubts: [...(result.doubts ?? []), near] } : result;
}

function doubtOfAbsence({ noticed, lacking }: FoundBase, rule: Rule, path: string): Diagnostic | undefined {
  if (lacking) return templateLeftOut(lacking, rule, path);
  return noticed && lostName(rule, path, noticed);
}

/** Returns the given value. For a checkbox with its hidden field, it is only the "yes" of the checkbox. */
function withTick(both: Given, rule: Rule, { path, scope }: RuleAbout): Given {
  const yes = tickedBox(both.given, rule, path, scope);
  return yes === undefined ? both : { ...both, given: yes, untrimmed: yes };
}

function valueResult(present: Present, base: FoundBase, rule: Rule, about: RuleAbout): RuleResult {
  const { value, given, isLooked } = present;
  const { path } = about;
  const converted = convert(value, readingResult(rule), about.note);
  const isBad = (why: string, hint?: string) => {
    const cure =
      hintForEmptyText(value) ??
      hint ??
      insideHint(given, rule, path, about.scope) ??
      oneOf(given, rule, about);
    return invalid('mapping/invalid-value', why, rule, path, cure);
  };
  if ('fault' in converted) return isBad(converted.fault, converted.hint);
  const tooLong = textFault(converted.value.length);
  if (tooLong !== undefined) return isBad(tooLong);
  const hardlyMeant = valueDoubts(present, base, rule, about);
  const [nobody] = identifyingParameters.has(path) ? hardlyMeant : [];
  if (nobody) return invalidBy(nobody);
  const { doubts, formatDoubt } = isLooked ? { doubts: [] } : ambiguities(value, rule, base, about);
  const [other] = identifyingParameters.has(path) && base.noticed ? doubts : [];
  if (other) return invalidBy(other);
  const unnamed = unnamedTexts(rule, given, value, about.scope);
  const sent = {
    ...joinedValue(converted, rule.separator),
    ...(unnamed.length > 0 && { unnamed }),
    ...(!isLooked && { ...withWritten(value, converted, rule), ...meantDay(value, converted, rule) }),
    ...originOfValue(value, rule, base.origin, () => oneOf(given, rule, about)),
    ...marksOf(rule),
    ...(!isLooked && withBlanks(present, rule, path)),
    ...(present.isForCheckbox && { unlessCheckbox: emptyFieldResult(rule) }),
    ...(hardlyMeant.length > 0 && { doubts: hardlyMeant }),
  };
  return {
    kind: 'value',
    value: sent,
    ...(doubts.length > 0 && { doubts }),
    ...(formatDoubt && { formatDoubt }),
  };
}

/** A doubt about the identity of the person makes the value invalid. */
function invalidBy(doubt: Diagnostic): InvalidValue {
  return { kind: 'invalid', why: doubt.message, diagnostic: { ...doubt, severity: 'error' } };
}

/**
 * Adds the format yyyy-MM-dd to the patterns of a rule whose expression contains a date function, because that function
 * returns it.
 */
function readingResult(rule: Rule): Rule {
  const { as, base, date } = rule;
  if (as !== 'date' || date.parse.length === 0 || !conversionsOf(base).has('date')) return rule;
  return { ...rule, date: { ...date, parse: [...date.parse, defaultDateFormat] } };
}

/** Returns the reason why a list of several values does not fit a parameter for one value. */
function severalFault(given: unknown, path: string): string | undefined {
  const isOne = !singleParameters.has(path) || elementsOf(given).length <= 1;
  return isOne ? undefined : `${shown(given)} is not one value`;
}

/** Returns a hint how a rule can take one value of a list; undefined if the event has no list. */
function oneOf(given: unknown, rule: Rule, { path, scope, isWhole }: RuleAbout): string | undefined {
  if (rule.base.kind !== 'expression') return undefined;
  const one = listHint(given, rule.base.expression, {
    scope,
    isWhole,
    oneField: answersHint(given, rule, path),
    takesAll: isSeveral(rule.as),
  });
  if (one === undefined || rule.as !== 'choice') return one;
  // To take the first of several answers would lose the others.
  const otherwise = one.startsWith('to take the first')
    ? 'if it takes one, have the form ask for one answer'
    : one;
  return `write as: choices if the field takes several; ${otherwise}`;
}

function notFound(
  looked: Exclude<LookedUp, { kind: 'found' }>,
  given: unknown,
  rule: Rule,
  { path, scope, choices }: RuleAbout,
): RuleResult {
  if (looked.kind === 'invalid')
    return invalid('mapping/invalid-value', looked.fault, rule, path, insideHint(given, rule, path, scope));
  const keys = [...(rule.lookup?.entries.keys() ?? [])];
  const allowed =
    visibleNames(keys.slice(0, 10)) + (keys.length > 10 ? `, and ${keys.length - 10} more` : '');
  const why = `${looked.fault}, which has ${allowed}`;
  return invalid('mapping/not-in-table', why, rule, path, tableHint(looked.values, rule, choices?.(path)));
}
