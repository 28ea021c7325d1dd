import type { Expression, Scope } from '../../expressions/expression.ts';
import { ExpressionFailed } from '../../expressions/expression.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { truthOf } from '../../mapping/evaluate/truth.ts';
import { mappingUses } from '../../mapping/evaluate/variables.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { Patience } from './patience.ts';

/** An event that the expressions of a mapping are tried on: of a test of some mapping, or one that a bridge stored. */
export interface Trial {
  readonly input: MappingInput;
  /** The customer number that the test says is linked. */
  readonly linked?: string | undefined;
  /** The mapping whose test it is, and the test's name; without it the event is a stored one. */
  readonly test?: { readonly mapping: string; readonly name: string };
  /** It is the one that somebody looks at: a payload that they gave, or an event that is stored. */
  readonly given?: 'payload' | 'event';
}

/** Returns the place of a value, in the words of a message. */
export function whereOf({ test, given }: Trial): string {
  if (test) return `the sample of "${test.name}"`;
  return given === undefined ? 'a stored event' : `this ${given}`;
}

/** True if messages may show its values: those of stored events are somebody's. */
export function showsValues({ test, given }: Trial): boolean {
  return test !== undefined || given === 'payload';
}

/** The number of events that are used for warnings: enough for rare values of a sender. */
export const mostTried = 200;

/** The result of one expression for a trial. */
export type Tried = { readonly value: unknown } | { readonly failed: ExpressionFailed };

/** Tries an expression of a mapping on an event; at once where it is plain, since there are many events to try it on. */
export function tryOn(expression: Expression, scope: Scope): Tried | Promise<Tried> {
  if (expression.evaluateDirectly === undefined) {
    return expression.evaluate(scope).then(value => ({ value }), failureOf);
  }
  try {
    return { value: expression.evaluateDirectly(scope) };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): Tried {
  if (error instanceof ExpressionFailed) return { failed: error };
  throw error;
}

/** An event that a mapping wants, ready to be tried on. */
export interface Wanted {
  readonly trial: Trial;
  readonly scope: Scope;
}

/** True if an event is of a test of this mapping: there are few, and its author chose them. */
export function isOwn({ test }: Trial, mapping: Mapping): boolean {
  return test?.mapping === mapping.name;
}

/**
 * Sorts events by the `when` of a mapping: it applies, it does not apply, or it fails. Only its own samples are tried
 * without a time limit.
 */
export async function sortOut(
  mapping: Mapping,
  trials: readonly Trial[],
  patience: Patience,
): Promise<{
  wanted: readonly Wanted[];
  unwanted: readonly Wanted[];
  failing: readonly { trial: Trial; failed: ExpressionFailed }[];
}> {
  const wanted: Wanted[] = [];
  const unwanted: Wanted[] = [];
  const failing: { trial: Trial; failed: ExpressionFailed }[] = [];
  const needsBody = mappingUses(mapping, 'body');
  for (const trial of trials) {
    if (!isOwn(trial, mapping) && !patience()) continue;
    const scope = trialScope(trial, { needsBody });
    const tried: Tried = mapping.when ? await tryOn(mapping.when.value, scope) : { value: true };
    if ('failed' in tried) failing.push({ trial, failed: tried.failed });
    else if (truthOf(tried.value)) wanted.push({ trial, scope });
    else unwanted.push({ trial, scope });
  }
  return { wanted, unwanted, failing };
}

/** Returns the data of an event for a mapping's expressions. The whole body is read only if one of them needs it. */
export function trialScope({ input, linked }: Trial, { needsBody }: { readonly needsBody: boolean }): Scope {
  const { payload, answers, headers, query, event } = input;
  const body = needsBody ? input.body : undefined;
  return { input: payload, bindings: { answers, headers, query, body, event, linked } };
}
