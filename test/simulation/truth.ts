import type { ArrivedRequest } from './arrived-request.ts';

/** A response of the destination before any fault on its way. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The marks of the events whose values it stored; none if it refused. */
  readonly applied: readonly number[];
}

/** A value that was set for a customer. */
export interface Applied {
  readonly at: number;
  readonly customer: number;
  /** `note`, `status`, or a keyName. */
  readonly property: string;
  readonly value: string;
}

/** A reserved appointment, and how often its booking was completed. */
export interface Reservation {
  readonly ends: 'plain' | 'payment' | 'tan' | 'error';
  completed: number;
}

/**
 * The real destination: the protected API, written from its document, independent of the product and its sandbox. It
 * never loses data and never fails; all faults happen on the way to it.
 */
export interface Truth {
  readonly applied: readonly Applied[];
  readonly reservations: ReadonlyMap<string, Reservation>;
  /** The current values, by customer and property. */
  readonly values: ReadonlyMap<string, string>;
  token: string;
  /** keyNames that are missing for a while. */
  readonly archived: Set<string>;
  reserve(appointment: string, ends: Reservation['ends']): void;
  handle(request: ArrivedRequest, at: number): Answer;
}

/** Names of the customer statuses of the account. */
export const statusNames = ['Neukunde', 'Stammkunde', 'Sommer & Co.'];
/** The keyNames of the account. */
export const keyNames = ['allergies', 'lead.source'];

/** Makes a destination with customers of these numbers; `again`: the effect of a second booking of a completed one. */
export function createTruth(people: readonly number[], again: 'books again' | 'is refused'): Truth {
  const applied: Applied[] = [];
  const values = new Map<string, string>();
  const reservations = new Map<string, Reservation>();
  const archived = new Set<string>();

  function set(customer: number, changes: Iterable<readonly [string, string]>, at: number) {
    for (const [property, value] of changes) {
      applied.push({ at, customer, property, value });
      values.set(`${customer} ${property}`, value);
    }
  }

  function update(request: ArrivedRequest, at: number): Answer {
    const { customer, changes, status } = request;
    if (!people.includes(customer)) return refusal(404, { error: 'customer not found' });
    const available = keyNames.filter(each => !archived.has(each));
    const unknownKeys = [...changes.keys()].filter(key => key !== 'note' && !available.includes(key));
    if (unknownKeys.length > 0) {
      return refusal(400, { error: 'invalid additionalFields', unknownKeys, availableKeys: available });
    }
    if (status !== undefined && !statusNames.includes(status)) return unknownStatus();
    set(customer, status === undefined ? changes : [...changes, ['status', status]], at);
    const note = values.get(`${customer} note`) ?? '';
    const entries = [...changes].map(([name, newValue]) => ({ name, originalValue: '', newValue }));
    return done({ id: customer, note, changes: entries }, request.marks);
  }

  function book(request: ArrivedRequest, at: number): Answer {
    const reservation = reservations.get(request.appointment);
    if (!reservation) return refusal(404, { error: 'appointment not found' });
    if (!request.consented) return done({ result: 'INVALID', errors: { privacy: 'missing' } }, []);
    if (request.status !== undefined && !statusNames.includes(request.status)) return unknownStatus();
    const taken = reservation.completed > 0 && again === 'is refused';
    if (reservation.ends === 'error' || taken) {
      return done({ result: 'ERROR', reason: 'appointmentInvalid' }, []);
    }
    reservation.completed += 1;
    set(request.customer, request.changes, at);
    const url = `https://calendar.example.com/done/${request.appointment}/${request.participant}`;
    const result = { result: 'OK', url };
    if (reservation.ends === 'payment') return done({ ...result, action: 'requirePayment' }, request.marks);
    if (reservation.ends === 'tan') return done({ result: 'OK', action: 'requireTAN' }, request.marks);
    return done({ ...result, customerId: request.customer }, request.marks);
  }

  return {
    applied,
    reservations,
    values,
    token: 'the first token of the simulation',
    archived,
    reserve(appointment, ends) {
      reservations.set(appointment, { ends, completed: 0 });
    },
    handle(request, at) {
      if (request.token !== this.token) return { status: 200, body: 'Access denied', applied: [] };
      if (request.kind === 'look') return done(fieldList(archived), []);
      return request.kind === 'update' ? update(request, at) : book(request, at);
    },
  };
}

function fieldList(archived: ReadonlySet<string>): object[] {
  return keyNames
    .filter(each => !archived.has(each))
    .map((keyName, index) => ({ id: index + 1, keyName, name: keyName, type: 'text', listOrder: index }));
}

function unknownStatus(): Answer {
  return refusal(400, { error: 'customer status not found', availableStatuses: statusNames });
}

function refusal(status: number, body: object): Answer {
  return { status, body: JSON.stringify(body), applied: [] };
}

function done(body: object, applied: readonly number[]): Answer {
  return { status: 200, body: JSON.stringify(body), applied };
}
