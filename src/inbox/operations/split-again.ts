import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import { beforeSplit, splitAgainNotice } from '../decide/split-again.ts';
import type { AcceptedItem, Added, PlannableEvent } from '../event.ts';
import { planningCodes } from '../stored/planning-codes.ts';
import { diagnosticsOf, diagnosticsText } from '../stored/stored-diagnostics.ts';
import type { Steps, StoreTransaction } from './steps.ts';

/** Stores the result of splitting an unsplit event again (Store.splitAgain), in a transaction that has locked it. */
export function* storeSplit(
  transaction: StoreTransaction,
  event: PlannableEvent,
  items: readonly AcceptedItem[],
  now: number,
): Steps<void> {
  const row = yield* transaction.get<{
    planning: number;
    request: number;
    noticed: string | null;
    corrections: number;
  }>(
    `SELECT planning, request, noticed,
       (SELECT count(*) FROM amendment WHERE amendment.event = sequence) AS corrections
     FROM event WHERE sequence = $1`,
    event.sequence,
  );
  if (row?.planning !== planningCodes[event.planning]) return;
  if (row.corrections !== (event.corrections?.length ?? 0)) return;
  const intakeDiagnostics = beforeSplit(diagnosticsOf(row.noticed));
  const [item] = items;
  if (item && item.payload === undefined) {
    yield* takeWhole(transaction, event, item, intakeDiagnostics);
  } else {
    const added = yield* transaction.addWebhook({ ...event, items }, row.request);
    yield* giveOrigin(transaction, event, added);
    yield* end(transaction, event, 'skipped', [...intakeDiagnostics, splitAgainNotice(added)]);
    yield* transaction.run('UPDATE event SET siblings = true WHERE sequence = $1', event.sequence);
  }
  yield* transaction.refreshEvents([event.sequence], now);
}

/** The whole body is one event after all, or its events still cannot be found. */
function* takeWhole(
  transaction: StoreTransaction,
  event: PlannableEvent,
  item: AcceptedItem,
  intakeDiagnostics: readonly Diagnostic[],
): Steps<void> {
  const now = [...intakeDiagnostics, ...item.diagnostics];
  if (hasErrors(item.diagnostics)) {
    yield* end(transaction, event, 'failed', now);
    return;
  }
  const itself = { ...item, id: event.id };
  const original = yield* transaction.repeatedBy({ ...event, items: [itself] }, itself);
  yield* transaction.run(
    `UPDATE event SET sender_event_id = $1, type = $2, occurred_at = $3, duplicate_of = $4, noticed = $5
     WHERE sequence = $6`,
    item.senderEventId ?? null,
    item.type ?? null,
    item.occurredAt ?? null,
    original ?? null,
    diagnosticsText(now),
    event.sequence,
  );
  if (original !== undefined)
    yield* end(transaction, event, 'skipped', [
      ...now,
      splitAgainNotice([{ id: original, status: 'duplicate' }]),
    ]);
}

/** A person requested the split, so the found events are planned like the original event, in its position. */
function* giveOrigin(
  transaction: StoreTransaction,
  event: PlannableEvent,
  added: readonly Added[],
): Steps<void> {
  yield* transaction.run(
    `UPDATE event SET origin = coalesce((SELECT origin FROM event WHERE sequence = $1), $1), planning = $2
     WHERE planning = $3 AND id = ANY ($4)`,
    event.sequence,
    planningCodes[event.planning],
    planningCodes.first,
    added.filter(each => each.status === 'queued').map(each => each.id),
  );
}

function* end(
  transaction: StoreTransaction,
  event: PlannableEvent,
  status: 'skipped' | 'failed',
  intakeDiagnostics: readonly Diagnostic[],
): Steps<void> {
  yield* transaction.run(
    'UPDATE event SET planning = 0, own_status = $1, own_reason = $2, noticed = $3 WHERE sequence = $4',
    status,
    intakeDiagnostics.at(-1)?.message ?? null,
    diagnosticsText(intakeDiagnostics),
    event.sequence,
  );
  const { id, source } = event;
  transaction.addNotice({ event: id, source, status, diagnostics: intakeDiagnostics.slice(-1) });
}
