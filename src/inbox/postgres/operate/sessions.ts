import type { ConsoleSession, SessionStore } from '../../session-store.ts';
import type { Parts } from '../parts.ts';

const columns = 'role, ends_at AS "endsAt", idle_at AS "idleAt"';

/** The sessions of the console. */
export function sessions({ database, clock }: Parts): SessionStore {
  return {
    openSession: (hash, { role, endsAt, idleAt }) =>
      database.write(async transaction => {
        await transaction.run('DELETE FROM session WHERE ends_at <= $1 OR idle_at <= $1', clock.now());
        await transaction.run(
          'INSERT INTO session (hash, role, ends_at, idle_at) VALUES ($1, $2, $3, $4)',
          hash,
          role,
          endsAt,
          idleAt,
        );
      }),
    session: hash =>
      database.read(transaction =>
        transaction.get<ConsoleSession>(
          `SELECT ${columns} FROM session WHERE hash = $1 AND ends_at > $2 AND idle_at > $2`,
          hash,
          clock.now(),
        ),
      ),
    prolongSession: (hash, idleAt) =>
      database.write(async transaction => {
        await transaction.run('UPDATE session SET idle_at = $1 WHERE hash = $2', idleAt, hash);
      }),
    endSession: hash =>
      database.write(async transaction => {
        const ended = await transaction.get<ConsoleSession>(
          `DELETE FROM session WHERE hash = $1 RETURNING ${columns}`,
          hash,
        );
        const now = clock.now();
        return ended && ended.endsAt > now && ended.idleAt > now ? ended : undefined;
      }),
  };
}
