import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import type { Expression } from '../../expressions/expression.ts';
import { beginning } from '../answers/answer-expression.ts';
import { joinedValue, textOf } from '../convert/text-of.ts';
import type { Rule } from '../mapping.ts';
import { consentParameters, identifyingParameters, parameterOf } from '../parameters.ts';
import { unreadPaths } from '../unread/unread-path.ts';
import { misspeltHint } from './cures.ts';
import type { RuleAbout } from './given-value.ts';
import type { RuleResult } from './rule-result.ts';

/** Returns the result of a rule without a value: its default, or the effect of whenMissing or whenEmpty. */
export function withoutValue(
  rule: Rule,
  presence: 'missing' | 'empty',
  { path, note, scope }: RuleAbout,
): RuleResult {
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
    // Most values may be missing, and finding a hint takes longer than the rest of a rule.
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
    hint: hint ?? literalHint(rule) ?? missingHint(path, presence === 'missing' ? rule : undefined),
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

function missingHint(path: string, missed: Rule | undefined): string {
  if (consentParameters.has(path)) return 'only the person can give it: have it asked for, and sent again';
  if (identifyingParameters.has(path)) return `correct the value${otherEvents(missed)}`;
  return 'correct the value, or give the rule a default';
}

/** Advice for an event of another kind, such as a test by the sender. */
function otherEvents(missed: Rule | undefined): string {
  if (missed?.base.kind !== 'expression') return '';
  const { path, source } = missed.base.expression;
  const condition =
    path === null
      ? ''
      : `, as in when: ${source.includes('"') ? `'$exists(${source})'` : `$exists(${source})`}`;
  return `; if the sender also posts events of another kind, leave them out with when${condition}`;
}
