import {
  type AlertRecord,
  alertMessages,
  type MessagesToDrop,
  type OutboxMessage,
  type OutboxState,
} from '../outbox.ts';
import type { Store } from '../store.ts';
import type { OperationStore, Statements, Steps, StoreTransaction } from './steps.ts';

/** The methods that return due messages and store their results, and those for alerts. */
export function storedOutbox(store: OperationStore) {
  return {
    dueMessages: what => store.read(transaction => dueMessages(transaction, what)),
    nextMessageAt: receiver => store.read(transaction => nextMessageAt(transaction, receiver)),
    async removeMessage(number) {
      await store.write(transaction => transaction.run('DELETE FROM outbox WHERE number = $1', number));
    },
    async putOffMessage(number, nextAt, error) {
      await store.write(transaction =>
        transaction.run(
          'UPDATE outbox SET attempts = attempts + 1, next_at = $1, error = $2 WHERE number = $3',
          Math.round(nextAt),
          error,
          number,
        ),
      );
    },
    dropMessages: what => store.write(transaction => dropMessages(transaction, what)),
    outbox: () => store.read(outboxStates),
    alerts: () => store.read(listAlerts),
    // Space is freed for an alert about a full disk, as for the result of a call.
    saveAlerts: (receiver, changed, forget) =>
      store.write(function* (transaction) {
        for (const { code, subject } of forget)
          yield* transaction.run('DELETE FROM alert WHERE code = $1 AND subject = $2', code, subject);
        yield* saveAlerts(transaction, receiver, changed, store.now());
      }, 'result'),
  } satisfies Partial<Store>;
}

interface Row {
  number: number;
  receiver: string;
  subject: string;
  id: string;
  body: string;
  created_at: number;
  attempts: number;
}

/** The SQL condition that a message is the first one of its subject. */
const isFirst = `number = (SELECT number FROM outbox WHERE receiver = m.receiver AND subject = m.subject
  ORDER BY receiver, subject, number LIMIT 1)`;

/** Returns the first message of each subject that is due (OutboxStore.dueMessages). */
function* dueMessages(
  transaction: Statements,
  {
    receiver,
    now,
    limit,
    except,
  }: { receiver: string; now: number; limit: number; except: ReadonlySet<string> },
): Steps<readonly OutboxMessage[]> {
  const rows = yield* transaction.all<Row>(
    `SELECT number, receiver, subject, id, body, created_at, attempts FROM outbox m
     WHERE receiver = $1 AND next_at <= $2 AND subject <> ALL ($3) AND ${isFirst}
     ORDER BY receiver, next_at, number LIMIT $4`,
    receiver,
    Math.floor(now),
    [...except],
    limit,
  );
  return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }));
}

/** Returns the due time of the next message, among the first ones of their subjects (OutboxStore.nextMessageAt). */
function* nextMessageAt(transaction: Statements, receiver: string): Steps<number | undefined> {
  const row = yield* transaction.get<{ next_at: number }>(
    `SELECT next_at FROM outbox m WHERE receiver = $1 AND next_at IS NOT NULL AND ${isFirst}
     ORDER BY receiver, next_at, number LIMIT 1`,
    receiver,
  );
  return row?.next_at;
}

const dropBatch = 500;

/** Drops messages that are too old or no longer have a receiver (OutboxStore.dropMessages). */
export function* dropMessages(
  transaction: Statements,
  { before, unnamedBefore, receivers }: MessagesToDrop,
): Steps<ReadonlyMap<string, number>> {
  const rows = yield* transaction.all<{ number: number; receiver: string }>(
    `SELECT number, receiver FROM outbox WHERE (created_at < $1 AND next_at IS NOT NULL)
       OR (created_at < $4 AND receiver <> ALL ($2))
     ORDER BY number LIMIT $3 FOR UPDATE SKIP LOCKED`,
    Math.floor(before),
    receivers,
    dropBatch,
    Math.floor(unnamedBefore),
  );
  yield* transaction.run(
    'DELETE FROM outbox WHERE number = ANY ($1)',
    rows.map(({ number }) => number),
  );
  const counts = Map.groupBy(rows, row => row.receiver);
  return new Map([...counts].map(([receiver, each]) => [receiver, each.length]));
}

/** Returns the waiting messages, by receiver (OutboxStore.outbox). */
export function* outboxStates(transaction: Statements): Steps<readonly OutboxState[]> {
  const rows = yield* transaction.all<{ receiver: string; waiting: number; oldest: number; held: number }>(
    `SELECT receiver, count(*) AS waiting, min(created_at) AS oldest, count(*) FILTER (WHERE next_at IS NULL) AS held
     FROM outbox GROUP BY receiver ORDER BY receiver`,
  );
  return rows.map(({ oldest: oldestAt, ...state }) => ({ ...state, oldestAt }));
}

/** Returns the stored alerts (OutboxStore.alerts). */
function* listAlerts(transaction: Statements): Steps<readonly AlertRecord[]> {
  const rows = yield* transaction.all<Omit<AlertRecord, 'clearedAt'> & { cleared_at: number | null }>(
    'SELECT code, subject, since, cleared_at, times FROM alert ORDER BY code, subject',
  );
  return rows.map(({ cleared_at: clearedAt, ...alert }) => ({ ...alert, clearedAt }));
}

/**
 * Stores alerts with their messages. Each alert is stored first, so that its messages have the order of its changes,
 * whichever process stored them.
 */
function* saveAlerts(
  transaction: StoreTransaction,
  receiver: string,
  changed: readonly { readonly record: AlertRecord; readonly body: string }[],
  now: number,
): Steps<void> {
  // Always in one order, so that two processes cannot wait for each other.
  const key = ({ record }: (typeof changed)[number]) => JSON.stringify([record.code, record.subject]);
  for (const { record } of changed.toSorted((one, other) => (key(one) < key(other) ? -1 : 1)))
    yield* transaction.run(
      `INSERT INTO alert (code, subject, since, cleared_at, times) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (code, subject)
       DO UPDATE SET since = excluded.since, cleared_at = excluded.cleared_at, times = excluded.times`,
      record.code,
      record.subject,
      Math.round(record.since),
      record.clearedAt === null ? null : Math.round(record.clearedAt),
      record.times,
    );
  yield* transaction.addMessages(alertMessages(receiver, changed), now);
}
