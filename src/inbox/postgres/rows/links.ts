import type { Actor } from '../../audit.ts';
import type { Link } from '../../call.ts';
import { linkChange, removedLinkWords } from '../../decide/links.ts';
import { type LinkRecord, linkRecordOf, readLinkCursor, type StoredLinkRow } from '../../link-record.ts';
import type { Store } from '../../store.ts';
import { againSql } from '../../stored/planning-codes.ts';
import type { Transaction } from '../connection/transaction.ts';
import { addAudit } from '../operate/audit.ts';
import type { Parts } from '../parts.ts';
import { joinLanes } from './lanes.ts';
import { lockDestinations } from './locks.ts';

/** A link at a destination. */
export interface LinkName {
  readonly link: Link;
  readonly destination: string;
}

/** The links and their customer numbers. */
export function links({ database, clock }: Parts) {
  return {
    async findLink(link, destination) {
      const [known] = await database.read(transaction =>
        numbersOfLinks(transaction, [{ link, destination }]),
      );
      return known;
    },
    putLink: (link, destination, customerId) =>
      database.write(async transaction => {
        await lockDestinations(transaction, [destination]);
        await putLink(transaction, link, destination, customerId, clock.now());
      }),
    addLink: (link, destination, customerId) =>
      database.write(transaction => addLink(transaction, { link, destination }, customerId, clock.now())),
    removeLink: (link, destination, actor) =>
      database.write(transaction => removeLink(transaction, { link, destination }, actor, clock.now())),
    waitingForLinks: most => database.read(transaction => waitingForLinks(transaction, most)),
    links: filter => database.read(transaction => linksAfter(transaction, filter)),
  } satisfies Partial<Store>;
}

/** Returns the customer numbers of links, in the order of the links (Store.findLink). */
export async function numbersOfLinks(
  transaction: Transaction,
  names: readonly LinkName[],
): Promise<readonly (string | undefined)[]> {
  if (names.length === 0) return [];
  const rows = await transaction.all<{ number: number; customer_id: string }>(
    `SELECT wanted.number, link.customer_id
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS wanted (people, link_id, destination, number)
     JOIN link USING (people, link_id, destination)`,
    names.map(({ link }) => link.people),
    names.map(({ link }) => link.id),
    names.map(({ destination }) => destination),
  );
  const numbers = new Map(rows.map(row => [row.number - 1, row.customer_id]));
  return names.map((_, index) => numbers.get(index));
}

/**
 * Stores a link, merges the lanes, and has the calls that waited for it planned again (Store.putLink). Call it in a
 * transaction that has locked the destination.
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

/** Stores a link, also if it has this number already. */
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
     DO UPDATE SET customer_id = excluded.customer_id, updated_at = excluded.updated_at`,
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

/** Stores a link, unless it has another number, which is returned (OperatorStore.addLink). */
async function addLink(
  transaction: Transaction,
  name: LinkName,
  customerId: string,
  now: number,
): Promise<string | undefined> {
  await lockDestinations(transaction, [name.destination]);
  const [known] = await numbersOfLinks(transaction, [name]);
  if (linkChange(known, customerId, 'add') === 'refused') return known;
  await putLink(transaction, name.link, name.destination, customerId, now);
  return undefined;
}

/** Removes a link; returns its customer number (OperatorStore.removeLink). */
async function removeLink(
  transaction: Transaction,
  { link, destination }: LinkName,
  actor: Actor,
  now: number,
): Promise<string | undefined> {
  await lockDestinations(transaction, [destination]);
  const removed = await transaction.get<{ customer_id: string }>(
    `DELETE FROM link WHERE people = $1 AND link_id = $2 AND destination = $3 RETURNING customer_id`,
    link.people,
    link.id,
    destination,
  );
  if (!removed) return undefined;
  const about = removedLinkWords(link, destination);
  await addAudit(transaction, { ...actor, what: 'remove-link', about }, now);
  return removed.customer_id;
}

/** Counts in the index of these calls (OperatorStore.waitingForLinks). */
async function waitingForLinks(transaction: Transaction, most: number): Promise<number> {
  const counted = await transaction.get<{ calls: number }>(
    `SELECT count(*)::integer AS calls
     FROM (SELECT 1 FROM call WHERE status = 'queued' AND lane IS NULL LIMIT $1) AS waiting`,
    most,
  );
  return counted?.calls ?? 0;
}

/** The links in the order of people, link and destination (OperatorStore.links). */
export async function linksAfter(
  transaction: Transaction,
  filter: { people?: string; limit: number; after?: string },
): Promise<readonly LinkRecord[]> {
  const after = readLinkCursor(filter.after);
  const [afterPeople, ...rest] = after;
  const rows =
    filter.people === undefined
      ? await transaction.all<StoredLinkRow>(
          `SELECT * FROM link WHERE (people, link_id, destination) > ($1, $2, $3)
           ORDER BY people, link_id, destination LIMIT $4`,
          ...after,
          filter.limit,
        )
      : await transaction.all<StoredLinkRow>(
          `SELECT * FROM link WHERE people = $1 AND (link_id, destination) > ($2, $3)
           ORDER BY people, link_id, destination LIMIT $4`,
          filter.people,
          ...(afterPeople === filter.people ? rest : ['', '']),
          filter.limit,
        );
  return rows.map(linkRecordOf);
}
