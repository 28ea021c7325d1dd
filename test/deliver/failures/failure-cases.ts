import dns from 'node:dns';
import { vi } from 'vitest';
import type { RowName } from '../../../src/booking/answers/failure-table.ts';
import type { Operation } from '../../../src/inbox/call.ts';
import type { FaultRule } from '../../../src/sandbox/control/faults.ts';
import { type Scene, type SceneOptions, trust } from '../scene.ts';
import { type AnswerRow, answerRows } from './answer-rows.ts';

/** One way to provoke a row of the failure table for one operation, and its expected ending. */
export interface FailureCase extends SceneOptions {
  readonly row: RowName;
  readonly operation: Operation;
  readonly by: string;
  readonly ending: Ending;
  /** Further keys of the event. */
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly slot?: 'plain' | 'payment' | 'tan' | 'error';
  /** Called when the destination is open, before the event is sent. */
  readonly provoke?: (scene: Scene) => unknown;
  /** Ends the trouble, apart from the fault rules, which are always cleared. */
  readonly mend?: (scene: Scene) => unknown;
}

/** The endings of a case: the state of event and destination, and `later` the event once the trouble is over. */
export const endings = {
  done: { outcome: 'done', status: 'delivered', destination: 'open', received: 1, later: 'delivered' },
  again: { outcome: 'again', status: 'queued', destination: 'open', received: 1, later: 'delivered' },
  'again, not sent': {
    outcome: 'again',
    status: 'queued',
    destination: 'open',
    received: 0,
    later: 'delivered',
  },
  unknown: { outcome: 'unknown', status: 'uncertain', destination: 'open', received: 1, later: 'uncertain' },
  'unknown, not sent': {
    outcome: 'unknown',
    status: 'uncertain',
    destination: 'open',
    received: 0,
    later: 'uncertain',
  },
  'unknown, held': {
    outcome: 'unknown',
    status: 'uncertain',
    destination: 'held',
    received: 1,
    later: 'uncertain',
  },
  data: { outcome: 'data', status: 'failed', destination: 'open', received: 1, later: 'failed' },
  mapping: { outcome: 'mapping', status: 'held', destination: 'open', received: 1, later: 'delivered' },
  hold: { outcome: 'hold', status: 'held', destination: 'held', received: 1, later: 'delivered' },
  'hold, not sent': { outcome: 'hold', status: 'held', destination: 'held', received: 0, later: 'delivered' },
} as const;
export type Ending = keyof typeof endings;

const both: readonly Operation[] = ['updateCustomer', 'persistCustomerData'];

/** Cases without a connection, or without a response on it. */
function withoutAnswer(operation: Operation): readonly FailureCase[] {
  const openAgain = ({ front }: Scene) => front.open();
  const notSent = { operation, ending: 'again, not sent', mend: openAgain } as const;
  return [
    {
      ...notSent,
      row: 'T1',
      by: 'a name that nobody knows',
      front: 'http',
      provoke: loseName,
      mend: () => vi.restoreAllMocks(),
    },
    {
      ...notSent,
      row: 'T2',
      by: 'nobody who listens',
      front: 'http',
      provoke: ({ front }) => front.refuse(),
    },
    {
      ...notSent,
      row: 'T3',
      by: 'a peer that is silent in the middle of TLS',
      front: 'https',
      timeout: '300ms',
      provoke: ({ front }) => front.meet(() => undefined),
    },
    {
      ...notSent,
      row: 'T4',
      by: 'a reset in the middle of TLS',
      front: 'https',
      provoke: ({ front }) => front.meet(socket => socket.once('data', () => socket.resetAndDestroy())),
    },
    {
      operation,
      row: 'T5',
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
      operation,
      row: 'T5',
      by: 'a peer that wants to see a certificate',
      ending: 'hold, not sent',
      front: 'https',
      provoke: ({ front }) =>
        front.meet(socket => socket.once('data', () => socket.end(Buffer.of(0x15, 3, 3, 0, 2, 2, 116)))),
      mend: openAgain,
    },
    {
      ...notSent,
      row: 'T6a',
      by: 'a stop of the program',
      provoke: stopBeforeSending,
      mend: ({ harness }) => harness.restart(),
    },
    {
      operation,
      row: 'T8',
      by: 'a peer that hangs up without having read anything',
      ending: operation === 'updateCustomer' ? 'again, not sent' : 'unknown, not sent',
      front: 'http',
      provoke: ({ front }) => front.meet(socket => socket.end()),
      mend: openAgain,
    },
  ];
}

function stopBeforeSending({ harness }: Scene): void {
  const { bridge, store } = harness;
  const begin = store.begin.bind(store);
  vi.spyOn(store, 'begin').mockImplementationOnce(async (claim, at) => {
    const beginning = await begin(claim, at);
    await bridge.stop(0);
    return beginning;
  });
}

/** Makes the resolver find no name. */
export function loseName(): void {
  const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  const lookup = (_name: string, _options: unknown, done: (error: Error) => void) => done(notFound);
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as unknown as typeof dns.lookup);
}

/** The program itself fails while it handles a good response: at the status name that it would learn from it. */
function ownFailure(operation: Operation): FailureCase {
  return {
    row: 'T14',
    operation,
    by: 'an error of the program itself',
    ending: operation === 'updateCustomer' ? 'again' : 'unknown',
    payload: { status: 'VIP' },
    provoke: ({ harness }) => vi.spyOn(harness.store, 'saveCatalog').mockRejectedValue(new Error('a bug')),
    mend: () => vi.restoreAllMocks(),
  };
}

function unknownStatus(operation: Operation): readonly FailureCase[] {
  return [
    {
      row: 'B1',
      operation,
      by: 'a status of the mapping',
      ending: 'mapping',
      literalStatus: 'Stamkunde',
      mend: scene => scene.useStatus('Stammkunde'),
    },
    {
      row: 'B1',
      operation,
      by: 'a status of the event',
      ending: 'data',
      payload: { status: 'Stamkunde' },
      async mend({ harness }) {
        harness.sandbox.control('statuses', { action: 'add', name: 'Stamkunde' });
        // For ten minutes the list of the API rules out the name.
        await harness.later(11 * 60_000);
      },
    },
  ];
}

const withoutFault: readonly FailureCase[] = [
  { row: 'A1', operation: 'updateCustomer', by: 'the customer', ending: 'done' },
  { row: 'A6', operation: 'persistCustomerData', by: 'the booking', ending: 'done' },
  { row: 'A7', operation: 'persistCustomerData', by: 'a payment', ending: 'done', slot: 'payment' },
  { row: 'A8', operation: 'persistCustomerData', by: 'a TAN', ending: 'done', slot: 'tan' },
  {
    row: 'B2',
    operation: 'updateCustomer',
    by: 'a field that was archived',
    ending: 'mapping',
    provoke: ({ harness }) => harness.sandbox.control('fields', { action: 'archive', keyName: 'allergies' }),
    mend: ({ harness }) => harness.sandbox.control('fields', { action: 'restore', keyName: 'allergies' }),
  },
];

function casesOf([row, by, fault, update, booking, more = {}]: AnswerRow): readonly FailureCase[] {
  const { everywhere, ...rest } = more;
  const caseOf = (operation: Operation, ending: Ending): FailureCase => {
    const rule: FaultRule = everywhere ? fault : { ...fault, operation };
    // A mapping held after a simulated response is released by another version of the mapping.
    const mend = ending === 'mapping' ? (scene: Scene) => scene.useStatus('VIP') : undefined;
    const provoke = ({ harness }: Scene) => harness.sandbox.addFaults(rule);
    return { row, operation, by, ending, provoke, ...rest, ...(mend && { mend }) };
  };
  return [
    ...(update === '-' ? [] : [caseOf('updateCustomer', update)]),
    ...(booking === '-' ? [] : [caseOf('persistCustomerData', booking)]),
  ];
}

/** All cases: each row of the failure table for each operation that it can concern. */
export const failureCases: readonly FailureCase[] = [
  ...both.flatMap(withoutAnswer),
  ...withoutFault,
  ...both.map(ownFailure),
  ...both.flatMap(unknownStatus),
  ...answerRows.flatMap(casesOf),
];

const noAnswerToUpdate = 'a booking result is no answer to an update: A5';

const restart = 'deliver/failures/failure-rules.test.ts';

/** Rows that are provoked elsewhere: the file below `test`, and words of the test or case in it. */
export const provokedElsewhere: Readonly<Record<string, readonly [file: string, words: string]>> = {
  'T11 updateCustomer': [restart, 'sends an update again'],
  'T11 persistCustomerData': [restart, 'makes a booking uncertain for ever'],
  'A12 persistCustomerData': [
    'deliver/resolve.test.ts',
    'that is refused with ERROR when sent again stays uncertain',
  ],
  T12: [restart, 'a result that cannot be written (T12)'],
  T13: [
    'inbox/contract/delivery.ts',
    'gives a released call to the next claim, and ignores later results of the released one',
  ],
  F3: ['deliver/failures/answer-rows.ts', 'the customer, after an interim answer'],
  F4: ['deliver/failures/answer-rows.ts', 'a status beyond all'],
};

/** Rows that cannot be provoked through the bridge, with the reason. */
export const unprovokable: Readonly<Record<string, string>> = {
  'T6b updateCustomer': 'the bridge builds no request that the client refuses',
  'T6b persistCustomerData': 'the bridge builds no request that the client refuses',
  'A1 persistCustomerData': 'a customer is no answer to a booking: A5',
  'A6 updateCustomer': noAnswerToUpdate,
  'A7 updateCustomer': noAnswerToUpdate,
  'A8 updateCustomer': noAnswerToUpdate,
  'A9 updateCustomer': noAnswerToUpdate,
  'A10 updateCustomer': noAnswerToUpdate,
  'A11 updateCustomer': noAnswerToUpdate,
  'A12 updateCustomer': noAnswerToUpdate,
  'B4 persistCustomerData': 'only an update can have nothing to update; it is another 400: B7',
  'B5 persistCustomerData': 'the fields of a booking have no format of their own; it is another 400: B7',
  'B6 updateCustomer': 'an update names no appointment; it is another 400: B7',
  'C2 updateCustomer': 'an update names no appointment; it is another 404: C3',
};
