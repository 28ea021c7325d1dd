import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { visibleNames } from '../../diagnostics/visible-text.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import { ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import { customerNumber, longestId } from '../../inbox/call.ts';
import { sharedLinkHint } from '../../inbox/decide/links.ts';
import { callDoubts } from '../doubts/call-doubts.ts';
import { unlikeInSamples } from '../doubts/unlike-samples/unlike-in-samples.ts';
import { noteFor, type Recorder } from '../explain/recorder.ts';
import type { Mapping, Rule } from '../mapping.ts';
import { type Assembled, assembleCall, type ParameterResult, type Results } from './assemble-call.ts';
import { atDestination } from './at-destination.ts';
import { similarQuestionHint } from './cures.ts';
import { evaluateBase } from './evaluate-base.ts';
import { evaluateRule, type RuleSurroundings } from './evaluate-rule.ts';
import type { Evaluation, MappingInput } from './evaluation.ts';
import { warnAboutNearLink } from './person/near-link.ts';
import { attempt, evaluateSubject, type MappingSurroundings, type Subject, tooLongId } from './subject.ts';
import { truthOf } from './truth.ts';
import { mappingUses, ruleUsesLink, usesVariable } from './variables.ts';

/**
 * Makes the call of a mapping for an event, or returns the reasons why there is none. All faults of the event
 * are reported at once. It sends nothing, and looks up a link only if `$linked` is used.
 */
export async function evaluate(
  mapping: Mapping,
  input: MappingInput,
  given: MappingSurroundings,
): Promise<Evaluation> {
  const surroundings = { ...given, isWhole: () => input.body === input.payload };
  const unlinked = scopeOf(mapping, input, undefined);
  const conditionNeedsLink = mapping.when !== undefined && usesVariable(mapping.when.value, 'linked');
  const { record } = surroundings;
  const early = conditionNeedsLink ? undefined : await refused(mapping, unlinked, record);
  if (early) return early;
  const subject = await evaluateSubject(mapping, unlinked, surroundings);
  const scope = scopeOf(mapping, input, subject.linked);
  const late =
    conditionNeedsLink && subject.faults.length === 0 ? await refused(mapping, scope, record) : undefined;
  if (late) return late;
  const here = atDestination(mapping, subject.destination, surroundings.settingsOf?.(subject.destination));
  const results = await evaluateRules(here, scope, subject.linked !== undefined, {
    ...surroundings,
    choices: path => given.choicesOf?.(subject.destination, path) ?? [],
  });
  const assembled = assembleCall(mapping, markLinked(results, subject.linked));
  const known = assembled.unlinked ? await withShared(mapping, subject, surroundings) : subject;
  const concluded = conclude(mapping, known, assembled, input.answers);
  const near = await warnAboutNearLink(mapping, concluded, subject.linked, surroundings.nearLink);
  if (concluded.kind === 'not-wanted') return concluded;
  const doubts = [
    ...(near ? [near] : []),
    ...(await doubtsAbout(mapping, input, { scope, results, concluded })),
  ];
  return doubts.length > 0 ? { ...concluded, diagnostics: [...concluded.diagnostics, ...doubts] } : concluded;
}

/** Returns the doubts about an event that is sent or has nothing to send. */
async function doubtsAbout(
  mapping: Mapping,
  input: MappingInput,
  {
    scope,
    results,
    concluded,
  }: { readonly scope: Scope; readonly results: Results; readonly concluded: Evaluation },
): Promise<readonly Diagnostic[]> {
  if (concluded.kind !== 'call' && concluded.kind !== 'skipped') return [];
  const found = callDoubts(mapping, input, scope, concluded.kind === 'call' ? concluded.call : undefined);
  return [...found, ...(await unlikeSamples(mapping, results, scope, [...concluded.diagnostics, ...found]))];
}

/** The whole body is loaded only if an expression uses it, since it may have to be parsed again. */
function scopeOf(mapping: Mapping, input: MappingInput, linked: string | undefined): Scope {
  const { payload, answers, headers, query, event } = input;
  const body = mappingUses(mapping, 'body') ? input.body : undefined;
  return { input: payload, bindings: { answers, headers, query, body, event, linked } };
}

/** Returns the outcome of the event if `when` is not true; undefined if it is. */
async function refused(
  { when, destination }: Mapping,
  scope: Scope,
  record: Recorder | undefined,
): Promise<Evaluation | undefined> {
  if (!when) return undefined;
  const answer = await attempt(when.value, scope, noteFor(record, 'when'));
  if (!(answer instanceof ExpressionFailed)) return truthOf(answer) ? undefined : { kind: 'not-wanted' };
  const fault = diagnostic('mapping/when-failed', `when: ${answer.message}`, {
    hint: answer.hint,
    place: when.place,
    path: 'when',
  });
  const name = 'name' in destination ? destination.name : '';
  return { kind: 'failed', destination: name, link: undefined, diagnostics: [fault] };
}

async function evaluateRules(
  mapping: Mapping,
  scope: Scope,
  isLinked: boolean,
  surroundings: RuleSurroundings,
): Promise<Results> {
  const evaluateOne = (rule: Rule, path: string): ParameterResult | Promise<ParameterResult> =>
    isLinked || !ruleUsesLink(rule)
      ? evaluateRule(rule, path, scope, surroundings)
      : evaluateUnlinked(rule, path);
  const evaluateUnlinked = async (rule: Rule, path: string): Promise<ParameterResult> => {
    if (!(await linkMatters(rule, scope))) return evaluateRule(rule, path, scope, surroundings);
    const result = { kind: 'unlinked' } as const;
    surroundings.record?.(path, { kind: 'result', result });
    return result;
  };
  const set = [];
  for (const rule of mapping.set) {
    const result = evaluateOne(rule.rule, rule.name);
    set.push({ rule, result: result instanceof Promise ? await result : result });
  }
  const additionalFields = [];
  for (const rule of mapping.additionalFields) {
    const result = evaluateOne(rule.rule, `additionalFields.${rule.key}`);
    additionalFields.push({ rule, result: result instanceof Promise ? await result : result });
  }
  return { set, additionalFields };
}

/**
 * Returns the doubts about expressions that gave a value in another way than for any sample. `told`: the other doubts, whose
 * rules are left out.
 */
async function unlikeSamples(
  mapping: Mapping,
  { set, additionalFields }: Results,
  scope: Scope,
  told: readonly Diagnostic[],
): Promise<readonly Diagnostic[]> {
  if (mapping.tests.length === 0) return [];
  const known = new Set(told.map(({ path }) => path));
  const all = [
    ...set.map(({ rule: { name, rule }, result }) => ({ path: name, rule, result })),
    ...additionalFields.map(({ rule: { key, rule }, result }) => ({
      path: `additionalFields.${key}`,
      rule,
      result,
    })),
  ];
  const found: Diagnostic[] = [];
  for (const { path, rule, result } of all) {
    if (result.kind === 'unlinked' || known.has(path)) continue;
    found.push(...(await unlikeInSamples(mapping, { path, rule, result }, scope)));
  }
  return found;
}

/** Marks the customer number of a call if it is the number of the link. */
function markLinked(results: Results, linked: string | undefined): Results {
  if (linked === undefined) return results;
  const set = results.set.map(each => {
    const { rule, result } = each;
    const isNumber = rule.name === 'id' || rule.name === 'customerId';
    if (!isNumber || result.kind !== 'value' || result.value.text !== linked || !ruleUsesLink(rule.rule))
      return each;
    return { rule, result: { ...result, value: { ...result.value, linked: true as const } } };
  });
  return { ...results, set };
}

/** Adds the fault of a link that several people share to the subject of a call that needs it. */
async function withShared(
  mapping: Mapping,
  subject: Subject,
  { sharedLink }: MappingSurroundings,
): Promise<Subject> {
  const { link, destination } = subject;
  const shared = link && destination !== '' ? await sharedLink?.(link, destination) : undefined;
  if (!link || !shared) return subject;
  const message = `two people seem to share the link ${shown(link.id)}: it stood for customer ${shared.customerId} at ${destination} until event ${shared.sharedSince} was delivered for another customer`;
  const hint = `${sharedLinkHint}; then replay this event`;
  const fault = diagnostic('mapping/shared-link', message, {
    hint,
    place: mapping.link?.place,
    path: 'link',
  });
  return { ...subject, faults: [...subject.faults, fault] };
}

/**
 * True if the result of a rule that uses a link would be different with a known link. `number ? number :
 * $linked` does not wait for a link if the event has the number.
 */
async function linkMatters(rule: Rule, scope: Scope): Promise<boolean> {
  const without = await evaluateBase(rule, scope);
  const supposed = { ...scope, bindings: { ...scope.bindings, linked: '900000000000000017' } };
  const supposedly = await evaluateBase(rule, supposed);
  if (!('value' in without && 'value' in supposedly)) return true;
  return !isDeepStrictEqual(without.value, supposedly.value);
}

function conclude(
  mapping: Mapping,
  subject: Subject,
  assembled: Assembled,
  answers: MappingInput['answers'],
): Evaluation {
  const { destination, link } = subject;
  const { notes, call } = assembled;
  const unfaulty = assembled.unfaulty && { unfaulty: assembled.unfaulty };
  const about = { destination, link };
  if (assembled.unlinked && mapping.whenUnlinked === 'skip' && subject.faults.length === 0) {
    return { kind: 'skipped', ...about, diagnostics: [notLinked(mapping, subject), ...notes] };
  }
  const faults = [...subject.faults, ...assembled.faults];
  const cannotWait = mapping.whenUnlinked !== 'wait' || !link;
  if (assembled.unlinked && cannotWait && subject.faults.length === 0)
    faults.push(unlinkedFault(mapping, subject));
  if (faults.length > 0) return { kind: 'failed', ...about, diagnostics: [...faults, ...notes], ...unfaulty };
  if (assembled.nothing)
    return { kind: 'skipped', ...about, diagnostics: [nothingToSend(mapping, answers), ...notes] };
  if (call) {
    const number = customerNumber(call) ?? '';
    if (number.length <= longestId) return { kind: 'call', ...about, call, diagnostics: notes };
    const message = tooLongId('the customer number', number);
    return {
      kind: 'failed',
      ...about,
      diagnostics: [diagnostic('mapping/invalid-value', message), ...notes],
    };
  }
  if (!link) throw new Error(`${mapping.name} made neither a call nor a fault`);
  const diagnostics = [notLinked(mapping, subject), ...notes];
  return { kind: 'waiting', destination, link, diagnostics, ...unfaulty };
}

function notLinked(mapping: Mapping, { link, destination, lacking }: Subject): Diagnostic {
  const message = link
    ? `no customer number is known for ${shown(link.id)} at ${destination} yet`
    : lacking
      ? `${partsMissing(lacking)}, so no customer number is known`
      : 'the event has no link, so no customer number is known';
  const hint =
    mapping.operation === 'persistCustomerData'
      ? 'bookings of new customers want a mapping of their own, with when: $not($exists($linked))'
      : undefined;
  return diagnostic('mapping/not-linked', message, { hint, place: mapping.link?.place, path: 'link' });
}

function unlinkedFault(mapping: Mapping, subject: Subject): Diagnostic {
  const place = mapping.link?.place;
  if (subject.link) return { ...notLinked(mapping, subject), severity: 'error' };
  const message = subject.lacking
    ? `${partsMissing(subject.lacking)}, and $linked needs all of it: the rest may be the link of another person`
    : 'link is missing or empty in the event, and $linked needs it';
  const hint = 'correct the value, or leave such events out with when';
  return diagnostic('mapping/missing-value', message, { hint, place, path: 'link' });
}

function partsMissing(lacking: readonly string[]): string {
  const what = lacking.length === 1 ? 'which is a part of link, is' : 'which are parts of link, are';
  return `${visibleNames(lacking)}, ${what} missing or empty in the event`;
}

function nothingToSend(mapping: Mapping, answers: MappingInput['answers']): Diagnostic {
  const message = `the event has no value for any rule of ${mapping.name}, so there is nothing to send`;
  return diagnostic('mapping/nothing-to-send', message, { hint: similarQuestionHint(mapping, answers) });
}
