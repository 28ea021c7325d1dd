import type { Actor } from '../audit.ts';
import { customerLane, type Link, takesNumberFromLink } from '../call.ts';
import { linkChange, removedLinkWords } from '../decide/links.ts';
import { type LinkRecord, linkRecordOf, readLinkCursor, type StoredLinkRow } from '../link-record.ts';
import type { Store } from '../store.ts';
import { storedCall } from '../stored/stored-call.ts';
import { wasDeliveredSql } from '../stored/was-delivered.ts';
import { addAudit } from './audit.ts';
import { findNearLink, sharedLink } from './learn-link.ts';
import type { OperationStore, Steps, StoreTransaction } from './steps.ts';

/**
 * The methods for links and their customer numbers. Changes use `store`. Reads use `apart`, which does not first
 * write the calls that are only in memory.
 */
export function links(store: OperationStore, apart: OperationStore) {
  return {
    findLink: (link, destination) => apart.read(transaction => transaction.findLink(link, destination)),
    sharedLink: (link, destination) => apart.read(transaction => sharedLink(transaction, link, destination)),
    nearLink: (link, destination) => apart.read(transaction => findNearLink(transaction, link, destination)),
    putLink: (link, destination, customerId) =>
      store.write(transaction => putLink(transaction, link, destination, customerId, store.now())),
    addLink: (link, destination, customerId) =>
      store.write(transaction => addLink(transaction, link, destination, customerId, store.now())),
    removeLink: (link, destination, actor) =>
      store.write(transaction => removeLink(transaction, link, destination, actor, store.now())),
    waitingForLinks: most => apart.read(transaction => waitingForLinks(transaction, most)),
    links: filter => apart.read(transaction => linksAfter(transaction, filter)),
  } satisfies Partial<Store>;
}

/** Stores a link. Calls that were planned with another number of the link wait for it again (OperatorStore.putLink). */
function* putLink(
  transaction: StoreTransaction,
  link: Link,
  destination: string,
  customerId: string,
  now: number,
): Steps<void> {
  yield* transaction.lockDestinations([destination]);
  const known = yield* transaction.findLink(link, destination);
  if (known !== undefined && linkChange(known, customerId, 'replace') === 'write')
    yield* unlinkQueued(transaction, link, destination, known, now);
  yield* transaction.putLink(link, destination, customerId, now);
}

/**
 * Makes the queued calls that took this number from a link wait for the link, as before it was known. A call in flight
 * stays, and so does a call that is sent again: its lane needs the values that it has set.
 */
function* unlinkQueued(
  transaction: StoreTransaction,
  link: Link,
  destination: string,
  known: string,
  now: number,
): Steps<void> {
  const rows = yield* transaction.all<{ id: number; event: number; lane: number; request: string }>(
    `SELECT id, event, lane, request FROM call
     WHERE lane = (SELECT id FROM lane WHERE destination = $1 AND key = $2) AND status = 'queued'
       AND link_people = $3 AND link_id = $4 AND request IS NOT NULL AND NOT ${wasDeliveredSql('call')}`,
    destination,
    customerLane(known),
    link.people,
    link.id,
  );
  const linked = rows.filter(({ request }) => takesNumberFromLink(storedCall.read(request)));
  const [first] = linked;
  if (!first) return;
  const events = [...new Set(linked.map(({ event }) => event))];
  yield* transaction.lockEvents(events);
  const inFlight = yield* transaction.callsInFlight(
    linked.map(({ id }) => id),
    now,
  );
  const waiting = linked.filter(({ id }) => !inFlight.has(id)).map(({ id }) => id);
  yield* transaction.run(
    `UPDATE call SET lane = NULL, due_at = NULL, customer_id = NULL, request = NULL
     WHERE id = ANY ($1) AND status = 'queued' AND lane = $2`,
    waiting,
    first.lane,
  );
  yield* transaction.refreshLanes([first.lane]);
  yield* transaction.refreshEvents(events, now);
}

/** Stores a link, unless it has another number, which is returned (OperatorStore.addLink). */
function* addLink(
  transaction: StoreTransaction,
  link: Link,
  destination: string,
  customerId: string,
  now: number,
): Steps<string | undefined> {
  yield* transaction.lockDestinations([destination]);
  const known = yield* transaction.findLink(link, destination);
  if (linkChange(known, customerId, 'add') === 'refused') return known;
  yield* transaction.putLink(link, destination, customerId, now);
  return undefined;
}

/** Removes a link; returns its customer number (OperatorStore.removeLink). */
function* removeLink(
  transaction: StoreTransaction,
  link: Link,
  destination: string,
  actor: Actor,
  now: number,
): Steps<string | undefined> {
  yield* transaction.lockDestinations([destination]);
  const removed = yield* transaction.get<{ customer_id: string }>(
    'DELETE FROM link WHERE people = $1 AND link_id = $2 AND destination = $3 RETURNING customer_id',
    link.people,
    link.id,
    destination,
  );
  if (!removed) return undefined;
  const about = removedLinkWords(link, destination);
  yield* addAudit(transaction, { ...actor, what: 'remove-link', about }, now);
  return removed.customer_id;
}

/** Counts in the index of these calls (OperatorStore.waitingForLinks). */
function* waitingForLinks(transaction: StoreTransaction, most: number): Steps<number> {
  const counted = yield* transaction.get<{ calls: number }>(
    `SELECT count(*) AS calls
     FROM (SELECT 1 FROM call WHERE status = 'queued' AND lane IS NULL LIMIT $1) AS waiting`,
    most,
  );
  return counted?.calls ?? 0;
}

/** Returns the links in the order of people, link and destination (OperatorStore.links). */
export function* linksAfter(
  transaction: StoreTransaction,
  filter: { people?: string; limit: number; after?: string },
): Steps<readonly LinkRecord[]> {
  const after = readLinkCursor(filter.after);
  const [afterPeople, ...rest] = after;
  const rows =
    filter.people === undefined
      ? yield* transaction.all<StoredLinkRow>(
          `SELECT * FROM link WHERE (people, link_id, destination) > ($1, $2, $3)
           ORDER BY people, link_id, destination LIMIT $4`,
          ...after,
          filter.limit,
        )
      : yield* transaction.all<StoredLinkRow>(
          `SELECT * FROM link WHERE people = $1 AND (link_id, destination) > ($2, $3)
           ORDER BY people, link_id, destination LIMIT $4`,
          filter.people,
          ...(afterPeople === filter.people ? rest : ['', '']),
          filter.limit,
        );
  return rows.map(linkRecordOf);
}
