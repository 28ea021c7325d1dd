import type { ChangedColumn } from '../../lists/changed-columns.ts';
import { type ComparableValue, comparableValue } from './comparable-value.ts';
import type { PlacedField } from './moved-rows.ts';

/** Finds the columns that were moved or sorted alone, and those whose numbers are in another unit than before. */
export function createChangedColumns(): {
  /** Adds the values of a call of a row, with those that its customer had before. */
  add(row: number, fields: readonly PlacedField[]): void;
  found(): readonly ChangedColumn[];
} {
  const byPath = new Map<string, ValueOfRow[]>();
  return {
    add(row, fields) {
      for (const { path, sent, before, type } of fields) {
        const value = comparableValue(sent, type);
        const earlier = before === undefined ? undefined : comparableValue(before, type);
        if (!value) continue;
        const values = byPath.get(path) ?? [];
        byPath.set(path, values);
        values.push({ row, sent: value, before: earlier });
      }
    },
    found() {
      const columns = [...byPath].map(([path, values]) => ({ path, values }));
      const shifted = shiftedColumns(columns);
      const isShifted = new Set(shifted.map(({ path }) => path));
      const others = columns.flatMap(({ path, values }) =>
        isShifted.has(path) ? [] : (resizedColumn(path, values) ?? sortedColumn(path, values) ?? []),
      );
      return [...shifted, ...others];
    },
  };
}

interface ValueOfRow {
  readonly row: number;
  readonly sent: ComparableValue;
  readonly before: ComparableValue | undefined;
}

interface Column {
  readonly path: string;
  readonly values: readonly ValueOfRow[];
}

const isSame = (one: ComparableValue, other: ComparableValue | undefined) =>
  one.kind === other?.kind && one.key === other.key;

const changedIn = (values: readonly ValueOfRow[]) =>
  values.filter(({ sent, before }) => before && !isSame(sent, before));

/** Returns the columns that were moved by one row. Answers prove little alone, so the columns moved in one direction are added up. */
function shiftedColumns(columns: readonly Column[]): readonly ChangedColumn[] {
  for (const by of [-1, 1]) {
    const moved = columns.filter(({ values }) => isMovedBy(values, by));
    const changed = moved.map(({ path, values }) => ({
      path,
      rows: changedIn(values).map(({ row }) => row),
    }));
    const all = changed.flatMap(({ rows }) => rows);
    if (all.length >= leastChanged && new Set(all).size > 1)
      return changed.map(each => ({ ...each, kind: 'shifted' as const }));
  }
  return [];
}

/** True if each row has the value that the customer of its neighbour had. A row beside one without a value may have any. */
function isMovedBy(values: readonly ValueOfRow[], by: number): boolean {
  if (changedIn(values).length === 0) return false;
  const byRow = new Map(values.map(each => [each.row, each]));
  const neighbours = values.flatMap(({ row, sent }) => {
    const neighbour = byRow.get(row + by);
    return neighbour ? [{ sent, before: neighbour.before }] : [];
  });
  return neighbours.length >= leastNeighbours && neighbours.every(({ sent, before }) => isSame(sent, before));
}

/** The fewest rows beside others of a column that can be moved by one row. */
const leastNeighbours = 4;
const leastChanged = 3;

/** Returns a column whose changed rows have each other's values: it was sorted alone. */
function sortedColumn(path: string, values: readonly ValueOfRow[]): ChangedColumn | undefined {
  const known = values.filter(({ before }) => before);
  const changed = changedIn(values);
  const keys = (all: readonly (ComparableValue | undefined)[]) =>
    all.flatMap(each => (each && each.kind !== 'few' ? [`${each.kind} ${each.key}`] : [])).toSorted();
  const sent = keys(changed.map(each => each.sent));
  const before = keys(changed.map(each => each.before));
  const isOfDays = changed.every(each => each.sent.kind === 'day');
  const least = isOfDays ? leastChanged : leastChanged + 1;
  if (sent.length < least || sent.length !== changed.length || changed.length * 2 < known.length)
    return undefined;
  if (new Set(sent).size < least || sent.join('\n') !== before.join('\n')) return undefined;
  return { path, kind: 'sorted', rows: changed.map(({ row }) => row) };
}

/** Returns a column whose numbers are those of before in another unit, or read by another sign: 350 for each 350000. */
function resizedColumn(path: string, values: readonly ValueOfRow[]): ChangedColumn | undefined {
  const numbers = values.filter(({ sent, before }) => isNumber(sent) && before && isNumber(before));
  for (const factor of factors) {
    const rows = numbers.filter(({ sent, before }) => isTimes(sent, before, factor)).map(({ row }) => row);
    if (rows.length >= leastResized && rows.length * 4 >= numbers.length * 3)
      return { path, kind: 'resized', rows, factor };
  }
  return undefined;
}

const isNumber = ({ size }: ComparableValue) => size !== undefined && size !== 0;

const factors = [1000, 100, 0.01, 0.001] as const;
const leastResized = 3;

function isTimes(sent: ComparableValue, before: ComparableValue | undefined, factor: number): boolean {
  if (sent.kind !== 'number' || before?.kind !== 'number') return false;
  const [size = 0, earlier = 0] = [sent.size, before.size];
  return Math.abs(size - earlier * factor) <= Math.abs(size) * 1e-9;
}
