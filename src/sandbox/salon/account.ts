import type { AccountField } from './additional-field.ts';

/** One location of the simulated account. */
export interface Location {
  readonly id: number;
  readonly name: string;
}

/** An API access (API document 5). `expiresAt` is epoch milliseconds; null: it never expires. */
export interface ApiToken {
  readonly name: string;
  readonly value: string;
  readonly locationId: number;
  readonly expiresAt: number | null;
}

/** True if a token is not valid any more at this time (epoch milliseconds). */
export function isExpired(token: ApiToken, at: number): boolean {
  return token.expiresAt !== null && token.expiresAt <= at;
}

/** One line of a customer's history. Both values are texts; no status is the empty text. */
export interface HistoryEntry {
  readonly at: number;
  readonly category: 'API';
  readonly name: string;
  readonly originalValue: string;
  readonly newValue: string;
}

/** The gender types of the API document, 2.2. */
export const genderTypes = ['MALE', 'FEMALE', 'DIVERSE', 'UNKNOWN', 'KID'] as const;

/** One of the gender types of the API document, 2.2. */
export type GenderType = (typeof genderTypes)[number];

/** A customer. Never changed in place: a change puts a new record into the account. */
export interface Customer {
  readonly id: number;
  readonly genderType: GenderType;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly mobile: string;
  readonly phone: string;
  readonly note: string;
  /** A status name, or the empty text for none. */
  readonly customerStatus: string;
  /** Additional-field values by field id, so that they outlive a renamed keyName. */
  readonly values: ReadonlyMap<number, string>;
  readonly locationIds: readonly number[];
  readonly deleted: boolean;
  /** The last 1,000 entries. */
  readonly history: readonly HistoryEntry[];
}

/** The results of completing a reservation. */
export const reservationKinds = ['plain', 'payment', 'tan', 'error'] as const;

/** The result of completing a reservation: `error` always returns `appointmentInvalid`. */
export type ReservationKind = (typeof reservationKinds)[number];

/** A slot reserved by the start-booking operation, and its result. Replaced, never changed in place. */
export interface Reservation {
  readonly appointmentId: string;
  readonly appointmentParticipantId: string;
  readonly locationId: number;
  readonly kind: ReservationKind;
  readonly state: 'reserved' | 'completed' | 'awaiting-payment' | 'awaiting-tan';
  /** The customer of the appointment, after it is completed. */
  readonly customerId: number | null;
  readonly customerComment: string;
  /** Consents as sent: `privacy`, `terms`, `minAge`, `rightOfWithdrawal`, `marketing`, `hasMarketingBox`. */
  readonly consents: Readonly<Record<string, string>>;
  /** The values of the appointment's fields, by field id. */
  readonly values: ReadonlyMap<number, string>;
}

/** The data of the simulated account. */
export interface Account {
  readonly locations: readonly Location[];
  tokens: readonly ApiToken[];
  statuses: readonly string[];
  fields: readonly AccountField[];
  readonly customers: Map<number, Customer>;
  /** By appointment identifier. */
  readonly reservations: Map<string, Reservation>;
  /** The first customer with these four properties, for duplicate matching. */
  readonly people: Map<string, number>;
  nextCustomerId: number;
  /** The number of reservations ever made; their identifiers are derived from it. */
  reservationsMade: number;
}

/** Adds a new customer to the account and to duplicate matching. */
export function addCustomer(account: Account, customer: Customer): void {
  account.customers.set(customer.id, customer);
  account.nextCustomerId = Math.max(account.nextCustomerId, customer.id + 1);
  const person = personKey(customer);
  if (person !== undefined && !account.people.has(person)) account.people.set(person, customer.id);
}

/**
 * Returns the customer with this number; undefined if there is none or if they were deleted. `id` is the text as sent.
 */
export function findCustomer(account: Account, id: string): Customer | undefined {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const customer = account.customers.get(Number(id));
  return customer?.deleted ? undefined : customer;
}

/**
 * Returns the existing customer whose last name, first name, e-mail and mobile number all match (API document 4.1 rule
 * 1). Spaces around them are ignored, case is not; if one of the four is missing, nobody matches.
 */
export function findDuplicate(account: Account, person: PersonDetails): Customer | undefined {
  const key = personKey(person);
  const id = key === undefined ? undefined : account.people.get(key);
  return id === undefined ? undefined : findCustomer(account, String(id));
}

/** The details that duplicate matching compares. */
export interface PersonDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly mobile: string;
}

function personKey(person: PersonDetails): string | undefined {
  const parts = [person.lastName, person.firstName, person.email, person.mobile].map(part => part.trim());
  return parts.includes('') ? undefined : JSON.stringify(parts);
}
