import { type AlertRecord, alertMessages } from '../../outbox.ts';
import type { Transaction } from '../connection/transaction.ts';
import { addMessages } from './messages.ts';

/** Returns the stored alerts (OutboxStore.alerts). */
export async function listAlerts(transaction: Transaction): Promise<readonly AlertRecord[]> {
  const rows = await transaction.all<{
    code: string;
    subject: string;
    since: number;
    cleared_at: number | null;
    times: number;
  }>('SELECT code, subject, since, cleared_at, times FROM alert ORDER BY code, subject');
  return rows.map(({ cleared_at: clearedAt, ...alert }) => ({ ...alert, clearedAt }));
}

/**
 * Stores alerts with their messages. Each alert is stored first, so that its messages have the order of its changes,
 * whichever process stored them.
 */
export async function saveAlerts(
  transaction: Transaction,
  receiver: string,
  changed: readonly { readonly record: AlertRecord; readonly body: string }[],
  { now, random }: { readonly now: number; readonly random: (size: number) => Uint8Array },
): Promise<void> {
  if (changed.length === 0) return;
  const records = changed.map(({ record }) => record);
  await transaction.run(
    `INSERT INTO alert (code, subject, since, cleared_at, times)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::int[])
       AS new (code, subject, since, cleared_at, times) ORDER BY code COLLATE "C", subject COLLATE "C"
     ON CONFLICT (code, subject)
     DO UPDATE SET since = excluded.since, cleared_at = excluded.cleared_at, times = excluded.times`,
    records.map(each => each.code),
    records.map(each => each.subject),
    records.map(each => Math.round(each.since)),
    records.map(each => (each.clearedAt === null ? null : Math.round(each.clearedAt))),
    records.map(each => each.times),
  );
  await addMessages(transaction, alertMessages(receiver, changed), now, random);
}

/** Deletes alerts that ended long ago. */
export async function forgetAlerts(transaction: Transaction, alerts: readonly AlertRecord[]): Promise<void> {
  if (alerts.length === 0) return;
  await transaction.run(
    'DELETE FROM alert WHERE (code, subject) IN (SELECT * FROM unnest($1::text[], $2::text[]))',
    alerts.map(each => each.code),
    alerts.map(each => each.subject),
  );
}
