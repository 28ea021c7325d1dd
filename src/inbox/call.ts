import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { NamedPerson, UnnamedPerson } from './named-person.ts';

/** The two operations that change something (API document 4.1, 4.2). */
export type Operation = 'updateCustomer' | 'persistCustomerData';

/**
 * The origin of a text: `mapping` for a literal or the result of a look-up table, `data` for the payload. If the
 * destination refuses the text, the origin decides what is at fault: the mapping, or this one event.
 */
export type Origin = 'mapping' | 'data';

/** The effect of a bad value: the event fails, the value is not sent, or the value at the destination is deleted. */
export type OnInvalid = 'fail' | 'drop' | 'clear';

/** A text to send. */
export interface Value {
  readonly text: string;
  readonly origin: Origin;
  /** True if several results of a look-up table were joined because the event contained a list. */
  readonly joined?: true;
  /** True if the event contained a list of several values, which was joined because the rule has no `as: list`. */
  readonly list?: true;
  /** An expression with which the rule could read one element of such a list. */
  readonly oneOfList?: string;
  /** The elements of such a list, as received, before they were joined. */
  readonly elements?: readonly string[];
  /** The separator of a list's elements; by default a comma. */
  readonly separator?: string;
  /** Set if the rule matches one choice of the account, or several, in any spelling. */
  readonly choice?: 'choice' | 'choices';
  /** The default format of a date if the rule sets none: the account may require another one. */
  readonly dateFormat?: string;
  /** The text with its outer spaces, because a choice or a status of the account may have them. */
  readonly untrimmed?: string;
  /** Set for texts that senders write for no value: the action, unless the field is a checkbox, which has this value. */
  readonly unlessCheckbox?: 'skip' | 'clear' | 'fail' | { readonly text: string };
  /** The texts of the event for which the rule gave another one because it does not name them. Each may be a choice of the account. */
  readonly unnamed?: readonly string[];
  /** The text of the event of which a date was made, if the date may stand for none: 01.01.1900, 31.12.2099. */
  readonly written?: string;
  /** Set for such a date if the rule gives a reason for it, or if a person answered a question with it. */
  readonly dayMeant?: 'confirmed' | 'answered';
  /** The effect of a bad value, if its rule sets one; by default the policy of the call applies. */
  readonly onInvalid?: OnInvalid;
  /** True for a customer number that is the one of the event's link. */
  readonly linked?: true;
  /** The reasons why the value is probably not intended, unless the account has it as a choice. */
  readonly doubts?: readonly Diagnostic[];
}

/**
 * Returns the origin that is at fault if a text is refused as a whole. If it comes from a list in the event, no
 * single result of a table is at fault.
 */
export function blameOf({ origin, joined }: Value): Origin {
  return joined ? 'data' : origin;
}

/** The change of a value at the destination: set, or cleared (sent as the empty text, API document 4.2). */
export type Change = { readonly set: Value } | { readonly clear: true };

/** An additional field to change. The key is an opaque text; it may contain dots. */
export interface AdditionalField {
  readonly key: string;
  readonly change: Change;
  readonly header?: string;
  /** True for the number of a contact for emergencies. It is compared with that of the customer in the response. */
  readonly isForEmergencies?: true;
}

/** updateCustomer, API document 4.2. It has at least one of note, customerStatus and additionalFields. */
export interface UpdateCustomer {
  readonly operation: 'updateCustomer';
  /** The customer number, in digits. */
  readonly id: Value;
  readonly note?: Change;
  readonly customerStatus?: Value;
  readonly additionalFields: readonly AdditionalField[];
  /** The person whom the event names, until the call is delivered. It is compared with the response and never sent. */
  readonly person?: NamedPerson;
  /** The same for an event that names nobody under known keys. */
  readonly unnamed?: UnnamedPerson;
}

/** The names of the master data that a booking may contain if no customer number is known (API document 4.1). */
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

/** One call of the API, as a mapping planned it, without the token. */
export type Call = UpdateCustomer | PersistCustomerData;

/** A delivered call. `eventId`: the id of its event, if it is known. */
export type DeliveredCall = Call & { readonly eventId?: string };

/** A person's id at the senders, valid in the group of sources that share their ids. */
export interface Link {
  readonly people: string;
  readonly id: string;
}

/** The maximum length of a person's id. A longer text is not an id, and no index contains it. */
export const longestId = 500;

/** Returns the customer number in a call, if it contains one. */
export function customerNumber(call: Call): string | undefined {
  return numberOf(call)?.text;
}

/** True if the customer number of a call was the one of its link when the call was planned. */
export function takesNumberFromLink(call: Call): boolean {
  return numberOf(call)?.linked === true;
}

function numberOf(call: Call): Value | undefined {
  if (call.operation === 'updateCustomer') return call.id;
  return 'number' in call.customer ? call.customer.number : undefined;
}

/**
 * Returns the lane of a call at its destination: its person. `customerId`: the customer number of the call itself or
 * of its link.
 */
export function laneKey(call: Call, link: Link | undefined, customerId: string | undefined): string {
  const number = customerNumber(call) ?? customerId;
  if (number !== undefined) return customerLane(number);
  if (link) return linkLane(link);
  return `${appointmentPrefix}${call.operation === 'persistCustomerData' ? call.appointmentId.text : ''}`;
}

const appointmentPrefix = 'appointment:';

/** True for the lane of an appointment: its calls may be about several participants. */
export function isOfAppointment(key: string): boolean {
  return key.startsWith(appointmentPrefix);
}

/** Returns a customer number without leading zeros: numbers are compared as numbers, so 007 is 7. */
export function withoutZeros(customerId: string): string {
  return customerId.replace(/^0+(?=\d)/, '');
}

/** Returns the lane of a person who is known by number. */
export function customerLane(customerId: string): string {
  return `customer:${withoutZeros(customerId)}`;
}

/** Returns the customer number of a lane; undefined if its person is not known by number. */
export function customerOfLane(key: string): string | undefined {
  return key.startsWith(customerLane('')) ? key.slice(customerLane('').length) : undefined;
}

/** Returns the lane of a person who is known only by the sender's own id. */
export function linkLane(link: Link): string {
  return `link:${JSON.stringify([link.people, link.id])}`;
}

/** Returns the text of a change in the request. */
export function changeText(change: Change): string {
  return 'set' in change ? change.set.text : '';
}
