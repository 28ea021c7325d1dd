import type { ConsoleSession, SessionStore } from '../../session-store.ts';
import type { Parts } from '../parts.ts';

const find =
  'SELECT role, ends_at AS endsAt, idle_at AS idleAt FROM session WHERE hash = ? AND ends_at > ? AND idle_at > ?';

/** Sessions of the console. */
export function sessions({ connection, queue, clock }: Parts): SessionStore {
  return {
    openSession: (hash, { role, endsAt, idleAt }) =>
      queue.write(() => {
        const now = clock.now();
        connection.run('DELETE FROM session WHERE ends_at <= ? OR idle_at <= ?', now, now);
        connection.run(
          'INSERT INTO session (hash, role, ends_at, idle_at) VALUES (?, ?, ?, ?)',
          hash,
          role,
          endsAt,
          idleAt,
        );
      }),
    session: hash =>
      queue.read(() => {
        const now = clock.now();
        return connection.get<ConsoleSession>(find, hash, now, now);
      }),
    prolongSession: (hash, idleAt) =>
      queue.write(() => {
        connection.run('UPDATE session SET idle_at = ? WHERE hash = ?', idleAt, hash);
      }),
    endSession: hash =>
      queue.write(() => {
        const now = clock.now();
        const found = connection.get<ConsoleSession>(find, hash, now, now);
        connection.run('DELETE FROM session WHERE hash = ?', hash);
        return found;
      }),
  };
}
