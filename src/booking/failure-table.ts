import type { Operation } from '../inbox/call.ts';
import type { Outcome } from '../inbox/outcome.ts';

type Again = Extract<Outcome, { kind: 'again' }>;

/**
 * What a row of the failure table decides, in the words of `Outcome`. `code` is the diagnostic that a `data` ruling
 * carries; `probe` becomes its `good` where the probe is answered well, and a hold where it is not.
 */
export type Ruling =
  | { readonly kind: 'done' }
  | ({ readonly kind: 'again' } & Pick<Again, 'fault' | 'limit' | 'everyone' | 'slower'>)
  | { readonly kind: 'unknown'; readonly fault: boolean; readonly hold?: true; readonly probe?: true }
  | { readonly kind: 'data'; readonly code: DataCode; readonly fault?: true }
  | { readonly kind: 'mapping' }
  | { readonly kind: 'hold' }
  | { readonly kind: 'probe'; readonly good: Exclude<Ruling, { kind: 'probe' }> };

/** The diagnostics that a refusal because of one event's data may carry. */
export type DataCode =
  | 'delivery/refused'
  | 'delivery/unknown-customer'
  | 'delivery/unknown-appointment'
  | 'delivery/incomplete'
  | 'delivery/our-fault';

/** One row: what happened, what is decided for each operation, and what the operator reads. */
export interface FailureRow {
  readonly what: string;
  readonly updateCustomer: Ruling;
  /** Absent where the row decides the same for both operations. */
  readonly persistCustomerData?: Ruling;
  /** A phrase without any value of a customer. */
  readonly words: string;
}

const again: Ruling = { kind: 'again', fault: true };
const againUntouched: Ruling = { kind: 'again', fault: false };
const unknown: Ruling = { kind: 'unknown', fault: true };
const hold: Ruling = { kind: 'hold' };
const refused: Ruling = { kind: 'data', code: 'delivery/refused' };
const ourFault: Ruling = { kind: 'data', code: 'delivery/our-fault' };
const probeThenRefused: Ruling = { kind: 'probe', good: refused };

function againTimes(tries: number, becomes: 'data' | 'hold', waitsMs?: readonly number[]): Ruling {
  return { kind: 'again', fault: true, limit: { tries, becomes, ...(waitsMs && { waitsMs }) } };
}

function table<Row extends string>(rows: Record<Row, FailureRow>): Record<Row, FailureRow> {
  return rows;
}

/**
 * Everything that can come of sending one request, and what it means. A booking is repeated only where it is proved
 * that it was not applied; an update may be repeated, since it states values and is all-or-nothing (API document
 * 4.2 rules 5, 7).
 */
export const failureTable = table({
  // No connection was established: nothing was sent.
  T1: {
    what: 'The name of the destination cannot be resolved',
    updateCustomer: againTimes(3, 'hold'),
    words: 'the name of the destination cannot be resolved',
  },
  T2: {
    what: 'The destination refuses the connection, or no way leads to it',
    updateCustomer: again,
    words: 'the destination cannot be reached',
  },
  T3: {
    what: 'No connection in time, TLS included',
    updateCustomer: again,
    words: 'no connection to the destination came about in time',
  },
  T4: {
    what: 'The connection was reset before it stood',
    updateCustomer: again,
    words: 'the destination refused the connection by a reset',
  },
  T5: {
    what: 'The certificate is not valid',
    updateCustomer: hold,
    words: 'the certificate of the destination is not valid',
  },
  T6a: {
    what: 'The program stopped before a connection stood',
    updateCustomer: againUntouched,
    words: 'not sent, since the program was stopping',
  },
  T6b: {
    what: 'The request could not be built',
    updateCustomer: ourFault,
    words: 'the request could not be built',
  },

  // A connection stood, and no whole answer came.
  T7: {
    what: 'Sent, and no answer in time',
    updateCustomer: again,
    persistCustomerData: unknown,
    words: 'sent, but no answer came in time',
  },
  T8: {
    what: 'Sent, and the connection broke without an answer',
    updateCustomer: again,
    persistCustomerData: unknown,
    words: 'sent, but the connection broke before an answer came',
  },
  T9: {
    what: 'What came back is not HTTP, or its status is none',
    updateCustomer: againTimes(3, 'hold'),
    persistCustomerData: unknown,
    words: 'the answer was not HTTP',
  },
  T10a: {
    what: 'The status was 2xx, and the body broke off',
    updateCustomer: again,
    persistCustomerData: unknown,
    words: 'the answer began well and broke off',
  },
  T10b: {
    what: 'The status was 400 or 404, and the body broke off',
    updateCustomer: againTimes(2, 'data'),
    persistCustomerData: refused,
    words: 'refused, and the explanation was lost',
  },
  T10c: {
    what: 'The status was 5xx, and the body broke off',
    updateCustomer: again,
    persistCustomerData: unknown,
    words: 'the destination failed, and its answer broke off',
  },
  T11: {
    what: 'The program was interrupted between sending and writing the result',
    updateCustomer: againUntouched,
    persistCustomerData: { kind: 'unknown', fault: false },
    words: 'the program was interrupted while it was sending',
  },

  // Status 2xx (API document 2.1, 2.2, 4.1, 4.2, 5.4).
  A1: {
    what: '200, the customer with the id that was sent',
    updateCustomer: { kind: 'done' },
    persistCustomerData: unknown,
    words: 'delivered',
  },
  A2: {
    what: '200, but the answer belongs to another request',
    updateCustomer: hold,
    persistCustomerData: { kind: 'unknown', fault: true, hold: true },
    words: 'the answer belongs to another request',
  },
  A3: {
    what: '200, the text "Access denied"',
    updateCustomer: hold,
    words:
      'the token is refused: it is missing, wrong or expired. Nothing is lost; set a new token for the destination',
  },
  A4: {
    what: '200, a page or a text instead of an answer',
    updateCustomer: { kind: 'probe', good: again },
    persistCustomerData: { kind: 'unknown', fault: true, probe: true },
    words: 'a page or a text came instead of an answer',
  },
  A5: {
    what: '200, an empty, cut, doubtful or unknown answer',
    updateCustomer: againTimes(3, 'data'),
    persistCustomerData: unknown,
    words: 'the answer is not one that the API document knows',
  },
  A6: {
    what: '200, result OK with the url and the customer of this booking',
    updateCustomer: againTimes(3, 'data'),
    persistCustomerData: { kind: 'done' },
    words: 'delivered',
  },
  A7: {
    what: '200, result OK, action requirePayment',
    updateCustomer: againTimes(3, 'data'),
    persistCustomerData: { kind: 'done' },
    words: 'booked so far; the customer must pay on the page of the url',
  },
  A8: {
    what: '200, result OK, action requireTAN',
    updateCustomer: againTimes(3, 'data'),
    persistCustomerData: { kind: 'done' },
    words: 'booked so far; the customer must confirm by SMS TAN',
  },
  A9: {
    what: '200, result OK with an unknown action, or without url or customerId',
    updateCustomer: againTimes(3, 'data'),
    persistCustomerData: { kind: 'done' },
    words: 'accepted with an answer that is not documented',
  },
  A10: {
    what: '200, result INVALID',
    updateCustomer: againTimes(3, 'data'),
    persistCustomerData: refused,
    words: 'the booking was refused as not valid',
  },
  A11: {
    what: '200, result ERROR',
    updateCustomer: againTimes(3, 'data'),
    persistCustomerData: { kind: 'data', code: 'delivery/incomplete' },
    words: 'the booking cannot be completed',
  },
  A12: {
    what: '200, result ERROR after an unclear try',
    updateCustomer: againTimes(3, 'data'),
    persistCustomerData: { kind: 'unknown', fault: false },
    words: 'refused now; but the first try, whose answer was lost, may have succeeded',
  },
  A13: {
    what: 'Another status of 2xx',
    updateCustomer: againTimes(4, 'data'),
    persistCustomerData: unknown,
    words: 'answered with a status that the API document does not know',
  },

  // Status 400 and 404: refusals that save nothing (API document 7).
  B1: {
    what: '400, the customer status does not exist',
    updateCustomer: { kind: 'mapping' },
    words: 'the account does not have this customer status',
  },
  B2: {
    what: '400, unknown additional fields',
    updateCustomer: { kind: 'mapping' },
    persistCustomerData: refused,
    words: 'the account does not have an additional field of this call',
  },
  B3: {
    what: '400, additional fields whose type cannot be set',
    updateCustomer: { kind: 'mapping' },
    persistCustomerData: refused,
    words: 'the type of an additional field of this call cannot be set',
  },
  B4: {
    what: '400, nothing to update',
    updateCustomer: ourFault,
    words: 'the API found nothing to update in the call',
  },
  B5: {
    what: '400, additional fields in an unreadable format',
    updateCustomer: ourFault,
    persistCustomerData: refused,
    words: 'the API could not read the additional fields',
  },
  B6: {
    what: '400, no appointmentId',
    updateCustomer: refused,
    words: 'the event did not carry the appointment',
  },
  B7: { what: 'Another 400', updateCustomer: refused, words: 'the API refused the call' },
  C1: {
    what: '404, customer not found',
    updateCustomer: { kind: 'data', code: 'delivery/unknown-customer' },
    words: 'no such customer at this location (or deleted, or of another location)',
  },
  C2: {
    what: '404, appointment not found',
    updateCustomer: probeThenRefused,
    persistCustomerData: { kind: 'data', code: 'delivery/unknown-appointment' },
    words: 'the appointment is not known, or it belongs to another account',
  },
  C3: {
    what: 'Another 404',
    updateCustomer: probeThenRefused,
    words: 'the address was not found; is the base URL right?',
  },

  // Statuses that the API document does not name.
  D1: {
    what: '401, 407',
    updateCustomer: hold,
    words: 'something in front of the API asks for credentials',
  },
  D2: {
    what: '403',
    updateCustomer: probeThenRefused,
    words: 'something in front of the API blocked the call',
  },
  D3: {
    what: 'Another 4xx',
    updateCustomer: { kind: 'data', code: 'delivery/refused', fault: true },
    persistCustomerData: refused,
    words: 'the call was refused',
  },
  D4: {
    what: '408: the whole request never arrived',
    updateCustomer: again,
    words: 'the destination did not get the whole request in time',
  },
  D5: {
    what: '409, 412, 423',
    updateCustomer: againTimes(4, 'data', [60_000, 5 * 60_000, 15 * 60_000]),
    persistCustomerData: refused,
    words: 'refused because of a conflict',
  },
  D6: {
    what: '410, 501, 505',
    updateCustomer: probeThenRefused,
    words: 'the destination does not offer this operation (any more)',
  },
  D7: { what: '413', updateCustomer: refused, words: 'the call is too large for the API' },
  D8: { what: '425', updateCustomer: againUntouched, words: 'the destination asked for the call once more' },
  D9: {
    what: '429 without Retry-After',
    updateCustomer: { kind: 'again', fault: false, everyone: true, slower: true },
    words: 'the destination asked for fewer calls',
  },
  D10: {
    what: '429 with Retry-After',
    updateCustomer: { kind: 'again', fault: false, everyone: true, slower: true },
    words: 'the destination asked to wait',
  },
  E1: {
    what: '500',
    updateCustomer: again,
    persistCustomerData: unknown,
    words: 'the destination failed',
  },
  E2: {
    what: '502, 504, 520 to 527',
    updateCustomer: again,
    persistCustomerData: unknown,
    words: 'something in front of the API lost the answer',
  },
  E3: {
    what: '503',
    updateCustomer: again,
    persistCustomerData: unknown,
    words: 'the destination is not available at the moment',
  },
  E4: {
    what: 'Another 5xx',
    updateCustomer: again,
    persistCustomerData: unknown,
    words: 'the destination failed',
  },
  F1: {
    what: '301, 302, 307, 308: never followed',
    updateCustomer: hold,
    words: 'the address of the destination moved; change its baseUrl',
  },
  F2: {
    what: 'Another 3xx',
    updateCustomer: againTimes(2, 'hold'),
    persistCustomerData: unknown,
    words: 'the destination answered with a redirect that says nothing about the call',
  },
});

/** The number of a row of the failure table. */
export type Row = keyof typeof failureTable;

/** What a row decides for an operation. */
export function ruling(row: Row, operation: Operation): Ruling {
  const entry: FailureRow = failureTable[row];
  return operation === 'persistCustomerData'
    ? (entry.persistCustomerData ?? entry.updateCustomer)
    : entry.updateCustomer;
}
