import type { DiagnosticCode } from '../diagnostics/codes.ts';

/** A row of a list whose event is known, from another list, a webhook or an earlier import of the list. */
export interface KnownRow {
  readonly row: number;
  readonly id: string;
  /** True if the event has the id of the row, but other contents. */
  readonly differs?: boolean;
}

/** The current outcome of the event of a known row. */
export interface JudgedRow {
  readonly row: number;
  readonly id: string;
  /** Absent if the event is no longer stored. */
  readonly status?: string;
  /** The events that have set other values of its person since. */
  readonly setBy?: readonly string[];
  readonly earlier?: EarlierVersion;
}

/** The delivery of a row by a version of a mapping that is no longer in use. */
export interface EarlierVersion {
  /** The mappings that have changed since. */
  readonly mappings: readonly string[];
  /** The time of the delivery. ISO 8601. */
  readonly at: string;
  /** True if the current version would send other values, which no newer event has set. */
  readonly differs: boolean;
}

/** A row of a list, and its event. */
export interface EventOfRow {
  readonly row: number;
  readonly id: string;
}

/** The rows of a list that were delivered by earlier versions of mappings. */
export interface EarlierRows {
  readonly rows: readonly number[];
  /** Those for which the current versions would send other values. */
  readonly differing: readonly EventOfRow[];
  readonly mappings: readonly string[];
  /** The times of the first and the last delivery, ISO 8601; missing without rows. */
  readonly from?: string;
  readonly to?: string;
}

/** Adds up the rows that were delivered by earlier versions of mappings. */
export function sumOfEarlier(): {
  add(row: EventOfRow, earlier: EarlierVersion | undefined): void;
  sum(): EarlierRows;
} {
  const rows: number[] = [];
  const differing: EventOfRow[] = [];
  const mappings = new Set<string>();
  const times: string[] = [];
  return {
    add({ row, id }, earlier) {
      if (!earlier) return;
      rows.push(row);
      if (earlier.differs) differing.push({ row, id });
      for (const each of earlier.mappings) mappings.add(each);
      times.push(earlier.at);
    },
    sum() {
      const sorted = times.sort();
      const [from, to] = [sorted[0], sorted.at(-1)];
      return { rows, differing, mappings: [...mappings], ...(from && { from }), ...(to && { to }) };
    },
  };
}

/** The rows of a list whose events are known, by what a person should know of them. */
export interface JudgedRows {
  /** Those with the outcome of their events; `gone`: the event is no longer stored. */
  readonly byStatus: Readonly<Record<string, readonly number[]>>;
  /** Those that were delivered, and whose values were replaced since. */
  readonly replaced: readonly EventOfRow[];
  /** Rows of this import that were skipped because newer events have set everything, which are no later rows of the list. */
  readonly superseded: readonly EventOfRow[];
  /** Those with the id of an event that has other contents. */
  readonly differing: readonly EventOfRow[];
  /** Those whose events have failed. */
  readonly failed: readonly EventOfRow[];
  readonly earlier: EarlierRows;
}

/** Returns the rows whose values are those of the list only after they are sent again with all values. */
export function outdatedRows({ replaced, superseded }: JudgedRows): readonly EventOfRow[] {
  return [...replaced, ...superseded].toSorted((one, other) => one.row - other.row);
}

/** For a list without known rows. */
export const noKnownRows: JudgedRows = {
  byStatus: {},
  replaced: [],
  superseded: [],
  differing: [],
  failed: [],
  earlier: sumOfEarlier().sum(),
};

/** The number of events with a warning, and of those with each code. */
interface WarnedEvents {
  readonly events: number;
  readonly codes: readonly { readonly code: string; readonly events: number }[];
}

/**
 * Returns the warnings of an import without those about an earlier version of a mapping, if `earlier` tells how its rows
 * differ from the current version.
 */
export function presentWarnings(
  warnings: WarnedEvents,
  { earlier }: Pick<JudgedRows, 'earlier'>,
): WarnedEvents {
  if (earlier.rows.length === 0) return warnings;
  const codes = warnings.codes.filter(
    ({ code }) => code !== ('mapping/older-version' satisfies DiagnosticCode),
  );
  const most = codes.reduce((sum, { events }) => sum + events, 0);
  return { events: Math.min(warnings.events, most), codes };
}

/** `isOwn`: its event is one of the same list. */
type KnownRowOfList = KnownRow & { readonly isOwn?: boolean };

const rowsTogether = 100;

/**
 * Sorts the known rows of a list by what became of their events. `ask` requests the outcomes of some of them. `skipped`:
 * the rows that were skipped because newer events have set everything.
 */
export async function judgeRows(
  known: readonly KnownRowOfList[],
  skipped: readonly EventOfRow[],
  ask: (rows: readonly KnownRow[]) => Promise<readonly JudgedRow[]>,
): Promise<JudgedRows> {
  const isSkipped = new Set(skipped.map(({ id }) => id));
  const all: readonly KnownRowOfList[] = [...known, ...skipped.map(each => ({ ...each, isOwn: true }))];
  const lastRows = new Map(all.map(({ row, id }) => [id, row]));
  const byStatus: Record<string, number[]> = {};
  const replaced: EventOfRow[] = [];
  const superseded: EventOfRow[] = [];
  const failed: EventOfRow[] = [];
  const earlierRows = sumOfEarlier();
  for (let from = 0; from < all.length; from += rowsTogether) {
    const some = all.slice(from, from + rowsTogether);
    const rows = some.map(({ isOwn: _, ...row }) => row);
    for (const [at, { row, id, status = 'gone', setBy = [], earlier }] of (await ask(rows)).entries()) {
      const { isOwn, differs } = some[at] ?? {};
      earlierRows.add({ row, id }, earlier);
      const isReplaced = setBy.some(event => (lastRows.get(event) ?? 0) <= row);
      if (isReplaced) (isSkipped.has(id) ? superseded : replaced).push({ row, id });
      if (isOwn || differs) continue;
      byStatus[status] ??= [];
      byStatus[status].push(row);
      if (status === 'failed') failed.push({ row, id });
    }
  }
  const differing = known.flatMap(({ row, id, differs }) => (differs ? [{ row, id }] : []));
  return { byStatus, replaced, superseded, differing, failed, earlier: earlierRows.sum() };
}
