import type { Severity } from '../diagnostics/severity.ts';
import { countsOf, type KindOfRow, kindOfRow, type RowCounts } from './counts-of-rows.ts';
import { type EarlierRows, type EarlierVersion, sumOfEarlier } from './known-rows.ts';
import { type ComparedRows, createListEvidence, doubtfulRowsOf, type ListEvidence } from './list-evidence.ts';

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
  /** True if its event has delivered nothing or not everything: it is planned again. */
  readonly isAgain?: boolean;
  /** Of a duplicate: its event, and its status; `gone`: it is no longer stored. */
  readonly event?: string;
  readonly known?: string;
  /** Of a duplicate: the event has the same id and other contents. */
  readonly differs?: boolean;
  /** Of a known row: the events that have set other values of its person since. */
  readonly setBy?: readonly string[];
  /** Of a known row: an earlier version of its mapping has made its call. */
  readonly earlier?: EarlierVersion;
  /** Hashes of the name in the row, and of the name of its customer. */
  readonly named?: string;
  readonly knownAs?: string;
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
  /** Of duplicates: the status of their events. */
  readonly known: string | undefined;
  readonly code: string | undefined;
  readonly rows: number;
  readonly firstRow: number;
  readonly message: string | undefined;
  readonly path: string | undefined;
}

/** A number of rows, and the numbers of the first ones. */
export interface NamedRows {
  readonly rows: number;
  readonly first: readonly number[];
}

/** The expected outcomes of the rows of a list. */
export interface DryRunSummary extends ListEvidence {
  readonly counts: RowCounts;
  readonly groups: readonly TriedGroup[];
  /** The number of values to be replaced that the bridge itself had set. */
  readonly overwrites: number;
  readonly firstOverwriteAt: number | undefined;
  /** The number of rows of a person whom an earlier row names too, with other values, and the first of them. */
  readonly repeated: { readonly rows: number; readonly first: readonly RepeatedPerson[] };
  /** Rows whose events have delivered nothing or not everything, and are planned again. */
  readonly again: NamedRows;
  /** Those of them for whose persons newer events have set other values, which stay. */
  readonly older: NamedRows;
  /** Rows that were delivered before, and whose values were replaced since or are by an earlier row. */
  readonly replaced: NamedRows;
  /** Rows with the id of an event that has other contents. */
  readonly differing: NamedRows;
  /** Rows that were delivered by earlier versions of mappings. */
  readonly earlier: EarlierRows;
  readonly columns: readonly IdleColumn[];
  readonly absent: readonly MissingColumn[];
}

/** The number of such rows that are shown. */
const shownRepeats = 5;

/** The number of rows that are named. */
export const mostNamed = 8;

/** In the order of the report: first the outcomes that need a person. */
const outcomes: readonly TriedRow['outcome'][] = ['failed', 'held', 'skipped', 'duplicate', 'queued'];

/** Adds up the previews of rows, in the order of the list. */
export function createSummary(): {
  add(
    tried: {
      readonly rows: readonly TriedRow[];
      readonly columns?: readonly IdleColumn[];
      readonly absent?: readonly MissingColumn[];
    } & ComparedRows,
  ): void;
  summary(): DryRunSummary;
} {
  const people = createRepeatedPeople();
  const known = createKnownRows();
  const earlier = sumOfEarlier();
  const evidence = createListEvidence();
  const unsent = new Set<number>();
  let idle: ReadonlyMap<string, IdleColumn> | undefined;
  let missing: readonly MissingColumn[] | undefined;
  const groups = createGroups();
  const kinds: Record<KindOfRow, number[]> = { fine: [], warned: [], refused: [] };
  let overwrites = 0;
  let firstOverwriteAt: number | undefined;
  return {
    add({ rows, columns = [], absent = [], ...compared }) {
      evidence.add({ rows, ...compared });
      const isAbsent = ({ name, mapping, path }: MissingColumn) =>
        absent.some(each => each.name === name && each.mapping === mapping && each.path === path);
      missing = missing?.filter(isAbsent) ?? absent;
      const found = new Map(columns.map(each => [each.column, each]));
      idle = idle === undefined ? found : new Map([...idle, ...found]);
      for (const tried of rows) {
        const { row, outcome, overwrites: values, person } = tried;
        kinds[kindOfRow(tried)].push(row);
        groups.add(tried);
        overwrites += values;
        if (values > 0) firstOverwriteAt ??= row;
        known.add(tried, people.isOtherThanLast(tried));
        earlier.add({ row, id: tried.event ?? '' }, tried.earlier);
        if (outcome !== 'queued' && outcome !== 'held') unsent.add(row);
        if (person !== undefined)
          people.add(person, { row, values: tried.values, isSent: outcome !== 'duplicate' });
      }
    },
    summary() {
      const columns = [...(idle?.values() ?? [])];
      const repeated = people.repeated();
      const { again, older, replaced, differing } = known.rows();
      const all = evidence.found();
      const found = { ...all, totals: all.totals.filter(({ row }) => !unsent.has(row)) };
      const doubtful = new Set([...doubtfulRowsOf(found), ...repeated.map(({ row }) => row), ...replaced]);
      return {
        counts: countsOf(kinds, doubtful),
        groups: groups.sorted(),
        overwrites,
        firstOverwriteAt,
        repeated: { rows: repeated.length, first: repeated.slice(0, shownRepeats) },
        again: named(again),
        older: named(older),
        replaced: named(replaced),
        differing: named(differing),
        earlier: earlier.sum(),
        ...found,
        columns,
        absent: missing ?? [],
      };
    },
  };
}

/** Counts the rows of each outcome, code and value. */
function createGroups() {
  const groups = new Map<string, TriedGroup>();
  return {
    add({ row, outcome, known, code, message, path }: TriedRow): void {
      const key = `${outcome} ${known ?? ''} ${code ?? ''} ${path ?? ''}`;
      const group = groups.get(key) ?? { outcome, known, code, rows: 0, firstRow: row, message, path };
      groups.set(key, { ...group, rows: group.rows + 1 });
    },
    sorted: (): readonly TriedGroup[] =>
      [...groups.values()].toSorted(
        (one, other) =>
          outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome) || other.rows - one.rows,
      ),
  };
}

/** Finds the rows of people whom an earlier row names too, with other values. */
function createRepeatedPeople() {
  type Found = { readonly row: number; readonly values: string | undefined };
  const people = new Map<string, Found>();
  const sent = new Map<string, Found>();
  const repeated: RepeatedPerson[] = [];
  return {
    /** `isSent`: false for a row that was imported before. */
    add(person: string, { isSent, ...found }: Found & { readonly isSent: boolean }): void {
      const before = people.get(person);
      people.set(person, found);
      if (!isSent) return;
      sent.set(person, found);
      if (!before || before.values === found.values) return;
      repeated.push({ row: found.row, earlier: before.row });
    },
    /** True if the last row of its person that is sent has other values. */
    isOtherThanLast({ person, values }: TriedRow): boolean {
      const last = person === undefined ? undefined : sent.get(person);
      return last !== undefined && last.values !== values;
    },
    repeated: (): readonly RepeatedPerson[] => repeated,
  };
}

/** Finds the rows whose events are known and need a word: planned again, of other contents, or replaced since. */
function createKnownRows() {
  const again: number[] = [];
  const older: number[] = [];
  const differing: number[] = [];
  const replaced = createReplacedRows();
  return {
    /** `isOtherThanLast`: the last row of its person that is sent has other values. */
    add(tried: TriedRow, isOtherThanLast: boolean): void {
      const { row, outcome, isAgain, differs, event, known, person, setBy = [] } = tried;
      if (isAgain) again.push(row);
      if (isAgain && setBy.length > 0) older.push(row);
      if (differs) differing.push(row);
      if (event !== undefined) replaced.endsWith(event);
      if (outcome !== 'duplicate') replaced.endsFor(person);
      else if (isOtherThanLast && known === 'delivered') replaced.add(row, person, ['a row before it']);
      else if (setBy.length > 0) replaced.add(row, person, setBy);
    },
    rows: () => ({ again, older, replaced: replaced.rows(), differing }),
  };
}

/** The rows that were delivered before, and whose values stay replaced: no row behind them sets those of the person. */
function createReplacedRows() {
  const found = new Map<number, Set<string>>();
  const ofPerson = new Map<string, number[]>();
  const ofEvent = new Map<string, number[]>();
  const note = (rows: Map<string, number[]>, key: string, row: number) =>
    rows.set(key, [...(rows.get(key) ?? []), row]);
  return {
    /** `setBy`: the events that have set other values. */
    add(row: number, person: string | undefined, setBy: readonly string[]): void {
      found.set(row, new Set(setBy));
      if (person !== undefined) note(ofPerson, person, row);
      for (const each of setBy) note(ofEvent, each, row);
    },
    /** A later row is this event, so its values are those of the list. */
    endsWith(event: string): void {
      for (const row of ofEvent.get(event) ?? []) {
        const setBy = found.get(row);
        if (setBy?.delete(event) && setBy.size === 0) found.delete(row);
      }
    },
    /** A later row of the person is sent. */
    endsFor(person: string | undefined): void {
      for (const row of ofPerson.get(person ?? '') ?? []) found.delete(row);
    },
    rows: () => [...found.keys()],
  };
}

function named(rows: readonly number[]): NamedRows {
  return { rows: rows.length, first: rows.slice(0, mostNamed) };
}
