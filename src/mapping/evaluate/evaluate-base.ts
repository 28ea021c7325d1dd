import { type Presence, presenceOf } from '../../expressions/convert/presence.ts';
import type { Converted } from '../../expressions/convert/scalar-text.ts';
import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import type { Notice, TakeNotice } from '../../expressions/notice.ts';
import type { Turn } from '../../expressions/turns.ts';
import type { Origin } from '../../inbox/call.ts';
import { textFault } from '../convert/size-fault.ts';
import { textOf } from '../convert/text-of.ts';
import type { Note } from '../explain/recorder.ts';
import type { Rule } from '../mapping.ts';
import { conversionsOf, readingOf } from '../reading.ts';
import { type GivenAbout, partOf } from './given-value.ts';
import { runExpression } from './run-expression.ts';

/** The result of the first step of a rule: a value, the reason why there is none, or the failure of an expression. */
export type Base =
  /**
   * `parts`: the payload's values in a template. `lacking`: its parts without a value. `noticed`: notices of functions
   * about unusual values. `turns`: how the conditions of the expression turned out.
   */
  | {
      readonly value: unknown;
      readonly origin: Origin;
      readonly parts?: readonly unknown[];
      readonly lacking?: readonly Expression[];
      readonly noticed?: readonly Notice[];
      readonly turns?: readonly Turn[];
    }
  | { readonly fault: string }
  | { readonly failed: ExpressionFailed };

/** The value of a rule's base, which is undefined if the payload does not have it. */
export type FoundBase = Extract<Base, { readonly value: unknown }>;

/** Evaluates only `from`, `value` or `template` of a rule: without a promise if its expression is plain. */
export function evaluateBase(
  rule: Rule,
  given: Scope,
  about: Partial<Omit<GivenAbout, 'path'>> = {},
): Base | Promise<Base> {
  const { note, empty } = about;
  const scope = conversionsOf(rule.base).size > 0 ? { ...given, reading: readingOf(rule, empty) } : given;
  const { base } = rule;
  switch (base.kind) {
    case 'literal':
      note?.({ kind: 'literal', value: base.value });
      return { value: base.value, origin: 'mapping' };
    case 'expression':
      return evaluateExpression(base.expression, scope, note);
    case 'template':
      return evaluateTemplate(base.parts, rule, scope, about).catch(failedBase);
  }
}

function evaluateExpression(
  expression: Expression,
  scope: Scope,
  note: Note | undefined,
): Base | Promise<Base> {
  const noticed: Notice[] = [];
  const turns: Turn[] = [];
  const found = (value: unknown): Base => ({
    value,
    origin: expression.literal === null ? 'data' : 'mapping',
    ...(noticed.length > 0 && { noticed }),
    ...(turns.length > 0 && { turns }),
  });
  const take: TakeNotice = each => {
    if (each.kind === 'turns') turns.push(...each.turns);
    else noticed.push(each);
  };
  try {
    const value = runExpression(expression, scope, note, take);
    return value instanceof Promise ? value.then(found, failedBase) : found(value);
  } catch (error) {
    return failedBase(error);
  }
}

function failedBase(error: unknown): Base {
  if (error instanceof ExpressionFailed) return { failed: error };
  throw error;
}

async function evaluateTemplate(
  parts: readonly (string | Expression)[],
  { separator, trim, html }: Rule,
  scope: Scope,
  { note, empty }: Partial<Omit<GivenAbout, 'path'>>,
): Promise<Base> {
  const expressions = parts.filter(part => typeof part !== 'string');
  const origin = originOf(expressions);
  const given: unknown[] = [];
  const lacking: Expression[] = [];
  const noticed: Notice[] = [];
  let text = '';
  let presence: Presence = 'present';
  for (const part of parts) {
    if (typeof part === 'string') {
      note?.({ kind: 'template-text', text: part });
      text += part;
      continue;
    }
    const value = partOf(await runExpression(part, scope, note, each => noticed.push(each)), part, {
      trim,
      html,
      empty,
    });
    if (!part.literal) given.push(value);
    const found = presenceOf(value);
    if (found === 'missing' || presence === 'missing') presence = 'missing';
    else if (found === 'empty') presence = 'empty';
    if (found !== 'present') {
      lacking.push(part);
      continue;
    }
    const step = textOf(value, separator);
    if ('fault' in step) return joined(step, note);
    const tooLong = textFault(text.length + step.value.length);
    if (tooLong !== undefined) return joined({ fault: tooLong }, note);
    text += step.value;
  }
  if (presence === 'present') return { ...joined({ value: text }, note), origin, parts: given, noticed };
  return { value: presence === 'missing' ? undefined : null, origin, lacking };
}

/** The whole template. */
function joined<Joined extends Converted<string>>(step: Joined, note: Note | undefined): Joined {
  note?.({ kind: 'template', step });
  return step;
}

/** The value of a literal expression comes from the mapping, like that of `value`. */
function originOf(expressions: readonly Expression[]): Origin {
  return expressions.every(expression => expression.literal !== null) ? 'mapping' : 'data';
}
