import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { trimmedText } from '../../diagnostics/trimmed-text.ts';
import { grouped } from '../../expressions/meter.ts';
import {
  type AdditionalField,
  type BookingCustomer,
  type Call,
  type Change,
  consentNames,
  detailNames,
  type OnInvalid,
  type Value,
} from '../../inbox/call.ts';
import { longestCall } from '../convert/size-fault.ts';
import type { FieldRule, Mapping, ParameterName, ParameterRule } from '../mapping.ts';
import { parameterOf } from '../parameters.ts';
import { missingValue } from './missing-value.ts';
import type { RuleResult } from './rule-result.ts';

/** The result of a rule, or the fact that it needs an unknown link. */
export type ParameterResult = RuleResult | { readonly kind: 'unlinked' };

/** The results of all rules of a mapping for one event. */
export interface Results {
  readonly set: readonly { readonly rule: ParameterRule; readonly result: ParameterResult }[];
  readonly additionalFields: readonly { readonly rule: FieldRule; readonly result: ParameterResult }[];
}

/** The result of all rules. */
export interface Assembled {
  /** The reasons why the call cannot be made. */
  readonly faults: readonly Diagnostic[];
  /** The notes about left-out values. */
  readonly notes: readonly Diagnostic[];
  /** True if any value of the call needs the link. */
  readonly unlinked: boolean;
  /** True for an update without changes, which the API refuses (API document 4.2 rule 1). */
  readonly nothing: boolean;
  /** The call, if none of the above prevents it. */
  readonly call: Call | undefined;
  /** If the call cannot be made: a call of the known values without faults, which is checked but never sent. */
  readonly unfaulty: Call | undefined;
}

/** Makes the call from the results of a mapping, and reports all faults at once (API document 4.1, 4.2). */
export function assembleCall(mapping: Mapping, results: Results): Assembled {
  const sorted = sortResults(mapping, results);
  const { values, changes, fields, faults, notes, unlinked } = sorted;
  faults.push(...sizeFaults(sorted), ...subjectFaults(mapping));
  const nothing =
    mapping.operation === 'updateCustomer' &&
    !unlinked.some(name => name !== 'id') &&
    !changes.has('note') &&
    !values.has('customerStatus') &&
    fields.length === 0;
  const ready = faults.length === 0 && unlinked.length === 0 && !nothing;
  const call = ready ? callOf(mapping, values, changes, fields) : undefined;
  const isLacking = faults.length > 0 || unlinked.length > 0;
  const unfaulty = isLacking ? callOf(mapping, withSubject(values), changes, fields) : undefined;
  return { faults, notes, unlinked: unlinked.length > 0, nothing, call, unfaulty };
}

/** A mapping that is still being written may not identify the person or appointment yet. */
function subjectFaults({ operation, set }: Mapping): readonly Diagnostic[] {
  const subject = operation === 'updateCustomer' ? 'id' : 'appointmentId';
  if (set.some(({ name }) => name === subject)) return [];
  const message = `"set" has no ${subject}, so no call can be made`;
  const hint = parameterOf(operation, subject)?.description;
  return [diagnostic('mapping/missing-parameter', message, { hint, path: subject })];
}

/** Each value may be long, but their total length is limited. */
function sizeFaults({ changes, fields }: Sorted): readonly Diagnostic[] {
  const all = [...changes.values(), ...fields.map(({ change }) => change)];
  const length = all.reduce((sum, change) => sum + ('set' in change ? change.set.text.length : 0), 0);
  if (length <= longestCall) return [];
  const message = `the values of the call have more than ${grouped(longestCall)} characters together`;
  return [diagnostic('mapping/invalid-value', message, { hint: 'send less of the payload', path: 'set' })];
}

/** Adds the identifiers of the person that are faulty or unknown. */
function withSubject(values: ReadonlyMap<ParameterName, Value>): ReadonlyMap<ParameterName, Value> {
  const anyone: Value = { text: '1', origin: 'data' };
  return new Map([['id', anyone], ['appointmentId', anyone], ...values]);
}

interface Sorted {
  readonly values: Map<ParameterName, Value>;
  readonly changes: Map<ParameterName, Change>;
  readonly fields: AdditionalField[];
  readonly faults: Diagnostic[];
  readonly notes: Diagnostic[];
  readonly unlinked: string[];
}

function sortResults(mapping: Mapping, results: Results): Sorted {
  const sorted: Sorted = {
    values: new Map(),
    changes: new Map(),
    fields: [],
    faults: [],
    notes: [],
    unlinked: [],
  };
  const ignored = ignoredDetails(results);
  sorted.notes.push(...ignoredNote(results, ignored));
  for (const { rule, result } of results.set) {
    if (ignored.has(rule.name)) continue;
    const change = changeOf(result, rule, rule.name, mapping, sorted);
    if (!change) continue;
    sorted.changes.set(rule.name, change);
    if ('set' in change) sorted.values.set(rule.name, change.set);
  }
  for (const { rule, result } of results.additionalFields) {
    const change = changeOf(result, rule, `additionalFields.${rule.key}`, mapping, sorted);
    const { header } = rule.rule;
    if (change) sorted.fields.push({ key: rule.key, change, ...(header !== undefined && { header }) });
  }
  return sorted;
}

/** With a customer number, the API ignores master data (API document 4.1 rule 2). */
function ignoredDetails({ set }: Results): ReadonlySet<string> {
  const number = set.find(({ rule }) => rule.name === 'customerId')?.result.kind;
  return new Set(number === 'value' || number === 'unlinked' ? detailNames : []);
}

function ignoredNote({ set }: Results, ignored: ReadonlySet<string>): Diagnostic[] {
  const left = set.filter(({ rule, result }) => ignored.has(rule.name) && result.kind === 'value');
  if (left.length === 0) return [];
  const names = left.map(({ rule }) => rule.name).join(', ');
  const message = `${names}: not sent, since the API takes them from the customer that customerId names`;
  const first = left[0]?.rule;
  return [diagnostic('mapping/ignored-parameter', message, { path: first?.name, place: first?.place })];
}

function changeOf(
  result: ParameterResult,
  { rule }: ParameterRule | FieldRule,
  path: string,
  mapping: Mapping,
  sorted: Sorted,
): Change | undefined {
  const parameter = parameterOf(mapping.operation, path);
  if ('doubts' in result) sorted.notes.push(...newDoubts(result.doubts ?? [], sorted.notes));
  switch (result.kind) {
    case 'value': {
      const value = bookingIds.has(path) ? trimmed(result.value) : result.value;
      if (value.text === '' && bookingIds.has(path)) {
        if (parameter?.needed) sorted.faults.push(missingValue(rule, 'empty', path));
        return undefined;
      }
      return { set: value };
    }
    case 'clear':
      return { clear: true };
    case 'absent':
      if (parameter?.needed) sorted.faults.push(missingValue(rule, result.presence, path, result.hint));
      return undefined;
    case 'unlinked':
      sorted.unlinked.push(path);
      return undefined;
    case 'missing':
      sorted.faults.push(result.diagnostic);
      return undefined;
    case 'invalid': {
      const required = rule.whenMissing === 'fail' && rule.whenEmpty === 'fail';
      const kept = required || parameter?.needed || parameter?.identity;
      return changeOfInvalid(
        result.diagnostic,
        kept ? 'fail' : (rule.onInvalid ?? mapping.onInvalid),
        sorted,
      );
    }
  }
}

/** A doubt that several rules share is reported once. */
function newDoubts(doubts: readonly Diagnostic[], notes: readonly Diagnostic[]): readonly Diagnostic[] {
  return doubts.filter(each => !notes.some(({ message }) => message === each.message));
}

/** The identifiers of a booking. Outer spaces would make them identify another one. */
const bookingIds: ReadonlySet<string> = new Set(['appointmentId', 'appointmentParticipantId']);

function trimmed(value: Value): Value {
  const text = trimmedText(value.text);
  return text === value.text ? value : { ...value, text };
}

/**
 * True if a bad value does not fail its event. An expression that failed or exceeded a limit does not show
 * the value, so nothing is deleted because of it.
 */
export function isExcused({ code }: Diagnostic, onInvalid: OnInvalid): boolean {
  return onInvalid === 'drop' || (onInvalid === 'clear' && !code.startsWith('expression/'));
}

function changeOfInvalid(
  fault: Diagnostic,
  onInvalid: OnInvalid,
  { faults, notes }: Sorted,
): Change | undefined {
  if (!isExcused(fault, onInvalid)) {
    faults.push(fault);
    return undefined;
  }
  notes.push(onInvalid === 'drop' ? dropped(fault) : cleared(fault));
  return onInvalid === 'clear' ? { clear: true } : undefined;
}

function cleared({ message, place, path }: Diagnostic): Diagnostic {
  return diagnostic('mapping/cleared-value', `${message}; the value at the destination is deleted`, {
    place,
    path,
  });
}

function dropped({ message, place, path }: Diagnostic): Diagnostic {
  return diagnostic('mapping/dropped-value', `${message}; it was left out`, { place, path });
}

function callOf(
  mapping: Mapping,
  values: ReadonlyMap<ParameterName, Value>,
  changes: ReadonlyMap<ParameterName, Change>,
  additionalFields: readonly AdditionalField[],
): Call {
  const customerStatus = values.get('customerStatus');
  const status = customerStatus && { customerStatus };
  if (mapping.operation === 'updateCustomer') {
    const note = changes.get('note');
    return {
      operation: 'updateCustomer',
      id: needed(values, 'id'),
      ...(note && { note }),
      ...status,
      additionalFields,
    };
  }
  const appointmentParticipantId = values.get('appointmentParticipantId');
  const customerComment = values.get('appointmentParticipant.customerComment');
  return {
    operation: 'persistCustomerData',
    appointmentId: needed(values, 'appointmentId'),
    ...(appointmentParticipantId && { appointmentParticipantId }),
    customer: customerOf(values),
    consents: pick(values, consentNames),
    ...status,
    ...(customerComment && { customerComment }),
    additionalFields,
  };
}

function customerOf(values: ReadonlyMap<ParameterName, Value>): BookingCustomer {
  const number = values.get('customerId');
  return number ? { number } : { details: pick(values, detailNames) };
}

function pick<Name extends ParameterName>(
  values: ReadonlyMap<ParameterName, Value>,
  names: readonly Name[],
): Partial<Record<Name, Value>> {
  const picked: Partial<Record<Name, Value>> = {};
  for (const name of names) {
    const value = values.get(name);
    if (value) picked[name] = value;
  }
  return picked;
}

function needed(values: ReadonlyMap<ParameterName, Value>, name: ParameterName): Value {
  const value = values.get(name);
  if (!value) throw new Error(`a mapping without a rule for ${name} was taken as valid`);
  return value;
}
