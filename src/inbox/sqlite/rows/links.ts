import type { Actor } from '../../audit.ts';
import type { Link } from '../../call.ts';
import { linkChange, removedLinkWords } from '../../decide/links.ts';
import { type LinkRecord, linkRecordOf, readLinkCursor, type StoredLinkRow } from '../../link-record.ts';
import type { Store } from '../../store.ts';
import { againSql } from '../../stored/planning-codes.ts';
import type { Connection } from '../connection/connection.ts';
import { addAudit } from '../operate/audit.ts';
import type { Parts } from '../parts.ts';
import { joinLanes } from './lanes.ts';

/** The links and their customer numbers. */
export function links({ connection, queue, wholeQueue, clock }: Parts) {
  return {
    findLink: (link, destination) => queue.read(() => findLink(connection, link, destination)),
    putLink: (link, destination, customerId) =>
      wholeQueue.write(() => putLink(connection, link, destination, customerId, clock.now())),
    addLink: (link, destination, customerId) =>
      wholeQueue.write(() => addLink(connection, link, destination, customerId, clock.now())),
    removeLink: (link, destination, actor) =>
      wholeQueue.write(() => removeLink(connection, link, destination, { actor, now: clock.now() })),
    waitingForLinks: most => queue.read(() => waitingForLinks(connection, most)),
    links: filter => queue.read(() => linksAfter(connection, filter)),
  } satisfies Partial<Store>;
}

/** Returns the customer number of a link at a destination (Store.findLink). */
export function findLink(connection: Connection, link: Link, destination: string): string | undefined {
  return connection.get<{ customer_id: string }>(
    'SELECT customer_id FROM link WHERE people = ? AND link_id = ? AND destination = ?',
    link.people,
    link.id,
    destination,
  )?.customer_id;
}

/** Stores a link, merges the lanes, and has the calls that waited for it planned again (Store.putLink). */
export function putLink(
  connection: Connection,
  link: Link,
  destination: string,
  customerId: string,
  now: number,
): void {
  if (linkChange(findLink(connection, link, destination), customerId, 'replace') === 'nothing') return;
  rememberLink(connection, link, destination, customerId, now);
}

/** Stores a link, also if it has this number already. */
export function rememberLink(
  connection: Connection,
  link: Link,
  destination: string,
  customerId: string,
  now: number,
): void {
  connection.run(
    `INSERT INTO link (people, link_id, destination, customer_id, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET customer_id = excluded.customer_id, updated_at = excluded.updated_at`,
    link.people,
    link.id,
    destination,
    customerId,
    now,
  );
  joinLanes(connection, destination, link, customerId);
  connection.run(
    `UPDATE event SET planning = ${againSql} WHERE planning <= 0 AND sequence IN (SELECT event FROM call
       WHERE link_people = ? AND link_id = ? AND destination = ? AND status = 'queued' AND lane IS NULL)`,
    link.people,
    link.id,
    destination,
  );
}

/** Stores a link, unless it has another number, which is returned (Store.addLink). */
function addLink(
  connection: Connection,
  link: Link,
  destination: string,
  customerId: string,
  now: number,
): string | undefined {
  const known = findLink(connection, link, destination);
  if (linkChange(known, customerId, 'add') === 'refused') return known;
  putLink(connection, link, destination, customerId, now);
  return undefined;
}

/** Removes a link; returns its customer number (Store.removeLink). */
function removeLink(
  connection: Connection,
  link: Link,
  destination: string,
  { actor, now }: { readonly actor: Actor; readonly now: number },
): string | undefined {
  const known = findLink(connection, link, destination);
  if (known === undefined) return undefined;
  connection.run(
    'DELETE FROM link WHERE people = ? AND link_id = ? AND destination = ?',
    link.people,
    link.id,
    destination,
  );
  addAudit(connection, { ...actor, what: 'remove-link', about: removedLinkWords(link, destination) }, now);
  return known;
}

/** Counts in the index of these calls (OperatorStore.waitingForLinks). */
function waitingForLinks(connection: Connection, most: number): number {
  const counted = connection.get<{ calls: number }>(
    "SELECT count(*) AS calls FROM (SELECT 1 FROM call WHERE status = 'queued' AND lane IS NULL LIMIT ?)",
    most,
  );
  return counted?.calls ?? 0;
}

/** The links in the order of people, link and destination (Store.links). */
export function linksAfter(
  connection: Connection,
  filter: { people?: string; limit: number; after?: string },
): readonly LinkRecord[] {
  const after = readLinkCursor(filter.after);
  const [afterPeople, ...rest] = after;
  const rows =
    filter.people === undefined
      ? connection.all<StoredLinkRow>(
          `SELECT * FROM link WHERE (people, link_id, destination) > (?, ?, ?)
           ORDER BY people, link_id, destination LIMIT ?`,
          ...after,
          filter.limit,
        )
      : connection.all<StoredLinkRow>(
          `SELECT * FROM link WHERE people = ? AND (link_id, destination) > (?, ?)
           ORDER BY people, link_id, destination LIMIT ?`,
          filter.people,
          ...(afterPeople === filter.people ? rest : ['', '']),
          filter.limit,
        );
  return rows.map(linkRecordOf);
}
