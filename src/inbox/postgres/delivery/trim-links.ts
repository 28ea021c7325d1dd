import { blankCharacters } from '../../../diagnostics/blank-ends.ts';
import {
  type KnownNumber,
  newestNumber,
  type StoredLink,
  type TrimmedLink,
  trimmedLinks,
} from '../../decide/trimmed-links.ts';
import type { Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';
import { joinLinkLanes } from '../rows/lanes.ts';
import { rememberLink } from '../rows/links.ts';
import { lockDestinations } from '../rows/locks.ts';
import { metaValue, setMeta } from '../rows/meta.ts';

/** Trims the ids of links from an older version, so that their waiting calls are delivered; once for each store. */
export async function trimLinks(database: Database): Promise<void> {
  if ((await database.read(transaction => metaValue(transaction, done))) !== undefined) return;
  const stored = await database.read(async transaction =>
    // The list of space characters takes longer than the rest of a first start.
    (await transaction.get('SELECT 1 FROM link UNION ALL SELECT 1 FROM call LIMIT 1'))
      ? transaction.all<StoredLink>(
          `SELECT people, link_id, destination FROM link WHERE link_id <> btrim(link_id, $1)
           UNION SELECT link_people, link_id, destination FROM call
             WHERE link_id IS NOT NULL AND link_id <> btrim(link_id, $1)`,
          blankCharacters(),
        )
      : [],
  );
  for (const each of trimmedLinks(stored)) await database.write(transaction => trimLink(transaction, each));
  await database.write(transaction => setMeta(transaction, done, '1'));
}

const done = 'links trimmed';

async function trimLink(transaction: Transaction, { destination, from, into }: TrimmedLink): Promise<void> {
  await lockDestinations(transaction, [destination]);
  const known = await transaction.all<KnownNumber>(
    'SELECT customer_id, updated_at FROM link WHERE people = $1 AND link_id IN ($2, $3) AND destination = $4',
    from.people,
    from.id,
    into.id,
    destination,
  );
  await transaction.run(
    'DELETE FROM link WHERE people = $1 AND link_id = $2 AND destination = $3',
    from.people,
    from.id,
    destination,
  );
  await transaction.run(
    'UPDATE call SET link_id = $1 WHERE link_people = $2 AND link_id = $3 AND destination = $4',
    into.id,
    from.people,
    from.id,
    destination,
  );
  await joinLinkLanes(transaction, destination, from, into);
  const newest = newestNumber(known);
  if (newest) await rememberLink(transaction, into, destination, newest.customer_id, newest.updated_at);
}
