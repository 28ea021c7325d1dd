import type { Scope } from '../../../expressions/expression.ts';
import type { EmptyWords } from '../../convert/empty-words.ts';
import type { Mapping, Rule } from '../../mapping.ts';
import { evaluateRule } from '../evaluate-rule.ts';
import type { MappingInput } from '../evaluation.ts';
import { mappingUses, ruleUsesLink } from '../variables.ts';

/**
 * True if an event identifies the person of a mapping's update, whatever its `when` is. Also true if the
 * mapping uses a link, which is not looked up here, or is not an update.
 */
export async function namesPerson(
  mapping: Mapping,
  input: MappingInput,
  empty: EmptyWords | undefined,
): Promise<boolean> {
  const rule = numberRule(mapping);
  if (!rule || mapping.link || ruleUsesLink(rule)) return true;
  const { kind } = await evaluateRule(rule, 'id', scopeOf(mapping, input), { empty });
  return kind !== 'absent' && kind !== 'missing';
}

/**
 * Returns the customer number in an event for the update of a mapping, even if other values are faulty.
 * Undefined if the event has no number, or if the rule is not a path, which is not evaluated.
 */
export async function numberInEvent(
  mapping: Mapping,
  input: MappingInput,
  empty: EmptyWords | undefined,
): Promise<string | undefined> {
  const rule = numberRule(mapping);
  const isPath = rule?.base.kind === 'expression' && rule.base.expression.path !== null;
  if (!rule || !isPath || ruleUsesLink(rule)) return undefined;
  const result = await evaluateRule(rule, 'id', scopeOf(mapping, input), { empty });
  return result.kind === 'value' ? result.value.text : undefined;
}

function scopeOf(mapping: Mapping, input: MappingInput): Scope {
  const { payload, answers, headers, query, event } = input;
  const body = mappingUses(mapping, 'body') ? input.body : undefined;
  return { input: payload, bindings: { answers, headers, query, body, event } };
}

function numberRule({ operation, set }: Mapping): Rule | undefined {
  return operation === 'updateCustomer' ? set.find(({ name }) => name === 'id')?.rule : undefined;
}
