import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import { changesBetween, type SectionMarks } from '../../config/section-marks.ts';
import { type Clock, isoTime } from '../../inbox/clock.ts';
import { describeError, type Log } from '../../log/log.ts';
import type { ConfigState } from '../../server/health/config-state.ts';

/** The config file with which the program started. */
export interface UsedConfig {
  readonly file: string;
  /** `configMark` of its text. */
  readonly mark: string;
  readonly marks: SectionMarks;
  /** Reads the file as it is now. */
  readonly read: () => ConfigReadAgain;
}

/** The result of reading the file, with the `configMark` of its text; undefined if the file is missing. */
export type ConfigReadAgain = Pick<LoadedConfig, 'config' | 'diagnostics' | 'marks'> & {
  readonly mark: string | undefined;
};

/** Watches a config file. */
export interface ConfigWatch {
  state(): ConfigState;
  start(): void;
  end(): void;
}

const lookEveryMs = 500;
/** A file counts as removed after this many checks without it. */
const looksUntilGone = 40;
/** A source counts as removed after this many checks without it: half of a file may be a valid config. */
const looksUntilRemoved = 10;
/** A faulty config is read again after this many checks: the fault may be in a file that it names. */
const looksAtFaulty = 10;
/** The mark of a missing file. */
const notThere = 'not there';

/** Returns a mark that identifies a text of a config, without keeping the secrets in it. */
export function configMark(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * Uses the sources and the tables of a changed config if it has no faults. For any other change, the log (once) and
 * `state` report that it needs a restart. A faulty config is not used at all.
 */
export function watchConfig(
  used: UsedConfig,
  {
    useSources,
    log,
    clock,
    everyMs = lookEveryMs,
  }: {
    readonly useSources: (next: Config) => Promise<void>;
    readonly log: Pick<Log, 'info' | 'warn'>;
    readonly clock: Clock;
    readonly everyMs?: number;
  },
): ConfigWatch {
  let current: ConfigState = { state: 'in-use' };
  let sources = used.marks.sources;
  let tables = tablesOf(used.marks);
  let judged = used.mark;
  let seen = used.mark;
  let stillFor = 0;
  let last: ConfigReadAgain | undefined;

  async function look(): Promise<void> {
    const text = await readFile(used.file, 'utf8').catch(() => undefined);
    const mark = text === undefined ? notThere : configMark(text);
    stillFor = mark === seen ? stillFor + 1 : 0;
    seen = mark;
    if (!isDue(mark)) return;
    if (last?.mark !== mark) last = used.read();
    // The file changed during the check: the next check sees that.
    if (text !== undefined && last.mark !== mark) return;
    if (!(await judge(last))) return;
    judged = mark;
    last = undefined;
  }

  function isDue(mark: string): boolean {
    if (mark === judged) return current.state === 'faulty' && stillFor % looksAtFaulty === 0;
    // Two equal reads, so that no half-written file is reported; and a missing file may be about to be written.
    return stillFor >= (mark === notThere ? looksUntilGone : 1);
  }

  /** Returns false if it is too early to decide. */
  async function judge({ config, marks, diagnostics }: ConfigReadAgain): Promise<boolean> {
    if (!config || !marks) {
      tellFaulty(diagnostics);
      return true;
    }
    const { added, changed, removed } = changesBetween(sources, marks.sources);
    const next = tablesOf(marks);
    const isGone = removed.length > 0 || (next === undefined && tables !== undefined);
    if (isGone && stillFor < looksUntilRemoved) return false;
    const areOthers = added.length + changed.length + removed.length > 0;
    if (areOthers || next !== tables) await useSources(config);
    if (areOthers) log.info({ added, changed, removed }, 'sources reloaded');
    if (next !== tables) log.info({}, 'tables reloaded');
    sources = marks.sources;
    tables = next;
    tellSections(marks);
    return true;
  }

  function tellSections(marks: SectionMarks): void {
    const differ = changesBetween(used.marks.sections, marks.sections);
    const all = [...differ.added, ...differ.changed, ...differ.removed];
    const sections = all.filter(each => each !== tablesKey).sort();
    const before = current.state === 'waits-for-restart' ? current.sections : [];
    if (sections.length > 0) {
      if (sections.join() !== before.join()) {
        current = { state: 'waits-for-restart', sections, since: isoTime(clock.now()) };
        log.warn({ sections }, 'config changed, restart needed');
      }
      return;
    }
    if (current.state !== 'in-use') log.info({}, 'config change undone');
    current = { state: 'in-use' };
  }

  function tellFaulty(diagnostics: LoadedConfig['diagnostics']): void {
    const errors = diagnostics
      .filter(each => each.severity === 'error')
      .map(({ code, place }) =>
        place ? { code, place: `${basename(place.file)}:${place.line}:${place.column}` } : { code },
      );
    const found = errors.map(({ code, place }) => (place === undefined ? code : `${place} ${code}`));
    if (current.state === 'faulty' && current.found.join() === found.join()) return;
    current = { state: 'faulty', found, errors, since: isoTime(clock.now()) };
    log.warn({ found }, 'config changed with errors');
  }

  return { state: () => current, ...often(look, everyMs, log) };
}

/** The key of the config's tables, which need no restart, as the sources. */
const tablesKey = 'tables';

function tablesOf({ sections }: SectionMarks): string | undefined {
  return sections.get(tablesKey);
}

/** Calls `look` regularly, one call at a time. */
function often(
  look: () => Promise<void>,
  everyMs: number,
  log: Pick<Log, 'warn'>,
): Pick<ConfigWatch, 'start' | 'end'> {
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  const lookOnce = () => {
    if (looking) return;
    looking = true;
    void look()
      .catch(error => log.warn({ error: describeError(error) }, 'cannot reload the config'))
      .finally(() => {
        looking = false;
      });
  };
  return {
    start() {
      timer = setInterval(lookOnce, everyMs).unref();
    },
    end: () => clearInterval(timer),
  };
}
