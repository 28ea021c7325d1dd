import { withoutZeros } from '../../call.ts';
import type { ErasureWish, PersonView, WhichPerson } from '../../erasure.ts';
import type { Connection } from '../connection.ts';

/** A person as the store knows one. What it has of one is `key`s of pairs. */
export interface Person {
  /** `[destination, number]`, the number without the zeros before it. */
  readonly numbers: Set<string>;
  /** `[people, link]` */
  readonly links: Set<string>;
}

/** A remembered link. */
export interface LinkRow {
  people: string;
  link_id: string;
  destination: string;
  customer_id: string;
}

/** Whom a call is about. */
export interface AboutRow {
  destination: string;
  customer_id: string | null;
  link_people: string | null;
  link_id: string | null;
}

/** Two texts as one. */
export function pair(one: string, other: string): string {
  return JSON.stringify([one, other]);
}

/** The key of a number at a destination. */
export function numberKey(destination: string, customerId: string): string {
  return pair(destination, withoutZeros(customerId));
}

/** The two texts of a key. */
export function textsOf(key: string): readonly [string, string] {
  return JSON.parse(key) as [string, string];
}

/** A person for people to look at. */
export function personView({ numbers, links }: Person): PersonView {
  return {
    customers: [...numbers].map(textsOf).map(([destination, customerId]) => ({ destination, customerId })),
    linked: [...links].map(textsOf).map(([people, link]) => ({ people, link })),
  };
}

/** Whom a wish means: the number with the links that stand for it, or the link with the numbers that it stands for. */
export function personOf(
  connection: Connection,
  wish: Extract<ErasureWish, { by: 'customerId' | 'link' }>,
): Person | WhichPerson {
  return wish.by === 'customerId'
    ? byNumber(connection, wish.customerId, wish.destination)
    : byLink(connection, wish.link, wish.people);
}

/** All remembered links. */
export function linkRows(connection: Connection): readonly LinkRow[] {
  return connection.all<LinkRow>('SELECT people, link_id, destination, customer_id FROM link');
}

/** The destinations at which a number of the person is known. */
export function placesOf({ numbers }: Person): ReadonlySet<string> {
  return new Set([...numbers].map(key => textsOf(key)[0]));
}

/**
 * The links that stand for the person. One of them that stands for another number where theirs is known is not theirs
 * alone.
 */
export function linksOfPerson(connection: Connection, person: Person): readonly LinkRow[] {
  const places = placesOf(person);
  return linkRows(connection).filter(
    row =>
      person.numbers.has(numberKey(row.destination, row.customer_id)) ||
      (person.links.has(pair(row.people, row.link_id)) && !places.has(row.destination)),
  );
}

/**
 * The customer numbers for which the person's links have stood as well: `[destination, number]`. A family may share a
 * link.
 */
export function sharersOf(connection: Connection, person: Person): ReadonlySet<string> {
  const { numbers, links } = person;
  const places = placesOf(person);
  const ids = JSON.stringify([...links].map(key => textsOf(key)[1]));
  const rows = connection.all<AboutRow>(
    `SELECT DISTINCT destination, customer_id, link_people, link_id FROM call
     WHERE link_id IN (SELECT value FROM json_each(?)) AND customer_id IS NOT NULL`,
    ids,
  );
  const others = rows.flatMap(({ destination, customer_id, link_people, link_id }) => {
    if (!links.has(pair(link_people ?? '', link_id ?? ''))) return [];
    const key = numberKey(destination, customer_id ?? '');
    return numbers.has(key) || !places.has(destination) ? [] : [key];
  });
  return new Set(others);
}

/**
 * The sequences of those of some events that have a call about the person: under one of the numbers, or under a link
 * alone where nobody else has come under the person's links.
 */
export function eventsOfPerson(
  connection: Connection,
  person: Person,
  events: readonly { readonly sequence: number }[],
  { isShared }: { readonly isShared: boolean },
): ReadonlySet<number> {
  const rows = connection.all<AboutRow & { event: number }>(
    `SELECT event, destination, customer_id, link_people, link_id FROM call
     WHERE event IN (SELECT value FROM json_each(?)) AND (customer_id IS NOT NULL OR link_id IS NOT NULL)`,
    JSON.stringify(events.map(each => each.sequence)),
  );
  const { numbers, links } = person;
  const places = placesOf(person);
  const about = ({ destination, customer_id, link_people, link_id }: AboutRow) => {
    if (customer_id !== null && numbers.has(numberKey(destination, customer_id))) return true;
    if (link_people === null || link_id === null || !links.has(pair(link_people, link_id))) return false;
    return customer_id === null ? !isShared : !places.has(destination);
  };
  return new Set(rows.filter(about).map(row => row.event));
}

function byNumber(
  connection: Connection,
  customerId: string,
  destination: string | undefined,
): Person | WhichPerson {
  const known = connection.all<{ destination: string }>(
    `SELECT destination FROM link WHERE customer_id IN (SELECT value FROM json_each(?1))
     UNION SELECT destination FROM call WHERE customer_id IN (SELECT value FROM json_each(?1))`,
    JSON.stringify(spellings(customerId)),
  );
  const meant = known.map(row => row.destination).filter(each => (destination ?? each) === each);
  if (meant.length > 1) return { kind: 'which', among: meant };
  const numbers = new Set(meant.map(each => numberKey(each, customerId)));
  const links = linkRows(connection)
    .filter(row => numbers.has(numberKey(row.destination, row.customer_id)))
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
  const numbers = linkRows(connection)
    .filter(row => links.has(pair(row.people, row.link_id)))
    .map(row => numberKey(row.destination, row.customer_id));
  return { links, numbers: new Set(numbers) };
}
