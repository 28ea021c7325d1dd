import { type Diagnostic, hasErrors } from '../../../diagnostics/diagnostic.ts';
import { beforeSplit, foundAgain } from '../../decide/split-again.ts';
import type { AcceptedItem, AcceptedRequest, Added, PlannableEvent } from '../../event.ts';
import { planningCodes } from '../../stored/planning-codes.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Transaction } from '../connection/transaction.ts';
import { refreshEvents } from '../rows/event-rows.ts';
import { addWebhooks, originalFor } from './add-webhooks.ts';

/** Writes the result of splitting an unsplit event again (Store.splitAgain), in a transaction that has locked it. */
export async function storeSplit(
  transaction: Transaction,
  event: PlannableEvent,
  items: readonly AcceptedItem[],
  now: number,
): Promise<void> {
  const row = await transaction.get<{
    planning: number;
    request: number;
    noticed: string | null;
    corrections: number;
  }>(
    `SELECT planning, request, noticed,
       (SELECT count(*) FROM amendment WHERE amendment.event = sequence)::integer AS corrections
     FROM event WHERE sequence = $1`,
    event.sequence,
  );
  if (row?.planning !== planningCodes[event.planning]) return;
  if (row.corrections !== (event.corrections?.length ?? 0)) return;
  const intakeDiagnostics = beforeSplit(diagnosticsOf(row.noticed));
  const [item] = items;
  if (item && item.payload === undefined) {
    await takeWhole(transaction, event, item, intakeDiagnostics);
  } else {
    const [added = []] = await addWebhooks(transaction, [{ request: { ...event, items }, row: row.request }]);
    await giveOrigin(transaction, event, added);
    await end(transaction, event, 'skipped', [...intakeDiagnostics, foundAgain(added)]);
    await transaction.run('UPDATE event SET siblings = true WHERE sequence = $1', event.sequence);
  }
  await refreshEvents(transaction, [event.sequence], now);
}

/** The whole body is one event after all, or its events still cannot be found. */
async function takeWhole(
  transaction: Transaction,
  event: PlannableEvent,
  item: AcceptedItem,
  intakeDiagnostics: readonly Diagnostic[],
): Promise<void> {
  const now = [...intakeDiagnostics, ...item.diagnostics];
  if (hasErrors(item.diagnostics)) {
    await end(transaction, event, 'failed', now);
    return;
  }
  const itself = { ...item, id: event.id };
  const request: AcceptedRequest = { ...event, items: [itself] };
  const original = await originalFor(transaction, request, itself);
  await transaction.run(
    `UPDATE event SET sender_event_id = $1, type = $2, occurred_at = $3, duplicate_of = $4, noticed = $5
     WHERE sequence = $6`,
    item.senderEventId ?? null,
    item.type ?? null,
    item.occurredAt ?? null,
    original ?? null,
    diagnosticsText(now),
    event.sequence,
  );
  if (original !== undefined) {
    await end(transaction, event, 'skipped', [...now, foundAgain([{ id: original, status: 'duplicate' }])]);
  }
}

/** The found events are planned like the original event, in its place, because a person requests it. */
async function giveOrigin(
  transaction: Transaction,
  event: PlannableEvent,
  added: readonly Added[],
): Promise<void> {
  await transaction.run(
    `UPDATE event SET origin = coalesce((SELECT origin FROM event WHERE sequence = $1), $1), planning = $2
     WHERE planning = $3 AND id = ANY($4)`,
    event.sequence,
    planningCodes[event.planning],
    planningCodes.first,
    added.filter(each => each.status === 'queued').map(each => each.id),
  );
}

async function end(
  transaction: Transaction,
  event: PlannableEvent,
  status: 'skipped' | 'failed',
  intakeDiagnostics: readonly Diagnostic[],
): Promise<void> {
  await transaction.run(
    'UPDATE event SET planning = 0, own_status = $1, own_reason = $2, noticed = $3 WHERE sequence = $4',
    status,
    intakeDiagnostics.at(-1)?.message ?? null,
    diagnosticsText(intakeDiagnostics),
    event.sequence,
  );
  const { id, source } = event;
  transaction.addNotice({ event: id, source, status, diagnostics: intakeDiagnostics.slice(-1) });
}
