import { presenceOf } from '../../expressions/convert/presence.ts';
import { defaultDateFormat } from '../../expressions/convert/read-date.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import { questionNames, shownName, textsOfQuestion } from '../../receive/answers/find-answer.ts';
import { answerIn, pathIn } from '../answers/answer-expression.ts';
import { isExcused } from '../evaluate/assemble-call.ts';
import type { Rule } from '../mapping.ts';
import { type DefaultKey, writtenDefault } from '../rule-defaults.ts';
import { answerMiss } from './answer-miss.ts';
import { pathMiss } from './path-miss.ts';
import type { PayloadPlace } from './payload-places.ts';
import { placesTaken } from './places-taken.ts';
import type { Ran, Recorded } from './recorder.ts';
import { runAlone } from './run-alone.ts';
import { phraseText, type StepPhrase } from './step-phrase.ts';
import type { StepName, TraceStep } from './trace.ts';

type RecordedOf<Kind extends Recorded['kind']> = Extract<Recorded, { kind: Kind }>;

/** Returns the steps by which a rule made its value, in order. */
export async function explainSteps(
  written: Rule,
  records: readonly Recorded[],
): Promise<readonly TraceStep[]> {
  const rule = usedRule(written, records);
  const steps: TraceStep[] = [];
  for (const [index, each] of records.entries()) {
    switch (each.kind) {
      case 'expression':
        steps.push(...(await expressionSteps(each, rule.base.kind === 'template' ? 'template' : 'from')));
        break;
      case 'nothing':
        steps.push({
          step: 'empty',
          what: shown(each.value),
          state: 'empty',
          words: 'the sender writes it for an empty value',
        });
        break;
      case 'html':
        steps.push(phrased('html', { code: 'html' }, each.value));
        break;
      case 'trimmed':
        steps.push(phrased('trim', { code: 'trimmed' }, each.value));
        break;
      case 'literal':
        steps.push(phrased('value', { code: 'literal' }, each.value));
        break;
      case 'template-text':
        steps.push(phrased('template', { code: 'template-text' }, each.text));
        break;
      case 'template':
        steps.push(templateStep(each));
        break;
      case 'table':
        steps.push(tableStep(each, precedingLookUps(records, index)));
        break;
      case 'date':
        steps.push({ ...phrased('as', datePhrase(each.pattern), each.words), words: each.words });
        break;
      case 'converted':
        steps.push(...convertedSteps(each, rule).map(step => withDefaultsOf(step, rule, ofConversion)));
        break;
      case 'dropped':
        steps.push(withDefaultsOf(droppedStep(each), rule, ofBadValue));
        break;
      case 'result':
        steps.push(...badValueSteps(each, rule).map(step => withDefaultsOf(step, rule, ofBadValue)));
        break;
      case 'without-value':
        steps.push(withDefaultsOf(withoutStep(each), rule, ofAbsence[each.presence]));
        break;
    }
  }
  return steps;
}

/** Returns the evaluated rule, with the defaults of the destination. */
export function usedRule(written: Rule, records: readonly Recorded[]): Rule {
  return records.find(each => each.kind === 'rule')?.rule ?? written;
}

const ofBadValue: ReadonlySet<DefaultKey> = new Set(['onInvalid']);

function droppedStep({ words }: RecordedOf<'dropped'>): TraceStep {
  return { ...described('onInvalid', { code: 'bad-value', wanted: 'drop' }), state: 'value', words };
}

/** Returns the setting of the rule or of its defaults for bad values. */
function badValueSteps({ result }: RecordedOf<'result'>, { onInvalid }: Rule): readonly TraceStep[] {
  if (result.kind !== 'invalid' || onInvalid === undefined || onInvalid === 'fail') return [];
  if (!isExcused(result.diagnostic, onInvalid)) return [];
  const words = onInvalid === 'drop' ? 'not sent' : '"" is sent, which deletes';
  const phrase = { code: 'bad-value', wanted: onInvalid } as const;
  return [{ ...described('onInvalid', phrase), state: 'value', words }];
}

const ofConversion: ReadonlySet<DefaultKey> = new Set([
  'country',
  'zone',
  'parse',
  'format',
  'separator',
  'decimal',
]);

const ofAbsence = {
  missing: new Set(['whenMissing']),
  empty: new Set(['whenEmpty']),
} as const satisfies Record<string, ReadonlySet<DefaultKey>>;

function withDefaultsOf(step: TraceStep, rule: Rule, keys: ReadonlySet<DefaultKey>): TraceStep {
  if (step.step === 'default') return step;
  const given = (rule.given ?? []).filter(({ key }) => keys.has(key));
  if (given.length === 0) return step;
  return { ...step, defaults: given.map(each => ({ ...each, value: writtenDefault(rule, each.key) })) };
}

/** Returns the result of an expression and, unless it is only a path, the values that it read. */
export async function expressionSteps(ran: Ran, step: StepName): Promise<readonly TraceStep[]> {
  const { expression, scope } = ran;
  if (expression.answer !== undefined) return [await answerStep(ran, expression.answer)];
  const { source, path } = expression;
  const reads = path || expression.literal ? [] : await readSteps(expression, scope);
  const what = step === 'template' ? `{${source}}` : source;
  if ('failed' in ran) return [...reads, { step, what, state: 'wrong', note: ran.failed.message }];
  return [...reads, await foundStep({ step, what }, ran.value, expression, scope)];
}

/** Returns the result of `answer`, and the found question if it has another name. */
async function answerStep(ran: Ran, name: string): Promise<TraceStep> {
  const { expression, scope } = ran;
  const about = { step: 'answer', what: name } as const;
  if ('failed' in ran) return { ...about, state: 'wrong', note: ran.failed.message };
  const found = valueStep('answer', name, ran.value);
  const question = answerIn(scope, name);
  if (question.kind !== 'found') return { ...found, ...answerMiss(scope, name) };
  const names = questionNames(question.question);
  const isSameName = names.includes(name) || question.path.length > 1;
  const [label] = textsOfQuestion(question.question);
  const isOther = label !== undefined && label !== name && question.path.length === 1;
  const path = pathIn(scope, expression);
  return {
    ...found,
    ...(ran.value !== undefined && { isRead: true as const }),
    ...(isOther && { question: label }),
    ...(!isSameName && { note: `the question is ${JSON.stringify(shownName(question.question))}` }),
    ...(ran.value !== undefined &&
      path &&
      (await placed({ source: pathText(path), path }, ran.value, scope))),
  };
}

/** Returns the text of the question that a path below `$answers` names by its id, as a part of a trace. */
function questionAt([root, name]: readonly string[], scope: Scope): Pick<TraceStep, 'question'> {
  const found = root === '$answers' && name !== undefined ? answerIn(scope, name) : undefined;
  const [text] = found?.kind === 'found' ? textsOfQuestion(found.question) : [];
  return text === undefined || text === name ? {} : { question: text };
}

/** Returns the values at the paths of an expression, each with its conditions and positions as they are written. */
async function readSteps(expression: Expression, scope: Scope): Promise<TraceStep[]> {
  const read = new Map<string, readonly string[]>();
  for (const { steps, from, bare, offset, length } of placedPaths(expression)) {
    if (from === 0 && bare > 0) read.set(expression.source.slice(offset, offset + length), steps);
  }
  const found: TraceStep[] = [];
  for (const [text, path] of read) {
    const ran = await runAlone(text, scope);
    const value = ran && 'value' in ran ? ran.value : undefined;
    found.push(await foundStep({ step: 'reads', what: text }, value, { source: text, path }, scope));
  }
  return found;
}

async function foundStep(
  { step, what }: Pick<TraceStep, 'step' | 'what'>,
  value: unknown,
  expression: Pick<Expression, 'source' | 'path'>,
  scope: Scope,
): Promise<TraceStep> {
  const { path } = expression;
  const found = valueStep(step, what, value);
  if (value !== undefined && path && path[0] !== '$linked')
    return {
      ...found,
      ...questionAt(path, scope),
      isRead: true,
      ...(await placed(expression, value, scope)),
    };
  const miss = path ? pathMiss(path, scope) : undefined;
  if (!miss) return found;
  const { words: note, nearest } = miss;
  return { ...found, note, ...(nearest !== undefined && { nearest }) };
}

/** Returns the places of an expression's value in the payload, as a part of a trace. */
export async function placed(
  expression: Pick<Expression, 'source' | 'path'>,
  value: unknown,
  scope: Scope,
): Promise<{ readonly places?: readonly PayloadPlace[] }> {
  const places = await placesTaken(expression, value, scope);
  return places.length > 0 ? { places } : {};
}

function valueStep(step: StepName, what: string, output: unknown): TraceStep {
  const presence = presenceOf(output);
  const state = presence === 'present' ? 'value' : presence;
  return { step, what, state, ...(output !== undefined && { output }) };
}

/** Returns a step with its description, as fields and in English. */
function described(step: StepName, phrase: StepPhrase): Pick<TraceStep, 'step' | 'what' | 'phrase'> {
  return { step, what: phraseText(phrase), phrase };
}

function phrased(step: StepName, phrase: StepPhrase, output: unknown): TraceStep {
  const { what, ...more } = described(step, phrase);
  return { ...valueStep(step, what, output), ...more };
}

function templateStep({ step }: RecordedOf<'template'>): TraceStep {
  const phrase = { code: 'template-whole' } as const;
  if ('fault' in step) return { ...described('template', phrase), state: 'wrong', note: step.fault };
  return phrased('template', phrase, step.value);
}

/** Returns the elements that were looked up directly before a table was applied. */
function precedingLookUps(records: readonly Recorded[], index: number): readonly RecordedOf<'looked-up'>[] {
  const before = records.slice(0, index).toReversed();
  const count = before.findIndex(each => each.kind !== 'looked-up');
  const own = count === -1 ? before : before.slice(0, count);
  return own.filter(each => each.kind === 'looked-up').toReversed();
}

function tableStep({ looked }: RecordedOf<'table'>, found: readonly RecordedOf<'looked-up'>[]): TraceStep {
  const texts = found.map(({ text, by }) =>
    by === 'otherwise' ? { text, otherwise: true as const } : { text },
  );
  const phrase = { code: 'looked-up', texts } as const;
  const about = described('values', phrase);
  if (looked.kind === 'unknown') return { ...about, state: 'wrong', words: looked.fault };
  if (looked.kind === 'invalid') return { ...about, state: 'wrong', note: looked.fault };
  const step = phrased('values', phrase, looked.value);
  return looked.value === undefined ? { ...step, words: 'nothing (null)' } : step;
}

function datePhrase(...patterns: readonly (string | undefined)[]): StepPhrase {
  return { code: 'date', patterns: patterns.filter(each => each !== undefined) };
}

/** A text that stays unchanged is not a step. */
function convertedSteps({ input, step }: RecordedOf<'converted'>, rule: Rule): readonly TraceStep[] {
  const isFault = 'fault' in step;
  if (rule.as === undefined && !isFault && step.value === input) return [];
  if (rule.as === 'date' && !isFault)
    return [valueStep('format', rule.date.format ?? defaultDateFormat, step.value)];
  const name = rule.as === undefined ? 'text' : 'as';
  const phrase = conversionPhrase(rule, input);
  if (isFault) return [{ ...described(name, phrase), state: 'wrong', note: step.fault }];
  return [phrased(name, phrase, step.value)];
}

function conversionPhrase(rule: Rule, input: unknown): StepPhrase {
  const { as, separator } = rule;
  switch (as) {
    case undefined:
      return Array.isArray(input) ? { code: 'joined', separator } : { code: 'as-text' };
    case 'date':
      return datePhrase(...rule.date.parse);
    case 'phone':
      return { code: 'phone', ...(rule.phone.country !== undefined && { country: rule.phone.country }) };
    case 'list':
    case 'choices':
      return { code: 'several', as, separator };
    default:
      return { code: 'converted', as };
  }
}

function withoutStep({ presence, wanted }: RecordedOf<'without-value'>): TraceStep {
  if (typeof wanted === 'object') return phrased('default', { code: 'default', presence }, wanted.default);
  const step = presence === 'missing' ? 'whenMissing' : 'whenEmpty';
  const words = { skip: 'not sent', clear: '"" is sent, which deletes', fail: 'that is a fault' }[wanted];
  const state = wanted === 'fail' ? 'wrong' : presence;
  return { ...described(step, { code: 'absent', wanted }), state, words };
}
