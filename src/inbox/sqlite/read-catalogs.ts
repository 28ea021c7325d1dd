import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * The catalogs that a store keeps, by destination, read beside a bridge that may be running on it. A store that does
 * not exist yet keeps none.
 * @throws Error where the file is no store
 */
export function readCatalogs(path: string): ReadonlyMap<string, string> {
  if (!existsSync(path)) return new Map();
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const rows = database.prepare('SELECT destination, snapshot FROM catalog').all();
    return new Map(rows.map(row => [String(row.destination), String(row.snapshot)]));
  } finally {
    database.close();
  }
}
