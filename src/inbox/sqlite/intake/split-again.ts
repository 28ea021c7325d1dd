import { type Diagnostic, diagnostic, hasErrors } from '../../../diagnostics/diagnostic.ts';
import type { AcceptedItem, AcceptedRequest, Added, PlannableEvent } from '../../event.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection.ts';
import { planningCodes, refreshEvent } from '../rows/event-rows.ts';
import { notFound } from './contents.ts';
import { addLater, repeatedBy } from './intake.ts';

/** So many events are named in a sentence. */
const mostNamed = 10;

/** Writes what finding the events of an unsplit one gave now (Store.splitAgain). To be run in a transaction. */
export function splitAgain(
  connection: Connection,
  event: PlannableEvent,
  items: readonly AcceptedItem[],
  now: number,
): void {
  const row = connection.get<{ planning: number; request: number; noticed: string | null }>(
    'SELECT planning, request, noticed FROM event WHERE sequence = ?',
    event.sequence,
  );
  if (!row || row.planning !== planningCodes[event.planning]) return;
  const intakeDiagnostics = diagnosticsOf(row.noticed).filter(each => !notFound.includes(each.code));
  const [item] = items;
  if (item && item.payload === undefined) {
    takeWhole(connection, event, item, intakeDiagnostics);
  } else {
    const added = addLater(connection, { ...event, items }, row.request);
    giveOrigin(connection, event, added);
    end(connection, event, 'skipped', [...intakeDiagnostics, takenApart(added)]);
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
    end(connection, event, 'skipped', [...now, takenApart([{ id: original, status: 'duplicate' }])]);
  }
}

/** What was found is planned as the event would have been: in its place, because a person asks. */
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

function takenApart(added: readonly Added[]): Diagnostic {
  const fresh = named(added, 'queued');
  const known = named(added, 'duplicate');
  const found = [
    ...(fresh === undefined ? [] : [`it became ${fresh}`]),
    ...(known === undefined ? [] : [`${known} had come before`]),
  ];
  const message = found.length === 0 ? 'it holds no event' : found.join('; ');
  return diagnostic('intake/taken-apart', `the webhook was taken apart: ${message}`);
}

function named(added: readonly Added[], status: Added['status']): string | undefined {
  const ids = [...new Set(added.filter(each => each.status === status).map(each => each.id))];
  if (ids.length === 0) return undefined;
  const more = ids.length > mostNamed ? `, and ${ids.length - mostNamed} more` : '';
  return `${ids.length === 1 ? 'the event' : `${ids.length} events:`} ${ids.slice(0, mostNamed).join(', ')}${more}`;
}
