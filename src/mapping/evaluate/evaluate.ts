import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { placeholderIn } from '../../diagnostics/placeholder.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import { scalarText, shown } from '../../expressions/convert/scalar-text.ts';
import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import { customerNumber, type Link, longestId } from '../../inbox/call.ts';
import { sharedLinkHint } from '../../inbox/decide/links.ts';
import { isYesOrNo } from '../convert/convert-boolean.ts';
import { damagedText } from '../convert/damaged-text.ts';
import { wordOf } from '../convert/empty-words.ts';
import { trimmedValue } from '../convert/trim-value.ts';
import { callDoubts } from '../doubts/call-doubts.ts';
import { placeholderHint, placeholderWords } from '../doubts/text-doubts.ts';
import { type Note, noteFor, type Recorder } from '../explain/recorder.ts';
import type { Mapping, Rule } from '../mapping.ts';
import { type Assembled, assembleCall, type ParameterResult, type Results } from './assemble-call.ts';
import { atDestination } from './at-destination.ts';
import { similarQuestionHint } from './cures.ts';
import { evaluateBase } from './evaluate-base.ts';
import { evaluateRule, type RuleSurroundings } from './evaluate-rule.ts';
import type {
  Evaluation,
  FindLink,
  FindNearLink,
  MappingInput,
  SettingsOf,
  SharedLink,
} from './evaluation.ts';
import { listHint } from './list-hint.ts';
import { warnAboutNearLink } from './near-link.ts';
import { runExpression } from './run-expression.ts';
import { truthOf } from './truth.ts';
import { mappingUses, ruleUsesLink, usesVariable } from './variables.ts';

/** The inputs of an evaluation besides the event: the owner of the `link` ids, and the known links. */
export interface MappingSurroundings extends RuleSurroundings {
  readonly people: string;
  readonly findLink: FindLink;
  readonly sharedLink?: SharedLink | undefined;
  readonly nearLink?: FindNearLink | undefined;
  /** The settings of a destination for rules: defaults, and the language of months and days (or English). */
  readonly settingsOf?: SettingsOf | undefined;
}

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
  const results = await evaluateRules(here, scope, subject.linked !== undefined, surroundings);
  const assembled = assembleCall(mapping, markLinked(results, subject.linked));
  const known = assembled.unlinked ? await withShared(mapping, subject, surroundings) : subject;
  const concluded = conclude(mapping, known, assembled, input.answers);
  const near = await warnAboutNearLink(mapping, concluded, subject.linked, surroundings.nearLink);
  const isSent = concluded.kind === 'call';
  const doubts =
    isSent || concluded.kind === 'skipped'
      ? callDoubts(mapping, input, scope, isSent ? concluded.call : undefined)
      : [];
  const added = near ? [near, ...doubts] : doubts;
  return added.length > 0 && concluded.kind !== 'not-wanted'
    ? { ...concluded, diagnostics: [...concluded.diagnostics, ...added] }
    : concluded;
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

/** The destination and the person of a call. `destination` is empty if its rule failed. */
interface Subject {
  readonly destination: string;
  readonly link: Link | undefined;
  /** The customer number that is known for the link. */
  readonly linked: string | undefined;
  readonly faults: readonly Diagnostic[];
}

async function evaluateSubject(
  mapping: Mapping,
  scope: Scope,
  surroundings: MappingSurroundings,
): Promise<Subject> {
  const { people, findLink, record } = surroundings;
  const faults: Diagnostic[] = [];
  const destination = await evaluateDestination(mapping, scope, faults, surroundings);
  const id = await evaluateLink(mapping, scope, faults, surroundings);
  const link = id === undefined ? undefined : { people, id };
  const isAsked = link && destination !== '' && mappingUses(mapping, 'linked');
  const linked = isAsked ? await findLink(link, destination) : undefined;
  if (isAsked) record?.('link', { kind: 'linked', link, destination, number: linked });
  return { destination, link, linked, faults };
}

async function evaluateDestination(
  { destination }: Mapping,
  scope: Scope,
  faults: Diagnostic[],
  surroundings: RuleSurroundings,
): Promise<string> {
  if ('name' in destination) return destination.name;
  const result = await evaluateRule(destination.rule, 'destination', scope, surroundings);
  if (result.kind === 'value') {
    const doubt = (result.doubts ?? []).find(({ code }) => code === 'mapping/ambiguous-value');
    if (!doubt) return result.value.text;
    // The call would reach a customer of another account.
    faults.push({ ...doubt, severity: 'error' });
  } else if (result.kind === 'invalid' || result.kind === 'missing') faults.push(result.diagnostic);
  else {
    const message = 'destination: the rule gives no name for this event';
    const hint = 'give the rule a default, or leave such events out with when';
    faults.push(
      diagnostic('mapping/missing-value', message, {
        hint,
        place: destination.rule.place,
        path: 'destination',
      }),
    );
  }
  return '';
}

/**
 * Evaluates the sender's own id of the person, trimmed. A bad id is always a fault, whatever onInvalid is,
 * because it identifies the person.
 */
async function evaluateLink(
  { link }: Mapping,
  scope: Scope,
  faults: Diagnostic[],
  { record, empty, isWhole = () => false }: RuleSurroundings,
): Promise<string | undefined> {
  if (!link) return undefined;
  const found = await attempt(link.value, scope, noteFor(record, 'link'));
  const value = trimmedValue(found);
  const where = { place: link.place, path: 'link' };
  if (value instanceof ExpressionFailed) {
    faults.push(diagnostic(value.code, `link: ${value.message}`, { ...where, hint: value.hint }));
    return undefined;
  }
  if (presenceOf(value) !== 'present' || empty?.has(wordOf(value) ?? '')) return undefined;
  const text = scalarText(value);
  if (typeof value === 'string' && isYesOrNo(value)) {
    const message = `link: ${shown(value)} is a yes or no and no id, so it would be the same for many people`;
    const hint = "write the path to the sender's own id of the person";
    faults.push(diagnostic('mapping/invalid-value', message, { ...where, hint }));
    return undefined;
  }
  const placeholder = typeof value === 'string' ? placeholderIn(value) : undefined;
  if (typeof value === 'string' && placeholder !== undefined) {
    const message = `link: ${placeholderWords(value, placeholder)}, so it would be the same for many people`;
    const hint = placeholderHint(value, placeholder);
    faults.push(diagnostic('mapping/placeholder-value', message, { ...where, hint, severity: 'error' }));
    return undefined;
  }
  const damaged = typeof value === 'string' ? damagedText(value) : undefined;
  if (damaged?.isLost) {
    const message = `link: ${shown(value)} ${damaged.what}, so several people may have the same`;
    faults.push(
      diagnostic('mapping/damaged-text', message, { ...where, hint: damaged.hint, severity: 'error' }),
    );
    return undefined;
  }
  if ('value' in text && typeof value !== 'boolean') {
    if (text.value.length <= longestId) return text.value;
    faults.push(diagnostic('mapping/invalid-value', tooLong('link', text.value), where));
    return undefined;
  }
  const message = `link: ${shown(value)} is not an id; it must be one text or number`;
  const hint = listHint(value, link.value, { scope, isWhole });
  faults.push(diagnostic('mapping/invalid-value', message, { ...where, hint }));
  return undefined;
}

function tooLong(what: string, text: string): string {
  return `${what} has ${text.length} characters; an id of a person has at most ${longestId}`;
}

async function attempt(expression: Expression, scope: Scope, note: Note | undefined): Promise<unknown> {
  try {
    return await runExpression(expression, scope, note);
  } catch (error) {
    if (error instanceof ExpressionFailed) return error;
    throw error;
  }
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
  for (const rule of mapping.set) set.push({ rule, result: await evaluateOne(rule.rule, rule.name) });
  const additionalFields = [];
  for (const rule of mapping.additionalFields) {
    additionalFields.push({ rule, result: await evaluateOne(rule.rule, `additionalFields.${rule.key}`) });
  }
  return { set, additionalFields };
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
    const message = tooLong('the customer number', number);
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

function notLinked(mapping: Mapping, { link, destination }: Subject): Diagnostic {
  const message = link
    ? `no customer number is known for ${shown(link.id)} at ${destination} yet`
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
  const message = 'link is missing or empty in the event, and $linked needs it';
  const hint = 'correct the value, or leave such events out with when';
  return diagnostic('mapping/missing-value', message, { hint, place, path: 'link' });
}

function nothingToSend(mapping: Mapping, answers: MappingInput['answers']): Diagnostic {
  const message = `the event has no value for any rule of ${mapping.name}, so there is nothing to send`;
  return diagnostic('mapping/nothing-to-send', message, { hint: similarQuestionHint(mapping, answers) });
}
