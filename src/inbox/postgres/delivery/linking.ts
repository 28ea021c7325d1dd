import type { Actor } from '../../audit.ts';
import { linkChange, removedLinkWords } from '../../decide/links.ts';
import { type LinkRecord, readLinkCursor } from '../../link-record.ts';
import type { Store } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { writeAudit } from '../operate/audit.ts';
import type { Parts } from '../parts.ts';
import { type LinkName, numbersOfLinks, putLink } from '../rows/links.ts';
import { lockDestinations } from '../rows/locks.ts';

/** The links and their customer numbers. */
export function linking({ database, clock }: Parts) {
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
      database.write(transaction =>
        putFirstLink(transaction, { link, destination }, customerId, clock.now()),
      ),
    removeLink: (link, destination, actor) =>
      database.write(transaction => takeLinkOut(transaction, { link, destination }, actor, clock.now())),
    links: filter => database.read(transaction => linksPage(transaction, filter)),
  } satisfies Partial<Store>;
}

/** Stores a link, unless it has another number, which is returned (OperatorStore.addLink). */
async function putFirstLink(
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
async function takeLinkOut(
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
  await writeAudit(transaction, { ...actor, what: 'remove-link', about }, now);
  return removed.customer_id;
}

/** The links in the order of people, link and destination (OperatorStore.links). */
async function linksPage(
  transaction: Transaction,
  filter: { people?: string; limit: number; after?: string },
): Promise<readonly LinkRecord[]> {
  const after = readLinkCursor(filter.after);
  const [afterPeople, ...rest] = after;
  const rows =
    filter.people === undefined
      ? await transaction.all<Row>(
          `SELECT * FROM link WHERE (people, link_id, destination) > ($1, $2, $3)
           ORDER BY people, link_id, destination LIMIT $4`,
          ...after,
          filter.limit,
        )
      : await transaction.all<Row>(
          `SELECT * FROM link WHERE people = $1 AND (link_id, destination) > ($2, $3)
           ORDER BY people, link_id, destination LIMIT $4`,
          filter.people,
          ...(afterPeople === filter.people ? rest : ['', '']),
          filter.limit,
        );
  return rows.map(row => ({
    people: row.people,
    link: row.link_id,
    destination: row.destination,
    customerId: row.customer_id,
    updatedAt: new Date(row.updated_at).toISOString(),
  }));
}

interface Row {
  people: string;
  link_id: string;
  destination: string;
  customer_id: string;
  updated_at: number;
}
