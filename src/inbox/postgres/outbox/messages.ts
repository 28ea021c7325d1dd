import {
  type MessagesToDrop,
  type NewMessage,
  newMessageId,
  type OutboxMessage,
  type OutboxState,
} from '../../outbox.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Stores messages in this order, to be sent at once. */
export async function addMessages(
  transaction: Transaction,
  messages: readonly NewMessage[],
  now: number,
  random: (size: number) => Uint8Array,
): Promise<void> {
  if (messages.length === 0) return;
  await transaction.run(
    `INSERT INTO outbox (receiver, subject, event, id, body, created_at, next_at)
     SELECT receiver, subject, event, id, body, $6, $6
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[]) WITH ORDINALITY
       AS new (receiver, subject, event, id, body, number)
     ORDER BY number`,
    messages.map(each => each.receiver),
    messages.map(each => each.subject),
    messages.map(each => each.event),
    messages.map(() => newMessageId(random)),
    messages.map(each => each.body),
    Math.round(now),
  );
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

/** Returns the first message of each subject that is due (OutboxStore.dueMessages). */
export async function dueMessages(
  transaction: Transaction,
  {
    receiver,
    now,
    limit,
    except,
  }: { receiver: string; now: number; limit: number; except: ReadonlySet<string> },
): Promise<readonly OutboxMessage[]> {
  const rows = await transaction.all<Row>(
    `SELECT number, receiver, subject, id, body, created_at, attempts FROM outbox m
     WHERE receiver = $1 AND next_at <= $2 AND subject <> ALL ($3::text[])
       AND number = (SELECT number FROM outbox WHERE receiver = m.receiver AND subject = m.subject
         ORDER BY receiver, subject, number LIMIT 1)
     ORDER BY receiver, next_at, number LIMIT $4`,
    receiver,
    Math.floor(now),
    [...except],
    limit,
  );
  return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }));
}

/** Returns the due time of the next message, among the first ones of their subjects (OutboxStore.nextMessageAt). */
export async function nextMessageAt(transaction: Transaction, receiver: string): Promise<number | undefined> {
  const row = await transaction.get<{ next_at: number }>(
    `SELECT next_at FROM outbox m WHERE receiver = $1 AND next_at IS NOT NULL
       AND number = (SELECT number FROM outbox WHERE receiver = m.receiver AND subject = m.subject
         ORDER BY receiver, subject, number LIMIT 1)
     ORDER BY receiver, next_at, number LIMIT 1`,
    receiver,
  );
  return row?.next_at;
}

const dropBatch = 500;

/** Drops messages that are too old or no longer have a receiver (OutboxStore.dropMessages). */
export async function dropMessages(
  transaction: Transaction,
  { before, unnamedBefore, receivers }: MessagesToDrop,
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.all<{ receiver: string }>(
    `DELETE FROM outbox WHERE number = ANY (ARRAY (
       SELECT number FROM outbox WHERE (created_at < $1 AND next_at IS NOT NULL)
         OR (created_at < $4 AND receiver <> ALL ($2::text[]))
       ORDER BY number LIMIT $3 FOR UPDATE SKIP LOCKED))
     RETURNING receiver`,
    Math.floor(before),
    receivers,
    dropBatch,
    Math.floor(unnamedBefore),
  );
  const counts = Map.groupBy(rows, row => row.receiver);
  return new Map([...counts].map(([receiver, each]) => [receiver, each.length]));
}

/** Returns the waiting messages, by receiver (OutboxStore.outbox). */
export async function outboxStates(transaction: Transaction): Promise<readonly OutboxState[]> {
  const rows = await transaction.all<{ receiver: string; waiting: number; oldest: number; held: number }>(
    `SELECT receiver, count(*) AS waiting, min(created_at) AS oldest, count(*) FILTER (WHERE next_at IS NULL) AS held
     FROM outbox GROUP BY receiver ORDER BY receiver`,
  );
  return rows.map(({ oldest: oldestAt, ...state }) => ({ ...state, oldestAt }));
}
