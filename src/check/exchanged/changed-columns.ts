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
        values.push({ row, sent: value, before: earlier, texts: [sent.trim(), before?.trim() ?? ''] });
      }
    },
    found() {
      const columns = [...byPath].map(([path, values]) => ({ path, values }));
      const shifted = shiftedColumns(columns);
      const isShifted = new Set(shifted.map(({ path }) => path));
      const others = columns.flatMap(({ path, values }) =>
        isShifted.has(path)
          ? []
          : (invertedColumn(path, values) ??
            resizedColumn(path, values) ??
            sortedColumn(path, values) ??
            columnInOrder(path, values) ??
            scaledColumn(path, values) ??
            []),
      );
      return [...shifted, ...others];
    },
  };
}

interface ValueOfRow {
  readonly row: number;
  readonly sent: ComparableValue;
  readonly before: ComparableValue | undefined;
  /** Both values as they are written. */
  readonly texts: readonly [sent: string, before: string];
}

/** Returns half of the last digit of a number: 0.05 for 47.2. */
function precisionOf(text: string): number {
  const [, decimals = ''] = /[.,](\d{1,6})$/.exec(text.trim()) ?? [];
  return 0.5 / 10 ** decimals.length;
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

/** Returns a column of two values, such as yes and no, in which nearly all rows have the other one now. */
function invertedColumn(path: string, values: readonly ValueOfRow[]): ChangedColumn | undefined {
  const known = values.filter(({ before }) => before);
  const changed = changedIn(values);
  const [former, now] = [
    new Set(keysOf(known.map(({ before }) => before))),
    new Set(keysOf(known.map(({ sent }) => sent))),
  ];
  const isOfTwo = former.size === 2 && new Set([...former, ...now]).size === 2;
  if (!isOfTwo || changed.length < leastInverted || changed.length * 10 < known.length * 9) return undefined;
  return { path, kind: 'inverted', rows: changed.map(({ row }) => row) };
}

/** So many people rarely change their minds at once. */
const leastInverted = 5;

/** Returns a column whose changed rows have each other's values: it was sorted alone. */
function sortedColumn(path: string, values: readonly ValueOfRow[]): ChangedColumn | undefined {
  const known = values.filter(({ before }) => before);
  const changed = changedIn(values);
  const sent = keysOf(changed.map(each => each.sent));
  const isOfDays = changed.every(each => each.sent.kind === 'day');
  const least = isOfDays ? leastChanged : leastChanged + 1;
  if (sent.length < least || changed.length * 2 < known.length) return undefined;
  if (new Set(sent).size < least || !haveEachOthers(changed)) return undefined;
  return { path, kind: 'sorted', rows: changed.map(({ row }) => row) };
}

/**
 * Returns a column of few values, such as the names of teachers, that has become a sorted one: all of its rows are in order now, which they were
 * not, and have each other's values.
 */
function columnInOrder(path: string, values: readonly ValueOfRow[]): ChangedColumn | undefined {
  const known = values.filter(({ before }) => before);
  const changed = changedIn(values);
  if (changed.length < leastChanged + 1 || changed.length * 4 < known.length || known.length < leastInOrder)
    return undefined;
  const isSorted =
    isInOrder(known.map(({ sent, texts: [text] }) => ({ text, size: sent.size }))) &&
    !isInOrder(known.map(({ before, texts: [, text] }) => ({ text, size: before?.size })));
  if (!isSorted || !haveEachOthers(changed)) return undefined;
  return { path, kind: 'sorted', rows: changed.map(({ row }) => row) };
}

/** So few rows are in order by chance. */
const leastInOrder = 6;

function keysOf(all: readonly (ComparableValue | undefined)[]): readonly string[] {
  return all.flatMap(each => (each ? [`${each.kind} ${each.key}`] : [])).toSorted();
}

function haveEachOthers(changed: readonly ValueOfRow[]): boolean {
  const [sent, before] = [keysOf(changed.map(each => each.sent)), keysOf(changed.map(each => each.before))];
  return sent.join('\n') === before.join('\n');
}

interface Sortable {
  readonly text: string;
  readonly size: number | undefined;
}

/** True if values are in one order or the other, by their size or as a spreadsheet sorts texts. */
function isInOrder(values: readonly Sortable[]): boolean {
  const pairs = values.slice(1).map((each, at) => compareValues(values[at] ?? each, each));
  return pairs.every(each => each <= 0) || pairs.every(each => each >= 0);
}

function compareValues(one: Sortable, other: Sortable): number {
  return one.size !== undefined && other.size !== undefined
    ? one.size - other.size
    : one.text.localeCompare(other.text, 'en', { numeric: true });
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

/**
 * Returns a column of which nearly all numbers are those of before times one factor, whatever the factor is: inches in place of centimetres,
 * a year in place of a month. A rise of prices or another currency changes them by less, and so does a tax, which is known by its rate.
 */
function scaledColumn(path: string, values: readonly ValueOfRow[]): ChangedColumn | undefined {
  const numbers = values.flatMap(({ row, sent, before, texts }) => {
    if (sent.kind !== 'number' || before?.kind !== 'number') return [];
    const [size, earlier] = [Math.abs(sent.size ?? 0), Math.abs(before.size ?? 0)];
    const [by, of] = [precisionOf(texts[0]), precisionOf(texts[1])];
    // A small whole number fits many factors.
    if (by > size * leastPrecise || of > earlier * leastPrecise) return [];
    return [{ row, earlier, size, by, from: (size - by) / (earlier + of), to: (size + by) / (earlier - of) }];
  });
  const sizes = numbers.map(({ earlier }) => earlier);
  const isSpread = Math.max(...sizes) >= Math.min(...sizes) * leastSpread;
  if (numbers.length < leastScaled || new Set(sizes).size < leastScaled - 1 || !isSpread) return undefined;
  const best = numbers
    .map(({ from }) => numbers.filter(each => each.from <= from && from <= each.to))
    .reduce((one, other) => (other.length > one.length ? other : one));
  if (best.length < leastScaled || best.length * 10 < numbers.length * 9) return undefined;
  const [from, to] = [Math.max(...best.map(each => each.from)), Math.min(...best.map(each => each.to))];
  const factor = Number(((from + to) / 2).toPrecision(3));
  const rows = best.map(({ row }) => row);
  if (factor <= 1 / leastFactor || factor >= leastFactor) return { path, kind: 'resized', rows, factor };
  const tax = taxes.find(rate =>
    best.every(
      ({ size, earlier, by }) => by <= cents && Math.abs(size - earlier * rate) <= by + size * rounding,
    ),
  );
  return tax === undefined ? undefined : { path, kind: 'resized', rows, factor: Number(tax.toPrecision(4)) };
}

/** The rates of a value added tax in Germany, Austria, Switzerland and their neighbours, added or taken off. 10 % may be a rise. */
const taxes = [1.19, 1.07, 1.2, 1.081, 1.077, 1.21, 1.22, 1.25].flatMap(rate => [rate, 1 / rate]);
/** Amounts with a tax have cents. */
const cents = 0.005;
const rounding = 1e-9;

const leastScaled = 4;
const leastPrecise = 0.02;
const leastSpread = 1.1;
/** Below it, prices rise, and currencies and taxes differ. */
const leastFactor = 1.3;
