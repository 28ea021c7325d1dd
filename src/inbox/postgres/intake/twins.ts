import type { AcceptedItem, AcceptedRequest } from '../../event.ts';
import { isBegun, type Transaction } from '../connection/transaction.ts';
import type { Incoming } from './duplicates.ts';

/** The period in which equal contents of items without an id are found. Milliseconds. */
const rememberedMs = 10 * 60_000;

/** The recent contents of items without an id. */
export interface Twins {
  /** Stores the contents of an item; returns the first recent event with equal contents. */
  twinOf(webhook: Incoming, item: AcceptedItem): string | undefined;
  /** Writes the contents stored so far. */
  write(transaction: Transaction): void;
}

interface Recent {
  readonly source: string;
  readonly hash: string;
  readonly event_id: string;
  readonly at: number;
}

/** Looks up the contents of webhooks' items without an id. */
export async function createTwins(transaction: Transaction, webhooks: readonly Incoming[]): Promise<Twins> {
  const first = new Map<string, Recent>();
  for (const { request } of webhooks) {
    for (const item of request.items) {
      if (item.senderEventId !== undefined) continue;
      const text = contentsText(request, item);
      if (!first.has(text)) first.set(text, recentOf(request, item, item.id));
    }
  }
  const known = await takeContents(transaction, [...first.values()]);
  const changed = new Map<string, Recent>();
  return {
    twinOf({ request }, item) {
      const text = contentsText(request, item);
      const before = known.get(text);
      if (!before || before.event_id === item.id) return undefined;
      const twin = Math.abs(request.receivedAt - before.at) <= rememberedMs ? before.event_id : undefined;
      const now = recentOf(request, item, twin ?? item.id);
      known.set(text, now);
      changed.set(text, now);
      return twin;
    },
    write: transaction => updateRecent(transaction, [...changed.values()]),
  };
}

function recentOf({ source, receivedAt: at }: AcceptedRequest, item: AcceptedItem, event_id: string): Recent {
  return { source, hash: item.contentHash, event_id, at };
}

function contentsText({ source }: Pick<AcceptedRequest, 'source'>, { contentHash }: AcceptedItem): string {
  return JSON.stringify([source, contentHash]);
}

/** Stores new contents; returns the known data of all of them, which are locked from now on. */
async function takeContents(
  transaction: Transaction,
  contents: readonly Recent[],
): Promise<Map<string, Recent>> {
  if (contents.length === 0) return new Map();
  const rows = await transaction.all<Recent>(
    `INSERT INTO recent (source, hash, event_id, at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS new (source, hash, event_id, at)
     WHERE ${isBegun}
     ORDER BY source COLLATE "C", hash COLLATE "C"
     ON CONFLICT (source, hash) DO UPDATE SET at = recent.at RETURNING source, hash, event_id, at`,
    ...columnsOf(contents),
  );
  return new Map(rows.map(row => [JSON.stringify([row.source, row.hash]), row]));
}

function updateRecent(transaction: Transaction, contents: readonly Recent[]): void {
  if (contents.length === 0) return;
  transaction.write(
    `UPDATE recent SET event_id = new.event_id, at = new.at
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS new (source, hash, event_id, at)
     WHERE recent.source = new.source AND recent.hash = new.hash`,
    ...columnsOf(contents),
  );
}

function columnsOf(contents: readonly Recent[]) {
  return [
    contents.map(({ source }) => source),
    contents.map(({ hash }) => hash),
    contents.map(({ event_id }) => event_id),
    contents.map(({ at }) => at),
  ] as const;
}
