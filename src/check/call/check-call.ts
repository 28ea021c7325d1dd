import { statusMeant } from '../../booking/catalog/status-knowledge.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import {
  type AdditionalField,
  blameOf,
  type Call,
  type DetailName,
  detailNames,
  type PersistCustomerData,
  type UpdateCustomer,
  type Value,
} from '../../inbox/call.ts';
import type { CallPolicy } from '../../inbox/plan.ts';
import { diagnose, type Fault } from '../fault.ts';
import type { CallChecking } from './call-checking.ts';
import { checkField } from './check-field.ts';
import { forgivenStatus, severalStatuses } from './choices/forgiven-status.ts';
import { unnamedStatus } from './choices/unnamed-choice.ts';
import { daysInWrongOrder } from './days/day-order.ts';
import { unsettledDoubts } from './doubtful-values.ts';
import { findField } from './field-key.ts';
import { type CallFinding, type Checked, judge } from './judge.ts';
import { missingFault, numberFault, refutedStatus } from './parameter-value.ts';
import { emailDoubt, emailFault } from './texts/email-address.ts';
import { genderFault } from './texts/gender.ts';
import { sameAddressPart } from './texts/named-text.ts';
import type { Verdict } from './verdict.ts';

/**
 * Checks whether a call may be sent, so that a call that the API would certainly refuse is never sent. All
 * faults are reported at once. Faults of the mapping take precedence over those of the event.
 */
export function checkCall(call: Call, checking: CallChecking): Verdict {
  const own = call.operation === 'updateCustomer' ? checkUpdate(call) : checkBooking(call, checking.policy);
  const status = checkStatus(own.call, checking);
  const fields = checkFields(status.call, checking);
  const doubts = [unsettledDoubts, daysInWrongOrder, samePartsOfAddress]
    .flatMap(each => each(fields.call, checking))
    .map((found): CallFinding => ({ weight: 'note', diagnostic: found }));
  return verdict(fields.call, [...own.findings, ...status.findings, ...fields.findings, ...doubts]);
}

/**
 * Checks the parts of a call whose forms the API fixes for every account: numbers, appointment, gender and
 * e-mail. For an account that is not known yet.
 */
export function checkParameters(call: Call, policy: CallPolicy): Verdict {
  const own = call.operation === 'updateCustomer' ? checkUpdate(call) : checkBooking(call, policy);
  return verdict(own.call, own.findings);
}

interface CheckedCall {
  readonly call: Call;
  readonly findings: readonly CallFinding[];
}

function checkUpdate(call: UpdateCustomer): CheckedCall {
  const where = { path: 'id', blame: blameOf(call.id), onInvalid: 'fail' } as const;
  return { call, findings: judge(call.id, numberFault(call.id.text), where).findings };
}

/** The appointment and the customer number are never left out, since this would make another booking. */
function checkBooking(call: PersistCustomerData, policy: CallPolicy): CheckedCall {
  const { appointmentId, customer } = call;
  const appointment = judge(appointmentId, missingFault(appointmentId.text, 'the appointment'), {
    path: 'appointmentId',
    blame: blameOf(appointmentId),
    onInvalid: 'fail',
  });
  if ('number' in customer) {
    const where = { path: 'customerId', blame: blameOf(customer.number), onInvalid: 'fail' } as const;
    const number = judge(customer.number, numberFault(customer.number.text), where);
    return { call, findings: [...appointment.findings, ...number.findings] };
  }
  const details = checkDetails(customer.details, policy);
  const kept: PersistCustomerData = { ...call, customer: { details: details.kept } };
  return { call: kept, findings: [...appointment.findings, ...details.findings] };
}

/** The checks of master data. Names and phone numbers are accepted in any form. */
const detailFaults: { readonly [name in DetailName]?: (text: string) => Fault | undefined } = {
  genderType: genderFault,
  email: emailFault,
};

function checkDetails(
  details: Details,
  { onInvalid }: CallPolicy,
): { readonly kept: Details; readonly findings: readonly CallFinding[] } {
  const findings: CallFinding[] = [];
  const kept: { [name in DetailName]?: Value } = {};
  for (const name of detailNames) {
    const value = details[name];
    if (!value) continue;
    const where = { path: name, blame: blameOf(value), onInvalid: value.onInvalid ?? onInvalid };
    const judged = judge(value, detailFaults[name]?.(value.text), where);
    findings.push(...judged.findings);
    const doubt = name === 'email' && judged.findings.length === 0 ? emailDoubt(value.text) : undefined;
    if (doubt) {
      const found = diagnose(doubt, { path: name, severity: 'warning' });
      findings.push({ weight: 'note', diagnostic: found });
    }
    if (judged.kept) kept[name] = judged.kept;
  }
  return { kept, findings };
}

type Details = Readonly<Partial<Record<DetailName, Value>>>;

function checkStatus(call: Call, { catalog, destination, policy, now }: CallChecking): CheckedCall {
  const { customerStatus, ...others } = call;
  if (customerStatus === undefined) return { call, findings: [] };
  const text = statusMeant(customerStatus, catalog);
  const fault =
    severalStatuses(customerStatus, catalog, destination) ?? refutedStatus(text, catalog, destination, now);
  const { kept, findings } = judge({ ...customerStatus, text }, fault, {
    path: 'customerStatus',
    blame: blameOf(customerStatus),
    onInvalid: customerStatus.onInvalid ?? policy.onInvalid,
  });
  const note = fault === undefined ? forgivenStatus(customerStatus, catalog, destination) : undefined;
  const other = fault === undefined ? unnamedStatus({ ...customerStatus, text }, catalog) : undefined;
  const noted = [note, other].flatMap(each =>
    each ? [{ weight: 'note', diagnostic: diagnose(each, { path: 'customerStatus' }) } as const] : [],
  );
  return { call: kept ? { ...call, customerStatus: kept } : others, findings: [...noted, ...findings] };
}

function checkFields(call: Call, checking: CallChecking): CheckedCall {
  const checked: readonly Checked<AdditionalField>[] = call.additionalFields.map(field =>
    checkField(field, call.operation, checking),
  );
  return {
    call: { ...call, additionalFields: checked.flatMap(({ kept }) => kept ?? []) },
    findings: checked.flatMap(({ findings }) => findings),
  };
}

/** Returns the doubts about two parts of an address with the same text. */
function samePartsOfAddress(call: Call, { catalog }: CallChecking): readonly Diagnostic[] {
  const sent = call.additionalFields.flatMap(({ key, change }) => {
    const field = findField(key, catalog);
    return field?.type === 'text' && 'set' in change ? [{ field, text: change.set.text }] : [];
  });
  return sent.flatMap((other, at) =>
    sent.slice(0, at).flatMap(one => {
      const fault = sameAddressPart(one, other);
      const path = `additionalFields.${other.field.keyName}`;
      return fault ? [diagnose(fault, { path, severity: 'warning' })] : [];
    }),
  );
}

function verdict(call: Call, findings: readonly CallFinding[]): Verdict {
  const diagnostics = findings.map(finding => finding.diagnostic);
  const holding = findings.find(finding => finding.weight === 'hold');
  if (holding) {
    const { diagnostic: cause } = holding;
    const others = diagnostics.filter(each => each !== cause);
    return { kind: 'hold-mapping', call, reason: cause.message, diagnostics: [cause, ...others] };
  }
  if (findings.some(finding => finding.weight === 'fail')) return { kind: 'fail', call, diagnostics };
  if (call.operation === 'updateCustomer' && !changesSomething(call)) {
    const nothing = diagnostic('mapping/nothing-to-send', 'nothing is left of this call to send');
    return { kind: 'skip', diagnostics: [...diagnostics, nothing] };
  }
  return { kind: 'send', call, diagnostics };
}

/** API document 4.2 rule 1. */
function changesSomething(call: UpdateCustomer): boolean {
  return call.note !== undefined || call.customerStatus !== undefined || call.additionalFields.length > 0;
}
