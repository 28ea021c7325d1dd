import type { NewRefusal, RefusalView } from '../../refusal.ts';
import type { Connection } from '../connection.ts';

/** So many refusals are kept of each kind; a flood of unverified ones does not wash away a verified one's body. */
const keptRefusals = 1_000;

/** So many bytes of each body are shown in a list. */
const shownBytes = 64 * 1024;

const decoder = new TextDecoder();

interface Row {
  id: string;
  at: number;
  source: string;
  status: number;
  reason: string;
  verified: number;
  bytes: number;
  accepted_as: string | null;
}

/** Keeps a refusal under the id given (Store.refuse). */
export function addRefusal(connection: Connection, id: string, refusal: NewRefusal): string {
  connection.insert(
    `INSERT INTO refusal (id, at, source, status, reason, verified, bytes, headers, query, reading, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    refusal.at,
    refusal.source,
    refusal.status,
    refusal.reason,
    refusal.verified ? 1 : 0,
    refusal.bytes,
    JSON.stringify(refusal.headers),
    JSON.stringify(refusal.query),
    refusal.reading ? JSON.stringify(refusal.reading) : null,
    refusal.verified ? (refusal.body ?? null) : null,
  );
  connection.run(
    `DELETE FROM refusal WHERE verified = ? AND number <= (
       SELECT number FROM refusal WHERE verified = ? ORDER BY number DESC LIMIT 1 OFFSET ?)`,
    refusal.verified ? 1 : 0,
    refusal.verified ? 1 : 0,
    keptRefusals,
  );
  return id;
}

/** The newest refusals first (Store.refusals). */
export function listRefusals(
  connection: Connection,
  filter: { source?: string; limit: number },
): readonly RefusalView[] {
  const columns = `id, at, source, status, reason, verified, bytes, accepted_as, substr(body, 1, ${shownBytes}) AS shown`;
  const rows =
    filter.source === undefined
      ? connection.all<Row & { shown: Uint8Array | null }>(
          `SELECT ${columns} FROM refusal ORDER BY number DESC LIMIT ?`,
          filter.limit,
        )
      : connection.all<Row & { shown: Uint8Array | null }>(
          `SELECT ${columns} FROM refusal WHERE source = ? ORDER BY number DESC LIMIT ?`,
          filter.source,
          filter.limit,
        );
  return rows.map(row => ({
    id: row.id,
    at: new Date(row.at).toISOString(),
    source: row.source,
    status: row.status,
    reason: row.reason,
    verified: row.verified === 1,
    bytes: row.bytes,
    acceptable: row.shown !== null,
    ...(row.shown !== null && { body: decoder.decode(row.shown) }),
    ...(row.accepted_as !== null && { acceptedAs: JSON.parse(row.accepted_as) as string[] }),
  }));
}

/** One refusal with its body (Store.refusal). */
export function findRefusal(
  connection: Connection,
  id: string,
): (NewRefusal & { id: string; acceptedAs: readonly string[] | null }) | undefined {
  const row = connection.get<
    Row & { headers: string; query: string; reading: string | null; body: Uint8Array | null }
  >('SELECT * FROM refusal WHERE id = ?', id);
  if (!row) return undefined;
  return {
    id: row.id,
    at: row.at,
    source: row.source,
    status: row.status,
    reason: row.reason,
    verified: row.verified === 1,
    bytes: row.bytes,
    headers: JSON.parse(row.headers),
    query: JSON.parse(row.query),
    ...(row.body !== null && { body: row.body }),
    ...(row.reading !== null && { reading: JSON.parse(row.reading) }),
    acceptedAs: row.accepted_as === null ? null : JSON.parse(row.accepted_as),
  };
}

/** Notes as which events a refusal was taken in after all (Store.acceptRefusal). */
export function noteAccepted(connection: Connection, id: string, eventIds: readonly string[]): void {
  connection.run('UPDATE refusal SET accepted_as = ? WHERE id = ?', JSON.stringify(eventIds), id);
}
