import { type NewMessage, newMessageId } from '../../outbox.ts';
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
