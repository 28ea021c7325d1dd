import type { AppliedUpdate } from './api/update-customer.ts';
import { type BoundedList, boundedList } from './bounded-list.ts';

/** The simulated operations of the protected API. */
export const simulatedOperations = [
  'persistCustomerData',
  'updateCustomer',
  'additionalCustomerFields',
] as const;

/** One of the simulated operations. */
export type SimulatedOperation = (typeof simulatedOperations)[number];

/** A received call and its result. */
export interface JournalEntry {
  /** The number of the call, from 1, in the order in which complete calls were received. */
  readonly number: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly operation: SimulatedOperation;
  /** The customer number of an update, the appointmentId of a booking; null if there is none. */
  readonly key: string | null;
  /** The name of the API access; null if the token was refused. */
  readonly token: string | null;
  /** The parameters that were sent, without the token. Kept for the last 2,000 calls only, otherwise null. */
  readonly parameters: Readonly<Record<string, unknown>> | null;
  /** True if it changed the account. */
  readonly applied: boolean;
  /** True if the response was sent completely and as decided; false before that, or if a fault changed it. */
  readonly answered: boolean;
  /** The result in a few words: `updated`, `OK requireTAN`, `INVALID`, `Access denied`, `customer not found`. */
  readonly outcome: string;
  /** The fault that was applied to its response. */
  readonly fault: string | null;
}

/** The number of calls. */
export interface Tally {
  readonly received: number;
  readonly applied: number;
  readonly answered: number;
  /** Only for bookings: the calls for an appointment after an applied one, whether applied or refused. */
  readonly repeated: number;
}

/** An applied update of a customer, with the number of its call. */
export type LoggedUpdate = AppliedUpdate & { readonly call: number };

/** The record of the calls: the calls in order, exact counts, and each customer's updates in order. */
export interface Journal {
  /** Records a complete call. */
  receive(call: Pick<JournalEntry, 'at' | 'operation' | 'key' | 'token' | 'parameters'>): OpenCall;
  /** Records an update of its customer. */
  logUpdate(update: LoggedUpdate): void;
  /** The last 100,000 calls, oldest first. */
  calls(): readonly JournalEntry[];
  /** The last 10,000 updates of a customer, in the order in which they were applied. */
  updates(customerId: number): readonly LoggedUpdate[];
  /** Returns the counts of an operation: of all calls (`key` null), or of one customer number or appointmentId. */
  tally(operation: SimulatedOperation, key: string | null): Tally;
}

/** A received call whose result is not recorded yet. */
export interface OpenCall {
  readonly call: JournalEntry;
  /** Records the decision, whether it was applied, and the fault of the response. */
  decided(outcome: string, applied: boolean, fault: string | null): void;
  /** Records that the response was sent completely and as decided. */
  answered(): void;
}

/** Creates an empty journal. */
export function openJournal(): Journal {
  const calls = boundedList<Writable<JournalEntry>>(100_000);
  const withParameters = boundedList<Writable<JournalEntry>>(2_000, call => {
    call.parameters = null;
  });
  const tallies = new Map<string, Writable<Tally>>();
  const updates = new Map<number, BoundedList<LoggedUpdate>>();
  let received = 0;

  const tallyOf = (operation: SimulatedOperation, key: string | null): Writable<Tally> => {
    const name = tallyName(operation, key);
    const tally = tallies.get(name) ?? { ...none };
    tallies.set(name, tally);
    return tally;
  };
  return {
    receive(facts) {
      received += 1;
      const unknown = { applied: false, answered: false, outcome: '', fault: null };
      const call: Writable<JournalEntry> = { number: received, ...facts, ...unknown };
      calls.add(call);
      withParameters.add(call);
      const ofKey = call.key === null ? null : tallyOf(call.operation, call.key);
      return openCall(call, tallyOf(call.operation, null), ofKey);
    },
    logUpdate(update) {
      const sequence = updates.get(update.customerId) ?? boundedList<LoggedUpdate>(10_000);
      updates.set(update.customerId, sequence);
      sequence.add(update);
    },
    calls: () => calls.items(),
    updates: customerId => updates.get(customerId)?.items() ?? [],
    tally: (operation, key) => ({ ...(tallies.get(tallyName(operation, key)) ?? none) }),
  };
}

const none: Tally = { received: 0, applied: 0, answered: 0, repeated: 0 };

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function tallyName(operation: SimulatedOperation, key: string | null): string {
  return key === null ? operation : `${operation} ${key}`;
}

function openCall(
  call: Writable<JournalEntry>,
  total: Writable<Tally>,
  ofKey: Writable<Tally> | null,
): OpenCall {
  const tallies = ofKey === null ? [total] : [total, ofKey];
  for (const tally of tallies) tally.received += 1;
  return {
    call,
    decided(outcome, applied, fault) {
      Object.assign(call, { outcome, applied, fault });
      const repeated = call.operation === 'persistCustomerData' && ofKey !== null && ofKey.applied > 0;
      for (const tally of tallies) {
        if (repeated) tally.repeated += 1;
        if (applied) tally.applied += 1;
      }
    },
    answered() {
      call.answered = true;
      for (const tally of tallies) tally.answered += 1;
    },
  };
}
