/** A request as the destination reads it. */
export interface ArrivedRequest {
  readonly kind: 'look' | 'update' | 'booking';
  readonly token: string;
  /** Set for a request of names in another language. */
  readonly locale: string | undefined;
  /** The customer: by the number in the request, or by its e-mail address. */
  readonly customer: number;
  readonly appointment: string;
  readonly participant: string;
  readonly consented: boolean;
  /** The note and the additional fields, by name. */
  readonly changes: ReadonlyMap<string, string>;
  readonly status: string | undefined;
  /** The events whose values it contains. */
  readonly marks: readonly number[];
}

/** The data on the wire. */
export interface OnTheWire {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Reads a request by the API document (4.1 to 4.3). */
export function readArrived({ method, path, body }: OnTheWire): ArrivedRequest {
  const url = new URL(path, 'http://destination');
  const nothing = {
    customer: 0,
    appointment: '',
    participant: '',
    consented: false,
    status: undefined,
    locale: undefined,
  };
  if (method === 'GET') {
    const token = url.searchParams.get('token') ?? '';
    const locale = url.searchParams.get('locale') ?? undefined;
    return { ...nothing, kind: 'look', token, locale, changes: new Map(), marks: [] };
  }
  return url.pathname.endsWith('/updateCustomer') ? readUpdate(url, body) : readBooking(body);
}

/** The event whose value this is: the digits at its end. */
export function markOf(value: string): number | undefined {
  const digits = /\d+$/.exec(value)?.[0];
  return digits === undefined ? undefined : Number(digits);
}

function readUpdate(url: URL, body: string): ArrivedRequest {
  const {
    note,
    customerStatus,
    additionalFields = [],
  } = JSON.parse(body) as {
    note?: string;
    customerStatus?: string;
    additionalFields?: { key: string; value: string }[];
  };
  const changes = new Map(additionalFields.map(({ key, value }) => [key, value]));
  if (note !== undefined) changes.set('note', note);
  return {
    kind: 'update',
    locale: undefined,
    token: url.searchParams.get('token') ?? '',
    customer: Number(url.searchParams.get('id')),
    appointment: '',
    participant: '',
    consented: true,
    changes,
    status: customerStatus,
    marks: marksOf(changes.values()),
  };
}

function readBooking(body: string): ArrivedRequest {
  const form = new URLSearchParams(body);
  const prefix = 'additionalFields.';
  const fields = [...form].filter(([name]) => name.startsWith(prefix));
  const comment = form.get('appointmentParticipant.customerComment') ?? '';
  const emailed = markOf((form.get('email') ?? '').replace(/@.*$/, ''));
  return {
    kind: 'booking',
    locale: undefined,
    token: form.get('token') ?? '',
    customer: Number(form.get('customerId') ?? 1000 + (emailed ?? 0)),
    appointment: form.get('appointmentId') ?? '',
    participant: form.get('appointmentParticipantId') ?? '',
    consented: ['privacy', 'terms', 'minAge'].every(name => form.get(name) === 'true'),
    changes: new Map(fields.map(([name, value]) => [name.slice(prefix.length), value])),
    status: form.get('customerStatus') ?? undefined,
    marks: marksOf([comment]),
  };
}

function marksOf(values: Iterable<string>): readonly number[] {
  return [...new Set([...values].flatMap(value => markOf(value) ?? []))];
}
