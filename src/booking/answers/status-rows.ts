import {
  again,
  againTimes,
  againUntouched,
  hold,
  probeThenRefused,
  type Ruling,
  refused,
  rows,
  unknown,
} from './failure-row.ts';

const minuteMs = 60_000;
const slower: Ruling = { kind: 'again', fault: false, everyone: true, slower: true };
const takenAsRefused = { name: 'assumeNotApplied', persistCustomerData: again } as const;
const outage = 'ask the provider of the calendar whether it is up';

/** Statuses that the API document does not name, judged by what HTTP means by them. */
export const statusRows = rows({
  D1: {
    what: '401, 407',
    updateCustomer: hold,
    words: 'something in front of the API asks for credentials',
    next: 'ask who runs the proxy or firewall in front of the calendar to let this machine pass',
  },
  D2: {
    what: '403',
    updateCustomer: probeThenRefused,
    words: 'something in front of the API blocked the call',
    next: 'ask who runs the firewall in front of the calendar why it blocks the call',
  },
  D3: {
    what: '405, 406, 411, 414, 415, 417, 421, 422, 426, 428, 431, 451, and any other 4xx',
    updateCustomer: { kind: 'data', code: 'delivery/refused', fault: true },
    persistCustomerData: refused,
    words: 'the call was refused',
    next: 'look at the answer in the event; a proxy may have a rule against the call',
  },
  D4: {
    what: '408: the whole request never arrived',
    updateCustomer: again,
    words: 'the destination did not get the whole request in time',
    next: 'check the network between this machine and the calendar',
  },
  D5: {
    what: '409, 412, 423',
    updateCustomer: againTimes(4, 'data', [minuteMs, 5 * minuteMs, 15 * minuteMs]),
    persistCustomerData: refused,
    words: 'refused because of a conflict',
    next: 'look at the customer or the appointment in the calendar, then replay the event',
  },
  D6: {
    what: '410, 501, 505',
    updateCustomer: probeThenRefused,
    words: 'the destination does not offer this operation (any more)',
    next: "check the destination's baseUrl with the provider of the calendar",
  },
  D7: {
    what: '413',
    updateCustomer: refused,
    words: 'the call is too large for the API',
    next: 'have the mapping send less, then replay the event',
  },
  D8: {
    what: '425',
    updateCustomer: againUntouched,
    words: 'the destination asked for the call once more',
    next: 'nothing',
  },
  D9: {
    what: '429 without Retry-After',
    updateCustomer: slower,
    words: 'the destination asked for fewer calls',
    next: "lower the destination's limits if it happens often",
  },
  D10: {
    what: '429 with Retry-After',
    updateCustomer: slower,
    words: 'the destination asked to wait',
    next: "lower the destination's limits if it happens often",
  },
  E1: {
    what: '500',
    updateCustomer: again,
    persistCustomerData: unknown,
    option: takenAsRefused,
    words: 'the destination failed',
    next: outage,
  },
  E2: {
    what: '502, 504, 520 to 527',
    updateCustomer: again,
    persistCustomerData: unknown,
    option: takenAsRefused,
    words: 'something in front of the API lost the answer',
    next: outage,
  },
  E3: {
    what: '503',
    updateCustomer: again,
    persistCustomerData: unknown,
    option: takenAsRefused,
    words: 'the destination is not available at the moment',
    next: outage,
  },
  E4: {
    what: 'Another 5xx',
    updateCustomer: again,
    persistCustomerData: unknown,
    option: takenAsRefused,
    words: 'the destination failed',
    next: outage,
  },
  F1: {
    what: '301, 302, 307, 308: never followed',
    updateCustomer: hold,
    words: 'the address of the destination moved',
    next: "change the destination's baseUrl to the new address, and start again",
  },
  F2: {
    what: '303, and any other 3xx',
    updateCustomer: againTimes(2, 'hold'),
    persistCustomerData: unknown,
    words: 'the destination answered with a redirect that says nothing about the call',
    next: "check the destination's baseUrl",
  },
});
