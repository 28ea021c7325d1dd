import type { Reply, ReplyHeaders } from '../../src/booking/http/reply.ts';
import type { PersistCustomerData, UpdateCustomer, Value } from '../../src/inbox/call.ts';

/** A value from the payload. */
export function data(text: string): Value {
  return { text, origin: 'data' };
}

/** A literal of the mapping. */
export function literal(text: string): Value {
  return { text, origin: 'mapping' };
}

export const updateCall: UpdateCustomer = {
  operation: 'updateCustomer',
  id: data('1001'),
  note: { set: data('likes tea') },
  customerStatus: literal('Stammkunde'),
  additionalFields: [{ key: 'lead.source', change: { set: literal('Website') } }],
};

/** A booking for a known customer number. */
export const bookingCall: PersistCustomerData = {
  operation: 'persistCustomerData',
  appointmentId: data('apt-1'),
  appointmentParticipantId: data('par/2 ä'),
  customer: { number: data('1001') },
  consents: { privacy: data('true'), terms: data('true'), minAge: data('true') },
  customerStatus: literal('Stammkunde'),
  additionalFields: [{ key: 'lead.source', change: { set: literal('Website') } }],
};

/** The URL of a completed `bookingCall`. */
export const bookingUrl = 'https://calendar.example.com/done/apt-1/par%2F2%20%C3%A4';

export const noHeaders: ReplyHeaders = {
  contentType: undefined,
  retryAfter: undefined,
  location: undefined,
  date: undefined,
};

/** Returns a complete response. A body that is not a text is sent as JSON. */
export function answered(status: number, body: unknown = '', headers: Partial<ReplyHeaders> = {}): Reply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers: { ...noHeaders, ...headers }, body: Buffer.from(text) };
}
