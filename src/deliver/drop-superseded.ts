import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { type Call, changeText, type DeliveredCall } from '../inbox/call.ts';

/**
 * Removes from a late call the values that newer delivered calls of the same person have set since: the note, the
 * customer status and single additional fields. The booking itself (its appointment, customer and consents) stays.
 */
export function dropSuperseded(
  call: Call,
  newer: readonly DeliveredCall[],
): { call: Call; diagnostics: readonly Diagnostic[] } {
  const set = settings(newer);
  const left: string[] = [];
  const stays = (name: string) => {
    if (!set.has(name)) return true;
    left.push(name);
    return false;
  };
  const additionalFields = call.additionalFields.filter(field => stays(`additionalFields.${field.key}`));
  const { customerStatus, ...rest } = call;
  const kept = {
    ...rest,
    additionalFields,
    ...(customerStatus && stays('customerStatus') && { customerStatus }),
  };
  const result =
    kept.operation === 'updateCustomer' && kept.note && !stays('note') ? withoutNote(kept) : kept;
  return { call: result, diagnostics: left.map(path => superseded(path, set.get(path) ?? [])) };
}

/** True if a call would set values that newer delivered calls of the same person have set since. */
export function setsNewer(call: Call, newer: readonly Call[]): boolean {
  return dropSuperseded(call, newer).diagnostics.length > 0;
}

/** A value of a call, and the newer value that a later delivered call of the same person has set. */
export interface NewerValue {
  /** `note`, `customerStatus`, or `additionalFields.` and a keyName. */
  readonly path: string;
  /** Empty if the newer call cleared it. */
  readonly older: string;
  readonly newer: string;
}

/** Returns the values of a call that newer delivered calls, oldest first, have set since. */
export function newerValues(call: Call, newer: readonly Call[]): readonly NewerValue[] {
  return dropSuperseded(call, newer).diagnostics.flatMap(({ path = '' }) => {
    const last = newer.findLast(each => textAt(each, path) !== undefined);
    if (!last) return [];
    return [{ path, older: textAt(call, path) ?? '', newer: textAt(last, path) ?? '' }];
  });
}

function textAt(call: Call, path: string): string | undefined {
  if (path === 'note')
    return call.operation === 'updateCustomer' && call.note ? changeText(call.note) : undefined;
  if (path === 'customerStatus') return call.customerStatus?.text;
  const field = call.additionalFields.find(({ key }) => path === `additionalFields.${key}`);
  return field && changeText(field.change);
}

/** True if an update still contains values to send. A booking always does. */
export function hasContent(call: Call): boolean {
  if (call.operation === 'persistCustomerData') return true;
  return call.note !== undefined || call.customerStatus !== undefined || call.additionalFields.length > 0;
}

/** Returns the paths of the values that calls set, each with the ids of their events. */
function settings(calls: readonly DeliveredCall[]): ReadonlyMap<string, readonly string[]> {
  const set = new Map<string, readonly string[]>();
  for (const call of calls) {
    const events = call.eventId === undefined ? [] : [call.eventId];
    for (const path of comparedPaths(call))
      set.set(path, [...new Set([...(set.get(path) ?? []), ...events])]);
  }
  return set;
}

/** Returns the paths of the values of a call that newer calls may set: the note, the status and additional fields. */
export function comparedPaths(call: Call): readonly string[] {
  return [
    ...(call.operation === 'updateCustomer' && call.note ? ['note'] : []),
    ...(call.customerStatus ? ['customerStatus'] : []),
    ...call.additionalFields.map(({ key }) => `additionalFields.${key}`),
  ];
}

function withoutNote(call: Extract<Call, { operation: 'updateCustomer' }>): Call {
  const { note: _, ...rest } = call;
  return rest;
}

function superseded(path: string, events: readonly string[]): Diagnostic {
  const newest = events.at(-1);
  return diagnostic(
    'delivery/superseded',
    `${path} was left out: a newer event of this person has set it since`,
    {
      path,
      hint:
        newest === undefined
          ? 'to send it anyway, replay the event with --again --force'
          : `if ${newest} was meant for another person, correct it first, then replay this event with --again; to send the older value anyway, replay this event with --again --force`,
      ...(newest !== undefined && { newerEvents: events.slice(-mostNewerEvents) }),
    },
  );
}

/** The maximum number of stored ids of newer events for a value. */
const mostNewerEvents = 20;
