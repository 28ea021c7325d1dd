import { withoutZeros } from '../../call.ts';
import { type AboutRow, type LinkRow, numberKey, type Person, pair, textsOf } from '../../decide/people.ts';
import type { ErasureTarget, WhichPerson } from '../../erasure.ts';
import type { Connection } from '../connection.ts';

/** Whom a target means: the number with the links that stand for it, or the link with the numbers that it stands for. */
export function personOf(
  connection: Connection,
  target: Extract<ErasureTarget, { by: 'customerId' | 'link' }>,
): Person | WhichPerson {
  return target.by === 'customerId'
    ? byNumber(connection, target.customerId, target.destination)
    : byLink(connection, target.link, target.people);
}

/** All remembered links. */
export function linkRows(connection: Connection): readonly LinkRow[] {
  return connection.all<LinkRow>('SELECT people, link_id, destination, customer_id FROM link');
}

/** The calls of some events, as far as they say whom they are about. */
export function callsAbout(connection: Connection, events: readonly number[]): readonly AboutRow[] {
  return connection.all<AboutRow>(
    `SELECT DISTINCT event, destination, customer_id, link_people, link_id FROM call
     WHERE event IN (SELECT value FROM json_each(?)) AND (customer_id IS NOT NULL OR link_id IS NOT NULL)`,
    JSON.stringify(events),
  );
}

/** The calls under any of the person's links, as far as they name a number; each kind of them once. */
export function callsUnderLinks(
  connection: Connection,
  { links }: Person,
): readonly Omit<AboutRow, 'event'>[] {
  return connection.all<Omit<AboutRow, 'event'>>(
    `SELECT DISTINCT destination, customer_id, link_people, link_id FROM call
     WHERE link_id IN (SELECT value FROM json_each(?)) AND customer_id IS NOT NULL`,
    JSON.stringify([...links].map(key => textsOf(key)[1])),
  );
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
