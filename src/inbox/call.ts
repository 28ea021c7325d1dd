import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** The two operations that change something (API document 4.1, 4.2). */
export type Operation = 'updateCustomer' | 'persistCustomerData';

/**
 * The origin of a text: `mapping` for a literal or the result of a look-up table, `data` for the payload. It decides
 * the cause when the destination refuses the text: the mapping, or this one event.
 */
export type Origin = 'mapping' | 'data';

/** The effect of a bad value: the event fails, the value is not sent, or the value at the destination is deleted. */
export type OnInvalid = 'fail' | 'drop' | 'clear';

/** A text to send. */
export interface Value {
  readonly text: string;
  readonly origin: Origin;
  /** It was joined of several results of a look-up table, since the event gave a list. */
  readonly joined?: true;
  /** The event gave a list of several where the rule does not say `as: list`, and it is joined. */
  readonly list?: true;
  /** The expression by which the rule can read one element of such a list. */
  readonly oneOfList?: string;
  /** The texts of a list of several, as they came, before they were joined. */
  readonly elements?: readonly string[];
  /** The separator of a list's elements; by default a comma. */
  readonly separator?: string;
  /** The rule says that a choice of the account is meant, or several, however they are written. */
  readonly choice?: 'choice' | 'choices';
  /** A day in this format, which the rule does not say itself: the account may want another one. */
  readonly dateFormat?: string;
  /** The text with its outer spaces; a choice or a status of the account may be written with them. */
  readonly untrimmed?: string;
  /** The sender writes it for nothing: what is done with it instead, unless the field is a checkbox, of which it is a value. */
  readonly unlessCheckbox?: 'skip' | 'clear' | 'fail' | { readonly text: string };
  /** The effect of a bad value, if its rule sets one; by default the policy of the call applies. */
  readonly onInvalid?: OnInvalid;
  /** The reasons why the value is probably not intended, unless the account has it as a choice. */
  readonly doubts?: readonly Diagnostic[];
}

/**
 * Returns the origin that is at fault if a text is refused as a whole. For a list from the event, no single result of a
 * table is at fault.
 */
export function blameOf({ origin, joined }: Value): Origin {
  return joined ? 'data' : origin;
}

/** The change of a value at the destination: it is set, or cleared (sent as the empty text, API document 4.2). */
export type Change = { readonly set: Value } | { readonly clear: true };

/** An additional field to change. The key is an opaque text; it may contain dots. */
export interface AdditionalField {
  readonly key: string;
  readonly change: Change;
  readonly header?: string;
}

/** updateCustomer, API document 4.2. At least one of note, customerStatus and additionalFields is there. */
export interface UpdateCustomer {
  readonly operation: 'updateCustomer';
  /** The customer number, in digits. */
  readonly id: Value;
  readonly note?: Change;
  readonly customerStatus?: Value;
  readonly additionalFields: readonly AdditionalField[];
}

/** The names of the master data that a booking may carry where no customer number is known (API document 4.1). */
export const detailNames = ['genderType', 'firstName', 'name', 'email', 'mobile', 'phone'] as const;
export type DetailName = (typeof detailNames)[number];

/** The consents of a booking, and the mark that the marketing question was shown (API document 4.1). */
export const consentNames = [
  'privacy',
  'terms',
  'minAge',
  'rightOfWithdrawal',
  'marketing',
  'hasMarketingBox',
] as const;
export type ConsentName = (typeof consentNames)[number];

/** The customer of an appointment: known by number, or described by master data. */
export type BookingCustomer =
  | { readonly number: Value }
  | { readonly details: Readonly<Partial<Record<DetailName, Value>>> };

/** persistCustomerData, API document 4.1. */
export interface PersistCustomerData {
  readonly operation: 'persistCustomerData';
  readonly appointmentId: Value;
  readonly appointmentParticipantId?: Value;
  readonly customer: BookingCustomer;
  readonly consents: Readonly<Partial<Record<ConsentName, Value>>>;
  readonly customerStatus?: Value;
  readonly customerComment?: Value;
  readonly additionalFields: readonly AdditionalField[];
}

/** One call of the API, as a mapping planned it. The token is not part of it. */
export type Call = UpdateCustomer | PersistCustomerData;

/** The id by which senders know a person, within the group of sources that share their ids. */
export interface Link {
  readonly people: string;
  readonly id: string;
}

/** The maximum length of a person's id. A longer text is not an id, and no index keeps it. */
export const longestId = 500;

/** The customer number that a call names, if it names one. */
export function customerNumber(call: Call): string | undefined {
  if (call.operation === 'updateCustomer') return call.id.text;
  return 'number' in call.customer ? call.customer.number.text : undefined;
}

/**
 * The lane of a call at its destination: the person it is about. `customerId` is the resolved customer number,
 * of the call itself or of its link.
 */
export function laneKey(call: Call, link: Link | undefined, customerId: string | undefined): string {
  const number = customerNumber(call) ?? customerId;
  if (number !== undefined) return customerLane(number);
  if (link) return linkLane(link);
  return `appointment:${call.operation === 'persistCustomerData' ? call.appointmentId.text : ''}`;
}

/** Returns a customer number without leading zeros: numbers are compared as numbers, so 007 is 7. */
export function withoutZeros(customerId: string): string {
  return customerId.replace(/^0+(?=\d)/, '');
}

/** The lane of a person who is known by number. */
export function customerLane(customerId: string): string {
  return `customer:${withoutZeros(customerId)}`;
}

/** The lane of a person of whom only the sender's own id is known. */
export function linkLane(link: Link): string {
  return `link:${JSON.stringify([link.people, link.id])}`;
}

/** Returns the text of a change in the request. */
export function changeText(change: Change): string {
  return 'set' in change ? change.set.text : '';
}
