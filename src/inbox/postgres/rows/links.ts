import type { Link } from '../../call.ts';
import { linkChange } from '../../decide/links.ts';
import { againSql } from '../../stored/planning-codes.ts';
import type { Transaction } from '../connection/transaction.ts';
import { joinLanes } from './lanes.ts';

/** A link at a destination. */
export interface LinkName {
  readonly link: Link;
  readonly destination: string;
}

/**
 * Returns the customer numbers of links, in the order of the links (Store.findLink). A link that several people share
 * has none.
 */
export async function numbersOfLinks(
  transaction: Transaction,
  names: readonly LinkName[],
): Promise<readonly (string | undefined)[]> {
  if (names.length === 0) return [];
  const rows = await transaction.all<{ number: number; customer_id: string }>(
    `SELECT wanted.number, link.customer_id
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS wanted (people, link_id, destination, number)
     JOIN link USING (people, link_id, destination) WHERE link.shared_since IS NULL`,
    names.map(({ link }) => link.people),
    names.map(({ link }) => link.id),
    names.map(({ destination }) => destination),
  );
  const numbers = new Map(rows.map(row => [row.number - 1, row.customer_id]));
  return names.map((_, index) => numbers.get(index));
}

/**
 * Stores a link, merges the lanes, and marks the calls that waited for it to be planned again (Store.putLink). Call
 * it in a transaction that has locked the destination.
 */
export async function putLink(
  transaction: Transaction,
  link: Link,
  destination: string,
  customerId: string,
  now: number,
): Promise<void> {
  const [known] = await numbersOfLinks(transaction, [{ link, destination }]);
  if (linkChange(known, customerId, 'replace') === 'nothing') return;
  await rememberLink(transaction, link, destination, customerId, now);
}

/** Stores a link even if it has this number already. A link that several people shared is decided by that. */
export async function rememberLink(
  transaction: Transaction,
  link: Link,
  destination: string,
  customerId: string,
  now: number,
): Promise<void> {
  await transaction.run(
    `INSERT INTO link (people, link_id, destination, customer_id, updated_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (people, link_id, destination)
     DO UPDATE SET customer_id = excluded.customer_id, updated_at = excluded.updated_at, shared_since = NULL`,
    link.people,
    link.id,
    destination,
    customerId,
    now,
  );
  await joinLanes(transaction, destination, link, customerId);
  await transaction.run(
    `UPDATE event SET planning = ${againSql} WHERE planning <= 0 AND sequence IN (SELECT event FROM call
       WHERE link_people = $1 AND link_id = $2 AND destination = $3 AND status = 'queued' AND lane IS NULL)`,
    link.people,
    link.id,
    destination,
  );
}
