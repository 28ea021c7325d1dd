import type { Log } from './log.ts';
import { type LineName, logLines } from './log-lines.ts';

/** A log that limits floods of lines, and reports what it leaves out. */
export interface LimitedLog extends Log {
  /** Reports the lines left out so far, and stops counting. */
  end(): void;
}

/** The writer of the lines, such as pino. */
export interface LineWriter {
  debug(about: object, name: string): void;
  info(about: object, name: string): void;
  warn(about: object, name: string): void;
  error(about: object, name: string): void;
  fatal(about: object, name: string): void;
  isLevelEnabled(level: string): boolean;
}

type Level = Exclude<keyof LineWriter, 'isLevelEnabled'>;

const minuteMs = 60_000;
const usualPerMinute = 10;

/** Lines with the same name and equal values of these fields (names of the config or program) are one kind. */
const kindFields = ['source', 'mapping', 'destination', 'code', 'status', 'row'] as const;

/**
 * Writes ten lines a minute of each kind (or as many as the table allows) and counts the others: `log lines left out`
 * reports their number at the end of the minute. All `debug` lines are written.
 */
export function limitedLog(
  writer: LineWriter,
  after: (ms: number, run: () => void) => () => void,
): LimitedLog {
  const kinds = new Map<string, { written: number; leftOut: number; tell(): void; cancel(): void }>();

  function writeAt(level: Level): (about: object, name: LineName) => void {
    return (about, name) => {
      if (!writer.isLevelEnabled(level)) return;
      const { level: own, perMinute = usualPerMinute } = { perMinute: undefined, ...logLines[name] };
      if (own === 'any' || isWithin(level, name, about, perMinute)) writer[level](about, name);
    };
  }

  function isWithin(level: Level, name: LineName, about: object, perMinute: number): boolean {
    const kind = kindOf(about);
    const key = JSON.stringify([name, kind]);
    const known = kinds.get(key);
    if (known) {
      const fits = known.written < perMinute;
      if (fits) known.written += 1;
      else known.leftOut += 1;
      return fits;
    }
    const tell = () => {
      const leftOut = kinds.get(key)?.leftOut ?? 0;
      kinds.delete(key);
      if (leftOut > 0) writer[level]({ name, ...kind, leftOut }, 'log lines left out');
    };
    kinds.set(key, { written: 1, leftOut: 0, tell, cancel: after(minuteMs, tell) });
    return true;
  }

  return {
    debug: (about, name) => writer.debug(about, name),
    info: writeAt('info'),
    warn: writeAt('warn'),
    error: writeAt('error'),
    fatal: (about, name) => writer.fatal(about, name),
    end() {
      for (const kind of [...kinds.values()]) {
        kind.cancel();
        kind.tell();
      }
    },
  };
}

function kindOf(about: object): Record<string, unknown> {
  const fields = about as Readonly<Record<string, unknown>>;
  return Object.fromEntries(kindFields.flatMap(field => (field in fields ? [[field, fields[field]]] : [])));
}
