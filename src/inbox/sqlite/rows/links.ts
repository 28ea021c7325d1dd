import type { Link } from '../../call.ts';
import { linkChange } from '../../decide/links.ts';
import { againSql } from '../../stored/planning-codes.ts';
import type { Connection } from '../connection/connection.ts';
import { joinLanes } from './lanes.ts';

/** Returns the customer number of a link at a destination, unless several people share the link (Store.findLink). */
export function findLink(connection: Connection, link: Link, destination: string): string | undefined {
  return connection.get<{ customer_id: string }>(
    'SELECT customer_id FROM link WHERE people = ? AND link_id = ? AND destination = ? AND shared_since IS NULL',
    link.people,
    link.id,
    destination,
  )?.customer_id;
}

/** Stores a link, merges the lanes, and marks the calls that waited for it to be planned again (Store.putLink). */
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

/** Stores a link even if it has this number already. A link that several people shared is decided by that. */
export function rememberLink(
  connection: Connection,
  link: Link,
  destination: string,
  customerId: string,
  now: number,
): void {
  connection.run(
    `INSERT INTO link (people, link_id, destination, customer_id, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET customer_id = excluded.customer_id, updated_at = excluded.updated_at,
       shared_since = NULL`,
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
