import pg from 'pg';

/** A value of a statement. A list is a PostgreSQL array. */
export type SqlValue = Scalar | readonly Scalar[];
type Scalar = string | number | boolean | null | Uint8Array;

/**
 * The escape character for NUL, which PostgreSQL cannot store in a text. NUL and this character are written as this
 * character and a digit.
 */
const escapeCharacter = '\uE000';
const nulWritten = `${escapeCharacter}0`;
const escapeWritten = `${escapeCharacter}1`;

/** Converts a value to its form in a statement. Pass only whole numbers: PostgreSQL does not round a time by itself. */
export function sent(value: SqlValue): unknown {
  if (isList(value)) return value.map(sent);
  if (typeof value === 'string') return textWithoutNul(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value;
}

function isList(value: SqlValue): value is readonly Scalar[] {
  return Array.isArray(value);
}

/** Converts a text to its form in PostgreSQL. */
export function textWithoutNul(text: string): string {
  if (!text.includes('\0') && !text.includes(escapeCharacter)) return text;
  return text.replaceAll(escapeCharacter, escapeWritten).replaceAll('\0', nulWritten);
}

function readText(text: string): string {
  if (!text.includes(escapeCharacter)) return text;
  return text.replaceAll(nulWritten, '\0').replaceAll(escapeWritten, escapeCharacter);
}

const { builtins } = pg.types;

/** The types of result columns: integers and their sums become numbers, and texts get back their NUL. */
export const resultTypes: pg.CustomTypesConfig = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    if (type === builtins.TEXT || type === builtins.VARCHAR) return readText;
    if (type === builtins.INT8 || type === builtins.NUMERIC) return Number;
    return format === 'binary'
      ? pg.types.getTypeParser(type, 'binary')
      : pg.types.getTypeParser(type, 'text');
  },
};
