import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { didYouMean, visibleNames } from '../../diagnostics/visible-text.ts';
import { defaultDateFormat } from '../../expressions/convert/convert-date.ts';
import { doubtOfFormat, doubtsOf } from '../../expressions/convert/doubts.ts';
import { elementsOf, type Presence, presenceOf } from '../../expressions/convert/presence.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Expression, ExpressionFailed, Scope } from '../../expressions/expression.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import type { Origin, Value } from '../../inbox/call.ts';
import { beginning } from '../answers/answer-expression.ts';
import { convert } from '../convert/convert.ts';
import { usedDateFormat } from '../convert/date-format.ts';
import type { EmptyWords } from '../convert/empty-words.ts';
import { listFault, textFault } from '../convert/size-fault.ts';
import { choiceMark, isSeveral, staysText } from '../convert/stays-text.ts';
import { joinedValue, textOf } from '../convert/text-of.ts';
import { noteFor, type Recorder } from '../explain/recorder.ts';
import { jsonInText, jsonTextOn } from '../json-in-text.ts';
import type { Rule } from '../mapping.ts';
import { consentParameters, parameterOf, singleParameters, whoParameters } from '../parameters.ts';
import { conversionsOf } from '../reading.ts';
import { ruleExpressions } from '../rules-of.ts';
import { unreadPaths } from '../unread/unread-path.ts';
import { insideHint, misspeltHint } from './cures.ts';
import { cureOfDenial, denialInWords, deniedConsent } from './denied-consent.ts';
import { goodElements } from './drop-elements.ts';
import { type Base, evaluateBase, type FoundBase } from './evaluate-base.ts';
import { type Given, type GivenAbout, givenBy, withBlanks } from './given-value.ts';
import { joinedEmpty, joinedNull, nearKeyDoubt, yesInSpiteOfNo } from './hidden-values.ts';
import { listHint } from './list-hint.ts';
import { type LookedUp, lookUp } from './look-up.ts';
import { lostDigits } from './lost-digits.ts';
import { millisDoubt } from './millis-doubt.ts';
import { noticeDoubt } from './notice-doubts.ts';
import { oneOfSeveral } from './one-of-several.ts';
import { severalFit } from './several-fit.ts';
import { composedDoubts, hintForNothing, textDoubts } from './text-doubts.ts';
import { answersHint, tickedBox } from './ticked-box.ts';

/** The result of a rule for an event, and the doubts about it. */
export type RuleResult = { readonly doubts?: readonly Diagnostic[] } & (
  | { readonly kind: 'value'; readonly value: Value }
  /** The parameter is not sent, so nothing changes. */
  | {
      readonly kind: 'absent';
      readonly presence: Exclude<Presence, 'present'>;
      /** The mistake in the mapping file for which the event has nothing. */
      readonly hint?: string;
    }
  /** The empty text is sent, which deletes the value (API document 4.2). */
  | { readonly kind: 'clear' }
  /** The event has a bad value: `onInvalid` decides. */
  | { readonly kind: 'invalid'; readonly diagnostic: Diagnostic }
  /** The event has no value, and the rule treats that as a fault. */
  | { readonly kind: 'missing'; readonly diagnostic: Diagnostic }
);

/** The inputs of a rule besides the event. */
export interface RuleSurroundings {
  /** Records the origin of the value; undefined: not requested. */
  readonly record?: Recorder | undefined;
  /** The words with which the sender writes an empty value. */
  readonly empty?: EmptyWords | undefined;
  /** Returns true if the payload is the whole body; default: unknown. */
  readonly isWhole?: (() => boolean) | undefined;
}

/**
 * Evaluates one rule: `from`, `value` or `template` without blanks at the ends, then the look-up table, then `as`, then
 * `default` (unchanged, neither looked up nor converted), then whenMissing or whenEmpty. `path` names the parameter in
 * diagnostics. It gives its result at once where its expression is plain.
 */
export function evaluateRule(
  rule: Rule,
  path: string,
  scope: Scope,
  { record, empty, isWhole = isUnknown }: RuleSurroundings = {},
): RuleResult | Promise<RuleResult> {
  const note = noteFor(record, path);
  note?.({ kind: 'rule', rule });
  const about = { path, note, empty, scope, isWhole };
  const base = evaluateBase(rule, scope, about);
  return base instanceof Promise ? base.then(found => noted(found, rule, about)) : noted(base, rule, about);
}

const isUnknown = () => false;

function noted(base: Base, rule: Rule, about: About): RuleResult {
  const { path, note, scope } = about;
  const given = resultOf(base, rule, about);
  const allowed = consentParameters.has(path) ? withoutDenial(given, rule, path, scope) : given;
  const isMissing = 'value' in base && base.value === undefined;
  const result = isMissing ? belowText(allowed, rule, path, scope) : allowed;
  note?.({ kind: 'result', result });
  return result;
}

/** Adds a doubt to the result of a missing value, if its path goes below a text. */
function belowText(result: RuleResult, rule: Rule, path: string, scope: Scope): RuleResult {
  const at = ruleExpressions(rule)
    .map(({ path: steps }) => steps && jsonTextOn(steps, scope))
    .find(each => each);
  return at ? { ...result, doubts: [jsonInText(at, { place: rule.base.place, path })] } : result;
}

/** Returns the result for a given consent; invalid if the person denied it. */
function withoutDenial(given: RuleResult, rule: Rule, path: string, scope: Scope): RuleResult {
  const denied =
    given.kind === 'value' && given.value.text === 'true' ? deniedConsent(rule, scope) : undefined;
  if (!denied) return given;
  const message = `${path}: ${denialInWords(denied)}`;
  return invalid('mapping/denied-consent', message, rule, path, cureOfDenial(denied, path));
}

/** Returns the time of receipt of the event, as expressions see it. */
function receivedAt({ bindings: { event } }: Scope): string {
  const at = ownValue(event, 'receivedAt');
  return typeof at === 'string' ? at : '';
}

interface About extends GivenAbout {
  readonly scope: Scope;
  readonly isWhole: () => boolean;
}

function resultOf(base: Base, rule: Rule, about: About): RuleResult {
  const { path } = about;
  if ('failed' in base) {
    const { code, message, hint } = base.failed;
    return invalid(code, `${path}: ${message}`, rule, path, hint);
  }
  if ('fault' in base) return invalid('mapping/invalid-value', `${path}: ${base.fault}`, rule, path);
  const both = withTick(givenBy(base, rule, about), rule, about);
  const { given } = both;
  const fault =
    severalFault(given, path) ??
    base.parts?.map(each => severalFault(each, path)).find(each => each !== undefined) ??
    listFault(given, rule);
  if (fault !== undefined) {
    return invalid('mapping/invalid-value', `${path}: ${fault}`, rule, path, oneOf(given, rule, about));
  }
  const good = goodElements(both, rule, path);
  if (!good) return resultOfGiven(both, base, rule, about);
  about.note?.({ kind: 'dropped', diagnostic: good.doubt, shapes: good.shapes });
  const result = resultOfGiven(good.given, base, rule, about);
  return { ...result, doubts: [good.doubt, ...(result.doubts ?? [])] };
}

function resultOfGiven(both: Given, base: FoundBase, rule: Rule, about: About): RuleResult {
  const { path } = about;
  const { given } = both;
  const isThere = presenceOf(given) === 'present';
  const looked =
    rule.lookup && isThere
      ? lookUp(both.untrimmed, { ...rule.lookup, trim: rule.trim !== false }, about.note)
      : undefined;
  if (looked && looked.kind !== 'found') return notFound(looked, rule, path);
  const value = looked ? looked.value : given;
  const presence = presenceOf(value);
  const result =
    presence === 'present'
      ? valueResult({ ...both, value, isLooked: looked !== undefined }, base, rule, about)
      : withoutValue(rule, presence, about);
  const near = looked && nearKeyDoubt(both.untrimmed, rule, path);
  return near ? { ...result, doubts: [...(result.doubts ?? []), near] } : result;
}

/** Returns the given value. If it is a checkbox with its hidden field, the "yes" of the checkbox replaces both. */
function withTick(both: Given, rule: Rule, { path, scope }: About): Given {
  const yes = tickedBox(both.given, rule, path, scope);
  return yes === undefined ? both : { ...both, given: yes, untrimmed: yes };
}

/** A present value. */
interface Present extends Given {
  readonly value: unknown;
  readonly isLooked: boolean;
}

function valueResult(present: Present, base: FoundBase, rule: Rule, about: About): RuleResult {
  const { value, given, isLooked } = present;
  const { path } = about;
  const converted = convert(value, readingResult(rule), about.note);
  const wrong = 'fault' in converted ? converted.fault : textFault(converted.value.length);
  if (wrong !== undefined || 'fault' in converted) {
    const hint =
      ('hint' in converted ? converted.hint : undefined) ??
      insideHint(given, rule) ??
      oneOf(given, rule, about);
    return invalid('mapping/invalid-value', `${path}: ${wrong}`, rule, path, hintForNothing(value) ?? hint);
  }
  const hardlyMeant = hardlyMeantOf(present, base, rule, about);
  const [nobody] = whoParameters.has(path) ? hardlyMeant : [];
  if (nobody) return { kind: 'invalid', diagnostic: { ...nobody, severity: 'error' } };
  const doubts = isLooked ? [] : ambiguities(value, rule, base, about);
  const [other] = whoParameters.has(path) && base.noticed ? doubts : [];
  if (other) return { kind: 'invalid', diagnostic: { ...other, severity: 'error' } };
  const sent = {
    ...joinedValue(converted, rule.separator),
    ...howItArose(value, rule, base.origin, () => oneOf(given, rule, about)),
    ...marksOf(rule),
    ...dayMark(rule),
    ...(!isLooked && withBlanks(present, rule, path)),
    ...(present.isForCheckbox && { unlessCheckbox: insteadOf(rule) }),
    ...(hardlyMeant.length > 0 && { doubts: hardlyMeant }),
  };
  return { kind: 'value', value: sent, ...(doubts.length > 0 && { doubts }) };
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

/** Returns the mark of a date whose rule does not name its format. */
function dayMark(rule: Rule): Pick<Value, 'dateFormat'> {
  const dateFormat = usedDateFormat(rule);
  return dateFormat === undefined ? {} : { dateFormat };
}

/** Returns the properties of a rule that the check needs. */
function marksOf({ as, onInvalid }: Rule): Pick<Value, 'choice' | 'onInvalid'> {
  return { ...choiceMark(as), ...(onInvalid && { onInvalid }) };
}

/** Returns the reasons why a sent value is probably not intended: from the payload, and from the rule's own texts. */
function hardlyMeantOf(
  { value, isLooked }: Present,
  base: FoundBase,
  rule: Rule,
  about: About,
): readonly Diagnostic[] {
  const isGiven = !isLooked && base.origin === 'data';
  const isGivenText = isGiven && isText(rule);
  const found = [
    isGivenText ? doubtsOfText(value, base.parts, rule, about) : none,
    unreadPaths(rule, about.path, about.scope, ({ key, text }) => {
      if (key === 'values' || key === 'otherwise') return isLooked && elementsOf(value).includes(text);
      return key !== 'default';
    }),
    isGivenText ? joinedNull(value, rule, about) : none,
    isGivenText ? joinedEmpty(value, rule, about) : none,
    isGiven ? yesInSpiteOfNo(value, rule, about) : none,
    base.origin === 'data' ? oneOfSeveral(rule, about.path, about.scope) : none,
  ];
  // Every value comes by here, and hardly any has a doubt.
  return found.every(each => each.length === 0) ? none : found.flat();
}

const none: readonly Diagnostic[] = [];

/** Returns the doubts about a text. Each part of a template is checked, but a phone number as a whole. */
function doubtsOfText(
  value: unknown,
  parts: readonly unknown[] | undefined,
  rule: Rule,
  { path, empty }: About,
): readonly Diagnostic[] {
  if (!parts) return textDoubts(value, rule, path, empty);
  const ofParts = textDoubts(parts, rule, path, empty).filter(({ code }) => code !== 'mapping/not-a-phone');
  return [...ofParts, ...composedDoubts(value, parts, rule, path)];
}

function isText({ as }: Rule): boolean {
  return staysText(as);
}

/** Returns the reasons why a value may have been read as a different one. */
function ambiguities(
  value: unknown,
  rule: Rule,
  base: FoundBase,
  { path, scope }: About,
): readonly Diagnostic[] {
  const ofMillis =
    millisDoubt(value, rule) ??
    lostDigits(rule, scope) ??
    noticeDoubt(value, rule, path, base.noticed ?? []) ??
    severalFit(base, rule, path);
  const ofFormat =
    rule.as === 'date' && rule.because === undefined ? doubtOfFormat(rule.date.format) : undefined;
  const ofValue = ofMillis ? [ofMillis] : doubtsOf(value, rule, receivedAt(scope));
  const doubts = ofMillis === undefined && ofFormat ? [...ofValue, ofFormat] : ofValue;
  return doubts.map(({ message, hint }) =>
    diagnostic('mapping/ambiguous-value', `${path}: ${message}`, { hint, place: rule.base.place, path }),
  );
}

/** Returns the result of an empty value, in a field that is no checkbox. */
function insteadOf({ default: fallback, separator, whenEmpty }: Rule): NonNullable<Value['unlessCheckbox']> {
  const text =
    fallback && presenceOf(fallback.value) === 'present' ? textOf(fallback.value, separator) : undefined;
  return text && 'value' in text ? { text: text.value } : whenEmpty;
}

/** Returns the reason why a list of several values does not fit a parameter for one value. */
function severalFault(given: unknown, path: string): string | undefined {
  const isOne = !singleParameters.has(path) || elementsOf(given).length <= 1;
  return isOne ? undefined : `${shown(given)} is not one value`;
}

/**
 * Returns the origin of a value, for the case that it is refused, and whether it was joined of several values of the
 * event.
 */
function howItArose(
  value: unknown,
  { lookup, as }: Rule,
  origin: Origin,
  hint: () => string | undefined,
): Pick<Value, 'origin' | 'joined' | 'list' | 'oneOfList'> {
  const isList = origin === 'data' && elementsOf(value).length > 1;
  const oneOfList = isList && !isSeveral(as) ? hint() : undefined;
  return {
    origin: lookup ? 'mapping' : origin,
    ...(lookup && isList && { joined: true }),
    ...(isList && !isSeveral(as) && { list: true }),
    ...(oneOfList !== undefined && { oneOfList }),
  };
}

/** Returns a hint how a rule can take one value of a list; undefined if the event gave no list. */
function oneOf(given: unknown, rule: Rule, { path, scope, isWhole }: About): string | undefined {
  if (rule.base.kind !== 'expression') return undefined;
  return listHint(given, rule.base.expression, { scope, isWhole, oneField: answersHint(given, rule, path) });
}

function withoutValue(rule: Rule, presence: 'missing' | 'empty', { path, note, scope }: About): RuleResult {
  if (rule.default && presenceOf(rule.default.value) === 'present') {
    const text = textOf(rule.default.value, rule.separator);
    if ('value' in text) {
      note?.({ kind: 'without-value', presence, wanted: { default: text.value } });
      const doubts = unreadPaths(rule, path, scope, ({ key }) => key === 'default');
      const value = { ...joinedValue(text, rule.separator), origin: 'mapping' as const };
      return { kind: 'value', value: { ...value, ...(doubts.length > 0 && { doubts }) } };
    }
  }
  const wanted = presence === 'missing' ? rule.whenMissing : rule.whenEmpty;
  note?.({ kind: 'without-value', presence, wanted });
  if (wanted === 'skip') {
    // Most values may be missing, and a hint takes longer than all else of a rule.
    const hint = isNeeded(path) ? misspeltHint(rule, presence, scope) : undefined;
    return { kind: 'absent', presence, ...(hint !== undefined && { hint }) };
  }
  if (wanted === 'clear') return { kind: 'clear' };
  return {
    kind: 'missing',
    diagnostic: missingValue(rule, presence, path, misspeltHint(rule, presence, scope)),
  };
}

function isNeeded(path: string): boolean {
  return operations.some(operation => parameterOf(operation, path)?.needed === true);
}

const operations = ['updateCustomer', 'persistCustomerData'] as const;

/** Returns the diagnostic for a missing value that the call needs. */
export function missingValue(
  rule: Rule,
  presence: 'missing' | 'empty',
  path: string,
  hint?: string,
): Diagnostic {
  const source = rule.base.kind === 'expression' ? ` (${writtenIn(rule.base.expression)})` : '';
  const what = presence === 'missing' ? 'the event does not have it' : 'it is empty';
  return diagnostic('mapping/missing-value', `${path} is required, but ${what}${source}`, {
    hint: hint ?? literalHint(rule) ?? missingHint(path),
    place: rule.place,
    path,
  });
}

function writtenIn(expression: Expression): string {
  return expression.answer === undefined ? expression.source : beginning(expression);
}

function literalHint({ base }: Rule): string | undefined {
  return base.kind === 'literal' ? 'correct the value in the mapping file' : undefined;
}

function missingHint(path: string): string {
  if (consentParameters.has(path)) return 'only the person can give it: have it asked for, and sent again';
  if (whoParameters.has(path)) return 'correct the value';
  return 'correct the value, or give the rule a default';
}

function notFound(looked: Exclude<LookedUp, { kind: 'found' }>, rule: Rule, path: string): RuleResult {
  if (looked.kind === 'invalid')
    return invalid('mapping/invalid-value', `${path}: ${looked.fault}`, rule, path);
  const keys = [...(rule.lookup?.entries.keys() ?? [])];
  const allowed =
    visibleNames(keys.slice(0, 10)) + (keys.length > 10 ? `, and ${keys.length - 10} more` : '');
  const message = `${path}: ${looked.fault}, which has ${allowed}`;
  const [value = '', ...others] = looked.values;
  const near = others.length === 0 ? nearest(value, keys)[0] : undefined;
  const meant = near === undefined ? '' : `${didYouMean(near, value)} `;
  return invalid(
    'mapping/not-in-table',
    message,
    rule,
    path,
    `${meant}add the value to the table, or give otherwise`,
  );
}

function invalid(
  code:
    | 'mapping/invalid-value'
    | 'mapping/not-in-table'
    | 'mapping/denied-consent'
    | ExpressionFailed['code'],
  message: string,
  rule: Rule,
  path: string,
  hint?: string,
): RuleResult {
  return { kind: 'invalid', diagnostic: diagnostic(code, message, { hint, place: rule.base.place, path }) };
}
