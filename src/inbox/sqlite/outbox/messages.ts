import {
  type MessagesToDrop,
  type NewMessage,
  newMessageId,
  type OutboxMessage,
  type OutboxState,
} from '../../outbox.ts';
import type { Connection } from '../connection/connection.ts';

/** Stores messages in this order, to be sent at once. */
export function addMessages(
  connection: Connection,
  messages: readonly NewMessage[],
  now: number,
  random: (size: number) => Uint8Array,
): void {
  for (const { receiver, subject, event, body } of messages) {
    connection.run(
      'INSERT INTO outbox (receiver, subject, event, id, body, created_at, next_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      receiver,
      subject,
      event,
      newMessageId(random),
      body,
      Math.round(now),
      Math.round(now),
    );
  }
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
export function dueMessages(
  connection: Connection,
  {
    receiver,
    now,
    limit,
    except,
  }: { receiver: string; now: number; limit: number; except: ReadonlySet<string> },
): readonly OutboxMessage[] {
  const rows = connection.all<Row>(
    `SELECT number, receiver, subject, id, body, created_at, attempts FROM outbox m
     WHERE receiver = ?1 AND next_at <= ?2 AND subject NOT IN (SELECT value FROM json_each(?3))
       AND NOT EXISTS (SELECT 1 FROM outbox WHERE receiver = m.receiver AND subject = m.subject AND number < m.number)
     ORDER BY next_at, number LIMIT ?4`,
    receiver,
    now,
    JSON.stringify([...except]),
    limit,
  );
  return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }));
}

/** Returns the due time of the next message, among the first ones of their subjects (OutboxStore.nextMessageAt). */
export function nextMessageAt(connection: Connection, receiver: string): number | undefined {
  return connection.get<{ next_at: number }>(
    `SELECT next_at FROM outbox m WHERE receiver = ? AND next_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM outbox WHERE receiver = m.receiver AND subject = m.subject AND number < m.number)
     ORDER BY next_at LIMIT 1`,
    receiver,
  )?.next_at;
}

/** Keeps a message for another attempt (OutboxStore.putOffMessage). */
export function putOffMessage(connection: Connection, number: number, nextAt: number, error: string): void {
  connection.run(
    'UPDATE outbox SET attempts = attempts + 1, next_at = ?, error = ? WHERE number = ?',
    Math.round(nextAt),
    error,
    number,
  );
}

const dropBatch = 500;

/** Drops messages that are too old or no longer have a receiver (OutboxStore.dropMessages). */
export function dropMessages(
  connection: Connection,
  { before, unnamedBefore, receivers }: MessagesToDrop,
): ReadonlyMap<string, number> {
  const rows = connection.all<{ number: number; receiver: string }>(
    `SELECT number, receiver FROM outbox WHERE (created_at < ?1 AND next_at IS NOT NULL)
       OR (created_at < ?4 AND receiver NOT IN (SELECT value FROM json_each(?2))) ORDER BY number LIMIT ?3`,
    before,
    JSON.stringify(receivers),
    dropBatch,
    unnamedBefore,
  );
  connection.run(
    'DELETE FROM outbox WHERE number IN (SELECT value FROM json_each(?))',
    JSON.stringify(rows.map(row => row.number)),
  );
  const counts = Map.groupBy(rows, row => row.receiver);
  return new Map([...counts].map(([receiver, each]) => [receiver, each.length]));
}

/** Returns the waiting messages, by receiver (OutboxStore.outbox). */
export function outboxStates(connection: Connection): readonly OutboxState[] {
  return connection
    .all<{ receiver: string; waiting: number; oldest: number; held: number }>(
      `SELECT receiver, count(*) AS waiting, min(created_at) AS oldest, sum(next_at IS NULL) AS held
       FROM outbox GROUP BY receiver ORDER BY receiver`,
    )
    .map(({ oldest: oldestAt, ...state }) => ({ ...state, oldestAt }));
}

/**
 * Holds the messages about events in a copy of a store, because the original may have sent them. `letGo`: a person
 * decided to continue.
 */
export function holdMessages(connection: Connection): void {
  connection.run('UPDATE outbox SET next_at = NULL WHERE event IS NOT NULL');
}

/** Releases held messages. */
export function letGoMessages(connection: Connection, now: number): void {
  connection.run('UPDATE outbox SET next_at = ? WHERE next_at IS NULL', Math.round(now));
}
