import { readOnly } from '../file/read-only.ts';

/**
 * The catalogs that a store keeps, by destination, read beside a bridge that may be running on it. A store that does
 * not exist yet keeps none.
 * @throws StoreUnusable where the file is no store, or of another version
 */
export function readCatalogs(path: string): ReadonlyMap<string, string> {
  const rows = readOnly(path, connection =>
    connection.all<{ destination: string; snapshot: string }>('SELECT destination, snapshot FROM catalog'),
  );
  return new Map(rows?.map(({ destination, snapshot }) => [destination, snapshot]));
}
