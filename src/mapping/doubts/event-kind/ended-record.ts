import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { nodesOf } from '../../../expressions/syntax-tree.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping, Rule } from '../../mapping.ts';
import { endedUnlikeSamples } from './ended-by-samples.ts';
import {
  beginsEnding,
  type EndingSign,
  isPlainKey,
  signsOfBody,
  signsOfEvent,
  signsOfText,
} from './ended-signs.ts';
import { sendsGoods } from './order-state.ts';
import { readsOwnId } from './other-kind.ts';
import { readsWithdrawal, withdrawalHint } from './withdrawal.ts';

/**
 * Returns a warning if an event says that its record is deleted, unsubscribed or a test, but the mapping does
 * not read that: it would send the data as for a changed record. A mapping that reads the no of somebody who unsubscribes
 * understands the event. `isShown`: the message contains the value. `isWhole`:
 * the type of the whole webhook counts too, which takes time for a webhook of many events. By default, it counts if the
 * body is short.
 */
export function endedRecord(
  mapping: Mapping,
  input: MappingInput,
  options: EndedOptions = {},
): Diagnostic | undefined {
  return endedKind(mapping, input, options)?.diagnostic;
}

interface EndedOptions {
  readonly where?: string;
  readonly isShown?: boolean;
  readonly isWhole?: boolean;
}

/** Returns the warning of `endedRecord`, and the kind of event that it is about. */
export function endedKind(
  mapping: Mapping,
  input: MappingInput,
  { where = 'the event', isShown = true, isWhole = input.hasShortBody === true }: EndedOptions,
): { readonly says: string; readonly diagnostic: Diagnostic } | undefined {
  const isBooking = mapping.operation === 'persistCustomerData';
  const known = [...signsOfEvent(input), ...(isWhole ? signsOfBody(input) : [])].filter(
    ({ says }) =>
      says !== 'changed' &&
      (says !== 'canceled' || isBooking) &&
      (says !== 'not-paid-yet' || sendsGoods(mapping)) &&
      (says !== 'other-kind' || (!isBooking && readsOwnId(mapping))),
  );
  const [found, ...others] = [...known, ...endedUnlikeSamples(mapping, input)];
  if (!found || found.says === 'changed') return undefined;
  const uses = expressionUses(mapping);
  const isMeant = (each: EndingSign) =>
    uses.some(
      ({ expression, path, rule }) =>
        mentions(expression, each, input) &&
        !ignoresInTable(rule, each) &&
        (asksFor(expression, each) ||
          (path !== 'when' && (each.says === 'unsubscribed' || !namesKinds(expression, each)))),
    );
  if ([found, ...others].some(isMeant)) return undefined;
  if (found.says === 'unsubscribed' && readsWithdrawal(mapping, input, String(found.value))) return undefined;
  const isRead = uses.some(({ expression }) => mentions(expression, found, input));
  const ignores = isRead ? 'when does not leave such events out' : 'the mapping does not read that';
  const message = `${where} ${words[found.says]} (${found.at}${isShown ? `: ${shown(found.value)}` : ''}), and ${ignores}: it sends the values as those of any other event`;
  const place = mapping.when?.place ?? mapping.places?.source;
  const hint = hintOf(found, mapping, isShown);
  return {
    says: found.says,
    diagnostic: diagnostic('mapping/ended-record', message, { hint, place, path: 'when' }),
  };
}

const words: Readonly<Record<Exclude<EndingSign['says'], 'changed'>, string>> = {
  deleted: 'says that its record is deleted',
  unsubscribed: 'says that somebody unsubscribed or withdrew a consent',
  unpaid: 'says that an order was canceled, refunded or not paid',
  over: 'says, unlike every sample of the mapping, that something was canceled, refunded or is over',
  inactive:
    'says, unlike the samples of the mapping, that its record is not active, not complete or no longer valid',
  'not-paid-yet': 'says that an order is not paid yet',
  deceased: 'says that the person has died',
  canceled: 'says that an appointment is canceled',
  test: 'says that it is a test',
  spam: 'says that it is spam',
  partial: 'says that the form is not finished',
  truncated: 'says that its contents were cut off',
  merged: 'says that its record was merged with another one',
  'other-kind': 'is about another kind of record, whose id may also be the id of a person',
};

function hintOf({ at, value, says }: EndingSign, mapping: Mapping, isShown: boolean): string {
  const isName = typeof value === 'string' && value.length < 60 && !/^\d{1,4}[-./]/.test(value);
  const isFlag = typeof value === 'boolean' || typeof value === 'number';
  const literal = isShown || isFlag || isKind(value) ? JSON.stringify(value) : '"…"';
  if (says === 'unsubscribed') return withdrawalHint(mapping, `${at} = ${literal}`.replaceAll("'", "''"));
  const condition = isName || isFlag ? `$not(${at} = ${literal})` : `$not($exists(${at}) and ${at})`;
  const cure = mapping.when
    ? `add and ${condition} to when, which leaves such events out`
    : `leave such events out with when, as in when: '${condition.replaceAll("'", "''")}'`;
  return `${cure}; if they are meant, let when ask for them`;
}

/** True for a few words that name a kind of event, in which nothing of a person can stand: `member.deleted`. */
function isKind(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[\p{L}._:/ -]{1,60}$/u.test(value)) return false;
  return value.trim().split(/\s+/).length <= mostKindWords;
}

const mostKindWords = 3;

/** True for a rule with a table in which the value is missing and counts as no value, so that the rule only sends nothing. */
function ignoresInTable(rule: Rule | undefined, { value }: EndingSign): boolean {
  const { lookup } = rule ?? {};
  if (!lookup || lookup.otherwise?.value !== null) return false;
  const plain = (text: unknown) => String(text).trim().toLowerCase();
  return ![...lookup.entries.keys()].some(key => plain(key) === plain(value));
}

/** True if an event says that a record changed, or names the single changed property. */
export function tellsOfChange(input: MappingInput): boolean {
  const { payload } = input;
  const keys = typeof payload === 'object' && payload !== null ? Object.keys(payload) : [];
  return keys.includes('propertyName') || signsOfEvent(input).some(({ says }) => says === 'changed');
}

/** True if an expression reads the value, or the event type if it is the same. A key of the same name elsewhere is another value. */
export function mentions(
  expression: Expression,
  { at, key, value }: EndingSign,
  { event }: MappingInput,
): boolean {
  const { source } = expression;
  if (value === event.type && source.includes('$event.type')) return true;
  const isNamed = isPlainKey.test(key)
    ? source.split(/[^\p{L}\p{N}_]+/u).includes(key)
    : source.includes(key);
  if (!isNamed) return false;
  const paths = placedPaths(expression);
  const own = withoutBody(stepsOf(at));
  if (paths.some(({ steps }) => withoutBody(steps).join('\n') === own.join('\n'))) return true;
  // Elsewhere the key may be read by a function, by a wildcard or as a text.
  const others = paths
    .toReversed()
    .reduce((text, { offset, length }) => `${text.slice(0, offset)} ${text.slice(offset + length)}`, source);
  return others.split(/[^\p{L}\p{N}_-]+/u).includes(key);
}

const isDay = /^\d{1,4}[-./] ?\d{1,2}[-./] ?\d{1,4}/;

function stepsOf(at: string): readonly string[] {
  return (at.match(/`[^`]*`|"[^"]*"|[^.`"]+/g) ?? []).map(step => step.replace(/^[`"]|[`"]$/g, ''));
}

function withoutBody(steps: readonly string[]): readonly string[] {
  return steps[0] === '$body' ? steps.slice(1) : steps;
}

/** True for an expression that names another kind of event, as `event = "member.unsubscribed" ? false : newsletter` does. */
function namesKinds(expression: Expression, { key }: EndingSign): boolean {
  return nodesOf(treeOf(expression)).some(
    ({ type, value }) => type === 'string' && typeof value === 'string' && signsOfText(value, key).length > 0,
  );
}

/**
 * True if a condition that reads the value asks for it: it names the value. `trigger != "test"` leaves out tests, and asks for
 * nothing, and `type != "member.deleted"` does not know `member.removed`. A flag that is read is understood.
 */
function asksFor(condition: Expression, { value, says }: EndingSign): boolean {
  if (typeof value !== 'string' || says === 'other-kind' || isDay.test(value)) return true;
  const own = value.trim().toLowerCase();
  return nodesOf(treeOf(condition)).some(({ type, value: literal }) => {
    if (type === 'regex' && literal instanceof RegExp) return literal.test(value);
    if (type !== 'string' || typeof literal !== 'string' || literal === '') return false;
    if (literal.trim().toLowerCase() === own) return true;
    // A part of a word, as in $contains(event, "delet").
    return beginsEnding(literal, own);
  });
}
