import {
  type Account,
  addCustomer,
  type Customer,
  findCustomer,
  findDuplicate,
  type GenderType,
  genderTypes,
  type PersonDetails,
  type Reservation,
} from '../salon/account.ts';
import { activeFields, isBinary } from '../salon/additional-field.ts';
import { type Decision, jsonAnswer, refusal } from './answer.ts';
import { changeCustomer, type FieldValue } from './change-customer.ts';
import { type ApiRequest, fieldParameters, parameter } from './read-request.ts';
import { statusNotFound } from './update-customer.ts';

/** The base URL of the pages in a response's `url`, and the current time. */
export interface BookingContext {
  readonly baseUrl: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * persistCustomerData (API document 4.1): completes a reserved booking. Parameters are read from a form in the body and
 * from the URL.
 *
 * The document does not define these cases; the sandbox treats them so:
 * - An appointment of another location is not found. A customer of another location of the account is found; the
 *   booking makes them a customer of this location too. Duplicate matching searches the whole account.
 * - An empty customerId counts as missing.
 * - A participant identifier is optional; a wrong one gives ERROR appointmentInvalid.
 * - A completed reservation returns ERROR appointmentInvalid. One that waits for payment or TAN returns the same
 *   response again: the customer would get a second page or SMS, so the repeated call is counted.
 * - INVALID and ERROR leave the reservation unchanged.
 * - Without customerId, a last name is required, and a given genderType or e-mail address must be readable.
 *   A consent counts if it is the text `true`.
 * - Unknown and binary additional fields and empty values are ignored; a field of the appointment is kept
 *   there. Neither payment nor TAN sets a status or creates a customer: the booking may not be complete.
 */
export function persistCustomerData(
  account: Account,
  request: ApiRequest,
  locationId: number,
  context: BookingContext,
): Decision {
  const appointmentId = parameter(request, 'appointmentId');
  if (appointmentId === null || appointmentId === '') return refusal(400, 'missing appointmentId');
  const reservation = account.reservations.get(appointmentId);
  if (reservation === undefined || reservation.locationId !== locationId) {
    return refusal(404, 'appointment not found');
  }
  const customerId = parameter(request, 'customerId') || null;
  const named = customerId === null ? undefined : findCustomer(account, customerId);
  if (customerId !== null && named === undefined) return refusal(404, 'customer not found');
  const customerStatus = parameter(request, 'customerStatus') ?? undefined;
  if (customerStatus !== undefined && !account.statuses.includes(customerStatus)) {
    return statusNotFound(account.statuses);
  }
  const appointmentParticipantId =
    parameter(request, 'appointmentParticipantId') || reservation.appointmentParticipantId;
  if (
    reservation.kind === 'error' ||
    reservation.state === 'completed' ||
    appointmentParticipantId !== reservation.appointmentParticipantId
  ) {
    return bookingError('appointmentInvalid');
  }
  const errors = { ...missingConsents(request), ...(named === undefined && faultyPerson(request)) };
  if (Object.keys(errors).length > 0) return invalid(errors);
  if (reservation.kind !== 'plain') return accept(account, reservation, context);
  return complete(account, request, reservation, named, customerStatus, context);
}

function bookingError(reason: string): Decision {
  return {
    answer: jsonAnswer(200, { result: 'ERROR', reason }),
    outcome: `ERROR ${reason}`,
    apply: null,
  };
}

function invalid(errors: Readonly<Record<string, string>>): Decision {
  return { answer: jsonAnswer(200, { result: 'INVALID', errors }), outcome: 'INVALID', apply: null };
}

/** Returns OK, with the customer's next step if they still have to pay or to confirm by SMS TAN (API document 3). */
function accept(account: Account, reservation: Reservation, context: BookingContext): Decision {
  const payment = reservation.kind === 'payment';
  const body = payment
    ? { result: 'OK', action: 'requirePayment', url: pageUrl(context, reservation, 'payment') }
    : { result: 'OK', action: 'requireTAN' };
  const state = payment ? 'awaiting-payment' : 'awaiting-tan';
  return {
    answer: jsonAnswer(200, body),
    outcome: `OK ${body.action}`,
    apply: () => account.reservations.set(reservation.appointmentId, { ...reservation, state }),
  };
}

function complete(
  account: Account,
  request: ApiRequest,
  reservation: Reservation,
  named: Customer | undefined,
  customerStatus: string | undefined,
  context: BookingContext,
): Decision {
  const owner = named ?? matchOrCreate(account, request);
  const values = sentValues(account, request, reservation.locationId);
  const changed = changeCustomer(
    owner,
    {
      note: undefined,
      customerStatus,
      values: values.filter(({ field }) => !field.appointmentSpecific),
    },
    context.at,
  );
  const locationIds = [...new Set([...owner.locationIds, reservation.locationId])];
  const ofAppointment = values.filter(({ field }) => field.appointmentSpecific);
  return {
    answer: jsonAnswer(200, {
      result: 'OK',
      customerId: owner.id,
      url: pageUrl(context, reservation, 'booking'),
    }),
    outcome: 'OK',
    apply: () => {
      addCustomer(account, { ...changed.customer, locationIds });
      account.reservations.set(reservation.appointmentId, {
        ...reservation,
        state: 'completed',
        customerId: owner.id,
        customerComment: parameter(request, 'appointmentParticipant.customerComment') ?? '',
        consents: readConsents(request),
        values: new Map(ofAppointment.map(({ field, value }) => [field.id, value])),
      });
    },
  };
}

function matchOrCreate(account: Account, request: ApiRequest): Customer {
  const person = readPerson(request);
  return (
    findDuplicate(account, person) ?? {
      id: account.nextCustomerId,
      ...person,
      note: '',
      customerStatus: '',
      values: new Map(),
      locationIds: [],
      deleted: false,
      history: [],
    }
  );
}

function sentValues(account: Account, request: ApiRequest, locationId: number): FieldValue[] {
  const sent = fieldParameters(request);
  return activeFields(account.fields, locationId)
    .filter(field => !isBinary(field.type))
    .map(field => ({ field, value: sent.get(field.keyName) ?? '' }))
    .filter(({ value }) => value !== '');
}

function pageUrl(context: BookingContext, reservation: Reservation, page: 'booking' | 'payment'): string {
  return `${context.baseUrl}/${page}/${reservation.appointmentId}/${reservation.appointmentParticipantId}`;
}

/** Reads the master data of a booking without customerId (API document 4.1), with trimmed texts. */
function readPerson(
  request: ApiRequest,
): PersonDetails & { readonly genderType: GenderType; readonly phone: string } {
  const genderType = text(request, 'genderType');
  return {
    firstName: text(request, 'firstName'),
    lastName: text(request, 'name'),
    email: text(request, 'email'),
    mobile: text(request, 'mobile'),
    phone: text(request, 'phone'),
    genderType: isGenderType(genderType) ? genderType : 'UNKNOWN',
  };
}

/** The three consents that must be given (API document 4.1); a consent is the text `true`. */
function missingConsents(request: ApiRequest): Record<string, string> {
  const missing = ['privacy', 'terms', 'minAge'].filter(name => text(request, name).toLowerCase() !== 'true');
  return Object.fromEntries(missing.map(name => [name, 'must be accepted']));
}

/** Returns the faults of the master data, by parameter. The document does not name the mandatory ones. */
function faultyPerson(request: ApiRequest): Record<string, string> {
  const errors: Record<string, string> = {};
  if (text(request, 'name') === '') errors.name = 'is required';
  const email = text(request, 'email');
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) errors.email = 'is not an e-mail address';
  const genderType = text(request, 'genderType');
  if (genderType !== '' && !isGenderType(genderType)) {
    errors.genderType = `must be one of ${genderTypes.join(', ')}`;
  }
  return errors;
}

/** Returns the consents as they were sent, by parameter name. */
function readConsents(request: ApiRequest): Record<string, string> {
  const consents: Record<string, string> = {};
  for (const name of ['privacy', 'terms', 'minAge', 'rightOfWithdrawal', 'marketing', 'hasMarketingBox']) {
    const value = parameter(request, name);
    if (value !== null) consents[name] = value;
  }
  return consents;
}

function text(request: ApiRequest, name: string): string {
  return parameter(request, name)?.trim() ?? '';
}

function isGenderType(value: string): value is GenderType {
  return (genderTypes as readonly string[]).includes(value);
}
