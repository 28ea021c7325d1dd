import { styleText } from 'node:util';
import pino from 'pino';
import type { Config } from '../../config/config.ts';
import { systemTime } from '../../deliver/time/time.ts';
import { systemClock } from '../../inbox/clock.ts';
import { type LimitedLog, limitedLog } from '../../log/limited-log.ts';
import { type LogOutput, logOutput } from '../../server/health/log-output.ts';
import { type Surroundings, wantsColor } from '../surroundings.ts';
import { peopleLog } from './log-for-people.ts';

/** The log of the process. A restart can change its settings. */
export interface OpenLog {
  readonly log: () => LimitedLog;
  readonly output: LogOutput;
  use(settings: Config['log']): void;
}

/** Opens the log with the settings of a config. */
export function openLog(settings: Config['log'], surroundings: Surroundings): OpenLog {
  const { out, err } = surroundings;
  const output = logOutput(out, systemClock, {
    losing: reason => err.write(`fieldbridge start: continues without a log, because ${reason}\n`),
    recovered: lost => log.warn({ lost }, 'log lines lost'),
  });
  let log = logWith(settings, output, surroundings);
  return {
    log: () => log,
    output,
    use(next) {
      log.end();
      log = logWith(next, output, surroundings);
    },
  };
}

function logWith(
  { level, format }: Config['log'],
  output: LogOutput,
  { out, env }: Surroundings,
): LimitedLog {
  const isForPeople = format === 'text' || (format === 'auto' && out.isTTY === true);
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    wantsColor(out, env) ? styleText(style, text, { validateStream: false }) : text;
  const lines = isForPeople ? peopleLog(output, level, paint) : { level, write: output.write };
  const options = { level: lines.level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return limitedLog(pino(options, lines), systemTime.after);
}
