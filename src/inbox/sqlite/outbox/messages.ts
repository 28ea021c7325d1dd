import { type NewMessage, newMessageId } from '../../outbox.ts';
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
