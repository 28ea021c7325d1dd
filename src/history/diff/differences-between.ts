import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import {
  type Call,
  type Change,
  changeText,
  consentNames,
  detailNames,
  type Link,
  type Value,
} from '../../inbox/call.ts';
import type { MappingResult } from './mapping-result.ts';

/** The kinds of difference, the most important first. */
export const differenceKinds = [
  'fails',
  'held',
  'gone-call',
  'new-call',
  'operation',
  'destination',
  'waits',
  'skipped',
  'link',
  'removed',
  'cleared',
  'changed',
  'added',
  'sent',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** A difference between the current and the earlier result of a mapping for an event. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** The parameter that differs: `customerStatus`, `additionalFields.allergies`. */
  readonly path?: string;
  readonly was?: Change;
  readonly now?: Change;
  /** The reason why it fails, is held or is skipped. */
  readonly why?: Diagnostic;
}

/**
 * Returns the differences between a mapping's current and earlier result for an event; empty if they are the same.
 * `unchanged`: the file has not changed since, so a hold is no difference.
 */
export function differencesBetween(
  before: MappingResult,
  now: MappingResult,
  mapping: { unchanged: boolean },
): Difference[] {
  if (before.kind === 'unknown') return [];
  const isNothing = ({ kind }: MappingResult) => kind === 'nothing' || kind === 'skipped';
  if (isNothing(before) && isNothing(now)) return [];
  if (now.kind === 'nothing') return [{ kind: 'gone-call' }];
  const other = kindDifference(before, now, mapping.unchanged);
  return before.kind === 'nothing' ? other : [...other, ...contentDifferences(before, now)];
}

function kindDifference(before: MappingResult, now: MappingResult, unchanged: boolean): Difference[] {
  if (before.kind === now.kind) return [];
  // A held mapping holds all its calls. The stored data do not show whether it would have held this one.
  if (before.kind === 'held' && unchanged) return [];
  switch (now.kind) {
    case 'sent':
      return [{ kind: before.kind === 'nothing' ? 'new-call' : 'sent' }];
    case 'waits':
      return [{ kind: before.kind === 'nothing' ? 'new-call' : 'waits' }];
    case 'held':
      return [{ kind: 'held', ...why(now) }];
    case 'skipped':
      return [{ kind: 'skipped', ...why(now) }];
    case 'failed':
      return [{ kind: 'fails', ...why(now) }];
    default:
      return [];
  }
}

function why({ diagnostics }: MappingResult): { why?: Diagnostic } {
  const first = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0];
  return first ? { why: first } : {};
}

function contentDifferences(before: MappingResult, now: MappingResult): Difference[] {
  if (before.operation !== now.operation) {
    return [{ kind: 'operation', was: word(before.operation ?? ''), now: word(now.operation ?? '') }];
  }
  const found: Difference[] = [];
  if (before.destination !== now.destination && before.destination !== '' && now.destination !== '') {
    found.push({ kind: 'destination', was: word(before.destination), now: word(now.destination) });
  }
  if (!sameLink(before.link, now.link)) found.push({ kind: 'link', ...linkChange(before.link, now.link) });
  if (before.call && now.call) found.push(...partDifferences(before.call, now.call, leftOut(before)));
  return found;
}

/** Returns planned values that were not sent: a newer event had set them, or the mapping has `drop` for bad ones. */
function leftOut({ diagnostics }: MappingResult): ReadonlySet<string> {
  const codes = new Set(['delivery/superseded', 'mapping/dropped-value']);
  return new Set(
    diagnostics.flatMap(({ code, path }) => (path !== undefined && codes.has(code) ? [path] : [])),
  );
}

function partDifferences(before: Call, now: Call, left: ReadonlySet<string>): Difference[] {
  const old = callParts(before);
  const parts = callParts(now);
  const found: Difference[] = [];
  for (const [path, was] of old) {
    const change = parts.get(path);
    if (!change) found.push({ kind: 'removed', path, was });
    else if (!sameChange(was, change)) {
      found.push({ kind: 'clear' in change ? 'cleared' : 'changed', path, was, now: change });
    }
  }
  for (const [path, change] of parts) {
    if (old.has(path) || left.has(path)) continue;
    found.push({ kind: 'clear' in change ? 'cleared' : 'added', path, now: change });
  }
  return found;
}

function sameChange(one: Change, other: Change): boolean {
  return 'clear' in one === 'clear' in other && changeText(one) === changeText(other);
}

function sameLink(one: Link | undefined, other: Link | undefined): boolean {
  return one?.people === other?.people && one?.id === other?.id;
}

function linkChange(before: Link | undefined, now: Link | undefined): { was?: Change; now?: Change } {
  const id = (link: Link): Change => ({ set: { text: link.id, origin: 'data' } });
  return { ...(before && { was: id(before) }), ...(now && { now: id(now) }) };
}

/** A name in the config or the API, which is not personal data. */
function word(text: string): Change {
  return { set: { text, origin: 'mapping' } };
}

/**
 * Returns the parts of a call by the API's parameter names (API document 4.1, 4.2), each with its effect. Additional
 * fields are `additionalFields.KEY`.
 */
function callParts(call: Call): ReadonlyMap<string, Change> {
  const parts = new Map<string, Change>();
  const set = (name: string, value: Value | undefined) => {
    if (value) parts.set(name, { set: value });
  };
  if (call.operation === 'updateCustomer') {
    set('id', call.id);
    if (call.note) parts.set('note', call.note);
  } else {
    set('appointmentId', call.appointmentId);
    set('appointmentParticipantId', call.appointmentParticipantId);
    if ('number' in call.customer) set('customerId', call.customer.number);
    else for (const name of detailNames) set(name, call.customer.details[name]);
    for (const name of consentNames) set(name, call.consents[name]);
    set('appointmentParticipant.customerComment', call.customerComment);
  }
  set('customerStatus', call.customerStatus);
  for (const { key, change } of call.additionalFields) parts.set(`additionalFields.${key}`, change);
  return parts;
}
