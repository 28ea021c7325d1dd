import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { LoadedConfig } from '../../config/load-config.ts';
import type { Log } from '../../log/log.ts';

/** A config file, as it was when the program started with it. */
export interface UsedConfig {
  readonly file: string;
  /** `configMark` of its text. */
  readonly mark: string;
  /** Reads the file as it is now. */
  readonly read: () => Pick<LoadedConfig, 'config' | 'diagnostics'>;
}

const lookEveryMs = 2_000;

/** After so many looks a file that is not there is gone. */
const looksUntilGone = 10;
/** No mark of a text. */
const notThere = 'not there';

/** Tells one text of a config from another, without keeping the secrets that may stand in it. */
export function configMark(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * Says in the log, once for each change, that the config is another one than the one in use, and whether the program
 * would start with it, and which of the sources in use are gone from it. The config itself is used from a restart on. The
 * answer ends the watching.
 */
export function watchConfig(
  used: UsedConfig,
  { sources, log }: { readonly sources: Iterable<string>; readonly log: Pick<Log, 'info' | 'warn'> },
  everyMs = lookEveryMs,
): () => void {
  let told = used.mark;
  let seen = used.mark;
  let looking = false;
  let absent = 0;

  async function look(): Promise<void> {
    const text = await readFile(used.file, 'utf8').catch(() => undefined);
    const mark = text === undefined ? notThere : configMark(text);
    absent = text === undefined ? absent + 1 : 0;
    // A file that is not there may be about to be written.
    if (absent > 0 && absent < looksUntilGone) return;
    // Twice the same, so that nobody is told of half a file.
    const isStill = mark === seen;
    seen = mark;
    if (!isStill || mark === told) return;
    told = mark;
    tell(mark);
  }

  function tell(mark: string): void {
    if (mark === used.mark) {
      log.info({}, 'the config is again the one in use');
      return;
    }
    const { config, diagnostics } = used.read();
    if (config) {
      log.warn({}, 'the config changed; restart to use it');
      const gone = [...sources].filter(name => !config.sources.has(name));
      for (const name of gone)
        log.warn(
          { source: name },
          'a source is gone from the config; its webhooks are still taken until the restart',
        );
      return;
    }
    const found = diagnostics
      .filter(each => each.severity === 'error')
      .map(({ code, place }) =>
        place ? `${basename(place.file)}:${place.line}:${place.column} ${code}` : code,
      );
    log.warn(
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
