import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts';
import { unwrittenPattern } from '../../expressions/convert/guess-patterns.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import { trimmedValue } from '../convert/trim-value.ts';
import type { ParameterResult } from '../evaluate/assemble-call.ts';
import type { Mapping, Rule } from '../mapping.ts';
import { type NamedRule, namedRules } from '../rules-of.ts';
import { explainCondition } from './explain-condition.ts';
import { explainSteps, expressionSteps, usedRule } from './explain-steps.ts';
import type { Recorded } from './recorder.ts';
import type { Recording } from './recording.ts';
import { phraseText } from './step-phrase.ts';
import type { ConditionTrace, MappingTrace, PartOutcome, PartTrace, TraceStep } from './trace.ts';

/** Describes the records of a mapping's evaluation, without the checks of the account. */
export async function explain(mapping: Mapping, { parts }: Recording): Promise<MappingTrace> {
  const { when, link, destination } = mapping;
  const of = (part: string) => parts.get(part) ?? [];
  const explained: PartTrace[] = [];
  if (when) explained.push(await explainWhen(when.place, of('when')));
  const answer = explained[0]?.outcome.kind ?? 'used';
  const goesOn = answer === 'used';
  if (goesOn && link) explained.push(await explainLink(link.place, of('link')));
  const rules = goesOn ? [...namedRules(mapping)] : [];
  if (goesOn && 'rule' in destination) {
    rules.push({ path: 'destination', place: destination.rule.place, rule: destination.rule });
  }
  for (const { path: part, place, rule } of rules) {
    const steps = await explainSteps(rule, of(part));
    const isUnlinked = of(part).some(each => each.kind === 'result' && each.result.kind === 'unlinked');
    const outcome = isUnlinked
      ? unlinkedOutcome(mapping, of('link'))
      : outcomeOf({ path: part, place, rule: usedRule(rule, of(part)) }, steps, of(part));
    explained.push({ part, place, steps, outcome });
  }
  const inOrder = explained.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
  return { mapping: mapping.name, file: mapping.file, wanted: answer !== 'left-out', parts: inOrder };
}

async function explainWhen(place: Place, records: readonly Recorded[]): Promise<PartTrace> {
  const ran = records.find(each => each.kind === 'expression');
  if (!ran) return { part: 'when', place, steps: [], outcome: { kind: 'used' } };
  const condition = await explainCondition(ran);
  const part = { part: 'when', place, steps: [], condition };
  if ('failed' in ran) {
    const advice = 'correct the condition, or correct the value';
    return {
      ...part,
      outcome: { kind: 'wrong', code: 'mapping/when-failed', why: ran.failed.message, advice },
    };
  }
  if (condition.holds) return { ...part, outcome: { kind: 'used' } };
  const why = 'the mapping does not want this event';
  const word = wordWithoutQuotes(condition);
  const advice =
    word === undefined
      ? 'if it should, correct the condition where it is false'
      : `if ${word} is meant as a text, write "${word}"`;
  return { ...part, outcome: { kind: 'left-out', code: 'not-wanted', why, advice } };
}

/** Returns the word without a value that a condition compares with a text: `form_id = intake`. */
function wordWithoutQuotes({ parts, operator }: ConditionTrace): string | undefined {
  if (operator === '=' || operator === '!=') {
    const isText = parts.some(({ value, isLiteral }) => typeof value === 'string' && !isLiteral);
    const word = parts.find(
      ({ source, value }) => value === undefined && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(source),
    );
    return isText ? word?.source : undefined;
  }
  return parts.map(wordWithoutQuotes).find(each => each !== undefined);
}

async function explainLink(place: Place, records: readonly Recorded[]): Promise<PartTrace> {
  const steps: TraceStep[] = [];
  for (const each of records) {
    if (each.kind === 'expression') steps.push(...(await expressionSteps(each, 'from')));
    if (each.kind !== 'linked') continue;
    const phrase = { code: 'link', id: each.link.id, destination: each.destination } as const;
    const step = { step: 'linked', what: phraseText(phrase), phrase } as const;
    steps.push(
      each.number === undefined
        ? { ...step, state: 'missing', words: 'no customer number yet' }
        : { ...step, state: 'value', output: each.number },
    );
  }
  const wrong = steps.find(each => each.state === 'wrong');
  const isMissing = steps.every(each => each.state !== 'value');
  if (wrong) {
    const outcome = { kind: 'wrong', code: 'expression/failed', why: wrong.note ?? '' } as const;
    return { part: 'link', place, steps, outcome };
  }
  const id = trimmedValue(steps.find(each => each.state === 'value')?.output);
  const text = typeof id === 'string' || typeof id === 'number' ? { text: String(id) } : {};
  if (!isMissing) return { part: 'link', place, steps, outcome: { kind: 'used', ...text } };
  const why = 'the event does not name a person, so $linked gives nothing';
  return { part: 'link', place, steps, outcome: { kind: 'left-out', code: 'no-person', why } };
}

/** The outcome of a rule that needs the unknown customer number of the link. */
function unlinkedOutcome({ whenUnlinked }: Mapping, link: readonly Recorded[]): PartOutcome {
  const isNamed = link.some(
    each =>
      each.kind === 'expression' && 'value' in each && presenceOf(trimmedValue(each.value)) === 'present',
  );
  if (!isNamed && whenUnlinked !== 'skip') {
    const advice = 'correct the path of link, or leave such events out with when';
    const why = 'the event names no person, and $linked needs one';
    return { kind: 'wrong', code: 'person-needed', why, advice };
  }
  const kind = { wait: 'waits', fail: 'wrong', skip: 'left-out' } as const;
  return {
    kind: kind[whenUnlinked],
    code: 'mapping/not-linked',
    why: 'no customer number is known for the link yet',
    advice: 'import the link (`fieldbridge links import FILE`), or try it with --linked NUMBER',
  };
}

/** Returns the outcome of a rule, as far as the mapping determines it. */
function outcomeOf(
  { rule }: NamedRule,
  steps: readonly TraceStep[],
  records: readonly Recorded[],
): PartOutcome {
  const found = records.find(each => each.kind === 'result')?.result;
  if (!found || found.kind === 'unlinked')
    return { kind: 'left-out', code: 'not-evaluated', why: 'it was not evaluated' };
  switch (found.kind) {
    case 'value':
      return { kind: 'used', text: found.value.text };
    case 'clear':
      return { kind: 'cleared', text: '' };
    case 'absent':
      return { kind: 'left-out', ...absentWords(found, steps) };
    case 'invalid':
    case 'missing': {
      const { code, message, hint } = found.diagnostic;
      const why = found.kind === 'invalid' ? found.why : message;
      return { kind: 'wrong', code, why, advice: hint ?? adviceFor(rule, code) };
    }
  }
}

function adviceFor(rule: Rule, code: Diagnostic['code']): string {
  if (code.startsWith('expression/')) return 'correct the expression, or correct the value';
  switch (rule.as) {
    case 'date':
      return rule.date.parse.length === 0
        ? unwrittenPattern
        : 'add to parse how the source wrote it, or correct the value';
    case 'phone':
      return rule.phone.country === undefined
        ? 'correct the number; if it has no country code, add country: with its country, as in country: DE'
        : 'correct the number';
    case 'boolean':
      return 'give the rule a look-up table (values) whose results are true and false';
    default:
      return 'correct the value, or choose a part of it with a longer path';
  }
}

function absentWords(
  { presence }: Extract<ParameterResult, { kind: 'absent' }>,
  steps: readonly TraceStep[],
): Pick<PartOutcome, 'code' | 'why' | 'advice'> {
  if (steps.some(each => each.step === 'values')) {
    return {
      code: 'null-in-table',
      why: 'the table gives null for it, so nothing changes',
      advice: 'to send something, give it a result in values or in otherwise',
    };
  }
  if (presence === 'empty') {
    return {
      code: 'empty',
      why: 'it is empty in the event, so nothing changes',
      advice: 'to delete the value there, add whenEmpty: clear; to send something instead, add default',
    };
  }
  const near = steps.find(each => each.nearest !== undefined)?.nearest;
  return {
    code: 'missing',
    why: 'the event does not have it, so nothing changes',
    advice:
      near === undefined
        ? 'if it should be sent, correct the path, or add default; to be told next time, add required: true'
        : `if ${near} is meant, correct the path; to send something instead, add default`,
  };
}
