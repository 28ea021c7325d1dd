import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import type { Origin, Value } from '../../inbox/call.ts';
import { listInText } from '../../receive/answers/list-in-text.ts';
import { presenceOf } from '../convert/presence.ts';
import { textOf } from '../convert/text-of.ts';
import { trimmedValue } from '../convert/trim-value.ts';
import type { Note } from '../explain/recorder.ts';
import type { Rule } from '../mapping.ts';

/** What the payload gives to a rule: without blanks at its ends where the rule does not keep them, and as it came. */
export interface Given {
  readonly given: unknown;
  readonly untrimmed: unknown;
}

/** The value of a rule before its table and its conversion. Only that of an expression over the payload is trimmed. */
export function givenBy(
  base: { readonly value: unknown; readonly origin: Origin },
  rule: Rule,
  note: Note | undefined,
): Given {
  const { value, origin } = base;
  if (rule.trim === false || rule.base.kind !== 'expression' || origin === 'mapping') {
    const untrimmed = rule.as === 'list' ? listInText(value) : value;
    return { given: untrimmed, untrimmed };
  }
  const untrimmed = rule.as === 'list' ? listInText(trimmedText(value)) : value;
  const given = trimmedValue(untrimmed);
  const isTrimmed = given !== untrimmed && presenceOf(untrimmed) === 'present';
  if (isTrimmed) note?.({ kind: 'trimmed', value: given });
  return { given, untrimmed };
}

/** A list in a text has no blanks around it; a text that is none keeps them. */
function trimmedText(value: unknown): unknown {
  return typeof value === 'string' && value.includes('[') ? withoutBlankEnds(value) : value;
}

/** The text, or those of a list, with their blanks where something of the account may be called so: a choice or a status. */
export function withBlanks(
  { given, untrimmed }: Given,
  rule: Rule,
  path: string,
): Pick<Value, 'untrimmed' | 'elements'> | undefined {
  const isName = path === 'customerStatus' || path.startsWith('additionalFields.');
  const isText = rule.as === undefined || rule.as === 'text' || rule.as === 'list';
  if (given === untrimmed || !isName || !isText) return undefined;
  const text = textOf(untrimmed, rule.separator);
  if ('fault' in text) return undefined;
  return text.elements ? { elements: text.elements } : { untrimmed: text.value };
}
