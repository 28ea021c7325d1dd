import { equalContents, type Original } from '../../decide/duplicates.ts';
import { failed, planned, unplanned } from '../../decide/new-event.ts';
import type { PlanChanges } from '../../decide/plan-changes.ts';
import type { AcceptedItem, AcceptedRequest, Added } from '../../event.ts';
import type { EventPlan } from '../../plan.ts';
import type { StatusNotice } from '../../status-notice.ts';
import type { Transaction } from '../connection/transaction.ts';
import { insertCalls } from '../planning/call-rows.ts';
import { changesAtOnce } from '../planning/changes.ts';
import { type Incoming, recall, type SenderMemory } from './duplicates.ts';
import { beginPlanning, type PlannedNow, type PlanningAtOnce, type PlansAtOnce } from './plans-at-once.ts';
import {
  type NewEventRow,
  type NewItem,
  numbersFor,
  type StoredItem,
  writeEvents,
  writeRequestsOf,
} from './write-events.ts';

/** A webhook to be stored. */
export interface Webhook {
  readonly request: AcceptedRequest;
  /** The row of the webhook, if it is stored already and these items were found in it later. */
  readonly row?: number;
  readonly planned?: PlansAtOnce;
}

interface TakenIn extends Incoming, Webhook {}

/** An item: either a repetition of an event, or a new one. */
type Recognised = { readonly repeats: Original } | { readonly fresh: NewItem<TakenIn> };

interface Numbered extends StoredItem<TakenIn> {
  readonly sequence: number;
}

/** The outcome of a new item. */
interface Taken {
  readonly added: Added;
  readonly row: NewEventRow;
  readonly changes?: PlanChanges;
  readonly notices: readonly StatusNotice[];
}

/**
 * Stores webhooks in order, each as if it came alone (Store.add). Call it in a transaction. Rows that other
 * transactions wait for are locked as late as possible; after that, the transaction waits only for one read. Without
 * `planning`, plans are not stored.
 */
export async function addWebhooks(
  transaction: Transaction,
  webhooks: readonly Webhook[],
  planning?: PlanningAtOnce,
): Promise<readonly (readonly Added[])[]> {
  const incoming = webhooks.map(webhook => ({
    ...webhook,
    siblings: webhook.row !== undefined || webhook.request.items.length > 1,
    own: new Map(),
  }));
  const [memory, requests] = await Promise.all([
    recall(transaction, incoming),
    numbersFor(transaction, 'request', incoming.filter(({ row }) => row === undefined).length),
  ]);
  const recognised = incoming.map(webhook =>
    webhook.request.items.map(item => recognise(webhook, item, memory)),
  );
  const fresh = recognised.flat().flatMap(each => ('fresh' in each ? [each.fresh] : []));
  const stored = writeRequestsOf(transaction, fresh, requests);
  const plans = stored.flatMap(item => planOf(item) ?? []);
  const [begun, sequences] = await Promise.all([
    beginPlanning(transaction, plans, planning),
    numbersFor(transaction, 'event', stored.length),
  ]);
  const taken = takeAll(stored, sequences, begun);
  writeTaken(transaction, taken, begun);
  await memory.write(transaction);
  const added = new Map(taken.map(each => [each.row.item, each.added]));
  return recognised.map(items => items.map(each => addedOf(each, added)));
}

/** Returns the event that an item repeats; if there is none, stores the sender's id of the item. */
export async function originalFor(
  transaction: Transaction,
  request: AcceptedRequest,
  item: AcceptedItem,
): Promise<string | undefined> {
  if (item.senderEventId === undefined) return undefined;
  const webhook = { request: { ...request, items: [item] }, siblings: false, own: new Map() };
  const memory = await recall(transaction, [webhook]);
  const original = memory.originalOf(webhook, item, item.senderEventId);
  await memory.write(transaction);
  return original?.id;
}

function recognise(webhook: TakenIn, item: AcceptedItem, memory: SenderMemory): Recognised {
  const { senderEventId } = item;
  const repeats = senderEventId === undefined ? undefined : memory.originalOf(webhook, item, senderEventId);
  if (repeats) return { repeats };
  const twin = senderEventId === undefined ? memory.twinOf(webhook, item) : undefined;
  const diagnostics = twin === undefined ? item.diagnostics : [...item.diagnostics, equalContents(twin)];
  return { fresh: { webhook, item, twin, diagnostics } };
}

function addedOf(recognised: Recognised, added: ReadonlyMap<AcceptedItem, Added>): Added {
  if ('repeats' in recognised) return { ...recognised.repeats, status: 'duplicate' };
  const found = added.get(recognised.fresh.item);
  if (!found) throw new Error('an item was neither stored nor a duplicate');
  return found;
}

function planOf({ webhook, item }: NewItem<TakenIn>): EventPlan | undefined {
  return webhook.planned?.plans.get(item.id);
}

/** If one event must wait for planning, those after it wait too. */
function takeAll(
  items: readonly StoredItem<TakenIn>[],
  sequences: readonly number[],
  planning: PlannedNow | undefined,
): readonly Taken[] {
  let waits = planning === undefined;
  return items.map((stored, index) => {
    const item = { ...stored, sequence: sequences[index] ?? Number.NaN };
    const taken = take(item, waits ? undefined : planning);
    waits ||= taken.row.event.planning > 0;
    return taken;
  });
}

function take(item: Numbered, planning: PlannedNow | undefined): Taken {
  const { source, receivedAt } = item.webhook.request;
  const { id } = item.item;
  const added = { id, status: 'queued' } as const;
  const failure = item.diagnostics.find(each => each.severity === 'error');
  if (failure) {
    const row = { ...item, event: failed(failure.message, receivedAt) };
    return { added, row, notices: [{ event: id, source, status: 'failed', diagnostics: [failure] }] };
  }
  const plan = planOf(item);
  if (!planning || !plan) return { added, row: { ...item, event: unplanned }, notices: [] };
  const { linked, now } = planning;
  const isStale = item.webhook.planned?.isStale() ?? false;
  const changes = changesAtOnce(plan, linked, receivedAt, { now, isStale });
  return {
    added: changes.event.planAgain ? added : { ...added, planned: true },
    row: { ...item, event: planned(changes, now) },
    changes,
    notices: changes.notices,
  };
}

function writeTaken(
  transaction: Transaction,
  taken: readonly Taken[],
  planning: PlannedNow | undefined,
): void {
  writeEvents(
    transaction,
    taken.map(({ row }) => row),
  );
  const calls = taken.flatMap(({ row, changes }) =>
    (changes?.insert ?? []).map(call => ({ ...call, event: row.sequence })),
  );
  if (planning) insertCalls(transaction, calls, planning);
  for (const { notices } of taken) for (const notice of notices) transaction.addNotice(notice);
}
