import type { AlertRecord } from '../../outbox.ts';
import type { Connection } from '../connection.ts';
import { addMessage } from './messages.ts';

/** The stored alerts (OutboxStore.alerts). */
export function listAlerts(connection: Connection): readonly AlertRecord[] {
  return connection
    .all<{ code: string; subject: string; since: number; cleared_at: number | null; times: number }>(
      'SELECT code, subject, since, cleared_at, times FROM alert ORDER BY code, subject',
    )
    .map(({ cleared_at: clearedAt, ...alert }) => ({ ...alert, clearedAt }));
}

/** Saves an alert with its message. */
export function saveAlert(
  connection: Connection,
  receiver: string,
  { record, body }: { readonly record: AlertRecord; readonly body: string },
  { now, random }: { readonly now: number; readonly random: (size: number) => Uint8Array },
): void {
  const { code, subject, since, clearedAt, times } = record;
  connection.run(
    'INSERT OR REPLACE INTO alert (code, subject, since, cleared_at, times) VALUES (?, ?, ?, ?, ?)',
    code,
    subject,
    Math.round(since),
    clearedAt === null ? null : Math.round(clearedAt),
    times,
  );
  addMessage(connection, { receiver, subject: `${code} ${subject}`, event: null, body }, now, random);
}

/** Forgets an alert that ended long ago. */
export function forgetAlert(connection: Connection, { code, subject }: AlertRecord): void {
  connection.run('DELETE FROM alert WHERE code = ? AND subject = ?', code, subject);
}
