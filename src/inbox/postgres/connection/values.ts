import pg from 'pg';

/** What a statement may be given. A list is an array of PostgreSQL. */
export type SqlValue = Scalar | readonly Scalar[];
type Scalar = string | number | boolean | null | Uint8Array;

/** PostgreSQL keeps no NUL in a text. It is written as this character and a digit, and so is the character itself. */
const escapeCharacter = '\uE000';
const nulWritten = `${escapeCharacter}0`;
const escapeWritten = `${escapeCharacter}1`;

/** A value as it is sent. Whole numbers alone: PostgreSQL would round no time by itself. */
export function sent(value: SqlValue): unknown {
  if (isList(value)) return value.map(sent);
  if (typeof value === 'string') return textWithoutNul(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value;
}

function isList(value: SqlValue): value is readonly Scalar[] {
  return Array.isArray(value);
}

/** A text as PostgreSQL keeps it. */
export function textWithoutNul(text: string): string {
  if (!text.includes('\0') && !text.includes(escapeCharacter)) return text;
  return text.replaceAll(escapeCharacter, escapeWritten).replaceAll('\0', nulWritten);
}

function readText(text: string): string {
  if (!text.includes(escapeCharacter)) return text;
  return text.replaceAll(nulWritten, '\0').replaceAll(escapeWritten, escapeCharacter);
}

const { builtins } = pg.types;

/** How the columns of a result are read: whole numbers and sums of them as numbers, texts as they were given. */
export const resultTypes: pg.CustomTypesConfig = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    if (type === builtins.TEXT || type === builtins.VARCHAR) return readText;
    if (type === builtins.INT8 || type === builtins.NUMERIC) return Number;
    return format === 'binary'
      ? pg.types.getTypeParser(type, 'binary')
      : pg.types.getTypeParser(type, 'text');
  },
};
