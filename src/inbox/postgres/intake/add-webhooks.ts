import { equalContents } from '../../decide/duplicates.ts';
import { failed, planned, unplanned } from '../../decide/new-event.ts';
import type { PlanChanges } from '../../decide/plan-changes.ts';
import type { AcceptedItem, AcceptedRequest, Added } from '../../event.ts';
import type { EventPlan } from '../../plan.ts';
import type { StatusNotice } from '../../status-notice.ts';
import type { Transaction } from '../connection/transaction.ts';
import { insertCallRows } from '../planning/call-rows.ts';
import { changesAtOnce, linkedCalls } from '../planning/changes.ts';
import { type Incoming, recall, type SenderMemory } from './duplicates.ts';
import { type NewEventRow, writeEvents } from './write-events.ts';

/** A webhook to be stored. */
export interface Webhook {
  readonly request: AcceptedRequest;
  /** The row of the request, where it is stored already and these items were found in it later. */
  readonly row?: number;
  /** Plans of its events, which were made beforehand. Their destinations are locked, and the planning is owned. */
  readonly planning?: PlansAtOnce;
}

/** Plans of events by their ids. */
export interface PlansAtOnce {
  readonly plans: ReadonlyMap<string, EventPlan>;
  readonly now: number;
  /** Whether a mapping was released since they were made. */
  readonly isStale: boolean;
}

/** What becomes of an item. */
interface Taken {
  readonly added: Added;
  readonly row?: NewEventRow;
  readonly changes?: PlanChanges;
  readonly notices: readonly StatusNotice[];
}

interface TakenIn extends Incoming, Webhook {}

/** Stores webhooks, in order, each as if it came alone (Store.add). To be run in a transaction. */
export async function addWebhooks(
  transaction: Transaction,
  webhooks: readonly Webhook[],
): Promise<readonly (readonly Added[])[]> {
  const incoming = webhooks.map(webhook => ({
    ...webhook,
    siblings: webhook.row !== undefined || webhook.request.items.length > 1,
    own: new Map(),
  }));
  const memory = await recall(transaction, incoming);
  const plans = webhooks.flatMap(({ planning }) => (planning ? [...planning.plans.values()] : []));
  const linked = await linkedCalls(transaction, plans);
  let waits = plans.length > 0 && (await anyWaits(transaction));
  const taken = incoming.map(webhook => {
    const planning = waits ? undefined : webhook.planning;
    return webhook.request.items.map(item => {
      const one = takeItem({ ...webhook, planning }, item, memory, linked);
      waits ||= one.row !== undefined && one.row.event.planning > 0;
      return one;
    });
  });
  await writeTaken(transaction, incoming, taken.flat());
  await memory.write(transaction);
  return taken.map(each => each.map(({ added }) => added));
}

/** The event that an item repeats; where there is none, the sender's id of the item is remembered from now on. */
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

/** Whether any event waits to be planned. (The order has PostgreSQL look into the index of those alone.) */
async function anyWaits(transaction: Transaction): Promise<boolean> {
  return (
    (await transaction.get('SELECT 1 FROM event WHERE planning > 0 ORDER BY sequence LIMIT 1')) !== undefined
  );
}

function takeItem(
  webhook: Omit<TakenIn, 'planning'> & { readonly planning: PlansAtOnce | undefined },
  item: AcceptedItem,
  memory: SenderMemory,
  linked: BeforeLinks,
): Taken {
  const { senderEventId } = item;
  const original = senderEventId === undefined ? undefined : memory.originalOf(webhook, item, senderEventId);
  if (original) return { added: { ...original, status: 'duplicate' }, notices: [] };
  const twin = senderEventId === undefined ? memory.twinOf(webhook, item) : undefined;
  const diagnostics = twin === undefined ? item.diagnostics : [...item.diagnostics, equalContents(twin)];
  const { request, planning } = webhook;
  const added = { id: item.id, status: 'queued' } as const;
  const row = { webhook, item, twin, diagnostics };
  const failure = diagnostics.find(each => each.severity === 'error');
  if (failure) {
    const event = failed(failure.message, request.receivedAt);
    const { source } = request;
    return {
      added,
      row: { ...row, event },
      notices: [{ event: item.id, source, status: 'failed', diagnostics: [failure] }],
    };
  }
  const plan = planning?.plans.get(item.id);
  if (!planning || !plan) return { added, row: { ...row, event: unplanned }, notices: [] };
  const changes = changesAtOnce(plan, linked, request.receivedAt, planning);
  return {
    added: changes.event.planAgain ? added : { ...added, planned: true },
    row: { ...row, event: planned(changes, planning.now) },
    changes,
    notices: changes.notices,
  };
}

type BeforeLinks = Parameters<typeof changesAtOnce>[1];

async function writeTaken(
  transaction: Transaction,
  webhooks: readonly Webhook[],
  taken: readonly Taken[],
): Promise<void> {
  const sequences = await writeEvents(
    transaction,
    taken.flatMap(({ row }) => (row ? [row] : [])),
  );
  const now = webhooks.find(({ planning }) => planning)?.planning?.now;
  const inserts = taken.flatMap(({ added, changes }) =>
    (changes?.insert ?? []).map(({ position, row }) => ({
      row,
      position,
      event: sequences.get(added.id) ?? 0,
    })),
  );
  if (now !== undefined) await insertCallRows(transaction, inserts, now);
  for (const { notices } of taken) for (const notice of notices) transaction.addNotice(notice);
}
