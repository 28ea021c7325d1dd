import { changedDuplicate, type KnownEvent, type Original, originalAmong } from '../../decide/duplicates.ts';
import { recentMs } from '../../decide/retention.ts';
import type { AcceptedItem, AcceptedRequest } from '../../event.ts';
import { codesWith } from '../../stored/event-codes.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection/connection.ts';

/** A webhook that is being stored. */
export interface Arriving {
  readonly connection: Connection;
  readonly request: AcceptedRequest;
  /** True if it contains several items. */
  readonly siblings: boolean;
  /** The new events of the webhook, by sender's id and then by contents. */
  readonly own: Map<string, Map<string, string>>;
}

/** Returns the event that an item repeats; if there is none, stores its sender's id. */
export function originalOf(webhook: Arriving, item: AcceptedItem, key: string): Original | undefined {
  const { own } = webhook;
  const former = item.formerSenderEventId;
  const before = former === undefined ? undefined : firstOf(webhook, former);
  if (before !== undefined) return { id: before };
  if (remember(webhook, item, key, 0)) {
    if (webhook.siblings) own.set(key, new Map([[item.contentHash, item.id]]));
    return undefined;
  }
  const siblings = own.get(key);
  if (!siblings) return earlierOriginalOf(webhook, item, key);
  const equal = siblings.get(item.contentHash);
  if (equal !== undefined) return { id: equal };
  remember(webhook, item, key, siblings.size);
  siblings.set(item.contentHash, item.id);
  return undefined;
}

/** Returns the event with a sender's id, also in the form that a store of an earlier version may contain. */
function firstOf({ connection, request }: Arriving, key: string): string | undefined {
  return connection.get<{ event_id: string }>(
    'SELECT event_id FROM dedupe WHERE source = ? AND key = ? ORDER BY variant LIMIT 1',
    request.source,
    key,
  )?.event_id;
}

/** Stores a sender's id; returns true if it was not known yet. */
function remember(
  { connection, request }: Arriving,
  item: AcceptedItem,
  key: string,
  variant: number,
): boolean {
  const added = connection.run(
    `INSERT INTO dedupe (source, key, variant, hash, event_id, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    request.source,
    key,
    variant,
    item.contentHash,
    item.id,
    request.receivedAt,
  );
  return added > 0;
}

/** Returns the repeated event of an earlier webhook. If the id was reused for other contents, marks the first one. */
function earlierOriginalOf({ connection, request }: Arriving, item: AcceptedItem, key: string): Original {
  const known = connection.all<KnownEvent>(
    'SELECT event_id AS id, hash FROM dedupe WHERE source = ? AND key = ? ORDER BY variant',
    request.source,
    key,
  );
  const original = originalAmong(known, item.contentHash);
  if (!original) throw new Error('an id is known, but of no event');
  if (original.differs) markChanged(connection, original.id, request.source, key);
  return original;
}

function markChanged(connection: Connection, eventId: string, source: string, key: string): void {
  const event = connection.get<{ noticed: string | null; codes: string | null }>(
    'SELECT noticed, codes FROM event WHERE id = ?',
    eventId,
  );
  const before = diagnosticsOf(event?.noticed);
  const changed = event && changedDuplicate(before, key);
  if (!changed) return;
  connection.run(
    'UPDATE event SET noticed = ?, codes = ? WHERE id = ?',
    diagnosticsText([...before, changed]),
    codesWith(event.codes, changed),
    eventId,
  );
  connection.addNotice({ event: eventId, source, status: 'duplicate', diagnostics: [changed] });
}

/** Stores the contents of an item without an id; returns the first recent event with equal contents. */
export function noteContents(webhook: Arriving, item: AcceptedItem): string | undefined {
  const { connection, request } = webhook;
  const twin = connection.get<{ event_id: string }>(
    'SELECT event_id FROM recent WHERE source = ? AND hash = ? AND at BETWEEN ? AND ?',
    request.source,
    item.contentHash,
    request.receivedAt - recentMs,
    request.receivedAt + recentMs,
  );
  connection.run(
    'INSERT OR REPLACE INTO recent (source, hash, event_id, at) VALUES (?, ?, ?, ?)',
    request.source,
    item.contentHash,
    twin?.event_id ?? item.id,
    request.receivedAt,
  );
  return twin?.event_id;
}
