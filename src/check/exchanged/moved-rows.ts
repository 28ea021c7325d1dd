import type { ShiftedRow, ShiftedRows } from '../../lists/moved-rows.ts';
import { type ComparableValue, comparableValue } from './comparable-value.ts';
import type { ComparedField } from './compare-pair.ts';

/** A value of a row with the path of its rule. */
export interface PlacedField extends ComparedField {
  readonly path: string;
}

/** Finds the rows that have the values of another customer: their column of customer numbers is moved, or was sorted alone. */
export function createMovedRows(): {
  /** Adds the values of a call of a row, with those that its customer had before. */
  add(row: number, fields: readonly PlacedField[]): void;
  found(): ShiftedRows;
} {
  const calls: { readonly row: number; readonly values: readonly ComparedValue[] }[] = [];
  return {
    add(row, fields) {
      calls.push({ row, values: fields.flatMap(each => comparedValue(each) ?? []) });
    },
    found() {
      const owners = ownersOf(calls);
      const rows: ShiftedRow[] = [];
      let kept = 0;
      let fresh = 0;
      for (const { row, values } of calls) {
        const isKept = values.some(({ sent, before }) => sent.key === before?.key);
        const moved = isKept ? undefined : movedRow(row, values, owners);
        if (moved) rows.push(moved);
        else if (isKept) kept += 1;
        else if (values.some(({ before }) => before)) fresh += 1;
      }
      return { rows, kept, fresh };
    },
  };
}

/** A value that tells customers apart. */
interface ComparedValue {
  readonly path: string;
  readonly sent: ComparableValue;
  readonly before: ComparableValue | undefined;
}

/** A smaller number is often that of another customer by chance. */
const leastTelling = 1_000;

function comparedValue({ path, sent, before, type }: PlacedField): ComparedValue | undefined {
  const value = comparableValue(sent, type);
  if (!value || value.kind === 'few') return undefined;
  if (value.kind === 'number' && Math.abs(value.size ?? 0) < leastTelling) return undefined;
  const earlier = before === undefined ? undefined : comparableValue(before, type);
  return { path, sent: value, before: earlier };
}

type Owners = ReadonlyMap<string, ReadonlySet<number>>;

const ownerKey = (path: string, { kind, key }: ComparableValue) => `${path} ${kind} ${key}`;

/** Returns the rows whose customers had each value before. */
function ownersOf(
  calls: readonly { readonly row: number; readonly values: readonly ComparedValue[] }[],
): Owners {
  const owners = new Map<string, Set<number>>();
  for (const { row, values } of calls)
    for (const { path, before } of values) {
      if (!before) continue;
      const key = ownerKey(path, before);
      owners.set(key, (owners.get(key) ?? new Set()).add(row));
    }
  return owners;
}

/** Returns the row whose customer had the values of this one, if none of them is new or was of several customers. */
function movedRow(row: number, values: readonly ComparedValue[], owners: Owners): ShiftedRow | undefined {
  const byOther = new Map<number, ComparableValue['kind'][]>();
  for (const { path, sent } of values) {
    const [other, ...more] = owners.get(ownerKey(path, sent)) ?? [];
    if (other === undefined || more.length > 0 || other === row) continue;
    byOther.set(other, [...(byOther.get(other) ?? []), sent.kind]);
  }
  const [best] = [...byOther].toSorted((one, other) => other[1].length - one[1].length);
  if (!best || best[1].length * 2 < values.length) return undefined;
  const [other, kinds] = best;
  const telling = kinds.filter(kind => kind !== 'day' && kind !== 'number').length;
  if (telling === 0 && kinds.length < leastByDays) return undefined;
  return { row, other, isSure: kinds.length > 1 };
}

/** So many days and numbers of one other customer are no chance. */
const leastByDays = 3;
