import { again, againTimes, againUntouched, hold, ourFault, refused, rows, unknown } from './failure-row.ts';

const checkAddress =
  "check the destination's baseUrl, and the network of the machine that this program runs on";
const outage = 'ask the provider of the calendar whether it is up';

/** The rows for a request without a complete response (T1 to T13). */
export const unansweredRows = rows({
  // No connection was established: nothing was sent.
  T1: {
    code: 'name-not-resolved',
    what: 'The name of the destination cannot be resolved',
    updateCustomer: againTimes(3, 'hold'),
    words: 'the name of the destination cannot be resolved',
    next: "check the host in the destination's baseUrl, and the name server of this machine",
  },
  T2: {
    code: 'unreachable',
    what: 'The destination refuses the connection, or there is no route to it',
    updateCustomer: again,
    words: 'the destination cannot be reached',
    next: checkAddress,
  },
  T3: {
    code: 'connection-timeout',
    what: 'No connection within 5 seconds, TLS included',
    updateCustomer: again,
    words: 'connecting to the destination took too long',
    next: checkAddress,
  },
  T4: {
    code: 'connection-reset',
    what: 'The connection was reset before it was established',
    updateCustomer: again,
    words: 'the destination refused the connection by a reset',
    next: checkAddress,
  },
  T5: {
    code: 'tls-failed',
    what: 'The certificate cannot be verified: expired, for another name, from an unknown authority, or any other reason; or one side refuses the TLS of the other',
    updateCustomer: hold,
    words: 'the certificate of the destination is not valid, or TLS with it fails',
    next: 'have the certificate or the TLS of the destination corrected, or correct the baseUrl; nothing is sent until then',
    alarm: 'security',
  },
  T6a: {
    code: 'stopping',
    what: 'The program stopped before a connection was established',
    updateCustomer: againUntouched,
    words: 'not sent, because the program was stopping',
    next: 'start the program again',
  },
  T6b: {
    code: 'request-not-built',
    what: 'The request could not be built',
    updateCustomer: ourFault,
    words: 'the request could not be built',
    next: 'report this: it is a defect of this program',
    alarm: 'ours',
  },

  // A connection was established, and no complete response arrived.
  T7: {
    code: 'answer-timeout',
    what: 'Sent, and no response within `limits.timeout`',
    updateCustomer: again,
    persistCustomerData: unknown,
    words: 'sent, but no response came in time',
    next: outage,
  },
  T8: {
    code: 'connection-broken',
    what: 'Sent, and the connection broke without a response',
    updateCustomer: again,
    persistCustomerData: unknown,
    words: 'sent, but the connection broke before a response came',
    next: outage,
  },
  T9: {
    code: 'not-http',
    what: 'The response is not HTTP',
    updateCustomer: againTimes(3, 'hold'),
    persistCustomerData: unknown,
    words: 'the response was not HTTP',
    next: "check that the destination's baseUrl and its port are those of the calendar",
  },
  T10a: {
    code: 'answer-cut-off',
    what: 'The status was 2xx, and the body was cut off or far too long',
    updateCustomer: again,
    persistCustomerData: unknown,
    words: 'the response started as a success and broke off',
    next: outage,
  },
  T10b: {
    code: 'explanation-cut-off',
    what: 'The status was 400 or 404, and the body was cut off',
    updateCustomer: againTimes(2, 'data'),
    persistCustomerData: refused,
    words: 'refused, but the reason was lost',
    next: 'compare the event with the account, then correct or replay it',
  },
  T10c: {
    code: 'failure-cut-off',
    what: 'The status was 5xx, and the body was cut off',
    updateCustomer: again,
    persistCustomerData: unknown,
    option: { name: 'assumeNotApplied', persistCustomerData: again },
    words: 'the destination failed, and its response broke off',
    next: outage,
  },
  T11: {
    code: 'interrupted',
    what: 'The program was interrupted (killed, a power cut) between sending and writing the result',
    updateCustomer: againUntouched,
    persistCustomerData: { kind: 'unknown', fault: false },
    words: 'the program was interrupted while it was sending',
    next: 'look up the appointments of uncertain bookings in the calendar',
  },
  T14: {
    code: 'answer-not-read',
    what: 'The program itself failed while it read the response',
    updateCustomer: againUntouched,
    persistCustomerData: { kind: 'unknown', fault: false },
    words: 'cannot interpret an answer',
    next: 'report this: it is a defect of this program',
    alarm: 'ours',
  },
});
