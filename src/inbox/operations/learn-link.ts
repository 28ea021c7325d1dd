import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Call, customerLane, type Link } from '../call.ts';
import type { Linked } from '../claim.ts';
import type { Completed } from '../decide/delivery.ts';
import { type KnownLink, linkEffect, otherCustomer, outdatedNumber } from '../decide/links.ts';
import { type AlikeLink, alikeSql, type NearLink, nearLink } from '../decide/near-link.ts';
import { storedCall } from '../stored/stored-call.ts';
import { diagnosticsOf, diagnosticsText } from '../stored/stored-diagnostics.ts';
import type { Statements, Steps, StoreTransaction } from './steps.ts';

/** The number of earlier bookings whose names are compared. */
const comparedBookings = 20;

/**
 * Stores the customer number that a delivered call shows of its link. If the link stands for another customer, the link
 * moves or is marked as shared, and the call gets a warning.
 */
export function* learnLink(
  transaction: Statements & Pick<StoreTransaction, 'rememberLink'>,
  { callId, eventId, destination }: Pick<Completed, 'callId' | 'eventId' | 'destination'>,
  { call, linked }: { readonly call: Call; readonly linked: Linked },
  now: number,
): Steps<void> {
  const { link, customerId } = linked;
  const known = yield* knownLink(transaction, link, destination);
  const effect = linkEffect(known, linked);
  if (effect === 'write') yield* transaction.rememberLink(link, destination, customerId, now);
  if (!known || effect === 'nothing' || effect === 'write') return;
  if (effect === 'outdated') {
    yield* addDiagnostic(transaction, callId, outdatedNumber(linked, known));
    return;
  }
  const earlier = yield* bookingsOf(transaction, known.customerId, destination, callId);
  const { moves, diagnostic } = otherCustomer({ linked, known, call, earlier });
  if (moves) yield* transaction.rememberLink(link, destination, customerId, now);
  else yield* markAsShared(transaction, link, destination, eventId, now);
  yield* addDiagnostic(transaction, callId, diagnostic);
}

/** Returns a link that several people seem to share (StoreLookups.sharedLink). */
export function* sharedLink(
  transaction: Statements,
  link: Link,
  destination: string,
): Steps<KnownLink | undefined> {
  const known = yield* knownLink(transaction, link, destination);
  return known === undefined || known.sharedSince === null ? undefined : known;
}

/** Returns a link in another spelling (StoreLookups.nearLink). */
export function* findNearLink(
  transaction: Statements,
  { people, id }: Link,
  destination: string,
): Steps<NearLink | undefined> {
  const alike = yield* transaction.all<AlikeLink>(
    `SELECT link_id, customer_id FROM link
     WHERE people = $1 AND destination = $2 AND ${alikeSql('link_id')} = ${alikeSql('$3')} AND ${alikeSql('$3')} <> ''
     ORDER BY link_id LIMIT $4`,
    people,
    destination,
    id,
    comparedLinks,
  );
  return nearLink(id, alike);
}

/** The number of links that are compared with an id. */
const comparedLinks = 20;

function* knownLink(transaction: Statements, link: Link, destination: string): Steps<KnownLink | undefined> {
  const row = yield* transaction.get<{ customer_id: string; shared_since: string | null }>(
    'SELECT customer_id, shared_since FROM link WHERE people = $1 AND link_id = $2 AND destination = $3',
    link.people,
    link.id,
    destination,
  );
  return row && { customerId: row.customer_id, sharedSince: row.shared_since };
}

function* markAsShared(
  transaction: Statements,
  link: Link,
  destination: string,
  eventId: string,
  now: number,
): Steps<void> {
  yield* transaction.run(
    `UPDATE link SET shared_since = $1, updated_at = $2 WHERE people = $3 AND link_id = $4 AND destination = $5`,
    eventId,
    now,
    link.people,
    link.id,
    destination,
  );
}

/** Returns the delivered bookings of a customer, the newest first, without one of them. */
function* bookingsOf(
  transaction: Statements,
  customerId: string,
  destination: string,
  except: number,
): Steps<readonly Call[]> {
  const rows = yield* transaction.all<{ request: string }>(
    `SELECT request FROM call WHERE lane = (SELECT id FROM lane WHERE destination = $1 AND key = $2)
       AND status = 'delivered' AND operation = 'persistCustomerData' AND customer_id = $3 AND id <> $4
       AND request IS NOT NULL ORDER BY event DESC LIMIT $5`,
    destination,
    customerLane(customerId),
    customerId,
    except,
    comparedBookings,
  );
  return rows.map(({ request }) => storedCall.read(request));
}

function* addDiagnostic(transaction: Statements, callId: number, added: Diagnostic): Steps<void> {
  const row = yield* transaction.get<{ diagnostics: string | null }>(
    'SELECT diagnostics FROM call WHERE id = $1',
    callId,
  );
  yield* transaction.run(
    'UPDATE call SET diagnostics = $1 WHERE id = $2',
    diagnosticsText([...diagnosticsOf(row?.diagnostics), added]),
    callId,
  );
}
