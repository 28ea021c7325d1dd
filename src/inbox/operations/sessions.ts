import type { ConsoleSession, SessionStore } from '../session-store.ts';
import type { OperationStore } from './steps.ts';

const columns = 'role, ends_at AS "endsAt", idle_at AS "idleAt"';

/** The methods for sessions of the console. */
export function sessions(store: OperationStore): SessionStore {
  return {
    openSession: (hash, { role, endsAt, idleAt }) =>
      store.write(function* (transaction) {
        yield* transaction.run('DELETE FROM session WHERE ends_at <= $1 OR idle_at <= $1', store.now());
        yield* transaction.run(
          'INSERT INTO session (hash, role, ends_at, idle_at) VALUES ($1, $2, $3, $4)',
          hash,
          role,
          endsAt,
          idleAt,
        );
      }),
    session: hash =>
      store.read(transaction =>
        transaction.get<ConsoleSession>(
          `SELECT ${columns} FROM session WHERE hash = $1 AND ends_at > $2 AND idle_at > $2`,
          hash,
          store.now(),
        ),
      ),
    async prolongSession(hash, idleAt) {
      await store.write(transaction =>
        transaction.run('UPDATE session SET idle_at = $1 WHERE hash = $2', idleAt, hash),
      );
    },
    endSession: hash =>
      store.write(function* (transaction) {
        const ended = yield* transaction.get<ConsoleSession>(
          `DELETE FROM session WHERE hash = $1 RETURNING ${columns}`,
          hash,
        );
        const now = store.now();
        return ended && ended.endsAt > now && ended.idleAt > now ? ended : undefined;
      }),
  };
}
