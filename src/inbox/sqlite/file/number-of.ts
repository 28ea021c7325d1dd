import type { DatabaseSync } from 'node:sqlite';

/** Returns the first column of the first row of a query, as a number. */
export function numberOf(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get() ?? {})[0]);
}
