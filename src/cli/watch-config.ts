import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Logger } from 'pino';
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';

/** A config file, as it was when the program started with it. */
export interface UsedConfig {
  readonly file: string;
  /** `configMark` of its text. */
  readonly mark: string;
  /** What is wrong with the file as it is now. */
  readonly check: () => readonly Diagnostic[];
}

const lookEveryMs = 2_000;

/** Tells one text of a config from another, without keeping the secrets that may stand in it. */
export function configMark(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * Says in the log, once for each change, that the config is another one than the one in use, and whether the program
 * would start with it. The config itself is used from a restart on. The answer ends the watching.
 */
export function watchConfig(used: UsedConfig, logger: Logger, everyMs = lookEveryMs): () => void {
  let told = used.mark;
  let seen = used.mark;
  let looking = false;

  async function look(): Promise<void> {
    // A file that cannot be read is about to be written; where it stays away, a restart tells.
    const text = await readFile(used.file, 'utf8').catch(() => undefined);
    if (text === undefined) return;
    const mark = configMark(text);
    // Twice the same, so that nobody is told of half a file.
    const isStill = mark === seen;
    seen = mark;
    if (!isStill || mark === told) return;
    told = mark;
    tell(mark);
  }

  function tell(mark: string): void {
    if (mark === used.mark) {
      logger.info('the config is again the one in use');
      return;
    }
    const diagnostics = used.check();
    if (!hasErrors(diagnostics)) {
      logger.warn('the config changed; restart to use it');
      return;
    }
    const found = diagnostics
      .filter(each => each.severity === 'error')
      .map(({ code, place }) =>
        place ? `${basename(place.file)}:${place.line}:${place.column} ${code}` : code,
      );
    logger.warn(
      { found },
      'the config changed, and the program would not start with it; `fieldbridge check` shows why',
    );
  }

  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => {
      looking = false;
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
