import { blankCharacters } from '../../diagnostics/blank-ends.ts';
import {
  type KnownNumber,
  newestNumber,
  type StoredLink,
  type TrimmedLink,
  trimmedLinks,
} from '../decide/trimmed-links.ts';
import type { Statements, Steps, StoreTransaction } from './steps.ts';

/** Returns the links of an older version whose ids have spaces at their ends. */
export function* untrimmedLinks(transaction: Statements): Steps<readonly TrimmedLink[]> {
  // The list of space characters takes longer than the rest of a first start.
  if (!(yield* transaction.get('SELECT 1 FROM link UNION ALL SELECT 1 FROM call LIMIT 1'))) return [];
  const stored = yield* transaction.all<StoredLink>(
    `SELECT people, link_id, destination FROM link WHERE link_id <> trim(link_id, $1)
     UNION SELECT link_people, link_id, destination FROM call
       WHERE link_id IS NOT NULL AND link_id <> trim(link_id, $1)`,
    blankCharacters(),
  );
  return trimmedLinks(stored);
}

/** Trims the id of a link, so that its waiting calls are delivered. */
export function* trimLink(
  transaction: StoreTransaction,
  { destination, from, into }: TrimmedLink,
): Steps<void> {
  yield* transaction.lockDestinations([destination]);
  const known = yield* transaction.all<KnownNumber>(
    'SELECT customer_id, updated_at FROM link WHERE people = $1 AND link_id IN ($2, $3) AND destination = $4',
    from.people,
    from.id,
    into.id,
    destination,
  );
  yield* transaction.run(
    'DELETE FROM link WHERE people = $1 AND link_id = $2 AND destination = $3',
    from.people,
    from.id,
    destination,
  );
  yield* transaction.run(
    'UPDATE call SET link_id = $1 WHERE link_people = $2 AND link_id = $3 AND destination = $4',
    into.id,
    from.people,
    from.id,
    destination,
  );
  yield* transaction.joinLinkLanes(destination, from, into);
  const newest = newestNumber(known);
  if (newest) yield* transaction.rememberLink(into, destination, newest.customer_id, newest.updated_at);
}
