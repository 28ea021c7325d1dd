import { createHash } from 'node:crypto';
import pg from 'pg';
import { textWithoutNul } from '../postgres/connection/values.ts';

/** The type of a column. `boolean`: 0 or 1 in SQLite. */
export type ColumnKind = 'number' | 'boolean' | 'text' | 'bytes';

/** A column of a table, and its type in PostgreSQL. */
export interface MovedColumn {
  readonly name: string;
  readonly type: string;
  readonly kind: ColumnKind;
}

/** A row in SQLite. */
export type SourceRow = Readonly<Record<string, string | number | Uint8Array | null>>;

/**
 * Sums of the checksums of rows, which do not depend on their order.
 *
 * The checksum of a row is the SHA-256 of one text, which each database makes of its own columns, in PostgreSQL's order
 * of columns: `-` for NULL, else the number of bytes of the value, a colon and the value. The value of a number is its
 * digits; of a boolean, 0 or 1; of bytes, their SHA-256 in hexadecimal; of a text, the text as PostgreSQL stores it
 * (connection/values.ts: a NUL is written with an escape character). The first 15 of the 64 hexadecimal digits are one
 * number and the next 15 another; each is added up over all rows.
 */
export interface RowSums {
  readonly rows: number;
  readonly first: bigint;
  readonly second: bigint;
}

export const noRows: RowSums = { rows: 0, first: 0n, second: 0n };

const digits = 15;

export function addSums(one: RowSums, other: RowSums): RowSums {
  return {
    rows: one.rows + other.rows,
    first: one.first + other.first,
    second: one.second + other.second,
  };
}

export function isSameSums(one: RowSums, other: RowSums): boolean {
  return one.rows === other.rows && one.first === other.first && one.second === other.second;
}

/** Returns the sums as one text for display and comparison: 32 digits, whatever the number of rows. */
export function sumsText({ first, second }: RowSums): string {
  const mask = (1n << 64n) - 1n;
  return [first, second].map(each => (each & mask).toString(16).padStart(16, '0')).join('');
}

/** Returns the sums of rows from SQLite. */
export function sumsOfRows(columns: readonly MovedColumn[], rows: readonly SourceRow[]): RowSums {
  let sums = noRows;
  for (const row of rows) {
    const hash = createHash('sha256').update(rowText(columns, row)).digest('hex');
    const part = (from: number) => BigInt(`0x${hash.slice(from, from + digits)}`);
    sums = addSums(sums, { rows: 1, first: part(0), second: part(digits) });
  }
  return sums;
}

function rowText(columns: readonly MovedColumn[], row: SourceRow): string {
  return columns.map(column => fieldText(column, row[column.name] ?? null)).join('');
}

function fieldText({ kind, name }: MovedColumn, value: SourceRow[string]): string {
  if (value === null) return '-';
  const text = valueText(kind, value);
  if (text === undefined) throw new Error(`the column ${name} holds a ${typeof value}, which is no ${kind}`);
  return `${Buffer.byteLength(text)}:${text}`;
}

function valueText(kind: ColumnKind, value: string | number | Uint8Array): string | undefined {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? textWithoutNul(value) : undefined;
    case 'bytes':
      return value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : undefined;
    case 'number':
      return Number.isSafeInteger(value) ? String(value) : undefined;
    case 'boolean':
      return value === 0 || value === 1 ? String(value) : undefined;
  }
}

/** Returns the same sums as a select list for PostgreSQL: rows, first, second. */
export function sumsSql(columns: readonly MovedColumn[]): string {
  const text = columns.map(each => `${fieldSql(each)}`).join(' || ');
  const hash = `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
  const part = (from: number) =>
    `coalesce(sum(('x' || substr(hash, ${from}, ${digits}))::bit(${digits * 4})::bigint::numeric), 0)::text`;
  return `SELECT count(*) AS rows, ${part(1)} AS first, ${part(digits + 1)} AS second FROM (SELECT ${hash} AS hash`;
}

function fieldSql({ name, kind }: MovedColumn): string {
  const column = `t.${pg.escapeIdentifier(name)}`;
  const texts: Readonly<Record<ColumnKind, string>> = {
    text: column,
    number: `${column}::text`,
    boolean: `${column}::int::text`,
    bytes: `encode(sha256(${column}), 'hex')`,
  };
  const value = texts[kind];
  return `coalesce(octet_length(${value}) || ':' || ${value}, '-')`;
}
