import {
  type AdditionalField,
  type Call,
  changeText,
  consentNames,
  detailNames,
  type PersistCustomerData,
  type UpdateCustomer,
} from '../../inbox/call.ts';
import type { WireRequest } from './reply.ts';

/**
 * Makes the HTTP request of a call. Only this function makes the texts that are sent. updateCustomer is JSON with the
 * customer's number in the query (API document 4.2), persistCustomerData a form (4.1), so no URL contains a
 * customer's value or an identifier of a booking. The client adds the token.
 */
export function encode(call: Call): WireRequest {
  return call.operation === 'updateCustomer' ? encodeUpdate(call) : encodeBooking(call);
}

/** The request that lists the additional fields (API document 4.3), with names in the language of `locale`. */
export function encodeCatalogRead(locale: string | undefined): WireRequest {
  const query = locale === undefined ? '' : `?${new URLSearchParams({ locale })}`;
  return {
    method: 'GET',
    path: `/office/api/additionalCustomerFields${query}`,
    contentType: undefined,
    body: undefined,
    token: 'query',
    freshConnection: false,
  };
}

/** The endpoints of the API (API document 4.1, 4.2, 4.3). */
export const endpoints = ['persistCustomerData', 'updateCustomer', 'additionalCustomerFields'] as const;
export type Endpoint = (typeof endpoints)[number];

/** Returns the endpoint of a request. */
export function endpointOf({ path }: WireRequest): Endpoint | undefined {
  return endpoints.find(each => path.startsWith(`/office/api/${each}`));
}

function encodeUpdate(call: UpdateCustomer): WireRequest {
  const body = {
    ...(call.note && { note: changeText(call.note) }),
    ...(call.additionalFields.length > 0 && { additionalFields: call.additionalFields.map(entry) }),
    ...(call.customerStatus && { customerStatus: call.customerStatus.text }),
  };
  return {
    method: 'POST',
    path: `/office/api/updateCustomer?${new URLSearchParams({ id: call.id.text })}`,
    contentType: 'application/json',
    body: JSON.stringify(body),
    token: 'query',
    freshConnection: false,
  };
}

/** The list form of additionalFields (4.2 rule 2) can contain every key, also `__proto__` and keys with dots. */
function entry({ key, change, header }: AdditionalField) {
  return { key, value: changeText(change), ...(header !== undefined && { header }) };
}

function encodeBooking(call: PersistCustomerData): WireRequest {
  const form = new URLSearchParams({ appointmentId: call.appointmentId.text });
  const add = (name: string, text: string | undefined) => {
    if (text !== undefined) form.append(name, text);
  };
  add('appointmentParticipantId', call.appointmentParticipantId?.text);
  if ('number' in call.customer) add('customerId', call.customer.number.text);
  else for (const name of detailNames) add(name, call.customer.details[name]?.text);
  add('customerStatus', call.customerStatus?.text);
  for (const name of consentNames) add(name, call.consents[name]?.text);
  add('appointmentParticipant.customerComment', call.customerComment?.text);
  for (const { key, change } of call.additionalFields) add(`additionalFields.${key}`, changeText(change));
  return {
    method: 'POST',
    path: '/office/api/persistCustomerData',
    contentType: 'application/x-www-form-urlencoded',
    body: form.toString(),
    token: 'form',
    freshConnection: true,
  };
}
