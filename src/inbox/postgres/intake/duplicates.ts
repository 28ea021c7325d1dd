import { changedDuplicate, type KnownEvent, type Original, originalAmong } from '../../decide/duplicates.ts';
import type { AcceptedItem, AcceptedRequest } from '../../event.ts';
import { codesWith } from '../../stored/event-codes.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import { isBegun, type Transaction } from '../connection/transaction.ts';
import { lockEventRows } from '../rows/locks.ts';
import { createTwins, type Twins } from './twins.ts';

/** A webhook that is being stored. */
export interface Incoming {
  readonly request: AcceptedRequest;
  /** True if it contains several items. */
  readonly siblings: boolean;
  /** The new events of the webhook, by sender's id and then by contents. */
  readonly own: Map<string, Map<string, string>>;
}

/** The known events with the senders' ids and the contents in these webhooks. */
export interface SenderMemory extends Twins {
  /**
   * Returns the event that an item repeats; if there is none, stores its sender's id. Call it for each item, in order.
   */
  originalOf(webhook: Incoming, item: AcceptedItem, senderEventId: string): Original | undefined;
  /** Writes the stored ids and contents, after the events are written. */
  write(transaction: Transaction): Promise<void>;
}

/** A sender's id of a source. */
interface SenderKey {
  readonly source: string;
  readonly key: string;
}

/** An event that a sender's id stands for from now on. */
interface Remembered extends SenderKey {
  readonly item: AcceptedItem;
  readonly variant: number;
  readonly at: number;
}

type KnownEvents = Map<string, KnownEvent[]>;

/**
 * Looks up the events of webhooks' items, and stores the senders' ids that are new. If a transaction of another
 * process has just stored one, this one waits for it.
 */
export async function recall(transaction: Transaction, webhooks: readonly Incoming[]): Promise<SenderMemory> {
  const known = await loadKnown(transaction, formerKeys(webhooks));
  const first = firstOfEach(webhooks, known);
  const [, twins] = await Promise.all([
    takeKeys(transaction, first, known),
    createTwins(transaction, webhooks),
  ]);
  return { ...twins, ...createMemory(known, twins) };
}

function createMemory(known: KnownEvents, twins: Twins): Omit<SenderMemory, 'twinOf'> {
  const further: Remembered[] = [];
  const changed = new Map<string, SenderKey>();

  function remember({ request, own }: Incoming, item: AcceptedItem, key: string, variant: number): void {
    const { source, receivedAt: at } = request;
    const text = keyText({ source, key });
    known.set(text, [...(known.get(text) ?? []), { id: item.id, hash: item.contentHash }]);
    if (variant > 0) further.push({ source, key, item, variant, at });
    own.set(key, (own.get(key) ?? new Map()).set(item.contentHash, item.id));
  }

  return {
    originalOf(webhook, item, senderEventId) {
      const { source } = webhook.request;
      const before = formerOf(webhook, item, known);
      if (before) return { id: before.id };
      const key = senderEventId.toWellFormed();
      const events = known.get(keyText({ source, key })) ?? [];
      const siblings = webhook.siblings ? webhook.own.get(key) : undefined;
      const equal = siblings?.get(item.contentHash);
      if (equal !== undefined) return { id: equal };
      const original = siblings ? undefined : originalAmong(events, item.contentHash);
      if (!original) {
        remember(webhook, item, key, siblings?.size ?? 0);
        return undefined;
      }
      if (original.differs && !changed.has(original.id)) changed.set(original.id, { source, key });
      return original;
    },
    async write(transaction) {
      await insertKeys(transaction, further);
      twins.write(transaction);
      await markChanged(transaction, changed);
    },
  };
}

function formerKeys(webhooks: readonly Incoming[]): readonly SenderKey[] {
  return webhooks.flatMap(({ request: { source, items } }) =>
    items.flatMap(({ formerSenderEventId: key }) => (key === undefined ? [] : [{ source, key }])),
  );
}

/** Returns the event with an item's id in the form that a store of an earlier version may contain. */
function formerOf(
  { request: { source } }: Incoming,
  { formerSenderEventId }: AcceptedItem,
  known: KnownEvents,
): KnownEvent | undefined {
  if (formerSenderEventId === undefined) return undefined;
  return known.get(keyText({ source, key: formerSenderEventId.toWellFormed() }))?.[0];
}

/** Returns the first item with each sender's id. If the id is new, it stands for that item. */
function firstOfEach(webhooks: readonly Incoming[], known: KnownEvents): ReadonlyMap<string, Remembered> {
  const first = new Map<string, Remembered>();
  for (const webhook of webhooks) {
    const { source, items, receivedAt: at } = webhook.request;
    for (const item of items) {
      const { senderEventId, formerSenderEventId: former } = item;
      if (senderEventId === undefined || formerOf(webhook, item, known)) continue;
      if (former !== undefined && first.has(keyText({ source, key: former.toWellFormed() }))) continue;
      const key = senderEventId.toWellFormed();
      const text = keyText({ source, key });
      if (!first.has(text)) first.set(text, { source, key, item, variant: 0, at });
    }
  }
  return first;
}

/** Stores the new ids; afterwards `known` contains the events of all others. */
async function takeKeys(
  transaction: Transaction,
  first: ReadonlyMap<string, Remembered>,
  known: KnownEvents,
): Promise<void> {
  let missing = [...first.values()];
  while (missing.length > 0) {
    const taken = await insertKeys(transaction, missing);
    const others = missing.filter(({ item }) => !taken.has(item.id));
    const found = await loadKnown(transaction, others);
    for (const [text, events] of found) known.set(text, events);
    // A known id may have been deleted before it was read: then it is new.
    missing = others.filter(each => !found.has(keyText(each)));
  }
}

/** Returns the ids of the events whose senders' ids were new. */
async function insertKeys(
  transaction: Transaction,
  remembered: readonly Remembered[],
): Promise<ReadonlySet<string>> {
  if (remembered.length === 0) return new Set();
  const rows = await transaction.all<{ event_id: string }>(
    `INSERT INTO dedupe (source, key, variant, hash, event_id, at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::bigint[])
       AS new (source, key, variant, hash, event_id, at)
     WHERE ${isBegun}
     ORDER BY source COLLATE "C", key COLLATE "C", variant
     ON CONFLICT DO NOTHING RETURNING event_id`,
    remembered.map(({ source }) => source),
    remembered.map(({ key }) => key),
    remembered.map(({ variant }) => variant),
    remembered.map(({ item }) => item.contentHash),
    remembered.map(({ item }) => item.id),
    remembered.map(({ at }) => at),
  );
  return new Set(rows.map(row => row.event_id));
}

async function loadKnown(transaction: Transaction, keys: readonly SenderKey[]): Promise<KnownEvents> {
  if (keys.length === 0) return new Map();
  const rows = await transaction.all<SenderKey & { id: string; hash: string }>(
    `SELECT source, key, event_id AS id, hash FROM dedupe
     WHERE (source, key) IN (SELECT * FROM unnest($1::text[], $2::text[])) ORDER BY source, key, variant`,
    keys.map(({ source }) => source),
    keys.map(({ key }) => key),
  );
  return Map.groupBy(rows, keyText);
}

function keyText({ source, key }: SenderKey): string {
  return JSON.stringify([source, key]);
}

/** Marks the events whose senders reused their ids for other contents. */
async function markChanged(transaction: Transaction, changed: ReadonlyMap<string, SenderKey>): Promise<void> {
  if (changed.size === 0) return;
  const ids = [...changed.keys()];
  const found = await transaction.all<{ sequence: number }>(
    'SELECT sequence FROM event WHERE id = ANY($1)',
    ids,
  );
  const sequences = found.map(({ sequence }) => sequence);
  lockEventRows(transaction, sequences);
  const events = await transaction.all<{
    sequence: number;
    id: string;
    noticed: string | null;
    codes: string | null;
  }>('SELECT sequence, id, noticed, codes FROM event WHERE sequence = ANY($1)', sequences);
  const marked = events.flatMap(event => {
    const sender = changed.get(event.id);
    const before = diagnosticsOf(event.noticed);
    const mark = sender && changedDuplicate(before, sender.key);
    return mark ? [{ event, sender, mark, noticed: [...before, mark] }] : [];
  });
  await transaction.run(
    `UPDATE event SET noticed = new.noticed, codes = new.codes
     FROM unnest($1::bigint[], $2::text[], $3::text[]) AS new (sequence, noticed, codes)
     WHERE event.sequence = new.sequence`,
    marked.map(({ event }) => event.sequence),
    marked.map(({ noticed }) => diagnosticsText(noticed)),
    marked.map(({ event, mark }) => codesWith(event.codes, mark)),
  );
  for (const { event, sender, mark } of marked) {
    transaction.addNotice({
      event: event.id,
      source: sender.source,
      status: 'duplicate',
      diagnostics: [mark],
    });
  }
}
