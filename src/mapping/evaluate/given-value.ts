import { isDeepStrictEqual } from 'node:util';
import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { saysYesOrNo } from '../../expressions/comparisons/yes-or-no.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import type { Origin, Value } from '../../inbox/call.ts';
import { answerInWords } from '../convert/convert-boolean.ts';
import { type EmptyWords, withoutEmptyTexts, wordOf } from '../convert/empty-words.ts';
import { isSeveral, staysText } from '../convert/stays-text.ts';
import { textOf } from '../convert/text-of.ts';
import { textOfHtml } from '../convert/text-of-html.ts';
import { trimmedValue } from '../convert/trim-value.ts';
import { readWrittenList } from '../convert/written-list.ts';
import type { Note } from '../explain/recorder.ts';
import type { Rule } from '../mapping.ts';
import { lookupKey } from './look-up.ts';

/** The value that the payload gives to a rule, trimmed if the rule allows it, and the untrimmed value. */
export interface Given {
  readonly given: unknown;
  readonly untrimmed: unknown;
  /** True if the sender writes it for an empty value, but a checkbox may have it: `false`. */
  readonly isForCheckbox?: true;
}

/** The known facts about a rule's event and its sender. */
export interface GivenAbout {
  readonly path: string;
  readonly note: Note | undefined;
  readonly empty: EmptyWords | undefined;
}

/** The known facts about the whole evaluation of a rule. */
export interface RuleAbout extends GivenAbout {
  readonly scope: Scope;
  readonly isWhole: () => boolean;
  /** Returns the choices of the account for a path. */
  readonly choices?: ((path: string) => readonly string[]) | undefined;
}

/**
 * Returns the value of a rule before its table and conversion. Only a value of the payload is trimmed, and
 * becomes null if the sender writes it for an empty value.
 */
export function givenBy(
  base: { readonly value: unknown; readonly origin: Origin },
  rule: Rule,
  about: GivenAbout,
): Given {
  const { value, origin } = base;
  if (rule.base.kind !== 'expression' || origin === 'mapping') {
    const given = isSeveral(rule.as) ? readWrittenList(value) : value;
    return { given, untrimmed: given };
  }
  const isTrimmed = rule.trim !== false;
  const { empty, note } = about;
  const read = rule.html ? readHtml(value, note) : value;
  const whole = isSeveral(rule.as) ? readWrittenList(isTrimmed ? trimmedText(read) : read) : read;
  const isForCheckbox =
    empty !== undefined && mayBeForCheckbox(whole, rule, about.path) && isWord(whole, empty, rule);
  const untrimmed = empty && !isForCheckbox ? withoutEmptyWords(whole, empty, rule) : whole;
  if (untrimmed !== whole) note?.({ kind: 'nothing', value: whole });
  const given = isTrimmed ? trimmedValue(untrimmed) : untrimmed;
  const isOther = given !== untrimmed && presenceOf(untrimmed) === 'present';
  if (isOther) note?.({ kind: 'trimmed', value: given });
  return { given, untrimmed, ...(isForCheckbox && { isForCheckbox }) };
}

function withoutEmptyWords(value: unknown, empty: EmptyWords, rule: Rule): unknown {
  return withoutEmptyTexts(value, element => isWord(element, empty, rule));
}

/**
 * True if a value is one of the sender's texts for an empty value. Not if it is a yes or no for a rule with
 * `as: boolean`, the result of an expression itself, or a key of the rule's own table.
 */
function isWord(value: unknown, empty: EmptyWords, { as, base, lookup }: Rule): boolean {
  const word = wordOf(value);
  if (word === undefined || !empty.has(word)) return false;
  if (as === 'boolean' && answerInWords(word) !== undefined) return false;
  if (lookup?.entries.has(lookupKey(word, lookup))) return false;
  return !(typeof value === 'boolean' && base.kind === 'expression' && saysYesOrNo(base.expression));
}

/** Only the check knows which fields are checkboxes, since a rule for one needs no `as: boolean`. */
function mayBeForCheckbox(value: unknown, { as, lookup }: Rule, path: string): boolean {
  if (!path.startsWith('additionalFields.') || lookup || (as !== undefined && as !== 'text')) return false;
  const word = wordOf(value);
  return word === 'true' || word === 'false';
}

function readHtml(value: unknown, note: Note | undefined): unknown {
  const text = textOfHtml(value);
  if (!isDeepStrictEqual(text, value)) note?.({ kind: 'html', value: text });
  return text;
}

/** Does the same for a part of a template. */
export function partOf(
  value: unknown,
  expression: Expression,
  { trim, html, empty }: Pick<Rule, 'trim' | 'html'> & { readonly empty: EmptyWords | undefined },
): unknown {
  if (expression.literal) return value;
  const isNothing = (element: unknown) =>
    empty?.has(wordOf(element) ?? '') === true && !(typeof element === 'boolean' && saysYesOrNo(expression));
  const read = html ? textOfHtml(value) : value;
  const given = empty ? withoutEmptyTexts(read, isNothing) : read;
  return trim === false ? given : trimmedValue(given);
}

/** The elements of a list in a text have no spaces around them; other texts keep them. */
function trimmedText(value: unknown): unknown {
  return typeof value === 'string' && value.includes('[') ? withoutBlankEnds(value) : value;
}

/**
 * Returns the text, or texts of a list, with outer spaces, if a choice or status may be written with them.
 */
export function withBlanks(
  { given, untrimmed }: Given,
  rule: Rule,
  path: string,
): Pick<Value, 'untrimmed' | 'elements'> | undefined {
  const isName = path === 'customerStatus' || path.startsWith('additionalFields.');
  if (given === untrimmed || !isName || !staysText(rule.as)) return undefined;
  const text = textOf(untrimmed, rule.separator);
  if ('fault' in text) return undefined;
  return text.elements ? { elements: text.elements } : { untrimmed: text.value };
}
