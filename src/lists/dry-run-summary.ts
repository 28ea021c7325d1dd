/** The expected outcome of a row, as the API previews it. */
export interface TriedRow {
  readonly row: number;
  readonly outcome: 'queued' | 'held' | 'failed' | 'skipped' | 'duplicate';
  readonly code?: string;
  readonly message?: string;
  /** The path of the value that caused the message. */
  readonly path?: string;
  readonly overwrites: number;
}

/** The rows with the same outcome, code and value, and the first of them. */
export interface TriedGroup {
  readonly outcome: TriedRow['outcome'];
  readonly code: string | undefined;
  readonly rows: number;
  readonly line: number;
  readonly message: string | undefined;
  readonly path: string | undefined;
}

/** The expected outcomes of the rows of a list. */
export interface DryRunSummary {
  readonly groups: readonly TriedGroup[];
  /** The number of values to be replaced that the bridge itself had set. */
  readonly overwrites: number;
  readonly firstOverwriteAt: number | undefined;
}

/** In the order of the report: first the outcomes that need a person. */
const outcomes: readonly TriedRow['outcome'][] = ['failed', 'held', 'skipped', 'duplicate', 'queued'];

/** Adds up the previews of rows, in the order of the list. */
export function createSummary(): { add(rows: readonly TriedRow[]): void; summary(): DryRunSummary } {
  const groups = new Map<string, TriedGroup>();
  let overwrites = 0;
  let firstOverwriteAt: number | undefined;
  return {
    add(rows) {
      for (const { row, outcome, code, message, path, overwrites: replaced } of rows) {
        const key = `${outcome} ${code ?? ''} ${path ?? ''}`;
        const group = groups.get(key) ?? { outcome, code, rows: 0, line: row, message, path };
        groups.set(key, { ...group, rows: group.rows + 1 });
        overwrites += replaced;
        if (replaced > 0) firstOverwriteAt ??= row;
      }
    },
    summary() {
      const sorted = [...groups.values()].toSorted(
        (one, other) =>
          outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome) || other.rows - one.rows,
      );
      return { groups: sorted, overwrites, firstOverwriteAt };
    },
  };
}
