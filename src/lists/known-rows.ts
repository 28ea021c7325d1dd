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
}

/** The rows of a list whose events are known, by what a person should know of them. */
export interface JudgedRows {
  /** Those with the outcome of their events; `gone`: the event is no longer stored. */
  readonly byStatus: Readonly<Record<string, readonly number[]>>;
  /** Those that were delivered, and whose values were replaced since. */
  readonly replaced: readonly { readonly row: number; readonly id: string }[];
  /** Those with the id of an event that has other contents. */
  readonly differing: readonly { readonly row: number; readonly id: string }[];
  /** Those whose events have failed. */
  readonly failed: readonly { readonly row: number; readonly id: string }[];
}

/** For a list without known rows. */
export const noKnownRows: JudgedRows = { byStatus: {}, replaced: [], differing: [], failed: [] };

const rowsTogether = 100;

/** Sorts the known rows of a list by what became of their events. `ask` requests the outcomes of some of them. */
export async function judgeRows(
  known: readonly (KnownRow & { readonly isOwn?: boolean })[],
  ask: (rows: readonly KnownRow[]) => Promise<readonly JudgedRow[]>,
): Promise<JudgedRows> {
  const lastRows = new Map(known.map(({ row, id }) => [id, row]));
  const byStatus: Record<string, number[]> = {};
  const replaced: { row: number; id: string }[] = [];
  const failed: { row: number; id: string }[] = [];
  for (let from = 0; from < known.length; from += rowsTogether) {
    const some = known.slice(from, from + rowsTogether);
    const rows = some.map(({ isOwn: _, ...row }) => row);
    for (const [at, { row, id, status = 'gone', setBy = [] }] of (await ask(rows)).entries()) {
      const { isOwn, differs } = some[at] ?? {};
      if (setBy.some(event => (lastRows.get(event) ?? 0) <= row)) replaced.push({ row, id });
      if (isOwn || differs) continue;
      byStatus[status] ??= [];
      byStatus[status].push(row);
      if (status === 'failed') failed.push({ row, id });
    }
  }
  const differing = known.flatMap(({ row, id, differs }) => (differs ? [{ row, id }] : []));
  return { byStatus, replaced, differing, failed };
}
