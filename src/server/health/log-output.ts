import type { Writable } from 'node:stream';
import { counted } from '../../diagnostics/counted.ts';
import type { Clock } from '../../inbox/clock.ts';

/** The output of the log. */
export interface LogOutput {
  /** Never waits and never throws: a line that cannot be written is lost, and counted. */
  write(line: string): void;
  /** Returns the reason why lines are being lost; undefined if they are not. */
  trouble(): string | undefined;
  /** Returns the number of lines lost so far. */
  lost(): number;
  /** Resolves when the written lines have been accepted, or after this time without progress. */
  settled(patienceMs: number): Promise<void>;
}

export interface LogEvents {
  /** Called when lines begin to be lost. */
  losing(reason: string): void;
  /** Called when lines are written again; `lost`: the number of lost lines. */
  recovered(lost: number): void;
}

/** The maximum bytes that are kept for a slow reader; with more, it counts as one that does not read. */
const keptBytes = 1024 * 1024;

/**
 * Creates an output for the log that never blocks or ends the program: if a reader is gone or does not read, a disk is
 * full, or a terminal is closed, only lines are lost. Each further line is a new attempt.
 */
export function logOutput(out: Writable, clock: Clock, events: LogEvents): LogOutput {
  let lost = 0;
  let trouble: { readonly reason: string; readonly since: number; readonly before: number } | undefined;
  // A full disk may have stored the beginning of a line.
  let cutOff = false;

  const lose = (reason: string) => {
    if (!trouble) {
      trouble = { reason, since: clock.now(), before: lost };
      events.losing(reason);
    }
    lost += 1;
  };
  const goOn = () => {
    if (!trouble || out.writableLength > keptBytes / 2) return;
    const { before } = trouble;
    trouble = undefined;
    events.recovered(lost - before);
  };
  // The callback of each line handles its error; without this listener the error would end the process.
  out.on('error', () => {});

  return {
    write(line) {
      if (out.writableLength + line.length > keptBytes) return lose(notRead);
      out.write(cutOff ? `\n${line}` : line, error => {
        if (error) lose(reasonOf(error));
        else goOn();
        cutOff = Boolean(error) && (error as NodeJS.ErrnoException).code !== 'EPIPE';
      });
    },
    trouble: () =>
      trouble &&
      `${counted(lost - trouble.before, 'line')} of the log lost since ${new Date(trouble.since).toISOString()}: ${trouble.reason}`,
    lost: () => lost,
    async settled(patienceMs) {
      if (out.writableLength === 0) return;
      await new Promise<void>(resolve => {
        const patience = setTimeout(resolve, patienceMs);
        out.write('', () => {
          clearTimeout(patience);
          resolve();
        });
      });
    },
  };
}

const notRead = 'its reader does not read; have it read, or start this again with another one';

function reasonOf({ code }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EPIPE':
    case 'ECONNRESET':
      return `its reader has stopped (${code}); restart the bridge with a reader`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `its disk is full (${code}); free some space, and it continues automatically`;
    case 'EFBIG':
      return 'its file is as large as it may be (EFBIG); have it rotated, and start this again';
    default:
      return `it cannot be written (${code ?? 'no reason is known'}); see what is wrong with where it goes`;
  }
}
