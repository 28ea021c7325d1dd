import type { EmptyWords } from '../convert/empty-words.ts';
import type { Mapping, Rule } from '../mapping.ts';
import { evaluateRule } from './evaluate-rule.ts';
import type { MappingInput } from './evaluation.ts';
import { mappingUses, ruleUsesLink } from './variables.ts';

/**
 * True if an event identifies the person of a mapping's update, whatever its `when` is. Also true if that is unknown
 * without the link: if the mapping has one, or is not about an update.
 */
export async function namesPerson(
  mapping: Mapping,
  input: MappingInput,
  empty: EmptyWords | undefined,
): Promise<boolean> {
  const rule = numberRule(mapping);
  if (!rule || mapping.link || ruleUsesLink(rule)) return true;
  const { payload, answers, headers, query, event } = input;
  const body = mappingUses(mapping, 'body') ? input.body : undefined;
  const scope = { input: payload, bindings: { answers, headers, query, body, event } };
  const { kind } = await evaluateRule(rule, 'id', scope, { empty });
  return kind !== 'absent' && kind !== 'missing';
}

function numberRule({ operation, set }: Mapping): Rule | undefined {
  return operation === 'updateCustomer' ? set.find(({ name }) => name === 'id')?.rule : undefined;
}
