import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Connection } from './connection.ts';

/**
 * Reads from a store beside a bridge that may be running on it, and writes nothing; undefined where there is no store
 * yet.
 * @throws Error where the file is no store, or of another version
 */
export function readOnly<Result>(path: string, read: (connection: Connection) => Result): Result | undefined {
  if (!existsSync(path)) return undefined;
  const connection = new Connection(new DatabaseSync(path, { readOnly: true, timeout: 5_000 }));
  try {
    return read(connection);
  } finally {
    connection.close();
  }
}
