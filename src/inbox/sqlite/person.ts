import { withoutZeros } from '../call.ts';
import type { ErasureWish, WhichPerson } from '../erasure.ts';
import type { Connection } from './connection.ts';

/** A person as the store knows one: by customer numbers at destinations, and by links; as JSON lists of pairs. */
export interface Person {
  /** `[destination, number]` */
  readonly numbers: ReadonlySet<string>;
  /** `[people, link]` */
  readonly links: ReadonlySet<string>;
}

interface LinkRow {
  people: string;
  link_id: string;
  destination: string;
  customer_id: string;
}

/** Whom a wish means: the number with the links that stand for it, or the link with the numbers that it stands for. */
export function personOf(connection: Connection, wish: ErasureWish): Person | WhichPerson {
  switch (wish.by) {
    case 'event':
    case 'q':
      return { numbers: new Set(), links: new Set() };
    case 'customerId':
      return byNumber(connection, wish.customerId, wish.destination);
    case 'link':
      return byLink(connection, wish.link, wish.people);
  }
}

/** Whether anything is known to go by. */
export function anyPerson({ numbers, links }: Person): boolean {
  return numbers.size + links.size > 0;
}

/** The sequences of the events between two that have a call about the person. */
export function eventsOfPerson(
  connection: Connection,
  { numbers, links }: Person,
  after: number,
  last: number,
): ReadonlySet<number> {
  const rows = connection.all<{ event: number }>(
    `SELECT DISTINCT event FROM call WHERE event > ? AND event <= ? AND (
       json_array(destination, customer_id) IN (SELECT value FROM json_each(?))
       OR json_array(link_people, link_id) IN (SELECT value FROM json_each(?)))`,
    after,
    last,
    JSON.stringify([...numbers]),
    JSON.stringify([...links]),
  );
  return new Set(rows.map(row => row.event));
}

/** The links of the person, and those in which the text is found. */
export function linksOfPerson(
  connection: Connection,
  { numbers, links }: Person,
  find: ((text: string) => boolean) | undefined,
): readonly LinkRow[] {
  return connection
    .all<LinkRow>('SELECT people, link_id, destination, customer_id FROM link')
    .filter(
      row =>
        numbers.has(pair(row.destination, row.customer_id)) ||
        links.has(pair(row.people, row.link_id)) ||
        find?.(row.link_id) ||
        find?.(row.customer_id),
    );
}

function byNumber(
  connection: Connection,
  customerId: string,
  destination: string | undefined,
): Person | WhichPerson {
  const ways = spellings(customerId);
  const known = connection.all<{ destination: string }>(
    `SELECT destination FROM link WHERE customer_id IN (SELECT value FROM json_each(?1))
     UNION SELECT destination FROM call WHERE customer_id IN (SELECT value FROM json_each(?1))`,
    JSON.stringify(ways),
  );
  const meant = known.map(row => row.destination).filter(each => (destination ?? each) === each);
  if (meant.length > 1) return { kind: 'which', among: meant };
  const numbers = new Set(meant.flatMap(each => ways.map(way => pair(each, way))));
  const links = connection
    .all<LinkRow>(
      `SELECT people, link_id, destination, customer_id FROM link
       WHERE customer_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ways),
    )
    .filter(row => numbers.has(pair(row.destination, row.customer_id)))
    .map(row => pair(row.people, row.link_id));
  return { numbers, links: new Set(links) };
}

/** A number as senders may write it, with zeros before it. */
function spellings(customerId: string): readonly string[] {
  if (!/^\d{1,20}$/.test(customerId)) return [customerId];
  const number = withoutZeros(customerId);
  return Array.from({ length: 21 - number.length }, (_, zeros) => '0'.repeat(zeros) + number);
}

function byLink(connection: Connection, link: string, people: string | undefined): Person | WhichPerson {
  const known = connection.all<{ people: string }>(
    `SELECT people FROM link WHERE link_id = ? UNION SELECT link_people AS people FROM call WHERE link_id = ?`,
    link,
    link,
  );
  const meant = known.map(row => row.people).filter(each => (people ?? each) === each);
  if (meant.length > 1) return { kind: 'which', among: meant };
  const links = new Set(meant.map(each => pair(each, link)));
  const numbers = connection
    .all<LinkRow>('SELECT people, link_id, destination, customer_id FROM link WHERE link_id = ?', link)
    .filter(row => links.has(pair(row.people, link)))
    .flatMap(row => spellings(row.customer_id).map(way => pair(row.destination, way)));
  return { links, numbers: new Set(numbers) };
}

function pair(one: string, other: string): string {
  return JSON.stringify([one, other]);
}
