import dns from 'node:dns';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { vi } from 'vitest';
import type { Row } from '../../src/booking/failure-table.ts';
import type { Operation } from '../../src/inbox/call.ts';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { certificate } from '../booking/raw-server.ts';
import type { Front } from './front.ts';
import type { Harness } from './harness.ts';

/** One way to provoke a row of the failure table for one operation, and how it must end. */
export interface FailureCase {
  readonly row: Row;
  readonly operation: Operation;
  readonly by: string;
  readonly ending: Ending;
  /** A front between the bridge and the sandbox. */
  readonly front?: 'http' | 'https';
  readonly timeout?: string;
  /** Further keys of the event. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** The customer status that the mapping gives; else the event's own, where it has one. */
  readonly literalStatus?: string;
  readonly slot?: 'plain' | 'payment' | 'tan' | 'error';
  /** Done when the destination is open, before the event is sent. */
  provoke(scene: Scene): unknown;
  /** Instead of doing what is due. */
  run?(scene: Scene): Promise<void>;
  /** What ends the trouble; else the faults are cleared. */
  mend?(scene: Scene): unknown;
}

/** What a case has to do with. */
export interface Scene {
  readonly harness: Harness;
  readonly front: Front;
  readonly operation: Operation;
  /** How often the destination received the call. */
  received(): number;
  /** Loads the mappings again, with this customer status as their literal. */
  useStatus(literal: string | undefined): Promise<void>;
}

/**
 * How a case ends: the status of the event, the state of the destination, how often the call was received; and the
 * status once the trouble is over.
 */
export const endings = {
  done: { kind: 'done', status: 'delivered', destination: 'open', received: 1, then: 'delivered' },
  again: { kind: 'again', status: 'queued', destination: 'open', received: 1, then: 'delivered' },
  'again, not sent': { kind: 'again', status: 'queued', destination: 'open', received: 0, then: 'delivered' },
  unknown: { kind: 'unknown', status: 'uncertain', destination: 'open', received: 1, then: 'uncertain' },
  'unknown, not sent': {
    kind: 'unknown',
    status: 'uncertain',
    destination: 'open',
    received: 0,
    then: 'uncertain',
  },
  'unknown, held': {
    kind: 'unknown',
    status: 'uncertain',
    destination: 'held',
    received: 1,
    then: 'uncertain',
  },
  data: { kind: 'data', status: 'failed', destination: 'open', received: 1, then: 'failed' },
  mapping: { kind: 'mapping', status: 'held', destination: 'open', received: 1, then: 'delivered' },
  hold: { kind: 'hold', status: 'held', destination: 'held', received: 1, then: 'delivered' },
  'hold, not sent': { kind: 'hold', status: 'held', destination: 'held', received: 0, then: 'delivered' },
} as const;
export type Ending = keyof typeof endings;

/** What the sandbox answers, and how that ends for an update and for a booking; `-`: not this row for it. */
type AnswerRow = readonly [
  row: Row,
  by: string,
  fault: FaultRule,
  update: Ending | '-',
  booking: Ending | '-',
  more?: { readonly everywhere?: true; readonly timeout?: string },
];

const quick = { timeout: '300ms' };
const everywhere = { everywhere: true } as const;
const json = (value: unknown) => ({
  status: 200,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});
const page = '<html><head><title>404 Not Found</title></head></html>';
const manyHeaders = `HTTP/1.1 200 OK\r\n${'x-header: some value\r\n'.repeat(5000)}\r\n`;

const answerRows: readonly AnswerRow[] = [
  ['T7', 'no answer in time, though it was done', { delayMs: 2000, when: 'after' }, 'again', 'unknown', quick],
  ['T7', 'no answer in time', { delayMs: 2000 }, 'again', 'unknown', quick],
  ['T8', 'a reset', { reset: true }, 'again', 'unknown'],
  ['T8', 'a reset, though it was done', { reset: true, when: 'after' }, 'again', 'unknown'],
  ['T8', 'a closed connection', { close: true, when: 'after' }, 'again', 'unknown'],
  ['T9', 'another protocol', { garbage: true, when: 'after' }, 'again', 'unknown'],
  ['T9', 'endless headers', { garbage: manyHeaders }, 'again', 'unknown'],
  ['T9', 'a status beyond all', { garbage: 'HTTP/1.1 600 What\r\ncontent-length: 0\r\n\r\n' }, 'again', 'unknown'],
  ['T10a', 'a body that is cut', { cut: 10, when: 'after' }, 'again', 'unknown'],
  ['T10a', 'a body that is cut by a reset', { cut: 10, reset: true, when: 'after' }, 'again', 'unknown'],
  ['T10a', 'a body that stands still', { cut: 10, stall: true, when: 'after' }, 'again', 'unknown', quick],
  ['T10a', 'a body without end', { oversized: true, when: 'after' }, 'again', 'unknown'],
  ['T10b', 'a cut 400', { status: 400, body: 'nothing to', cut: 3 }, 'again', 'data'],
  ['T10b', 'a cut 404', { status: 404, body: 'customer not found', cut: 3 }, 'again', 'data'],
  ['T10c', 'a cut 500', { status: 500, body: 'Internal', cut: 3 }, 'again', 'unknown'],
  ['T10c', 'a cut 503', { status: 503, body: 'Service', cut: 3 }, 'again', 'unknown'],
  ['D4', 'a cut 408', { status: 408, body: 'Timeout', cut: 3 }, 'again', 'again'],

  ['A1', 'the customer after an interim answer', { status: 103 }, 'done', '-'],
  ['A2', 'another customer, another appointment', { wrongId: true, when: 'after' }, 'hold', 'unknown, held'],
  ['A3', 'access denied', { token: 'expired' }, 'hold', 'hold'],
  ['A3', 'access denied to everything', { token: 'expired' }, 'hold', 'hold', everywhere],
  ['A4', 'a page', { html: true, when: 'after' }, 'again', 'unknown'],
  ['A4', 'a page instead of everything', { html: true, when: 'after' }, 'hold', 'unknown, held', everywhere],
  ['A4', 'a text', { status: 200, body: 'It works!', when: 'after' }, 'again', 'unknown'],
  ['A5', 'nothing', { empty: true, when: 'after' }, 'again', 'unknown'],
  ['A5', 'JSON cut where nobody says so', { cut: 30, closeDelimited: true, when: 'after' }, 'again', 'unknown'],
  ['A5', 'a list', json([]), 'again', 'unknown'],
  ['A5', 'an object of another shape', json({ ok: true }), 'again', 'unknown'],
  ['A5', 'an unknown result', json({ result: 'MAYBE' }), '-', 'unknown'],
  ['A5', 'two results', { ...json(0), body: '{"result":"ERROR","result":"OK"}' }, '-', 'unknown'],
  ['A5', 'a customer for a booking', json({ id: 1002, changes: [] }), '-', 'unknown'],
  ['A5', 'a booking for an update', json({ result: 'OK', customerId: 1002 }), 'again', '-'],
  ['A6', 'the booking after an interim answer', { status: 103 }, '-', 'done'],
  ['A9', 'an action nobody knows', json({ result: 'OK', action: 'requireDance' }), '-', 'done'],
  ['A9', 'OK and nothing else', json({ result: 'OK' }), '-', 'done'],
  ['A10', 'INVALID', json({ result: 'INVALID', errors: { privacy: 'missing' } }), '-', 'data'],
  ['A11', 'ERROR', json({ result: 'ERROR', reason: 'appointmentInvalid' }), '-', 'data'],
  ...[201, 202, 204, 206].map(
    (status): AnswerRow => ['A13', `${status}`, { status, when: 'after' }, 'again', 'unknown'],
  ),

  ['B2', 'unknown keys', { ...refusal({ unknownKeys: ['x'] }), status: 400 }, '-', 'data'],
  ['B3', 'unsupported keys', refusal({ unsupportedKeys: ['allergies'] }), 'mapping', 'data'],
  ['B4', 'nothing to update', refusal({ error: 'nothing to update: give note' }), 'data', '-'],
  ['B5', 'unreadable fields', refusal({ error: 'additionalFields cannot be read' }), 'data', '-'],
  ['B6', 'no appointment', { status: 400, body: 'missing appointmentId' }, '-', 'data'],
  ['B7', 'another 400', { status: 400, body: 'no' }, 'data', 'data'],
  ['B7', 'a 400 about nothing', { status: 400 }, 'data', 'data'],
  ['C1', 'customer not found', { status: 404, body: 'customer not found' }, 'data', 'data'],
  ['C2', 'appointment not found', { status: 404, body: 'appointment not found' }, '-', 'data'],
  ['C3', 'a 404 of the operation', { status: 404, body: page }, 'data', 'data'],
  ['C3', 'a 404 of everything', { status: 404, body: page }, 'hold', 'hold', everywhere],
  ['C3', 'an appointment nobody asked for', { status: 404, body: 'appointment not found' }, 'data', '-'],

  ...[401, 407].map((status): AnswerRow => ['D1', `${status}`, { status }, 'hold', 'hold']),
  ['D2', '403', { status: 403 }, 'data', 'data'],
  ['D2', '403 for everything', { status: 403 }, 'hold', 'hold', everywhere],
  ...[405, 406, 411, 414, 415, 417, 421, 422, 426, 428, 431, 451, 418].map(
    (status): AnswerRow => ['D3', `${status}`, { status }, 'data', 'data'],
  ),
  ['D4', '408', { status: 408 }, 'again', 'again'],
  ...[409, 412, 423].map((status): AnswerRow => ['D5', `${status}`, { status }, 'again', 'data']),
  ...[410, 501, 505].map((status): AnswerRow => ['D6', `${status}`, { status }, 'data', 'data']),
  ['D6', '410 for everything', { status: 410 }, 'hold', 'hold', everywhere],
  ['D7', '413', { status: 413 }, 'data', 'data'],
  ['D8', '425', { status: 425 }, 'again', 'again'],
  ['D9', '429', { status: 429 }, 'again', 'again'],
  ['D9', '429 with an odd Retry-After', waiting(429, 'soon'), 'again', 'again'],
  ['D10', '429 with Retry-After', waiting(429, '90'), 'again', 'again'],
  ['E1', '500', { status: 500, when: 'after' }, 'again', 'unknown'],
  ...[502, 504, 520, 521, 522, 523, 524, 525, 526, 527].map(
    (status): AnswerRow => ['E2', `${status}`, { status, when: 'after' }, 'again', 'unknown'],
  ),
  ['E3', '503', { status: 503, when: 'after' }, 'again', 'unknown'],
  ['E3', '503 with Retry-After', waiting(503, '90'), 'again', 'unknown'],
  ...[506, 530, 599].map((status): AnswerRow => ['E4', `${status}`, { status }, 'again', 'unknown']),
  ...[301, 302, 307, 308].map((status): AnswerRow => ['F1', `${status}`, moved(status), 'hold', 'hold']),
  ...[300, 303, 304].map((status): AnswerRow => ['F2', `${status}`, moved(status), 'again', 'unknown']),
];

function refusal(body: Readonly<Record<string, unknown>>): FaultRule {
  return { ...json({ error: 'invalid additionalFields', ...body }), status: 400 };
}

function waiting(status: number, seconds: string): FaultRule {
  return { status, headers: { 'retry-after': seconds } };
}

function moved(status: number): FaultRule {
  return { status, headers: { location: 'https://elsewhere.example.com/office/api' } };
}

function casesOf([row, by, fault, update, booking, more = {}]: AnswerRow): readonly FailureCase[] {
  const { everywhere, ...rest } = more;
  const caseOf = (operation: Operation, ending: Ending): FailureCase => ({
    row,
    operation,
    by,
    ending,
    ...rest,
    provoke: ({ harness }) => harness.sandbox.addFaults({ ...fault, ...(!everywhere && { operation }) }),
  });
  return [
    ...(update === '-' ? [] : [caseOf('updateCustomer', update)]),
    ...(booking === '-' ? [] : [caseOf('persistCustomerData', booking)]),
  ];
}

const both: readonly Operation[] = ['updateCustomer', 'persistCustomerData'];

/** What happens before a connection stands, or instead of an answer: the same for both operations. */
const connections: readonly FailureCase[] = both.flatMap((operation): readonly FailureCase[] => [
  {
    row: 'T1',
    operation,
    by: 'a name that nobody knows',
    ending: 'again, not sent',
    front: 'http',
    provoke: () => {
      const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
      vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _options: unknown, done: (e: Error) => void) =>
        done(notFound)) as unknown as typeof dns.lookup);
    },
    mend: () => vi.restoreAllMocks(),
  },
  {
    row: 'T2',
    operation,
    by: 'nobody who listens',
    ending: 'again, not sent',
    front: 'http',
    provoke: ({ front }) => front.refuse(),
    mend: ({ front }) => front.open(),
  },
  {
    row: 'T3',
    operation,
    by: 'a peer that is silent in the middle of TLS',
    ending: 'again, not sent',
    front: 'https',
    ...quick,
    provoke: ({ front }) => front.meet(() => undefined),
    mend: ({ front }) => front.open(),
  },
  {
    row: 'T4',
    operation,
    by: 'a reset in the middle of TLS',
    ending: 'again, not sent',
    front: 'https',
    provoke: ({ front }) => front.meet(socket => socket.once('data', () => socket.resetAndDestroy())),
    mend: ({ front }) => front.open(),
  },
  {
    row: 'T5',
    operation,
    by: 'a certificate that nobody vouches for',
    ending: 'hold, not sent',
    front: 'https',
    async provoke({ front }) {
      trust(false);
      await front.open();
    },
    async mend({ front }) {
      trust(true);
      await front.open();
    },
  },
  {
    row: 'T6a',
    operation,
    by: 'a stop of the program',
    ending: 'again, not sent',
    provoke: () => undefined,
    async run({ harness }) {
      const running = harness.bridge.worker.runOnce();
      await harness.bridge.stop(0);
      await running;
    },
    mend: ({ harness }) => harness.restart(),
  },
  {
    row: 'T8',
    operation,
    by: 'a peer that hangs up without having read anything',
    ending: operation === 'updateCustomer' ? 'again, not sent' : 'unknown, not sent',
    front: 'http',
    provoke: ({ front }) => front.meet(socket => socket.end()),
    mend: ({ front }) => front.open(),
  },
  {
    row: 'B1',
    operation,
    by: 'a status of the mapping',
    ending: 'mapping',
    literalStatus: 'Stamkunde',
    provoke: () => undefined,
    mend: scene => scene.useStatus('Stammkunde'),
  },
  {
    row: 'B1',
    operation,
    by: 'a status of the event',
    ending: 'data',
    payload: { status: 'Stamkunde' },
    provoke: () => undefined,
    mend: ({ harness }) => harness.sandbox.control('statuses', { action: 'add', name: 'Stamkunde' }),
  },
]);

const natural: readonly FailureCase[] = [
  { row: 'A1', operation: 'updateCustomer', by: 'the customer', ending: 'done', provoke: () => undefined },
  { row: 'A6', operation: 'persistCustomerData', by: 'the booking', ending: 'done', provoke: () => undefined },
  {
    row: 'A7',
    operation: 'persistCustomerData',
    by: 'a payment',
    ending: 'done',
    slot: 'payment',
    provoke: () => undefined,
  },
  {
    row: 'A8',
    operation: 'persistCustomerData',
    by: 'a TAN',
    ending: 'done',
    slot: 'tan',
    provoke: () => undefined,
  },
  {
    row: 'B2',
    operation: 'updateCustomer',
    by: 'a field that was archived',
    ending: 'mapping',
    provoke: ({ harness }) => harness.sandbox.control('fields', { action: 'archive', keyName: 'allergies' }),
    mend: ({ harness }) => harness.sandbox.control('fields', { action: 'restore', keyName: 'allergies' }),
  },
];

/** All cases. */
export const failureCases: readonly FailureCase[] = [
  ...connections,
  ...natural,
  ...answerRows.flatMap(casesOf),
];

/** Whether the certificate of a `https` front is trusted. */
export function trust(yes: boolean): void {
  setDefaultCACertificates([...getCACertificates('bundled'), ...(yes ? [certificate.cert.toString()] : [])]);
}

/** What cannot be provoked through the bridge, and why. */
export const unprovokable: Readonly<Record<string, string>> = {
  'T6b updateCustomer': 'the bridge builds no request that the client refuses',
  'T6b persistCustomerData': 'the bridge builds no request that the client refuses',
  'A1 persistCustomerData': 'a customer is no answer to a booking: A5',
  'A6 updateCustomer': 'a booking result is no answer to an update: A5',
  'A7 updateCustomer': 'a booking result is no answer to an update: A5',
  'A8 updateCustomer': 'a booking result is no answer to an update: A5',
  'A9 updateCustomer': 'a booking result is no answer to an update: A5',
  'A10 updateCustomer': 'a booking result is no answer to an update: A5',
  'A11 updateCustomer': 'a booking result is no answer to an update: A5',
  'A12 updateCustomer': 'a booking result is no answer to an update: A5',
  'A12 persistCustomerData': 'no booking is ever sent again after its answer was lost',
  'B4 persistCustomerData': 'only updates can have nothing to update; for a booking it is another 400: B7',
  'B5 persistCustomerData': 'fields of a booking have no format of their own; another 400: B7',
  'B6 updateCustomer': 'an update names no appointment; another 400: B7',
  'C2 updateCustomer': 'an update names no appointment; another 404: C3',
};
