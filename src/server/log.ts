import { type Logger, pino } from 'pino';
import { errorPlaces } from '../diagnostics/error-places.ts';

/** What is written about a running server: fixed words, names from the config, figures. Never a value of a request. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** The given logger, or one that keeps quiet. */
export function logTo(logger: Logger | false): Log {
  return logger === false ? pino({ level: 'silent' }) : logger;
}

/**
 * What may be logged of an unexpected error: its kind, its code and where it arose. The message is left out,
 * since parsers quote what they read.
 */
export function describeError(error: unknown): { type: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    stack: errorPlaces(error).slice(0, 12).join('\n'),
  };
}
