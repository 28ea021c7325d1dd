import { isUnsplit } from '../decide/split-again.ts';
import type { PlannableEvent } from '../event.ts';
import { planningNames } from './planning-codes.ts';
import { correctionsOf } from './stored-amendment.ts';
import { diagnosticsOf } from './stored-diagnostics.ts';
import { storedHeaders, storedPieces, storedQuery, storedReading } from './stored-request.ts';

/** The columns of an event that waits to be planned. `request`: the row of its webhook. */
export interface ContentsRow {
  readonly sequence: number;
  readonly id: string;
  readonly source: string;
  readonly type: string | null;
  readonly received_at: number;
  readonly occurred_at: number | null;
  readonly planning: number;
  readonly request: number;
  readonly calls: number;
  readonly noticed: string | null;
  readonly trace: string | null;
  /** True for a row of a list; SQLite has 1 for true. */
  readonly imported: boolean | number;
  readonly corrections: string | null;
  /** The number of crashes while the event was being planned; only present if selected. */
  readonly ended?: number | null;
}

/** The columns of a webhook. */
export interface RequestRow {
  readonly id: number;
  readonly headers: string;
  readonly query: string;
  readonly reading: string;
  readonly body: Uint8Array;
  readonly shared: string | null;
}

/** A webhook, and the pieces of JSON that its items share. */
export interface RequestContents {
  readonly contents: Pick<PlannableEvent, 'headers' | 'query' | 'reading' | 'body'>;
  readonly shared: readonly string[];
}

/** Returns the contents of a webhook from its row. */
export function requestContents(row: RequestRow): RequestContents {
  const contents = {
    headers: storedHeaders.read(row.headers),
    query: storedQuery.read(row.query),
    reading: storedReading.read(row.reading),
    body: row.body,
  };
  return { contents, shared: row.shared === null ? [] : storedPieces.read(row.shared) };
}

/** Returns an event for planning. `payload`: its own part of a split webhook. */
export function plannableEvent(
  row: ContentsRow,
  { contents }: RequestContents,
  payload: string | undefined,
): PlannableEvent {
  const corrections = correctionsOf(row.corrections);
  return {
    sequence: row.sequence,
    id: row.id,
    source: row.source,
    ...(row.type !== null && { type: row.type }),
    receivedAt: row.received_at,
    ...(row.occurred_at !== null && { occurredAt: row.occurred_at }),
    ...contents,
    ...(payload !== undefined && { payload }),
    ...(corrections && { corrections }),
    planning: planningNames[row.planning] ?? 'again',
    ...(isUnsplit(row.calls, diagnosticsOf(row.noticed)) && { unsplit: true }),
    ...(row.ended && { ended: row.ended }),
    ...(row.trace !== null && { trace: row.trace }),
    ...(row.imported && { imported: true as const }),
  };
}
