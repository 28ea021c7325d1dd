import {
  again,
  againTimes,
  hold,
  ourFault,
  probeThenRefused,
  refused,
  rows,
  unknown,
} from './failure-row.ts';

const minuteMs = 60_000;
const asA5 = { sameAs: 'A5' } as const;
const lookUp = 'look up the appointment in the calendar, then resolve the event';
const correctedEvent = 'correct the event, or the data where it comes from';
const mend = 'correct the mapping file, or the settings of the account';

/** The answers that the API document names, and what looks like them: status 2xx, 400 and 404. */
export const answeredRows = rows({
  // Status 2xx (API document 2.1, 2.2, 4.1, 4.2, 5.4).
  A1: {
    what: '200, the customer with the id that was sent',
    updateCustomer: { kind: 'done' },
    persistCustomerData: asA5,
    words: 'delivered',
    next: 'nothing',
    toStatusProbe: 'taken',
  },
  A2: {
    what: '200, but the response belongs to another request: another customer, another booking',
    updateCustomer: hold,
    persistCustomerData: { kind: 'unknown', fault: true, hold: true },
    words: 'the answer belongs to another request',
    next: 'ask the provider of the calendar why answers are mixed up',
    alarm: 'security',
    disconnects: true,
    toStatusProbe: 'taken',
  },
  A3: {
    what: '200, the text "Access denied"',
    updateCustomer: hold,
    words: 'the token is refused: it is missing, wrong or expired',
    next: 'set a new token for the destination',
    refusesToken: true,
  },
  A4: {
    what: '200, a page or a text instead of a response of the API',
    updateCustomer: { kind: 'probe', good: again },
    persistCustomerData: { kind: 'unknown', fault: true, probe: true },
    words: 'a page or a text came instead of an answer',
    next: 'open the baseUrl in a browser and see what answers there',
  },
  A5: {
    what: '200, an empty, cut-off, doubtful or unknown response',
    updateCustomer: againTimes(3, 'data'),
    persistCustomerData: unknown,
    words: 'the answer is not one that the API document knows',
    next: 'look at the answer in the event, and at the customer or the appointment in the calendar',
  },
  A6: {
    what: '200, result OK with the url and the customer of this booking',
    updateCustomer: asA5,
    persistCustomerData: { kind: 'done' },
    words: 'delivered',
    next: 'nothing',
  },
  A7: {
    what: '200, result OK, action requirePayment',
    updateCustomer: asA5,
    persistCustomerData: { kind: 'done', customerActs: true },
    words: 'booked so far; the customer must pay on the page of the url',
    next: 'see that the customer gets the url',
  },
  A8: {
    what: '200, result OK, action requireTAN',
    updateCustomer: asA5,
    persistCustomerData: { kind: 'done', customerActs: true },
    words: 'booked so far; the customer must confirm by SMS TAN',
    next: 'see that the customer confirms',
  },
  A9: {
    what: '200, result OK with an unknown action, or without url or customerId',
    updateCustomer: asA5,
    persistCustomerData: { kind: 'done', customerActs: true, warning: 'delivery/incomplete-answer' },
    words: 'accepted with an answer that is not documented',
    next: 'look up the appointment in the calendar',
    alarm: 'odd',
  },
  A10: {
    what: '200, result INVALID',
    updateCustomer: asA5,
    persistCustomerData: refused,
    words: 'the booking was refused as not valid',
    next: 'correct the event soon: the reservation may lapse',
  },
  A11: {
    what: '200, result ERROR',
    updateCustomer: asA5,
    persistCustomerData: { kind: 'data', code: 'delivery/incomplete' },
    words: 'the booking cannot be completed',
    next: 'look at the reason that the API gave; the slot may have to be reserved again',
  },
  A12: {
    what: '200, result ERROR, after a person sent a booking again because its first response was lost',
    updateCustomer: asA5,
    persistCustomerData: { kind: 'unknown', fault: false },
    words: 'refused now; but the first try, whose answer was lost, may have succeeded',
    next: lookUp,
  },
  A13: {
    what: 'Another status of 2xx',
    updateCustomer: againTimes(4, 'data'),
    persistCustomerData: unknown,
    words: 'answered with a status that the API document does not know',
    next: 'look at the customer or the appointment in the calendar',
  },

  // Status 400 and 404: refusals that save nothing (API document 7).
  B1: {
    what: '400, the customer status does not exist (DATA if the name comes from the event)',
    updateCustomer: { kind: 'mapping' },
    words: 'the account does not have this customer status',
    next: mend,
    toStatusProbe: 'refused',
  },
  B2: {
    what: '400, unknown additional fields (AGAIN once if the account still lists them, then DATA)',
    updateCustomer: { kind: 'mapping' },
    persistCustomerData: refused,
    words: 'the account does not have an additional field of this call',
    next: mend,
  },
  B3: {
    what: '400, additional fields whose type cannot be set',
    updateCustomer: { kind: 'mapping' },
    persistCustomerData: refused,
    words: 'the type of an additional field of this call cannot be set',
    next: mend,
    alarm: 'ours',
  },
  B4: {
    what: '400, nothing to update',
    updateCustomer: ourFault,
    persistCustomerData: { sameAs: 'B7' },
    words: 'the API found nothing to update in the call',
    next: 'report this: such a call should never have left',
    alarm: 'ours',
  },
  B5: {
    what: '400, additional fields in an unreadable format',
    updateCustomer: ourFault,
    persistCustomerData: { sameAs: 'B7' },
    words: 'the API could not read the additional fields',
    next: 'report this: such a call should never have left',
    alarm: 'ours',
  },
  B6: {
    what: '400, no appointmentId',
    updateCustomer: { sameAs: 'B7' },
    persistCustomerData: refused,
    words: 'the event did not carry the appointment',
    next: correctedEvent,
  },
  B7: {
    what: 'Another 400',
    updateCustomer: refused,
    words: 'the API refused the call',
    next: correctedEvent,
  },
  C1: {
    what: '404, customer not found',
    updateCustomer: { kind: 'data', code: 'delivery/unknown-customer' },
    option: {
      name: 'retryNotFound',
      updateCustomer: {
        kind: 'again',
        fault: false,
        limit: { tries: 4, becomes: 'data', waitsMs: [minuteMs, 4 * minuteMs, 10 * minuteMs] },
      },
    },
    words: 'no such customer at this location (or deleted, or of another location)',
    next: 'correct the customer number (or the link) of the event; if the customer was added since, replay the event',
    toStatusProbe: 'no-customer',
  },
  C2: {
    what: '404, appointment not found',
    updateCustomer: { sameAs: 'C3' },
    persistCustomerData: { kind: 'data', code: 'delivery/unknown-appointment' },
    words: 'the appointment is not known, or it belongs to another account',
    next: 'check that the event names an appointment of this account, then correct or replay the event',
  },
  C3: {
    what: 'Another 404',
    updateCustomer: probeThenRefused,
    words: 'the address was not found',
    next: "check the path in the destination's baseUrl",
  },
});
