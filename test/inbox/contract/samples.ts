import { createHash } from 'node:crypto';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { Call, Link, PersistCustomerData, UpdateCustomer, Value } from '../../../src/inbox/call.ts';
import type { Claim, Linked, Progress } from '../../../src/inbox/claim.ts';
import type { DestinationRecord } from '../../../src/inbox/destination-record.ts';
import type { AcceptedItem, AcceptedRequest, PlannableEvent } from '../../../src/inbox/event.ts';
import type { EventFilter } from '../../../src/inbox/event-filter.ts';
import type { PlanAtOnce } from '../../../src/inbox/intake-store.ts';
import type { MappingHold } from '../../../src/inbox/mapping-hold.ts';
import type { AttemptRecord, Completion } from '../../../src/inbox/outcome.ts';
import type { EventPlan, PlannedCall } from '../../../src/inbox/plan.ts';
import type { NewRefusal } from '../../../src/inbox/refusal.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { day, noon } from './bench.ts';

export const encoder = new TextEncoder();

let made = 0;

/** An item of a webhook; each has its own id and contents unless overridden. */
export function item(overrides: Partial<AcceptedItem> & { contents?: string } = {}): AcceptedItem {
  made += 1;
  const { contents = `contents ${made}`, ...rest } = overrides;
  return {
    id: `evt_${made}`,
    contentHash: createHash('sha256').update(contents).digest('base64'),
    diagnostics: [],
    ...rest,
  };
}

/** A webhook of one item, unless items are given. */
export function webhook(overrides: Partial<AcceptedRequest> = {}): AcceptedRequest {
  return {
    source: 'crm',
    receivedAt: noon,
    headers: { 'content-type': 'application/json', 'x-tag': 'spring' },
    query: { tag: ['a', 'b'] },
    body: encoder.encode('{"name":"Ada Example"}'),
    reading: { kind: 'json', charset: 'utf-8' },
    items: [item()],
    ...overrides,
  };
}

/** A webhook's body. */
export const withBody = (text: string) => ({ body: encoder.encode(text) });

/** Accepts a webhook of one event and returns the event's id. */
export async function accept(store: Store, overrides: Partial<AcceptedRequest> = {}): Promise<string> {
  const [added] = await store.add(webhook(overrides));
  if (!added) throw new Error('nothing was added');
  return added.id;
}

export function text(content: string): Value {
  return { text: content, origin: 'data' };
}

/** An update of a customer that sets the note. */
export function update(customer: string, note = 'a note'): UpdateCustomer {
  return { operation: 'updateCustomer', id: text(customer), note: { set: text(note) }, additionalFields: [] };
}

/** A booking of an appointment by a new customer. */
export function booking(appointment: string, participant?: string): PersistCustomerData {
  return {
    operation: 'persistCustomerData',
    appointmentId: text(appointment),
    ...(participant !== undefined && { appointmentParticipantId: text(participant) }),
    customer: { details: { firstName: text('Ada'), name: text('Example') } },
    consents: {},
    additionalFields: [],
  };
}

type Planned = Partial<Omit<PlannedCall, 'state'>>;

/** A planned call that is queued. */
export function queued(call: Call, overrides: Planned = {}): PlannedCall {
  return { ...planned(call.operation, overrides), state: { status: 'queued', call } };
}

/** A planned call with another state. */
export function inState(
  state: Exclude<PlannedCall['state'], { status: 'queued' }>,
  overrides: Planned = {},
): PlannedCall {
  return { ...planned('updateCustomer', overrides), state };
}

function planned(operation: PlannedCall['operation'], overrides: Planned): Omit<PlannedCall, 'state'> {
  return {
    mapping: 'intake',
    mappingVersion: 'v1',
    destination: 'salon',
    operation,
    policy: { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 7 * day, ignoreOlder: false },
    diagnostics: [],
    ...overrides,
  };
}

export const ada: Link = { people: 'crm', id: 'contact-7' };

/** Plans every waiting event with the plan that a function makes of it. */
export async function planAll(
  store: Store,
  make: (event: PlannableEvent) => Omit<EventPlan, 'event'> | readonly PlannedCall[],
): Promise<readonly PlannableEvent[]> {
  const planned: PlannableEvent[] = [];
  for (;;) {
    const events = await store.plannable(1_000);
    await store.plan(events.map(event => planOf(event, make(event))));
    planned.push(...events);
    if (events.length < leastTogether) return planned;
  }
}

/** Every store returns at least this many waiting events at once. */
const leastTogether = 64;

export function planOf(
  event: PlannableEvent,
  made: Omit<EventPlan, 'event'> | readonly PlannedCall[],
): EventPlan {
  return 'calls' in made ? { event, ...made } : { event, calls: made };
}

/** Accepts an event and plans these calls for it; returns its id. */
export async function acceptPlanned(store: Store, ...calls: readonly PlannedCall[]): Promise<string> {
  const id = await accept(store);
  await planAll(store, () => calls);
  return id;
}

/** Claims what is due at the destination `salon`. */
export function claimDue(store: Store, now: number, limit = 100): Promise<readonly Claim[]> {
  return store.claim({ destination: 'salon', now, limit });
}

/** The only claim that is due now. */
export async function claimOne(store: Store, now: number): Promise<Claim> {
  const [claim, ...others] = await claimDue(store, now);
  if (!claim || others.length > 0)
    throw new Error(`${others.length + (claim ? 1 : 0)} claims instead of one`);
  return claim;
}

export function attempt(at = noon): AttemptRecord {
  return { at, ms: 12, outcome: 'done A1', status: 200, body: '{"id":1001}' };
}

export function delivered(call: Call, completion: Completion = {}, linked?: Linked): Progress {
  return { status: 'delivered', completion, call, diagnostics: [], ...(linked && { linked }) };
}

export function retryAt(dueAt: number, lastRow?: NonNullable<Claim['lastRow']>): Progress {
  return { status: 'queued', dueAt, reason: 'no answer', counted: true, ...(lastRow && { lastRow }) };
}

export function ended(
  status: 'held' | 'failed' | 'skipped' | 'uncertain',
  diagnostics: readonly Diagnostic[] = [],
): Progress {
  return { status, reason: `it is ${status}`, diagnostics };
}

/** Delivers all due calls; returns the notes (or appointments) in the order of delivery. */
export async function deliverAll(store: Store, now: number): Promise<readonly string[]> {
  const sent: string[] = [];
  for (;;) {
    const claims = await claimDue(store, now);
    if (claims.length === 0) return sent;
    for (const claim of claims) {
      sent.push(contentOf(claim.call));
      await store.begin(claim, now);
      await store.settle(claim, delivered(claim.call), attempt(now));
    }
  }
}

/** The value by which a test identifies a call: the note of an update, the appointment of a booking. */
export function contentOf(call: Call): string {
  if (call.operation === 'persistCustomerData') return call.appointmentId.text;
  return call.note && 'set' in call.note ? call.note.set.text : '';
}

export function destination(overrides: Partial<DestinationRecord> = {}): DestinationRecord {
  return {
    name: 'salon',
    paused: false,
    heldSince: null,
    openedAt: null,
    reason: null,
    notBefore: null,
    ...overrides,
  };
}

export function mappingHold(overrides: Partial<MappingHold> = {}): MappingHold {
  return {
    mapping: 'intake',
    mappingVersion: 'v1',
    destination: 'salon',
    catalogVersion: 'c1',
    since: noon,
    reason: 'salon has no field "dob"',
    diagnostics: [],
    ...overrides,
  };
}

export function refusal(overrides: Partial<NewRefusal> = {}): NewRefusal {
  return {
    at: noon,
    source: 'crm',
    status: 401,
    reason: 'the signature does not fit',
    verified: false,
    headers: { 'content-type': 'application/json' },
    query: {},
    bytes: 12,
    ...overrides,
  };
}

/** The status of an event as views show it. */
export async function statusOf(store: Store, id: string): Promise<string | undefined> {
  return (await store.event(id))?.status;
}

/** All pages of a list of events. */
export async function allPages(store: Store, filter: EventFilter): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.events({ ...filter, ...(cursor !== undefined && { cursor }) });
    ids.push(...page.events.map(event => event.id));
    cursor = page.next;
  } while (cursor !== undefined);
  return ids;
}

/** Makes a plan of these calls for each of these items; it is passed along with their webhook. */
export const planFor =
  (items: readonly AcceptedItem[], ...calls: readonly PlannedCall[]): PlanAtOnce =>
  async () => ({ plans: plansOf(items, calls), mayLeave: false });

/** As `planFor`, but the destination has room, so the first call may be sent at once. */
export const planThatMayLeave =
  (items: readonly AcceptedItem[], ...calls: readonly PlannedCall[]): PlanAtOnce =>
  async () => ({ plans: plansOf(items, calls), mayLeave: true });

function plansOf(
  items: readonly AcceptedItem[],
  calls: readonly PlannedCall[],
): ReadonlyMap<string, EventPlan> {
  return new Map(
    items.map(({ id }) => [id, { event: { sequence: 0, id, source: 'crm', planning: 'first' }, calls }]),
  );
}
