import { errorPlaces } from '../diagnostics/yaml/error-places.ts';
import type { LineLevel } from './line-entry.ts';
import type { LineName, logLines } from './log-lines.ts';

/** The fields of a line as in the table of lines; undefined fields are left out. */
export type FieldsOf<Name extends LineName> = {
  readonly [Field in (typeof logLines)[Name]['fields'][number]]?: unknown;
};

/** The lines that are written at a level. */
export type LinesAt<Level extends LineLevel> = {
  [Name in LineName]: (typeof logLines)[Name]['level'] extends Level | 'any' ? Name : never;
}[LineName];

type Write<Level extends LineLevel> = <Name extends LinesAt<Level>>(
  about: FieldsOf<Name>,
  name: Name,
) => void;

/** Writes the log of a bridge: lines of the table, with names of the config, own ids and numbers. */
export interface Log {
  readonly debug: Write<'debug'>;
  readonly info: Write<'info'>;
  readonly warn: Write<'warn'>;
  readonly error: Write<'error'>;
  readonly fatal: Write<'fatal'>;
}

/** A log that writes nothing. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  fatal: () => {},
};

/**
 * Returns the parts of an error that may be logged. For an unexpected error these are its kind, its code and its place,
 * but not its message, because parsers quote their input. For an error whose message is for people (`isForPeople`), it
 * is the reason.
 */
export function describeError(error: unknown): {
  type: string;
  code?: string;
  reason?: string;
  stack?: string;
} {
  if (!(error instanceof Error)) return { type: typeof error };
  if ('isForPeople' in error) return { type: error.name, reason: error.message };
  return {
    type: error.name,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    stack: errorPlaces(error).slice(0, 12).join('\n'),
  };
}
