import { type AlertRecord, alertMessages } from '../../outbox.ts';
import type { Connection } from '../connection/connection.ts';
import { addMessages } from './messages.ts';

/** Returns the stored alerts (OutboxStore.alerts). */
export function listAlerts(connection: Connection): readonly AlertRecord[] {
  return connection
    .all<{ code: string; subject: string; since: number; cleared_at: number | null; times: number }>(
      'SELECT code, subject, since, cleared_at, times FROM alert ORDER BY code, subject',
    )
    .map(({ cleared_at: clearedAt, ...alert }) => ({ ...alert, clearedAt }));
}

/** Stores alerts with their messages. */
export function saveAlerts(
  connection: Connection,
  receiver: string,
  changed: readonly { readonly record: AlertRecord; readonly body: string }[],
  { now, random }: { readonly now: number; readonly random: (size: number) => Uint8Array },
): void {
  for (const { record } of changed) {
    connection.run(
      'INSERT OR REPLACE INTO alert (code, subject, since, cleared_at, times) VALUES (?, ?, ?, ?, ?)',
      record.code,
      record.subject,
      Math.round(record.since),
      record.clearedAt === null ? null : Math.round(record.clearedAt),
      record.times,
    );
  }
  addMessages(connection, alertMessages(receiver, changed), now, random);
}

/** Deletes alerts that ended long ago. */
export function forgetAlerts(connection: Connection, alerts: readonly AlertRecord[]): void {
  for (const { code, subject } of alerts)
    connection.run('DELETE FROM alert WHERE code = ? AND subject = ?', code, subject);
}
