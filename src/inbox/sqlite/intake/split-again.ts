import { type Diagnostic, hasErrors } from '../../../diagnostics/diagnostic.ts';
import { beforeSplit, foundAgain } from '../../decide/split-again.ts';
import type { AcceptedItem, AcceptedRequest, Added, PlannableEvent } from '../../event.ts';
import { planningCodes } from '../../stored/planning-codes.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection/connection.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { addLater, repeatedBy } from './intake.ts';

/** Writes the result of splitting an unsplit event again (Store.splitAgain). Run it in a transaction. */
export function storeSplit(
  connection: Connection,
  event: PlannableEvent,
  items: readonly AcceptedItem[],
  now: number,
): void {
  const row = connection.get<{
    planning: number;
    request: number;
    noticed: string | null;
    corrections: number;
  }>(
    `SELECT planning, request, noticed, (SELECT count(*) FROM amendment WHERE event = sequence) AS corrections
     FROM event WHERE sequence = ?`,
    event.sequence,
  );
  if (row?.planning !== planningCodes[event.planning]) return;
  if (row.corrections !== (event.corrections?.length ?? 0)) return;
  const intakeDiagnostics = beforeSplit(diagnosticsOf(row.noticed));
  const [item] = items;
  if (item && item.payload === undefined) {
    takeWhole(connection, event, item, intakeDiagnostics);
  } else {
    const added = addLater(connection, { ...event, items }, row.request);
    giveOrigin(connection, event, added);
    end(connection, event, 'skipped', [...intakeDiagnostics, foundAgain(added)]);
    connection.run('UPDATE event SET siblings = 1 WHERE sequence = ?', event.sequence);
  }
  refreshEvent(connection, event.sequence, now);
}

/** The whole body is one event after all, or its events still cannot be found. */
function takeWhole(
  connection: Connection,
  event: PlannableEvent,
  item: AcceptedItem,
  intakeDiagnostics: readonly Diagnostic[],
): void {
  const now = [...intakeDiagnostics, ...item.diagnostics];
  if (hasErrors(item.diagnostics)) {
    end(connection, event, 'failed', now);
    return;
  }
  const itself = { ...item, id: event.id };
  const request: AcceptedRequest = { ...event, items: [itself] };
  const original = repeatedBy(connection, request, itself);
  connection.run(
    'UPDATE event SET sender_event_id = ?, type = ?, occurred_at = ?, duplicate_of = ?, noticed = ? WHERE sequence = ?',
    item.senderEventId ?? null,
    item.type ?? null,
    item.occurredAt ?? null,
    original ?? null,
    diagnosticsText(now),
    event.sequence,
  );
  if (original !== undefined) {
    end(connection, event, 'skipped', [...now, foundAgain([{ id: original, status: 'duplicate' }])]);
  }
}

/** The found events are planned like the original event, in its place, because a person requests it. */
function giveOrigin(connection: Connection, event: PlannableEvent, added: readonly Added[]): void {
  connection.run(
    `UPDATE event SET origin = coalesce((SELECT origin FROM event WHERE sequence = ?1), ?1), planning = ?2
     WHERE planning = ?3 AND id IN (SELECT value FROM json_each(?4))`,
    event.sequence,
    planningCodes[event.planning],
    planningCodes.first,
    JSON.stringify(added.filter(each => each.status === 'queued').map(each => each.id)),
  );
}

function end(
  connection: Connection,
  event: PlannableEvent,
  status: 'skipped' | 'failed',
  intakeDiagnostics: readonly Diagnostic[],
): void {
  connection.run(
    'UPDATE event SET planning = 0, own_status = ?, own_reason = ?, noticed = ? WHERE sequence = ?',
    status,
    intakeDiagnostics.at(-1)?.message ?? null,
    diagnosticsText(intakeDiagnostics),
    event.sequence,
  );
  const { id, source } = event;
  connection.addNotice({ event: id, source, status, diagnostics: intakeDiagnostics.slice(-1) });
}
