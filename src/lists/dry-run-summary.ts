import type { Severity } from '../diagnostics/severity.ts';
import { withoutNumber } from './failed-rows.ts';

/** The expected outcome of a row, as the API previews it. */
export interface TriedRow {
  readonly row: number;
  readonly outcome: 'queued' | 'held' | 'failed' | 'skipped' | 'duplicate';
  readonly code?: string;
  readonly severity?: Severity;
  readonly message?: string;
  /** The path of the value that caused the message. */
  readonly path?: string;
  readonly overwrites: number;
  /** Equal for rows of one person. */
  readonly person?: string;
  /** Equal for rows that send the same. */
  readonly values?: string;
}

/** A column of a list that no rule reads, and a rule that reads nearly this name. */
export interface IdleColumn {
  readonly column: string;
  readonly near?: { readonly name: string; readonly mapping: string; readonly path: string };
}

/** A column that a rule reads and no row has. */
export interface MissingColumn {
  readonly name: string;
  readonly mapping: string;
  readonly path: string;
}

/** A row of a person whom an earlier row names too, with other values. The row replaces those of the earlier one. */
export interface RepeatedPerson {
  readonly row: number;
  readonly earlier: number;
}

/** The rows with the same outcome, code and value, and the first of them. */
export interface TriedGroup {
  readonly outcome: TriedRow['outcome'];
  readonly code: string | undefined;
  readonly rows: number;
  readonly firstRow: number;
  readonly message: string | undefined;
  readonly path: string | undefined;
}

/** A number of rows, and the first of them; `firstRow` is absent if there are none. */
export interface CountedRows {
  readonly rows: number;
  readonly firstRow?: number;
}

/** The expected outcomes of the rows of a list. */
export interface DryRunSummary {
  /** Rows without a finding, with a warning, and those that a person must correct. */
  readonly counts: Readonly<Record<'fine' | 'warned' | 'refused', CountedRows>>;
  readonly groups: readonly TriedGroup[];
  /** The number of values to be replaced that the bridge itself had set. */
  readonly overwrites: number;
  readonly firstOverwriteAt: number | undefined;
  /** The number of rows of a person whom an earlier row names too, with other values, and the first of them. */
  readonly repeated: { readonly rows: number; readonly first: readonly RepeatedPerson[] };
  readonly columns: readonly IdleColumn[];
  readonly absent: readonly MissingColumn[];
}

/** The number of such rows that are shown. */
const shownRepeats = 5;

/** In the order of the report: first the outcomes that need a person. */
const outcomes: readonly TriedRow['outcome'][] = ['failed', 'held', 'skipped', 'duplicate', 'queued'];

/** Adds up the previews of rows, in the order of the list. */
export function createSummary(): {
  add(tried: {
    readonly rows: readonly TriedRow[];
    readonly columns?: readonly IdleColumn[];
    readonly absent?: readonly MissingColumn[];
  }): void;
  summary(): DryRunSummary;
} {
  const people = createRepeatedPeople();
  let idle: ReadonlyMap<string, IdleColumn> | undefined;
  let missing: readonly MissingColumn[] | undefined;
  const groups = new Map<string, TriedGroup>();
  const counts: Record<keyof DryRunSummary['counts'], CountedRows> = {
    fine: { rows: 0 },
    warned: { rows: 0 },
    refused: { rows: 0 },
  };
  let overwrites = 0;
  let firstOverwriteAt: number | undefined;
  return {
    add({ rows, columns = [], absent = [] }) {
      const isAbsent = ({ name, mapping, path }: MissingColumn) =>
        absent.some(each => each.name === name && each.mapping === mapping && each.path === path);
      missing = missing?.filter(isAbsent) ?? absent;
      const found = new Map(columns.map(each => [each.column, each]));
      idle = idle === undefined ? found : new Map([...idle, ...found]);
      for (const tried of rows) {
        const { row, outcome, code, message, path, overwrites: replaced, person, values } = tried;
        const kind = kindOf(tried);
        counts[kind] = { rows: counts[kind].rows + 1, firstRow: counts[kind].firstRow ?? row };
        const key = `${outcome} ${code ?? ''} ${path ?? ''}`;
        const group = groups.get(key) ?? { outcome, code, rows: 0, firstRow: row, message, path };
        groups.set(key, { ...group, rows: group.rows + 1 });
        overwrites += replaced;
        if (replaced > 0) firstOverwriteAt ??= row;
        if (person !== undefined) people.add(person, { row, values });
      }
    },
    summary() {
      const sorted = [...groups.values()].toSorted(
        (one, other) =>
          outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome) || other.rows - one.rows,
      );
      const columns = [...(idle?.values() ?? [])];
      return {
        counts,
        groups: sorted,
        overwrites,
        firstOverwriteAt,
        repeated: people.repeated(),
        columns,
        absent: missing ?? [],
      };
    },
  };
}

/** Finds the rows of people whom an earlier row names too, with other values. */
function createRepeatedPeople() {
  const people = new Map<string, { readonly row: number; readonly values: string | undefined }>();
  const first: RepeatedPerson[] = [];
  let rows = 0;
  return {
    add(person: string, found: { readonly row: number; readonly values: string | undefined }): void {
      const before = people.get(person);
      people.set(person, found);
      if (!before || before.values === found.values) return;
      rows += 1;
      if (first.length < shownRepeats) first.push({ row: found.row, earlier: before.row });
    },
    repeated: (): DryRunSummary['repeated'] => ({ rows, first }),
  };
}

function kindOf({ outcome, code, severity }: TriedRow): keyof DryRunSummary['counts'] {
  const isRefused = outcome === 'failed' || outcome === 'held' || code === withoutNumber;
  if (isRefused) return 'refused';
  return severity === 'warning' ? 'warned' : 'fine';
}
