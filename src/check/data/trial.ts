import type { Expression, Scope } from '../../expressions/expression.ts';
import { ExpressionFailed } from '../../expressions/expression.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { truthOf } from '../../mapping/evaluate/truth.ts';
import { mappingUses } from '../../mapping/evaluate/variables.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { Patience } from './patience.ts';

/** An event for which expressions are evaluated: from a test of some mapping, or stored by a bridge. */
export interface Trial {
  readonly input: MappingInput;
  /** The customer number that is linked in the test. */
  readonly linked?: string | undefined;
  /** The name of the test and of its mapping, and the file of its payload, if there is one. Undefined for a stored event. */
  readonly test?: { readonly mapping: string; readonly name: string; readonly file?: string };
  /** Set if a person looks at this event: a payload that they gave, or a stored event. */
  readonly given?: 'payload' | 'event';
  /** True for a stored row of an imported list. */
  readonly imported?: true;
}

/** Returns the place of a value, in the words of a message. */
export function whereOf({ test, given }: Trial): string {
  if (test) return `the sample of "${test.name}"`;
  return given === undefined ? 'a stored event' : `this ${given}`;
}

/** True if messages may show its values. Values of stored events belong to people. */
export function showsValues({ test, given }: Trial): boolean {
  return test !== undefined || given === 'payload';
}

/** The number of events that are used for warnings. It is enough for rare values of a sender. */
export const mostTried = 200;

/** The result of an expression for one event. */
export type Tried = { readonly value: unknown } | { readonly failed: ExpressionFailed };

/** Evaluates an expression for an event: without a promise if it is plain, since there are many events. */
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

/** An event to which a mapping applies, with its data for expressions. */
export interface Wanted {
  readonly trial: Trial;
  readonly scope: Scope;
}

/** True if an event is from a test of this mapping. There are few, and its author chose them. */
export function isOwn({ test }: Trial, mapping: Mapping): boolean {
  return test?.mapping === mapping.name;
}

/**
 * Sorts events by the `when` of a mapping: it is true, it is false, or it fails. Only its own samples are
 * evaluated without a time limit.
 */
export async function sortEvents(
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
