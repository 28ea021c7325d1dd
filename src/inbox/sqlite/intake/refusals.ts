import { operator } from '../../audit.ts';
import { idsStored } from '../../event.ts';
import type { NewRefusal, RefusalView } from '../../refusal.ts';
import type { Store } from '../../store.ts';
import {
  type KeptRefusal,
  keptRefusal,
  keptRefusals,
  newRefusalId,
  type RefusalRow,
  refusalView,
  type ShownRefusalRow,
  shownRefusalBytes,
  storedWhy,
} from '../../stored/stored-refusal.ts';
import { storedHeaders, storedNames, storedQuery, storedReading } from '../../stored/stored-request.ts';
import type { Connection } from '../connection/connection.ts';
import { assertRoom } from '../file/space.ts';
import { keepCorrection } from '../operate/amending.ts';
import { addAudit } from '../operate/audit.ts';
import type { Parts } from '../parts.ts';
import { addRequest } from './intake.ts';

/** The methods for refused webhooks. */
export function refusals(parts: Parts) {
  const { connection, queue, random, clock, space } = parts;
  return {
    async refuse(refusal) {
      assertRoom(space);
      const id = newRefusalId(random);
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
    `INSERT INTO refusal (id, at, source, status, reason, why, verified, bytes, headers, query, reading, body, address)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    refusal.at,
    refusal.source,
    refusal.status,
    refusal.reason,
    refusal.why ? storedWhy.write(refusal.why) : null,
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
  const columns = `id, at, source, status, reason, why, verified, bytes, accepted_as, address, substr(body, 1, ${shownRefusalBytes}) AS shown`;
  const rows =
    filter.source === undefined
      ? connection.all<ShownRefusalRow>(
          `SELECT ${columns} FROM refusal WHERE number < ? ORDER BY number DESC LIMIT ?`,
          before,
          filter.limit,
        )
      : connection.all<ShownRefusalRow>(
          `SELECT ${columns} FROM refusal WHERE source = ? AND number < ? ORDER BY number DESC LIMIT ?`,
          filter.source,
          before,
          filter.limit,
        );
  return rows.map(refusalView);
}

/** One refusal with its body (Store.refusal). */
function findRefusal(connection: Connection, id: string): KeptRefusal | undefined {
  const row = connection.get<RefusalRow>('SELECT * FROM refusal WHERE id = ?', id);
  return row && keptRefusal(row);
}

/** Records the events that a refusal became (Store.acceptRefusal). */
function noteAccepted(connection: Connection, id: string, eventIds: readonly string[]): void {
  connection.run('UPDATE refusal SET accepted_as = ? WHERE id = ?', storedNames.write(eventIds), id);
}
