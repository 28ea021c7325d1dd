import { planned } from '../../decide/new-event.ts';
import type { PlanChanges } from '../../decide/plan-changes.ts';
import type { Status } from '../../event.ts';
import { codesText } from '../../stored/event-codes.ts';
import { codeAfter } from '../../stored/planning-codes.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Transaction } from '../connection/transaction.ts';
import { refreshEvents } from '../rows/event-rows.ts';

/** An event, and the changes of its plan. */
export interface PlannedEvent {
  readonly event: {
    readonly sequence: number;
    readonly source: string;
    readonly status: Status;
    readonly calls: number;
    readonly noticed: string | null;
  };
  readonly changes: PlanChanges;
}

/** Writes the rows of planned events, after their calls are written. */
export async function writePlannedEvents(
  transaction: Transaction,
  events: readonly PlannedEvent[],
  now: number,
): Promise<void> {
  writeFirst(
    transaction,
    events.filter(({ event }) => event.calls === 0),
    now,
  );
  await writeAgain(
    transaction,
    events.filter(({ event }) => event.calls > 0),
    now,
  );
}

/** Writes events without earlier calls: their state follows from the plan alone. */
function writeFirst(transaction: Transaction, events: readonly PlannedEvent[], now: number): void {
  if (events.length === 0) return;
  const rows = events.map(({ event, changes }) => {
    const row = planned(changes, now);
    const own = row.own?.diagnostics ?? [];
    const codes = codesText([...diagnosticsOf(event.noticed), ...own, ...row.callDiagnostics]);
    return { event, row, own, codes };
  });
  transaction.write(
    `UPDATE event SET planning = new.planning, calls = new.calls, own_status = new.own_status,
       own_reason = new.own_reason, own_diagnostics = new.own_diagnostics, own_held_since = new.own_held_since,
       status = new.status, waits_at = new.waits_at, codes = new.codes,
       settled_at = CASE WHEN event.status = new.status THEN event.settled_at ELSE new.settled_at END
     FROM unnest($1::bigint[], $2::smallint[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::bigint[],
         $8::text[], $9::text[], $10::text[], $11::bigint[])
       AS new (sequence, planning, calls, own_status, own_reason, own_diagnostics, own_held_since, status, waits_at,
         codes, settled_at)
     WHERE event.sequence = new.sequence`,
    rows.map(({ event }) => event.sequence),
    rows.map(({ row }) => row.planning),
    rows.map(({ row }) => row.calls),
    rows.map(({ row }) => row.own?.status ?? null),
    rows.map(({ row }) => row.own?.reason ?? null),
    rows.map(({ own }) => diagnosticsText(own)),
    rows.map(({ row }) => row.heldSince),
    rows.map(({ row }) => row.status),
    rows.map(({ row }) => row.waitsAt),
    rows.map(({ codes }) => codes),
    rows.map(({ row }) => row.settledAt),
  );
  for (const { event, row } of rows) {
    if (row.status !== event.status) transaction.addEventOutcome(event.source, row.status, event.sequence);
  }
}

async function writeAgain(
  transaction: Transaction,
  events: readonly PlannedEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return;
  const sequences = events.map(({ event }) => event.sequence);
  const rows = events.map(({ changes }) => changes.event);
  await transaction.run(
    `UPDATE event SET planning = new.planning, calls = new.calls, own_status = new.own_status,
       own_reason = new.own_reason, own_diagnostics = new.own_diagnostics, own_held_since = new.own_held_since
     FROM unnest($1::bigint[], $2::smallint[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::bigint[])
       AS new (sequence, planning, calls, own_status, own_reason, own_diagnostics, own_held_since)
     WHERE event.sequence = new.sequence`,
    sequences,
    rows.map(codeAfter),
    rows.map(({ calls }) => calls),
    rows.map(({ outcome }) => outcome?.status ?? null),
    rows.map(({ outcome }) => outcome?.reason ?? null),
    rows.map(({ outcome }) => diagnosticsText(outcome?.diagnostics ?? [])),
    rows.map(({ heldSince }) => heldSince),
  );
  await refreshEvents(transaction, sequences, now);
}
