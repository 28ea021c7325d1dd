import { operator } from '../../audit.ts';
import { idsStored } from '../../event.ts';
import type { NewRefusal, RefusalView } from '../../refusal.ts';
import type { Store } from '../../store.ts';
import { storedHeaders, storedNames, storedQuery, storedReading } from '../../stored/stored-request.ts';
import type { Connection } from '../connection/connection.ts';
import { assertRoom } from '../file/space.ts';
import { keepCorrection } from '../operate/amending.ts';
import { addAudit } from '../operate/audit.ts';
import type { Parts } from '../parts.ts';
import { addRequest } from './intake.ts';

/**
 * The number of refusals that are kept of each kind. A flood of unverified ones does not remove a verified one's body,
 * and a flood at one source does not remove the refusals of another.
 */
const keptRefusals = 1_000;

/** The number of bytes of each body that a list shows. */
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
  address: string | null;
}

/** The methods for refused webhooks. */
export function refusals(parts: Parts) {
  const { connection, queue, random, clock, space } = parts;
  return {
    async refuse(refusal) {
      assertRoom(space);
      const id = `ref_${Buffer.from(random(12)).toString('base64url')}`;
      return queue.write(() => addRefusal(connection, id, refusal));
    },
    refusals: filter => queue.read(() => listRefusals(connection, filter)),
    refusal: id => queue.read(() => findRefusal(connection, id)),
    async acceptRefusal(id, request, actor = operator, patch) {
      assertRoom(space);
      return queue.write(() => {
        const refusal = findRefusal(connection, id);
        if (!refusal) return undefined;
        const accepted = refusal.acceptedAs?.map(each => ({ id: each, status: 'duplicate' as const }));
        if (accepted) return accepted;
        const added = addRequest(connection, request);
        const eventIds = added.map(each => each.id);
        noteAccepted(connection, id, eventIds);
        const detail = `as ${eventIds.join(', ')}`;
        addAudit(connection, { ...actor, what: 'accept-refusal', about: id, detail }, clock.now());
        if (patch !== undefined)
          for (const each of idsStored(added)) keepCorrection(parts, { id: each, patch, actor, seen: 0 });
        return added;
      });
    },
  } satisfies Partial<Store>;
}

/** Keeps a refusal under the id given (Store.refuse). */
function addRefusal(connection: Connection, id: string, refusal: NewRefusal): string {
  connection.insert(
    `INSERT INTO refusal (id, at, source, status, reason, verified, bytes, headers, query, reading, body, address)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    refusal.at,
    refusal.source,
    refusal.status,
    refusal.reason,
    refusal.verified ? 1 : 0,
    refusal.bytes,
    storedHeaders.write(refusal.headers),
    storedQuery.write(refusal.query),
    refusal.reading ? storedReading.write(refusal.reading) : null,
    refusal.verified ? (refusal.body ?? null) : null,
    refusal.address ?? null,
  );
  deleteOldest(connection, refusal.verified);
  return id;
}

/** Deletes the excess refusals of a kind: the oldest of the source with the most. */
function deleteOldest(connection: Connection, verified: boolean): void {
  const kind = verified ? 1 : 0;
  connection.run(
    `DELETE FROM refusal WHERE number IN (
       SELECT number FROM (
         SELECT number, row_number() OVER (PARTITION BY source ORDER BY number DESC) AS place
         FROM refusal WHERE verified = ?)
       ORDER BY place DESC, number
       LIMIT max(0, (SELECT count(*) FROM refusal WHERE verified = ?) - ?))`,
    kind,
    kind,
    keptRefusals,
  );
}

/** The newest refusals first (Store.refusals). */
function listRefusals(
  connection: Connection,
  filter: { source?: string; limit: number; before?: string },
): readonly RefusalView[] {
  const before =
    filter.before === undefined
      ? Number.MAX_SAFE_INTEGER
      : (connection.get<{ number: number }>('SELECT number FROM refusal WHERE id = ?', filter.before)
          ?.number ?? 0);
  const columns = `id, at, source, status, reason, verified, bytes, accepted_as, address, substr(body, 1, ${shownBytes}) AS shown`;
  const rows =
    filter.source === undefined
      ? connection.all<Row & { shown: Uint8Array | null }>(
          `SELECT ${columns} FROM refusal WHERE number < ? ORDER BY number DESC LIMIT ?`,
          before,
          filter.limit,
        )
      : connection.all<Row & { shown: Uint8Array | null }>(
          `SELECT ${columns} FROM refusal WHERE source = ? AND number < ? ORDER BY number DESC LIMIT ?`,
          filter.source,
          before,
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
    ...(row.address !== null && { address: row.address }),
    ...(row.shown !== null && { body: decoder.decode(row.shown) }),
    ...(row.accepted_as !== null && { acceptedAs: storedNames.read(row.accepted_as) }),
  }));
}

/** One refusal with its body (Store.refusal). */
function findRefusal(
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
    headers: storedHeaders.read(row.headers),
    query: storedQuery.read(row.query),
    ...(row.address !== null && { address: row.address }),
    ...(row.body !== null && { body: row.body }),
    ...(row.reading !== null && { reading: storedReading.read(row.reading) }),
    acceptedAs: row.accepted_as === null ? null : storedNames.read(row.accepted_as),
  };
}

/** Records the events that a refusal became (Store.acceptRefusal). */
function noteAccepted(connection: Connection, id: string, eventIds: readonly string[]): void {
  connection.run('UPDATE refusal SET accepted_as = ? WHERE id = ?', storedNames.write(eventIds), id);
}
