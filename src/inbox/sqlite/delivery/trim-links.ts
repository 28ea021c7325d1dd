import { blankCharacters } from '../../../diagnostics/blank-ends.ts';
import {
  type KnownNumber,
  newestNumber,
  type StoredLink,
  type TrimmedLink,
  trimmedLinks,
} from '../../decide/trimmed-links.ts';
import type { Connection } from '../connection/connection.ts';
import { joinLinkLanes } from '../rows/lanes.ts';
import { rememberLink } from '../rows/links.ts';

/** Trims the ids of links from an older version, so that their waiting calls are delivered; once for each store. */
export function trimLinks(connection: Connection): void {
  if (connection.get('SELECT 1 FROM meta WHERE name = ?', done)) return;
  // The list of space characters takes longer than the rest of a first start.
  if (connection.get('SELECT 1 FROM link UNION ALL SELECT 1 FROM call LIMIT 1')) {
    const stored = connection.all<StoredLink>(
      `SELECT people, link_id, destination FROM link WHERE link_id <> trim(link_id, ?1)
       UNION SELECT link_people, link_id, destination FROM call
         WHERE link_id IS NOT NULL AND link_id <> trim(link_id, ?1)`,
      blankCharacters(),
    );
    for (const each of trimmedLinks(stored)) trimLink(connection, each);
  }
  connection.run('INSERT INTO meta VALUES (?, 1)', done);
}

const done = 'links trimmed';

function trimLink(connection: Connection, { destination, from, into }: TrimmedLink): void {
  const known = connection.all<KnownNumber>(
    'SELECT customer_id, updated_at FROM link WHERE people = ? AND link_id IN (?, ?) AND destination = ?',
    from.people,
    from.id,
    into.id,
    destination,
  );
  connection.run(
    'DELETE FROM link WHERE people = ? AND link_id = ? AND destination = ?',
    from.people,
    from.id,
    destination,
  );
  connection.run(
    'UPDATE call SET link_id = ? WHERE link_people = ? AND link_id = ? AND destination = ?',
    into.id,
    from.people,
    from.id,
    destination,
  );
  joinLinkLanes(connection, destination, from, into);
  const newest = newestNumber(known);
  if (newest) rememberLink(connection, into, destination, newest.customer_id, newest.updated_at);
}
