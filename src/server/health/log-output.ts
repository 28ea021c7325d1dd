import type { Writable } from 'node:stream';
import { counted } from '../../diagnostics/counted.ts';
import type { Clock } from '../../inbox/clock.ts';

/** Where the lines of the log go. */
export interface LogOutput {
  /** Never waits and never throws: a line that cannot be written is lost, and counted. */
  write(line: string): void;
  /** Why lines are being lost, in words; undefined while they are written. */
  trouble(): string | undefined;
  /** How many lines were lost so far. */
  lost(): number;
  /** Resolves when what was written has gone out, or nobody took it for so long. */
  settled(patienceMs: number): Promise<void>;
}

export interface LogEvents {
  /** Lines begin to be lost; called once until they are written again. */
  lose(reason: string): void;
  /** Lines are written again, after so many were lost. */
  goOn(lost: number): void;
}

/** So many bytes are kept for a reader that is slow; beyond that it counts as one that does not read. */
const keptBytes = 1024 * 1024;

/**
 * The log without which the program goes on: a reader that is gone or reads no more, a full disk and a closed terminal
 * cost lines, and nothing else. Each next line is a new try.
 */
export function logOutput(out: Writable, clock: Clock, events: LogEvents): LogOutput {
  let lost = 0;
  let trouble: { readonly reason: string; readonly since: number; readonly before: number } | undefined;
  // A disk that was full may have taken the beginning of a line.
  let cutOff = false;

  const lose = (reason: string) => {
    if (!trouble) {
      trouble = { reason, since: clock.now(), before: lost };
      events.lose(reason);
    }
    lost += 1;
  };
  const goOn = () => {
    if (!trouble || out.writableLength > keptBytes / 2) return;
    const { before } = trouble;
    trouble = undefined;
    events.goOn(lost - before);
  };
  // Every line hears of its own end; without a listener the same error would end the process.
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
      return `nobody reads it any more (${code}); start this again with a reader`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `its disk is full (${code}); make room, and it goes on by itself`;
    case 'EFBIG':
      return 'its file is as large as it may be (EFBIG); have it rotated, and start this again';
    default:
      return `it cannot be written (${code ?? 'no reason is known'}); see what is wrong with where it goes`;
  }
}
