import { type Call, type Change, consentNames, detailNames, type Value } from '../../inbox/call.ts';

/**
 * The parts of a call by the API's own parameter names (API document 4.1, 4.2), each with what happens to it.
 * Additional fields are `additionalFields.KEY`.
 */
export function callParts(call: Call): ReadonlyMap<string, Change> {
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
