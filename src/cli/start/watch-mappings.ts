import { join, relative } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config/config.ts';
import { defaultsOf } from '../../config/defaults.ts';
import type { Bridge } from '../../deliver/bridge.ts';
import { describeError, type Log } from '../../log/log.ts';
import { type FolderSurroundings, type MappingFolder, readMappingsInSteps } from '../../mapping/folder.ts';
import { keepFiles, keepLastGood } from '../../mapping/keep-last-good.ts';
import type { ParsedMapping } from '../../mapping/parse/parse-mapping.ts';
import { createDebounce, type PollTimes } from './debounce.ts';
import { systemHints, type WatchFolder } from './folder-hints.ts';
import { copyFolder, type FolderState, fileMarks, lookAtFolder, wasSwapped } from './folder-state.ts';
import { createGate, openGate, samplesOf } from './only-green.ts';
import { poll } from './poll.ts';

/** The times of checking the folder, in milliseconds. */
export interface Pace extends PollTimes {
  /**
   * The time for which a file must be missing before it counts as removed: saving a file may remove it for a moment.
   */
  readonly gone: number;
  /** The wait after a hint. */
  readonly hint: number;
}

const usualPace: Pace = {
  lookEvery: 2_000,
  settle: 500,
  gone: 3_000,
  maxWait: 10_000,
  readEvery: 30_000,
  hint: 50,
};

/** The options of the watch; each has a default. */
export interface WatchOptions {
  readonly pace?: Partial<Pace>;
  readonly hints?: WatchFolder;
  /** Changes when the sources or tables change with which the mappings are read; by default they never do. */
  readonly revision?: () => number;
}

/**
 * Reads the mappings again when a file in their folder changes, also if files or the whole folder are replaced
 * through symbolic links. All files are read as of one moment, or none. Of a faulty file the last good version stays
 * in use. Returns the function that ends the watch.
 */
export function watchMappings(
  config: Pick<Config, 'mappings' | 'sources' | 'destinations' | 'reload' | 'tables'>,
  first: MappingFolder,
  bridge: Pick<Bridge, 'useMappings' | 'planning' | 'readCatalogs'>,
  log: Pick<Log, 'info' | 'warn'>,
  options: WatchOptions = {},
): () => void {
  const pace = { ...usualPace, ...options.pace };
  const folder = config.mappings;
  const { revision = () => 0 } = options;
  const debounce = createDebounce(pace);
  const absences = createAbsences(pace.gone);
  /** True if some files were skipped at the last read, because others constantly changed. */
  let hasSkippedFiles = false;
  let read = first;
  let current = first;
  let readAt = revision();
  const gate = config.reload === 'checked' ? createGate(config, bridge, log) : openGate;
  /** The state of the samples of refused mappings, as of the last read. */
  let samplesRead = '';

  async function look(isEnded: () => boolean): Promise<number> {
    if (gate.isDue()) await use(read, 'same files');
    const state = await lookAtFolder(folder);
    const now = performance.now();
    absences.look(new Set([...state.files.keys()].map(path => join(folder, path))), current, now);
    const asOf = revision();
    const samples = await fileMarks(gate.samples());
    const mark = `${asOf}\n${state.mark}\n${samples}`;
    const judgement = debounce.judge(hasSkippedFiles ? `${mark}\nskipped files` : mark, now);
    if (typeof judgement === 'number') return judgement;
    const isPressing = judgement === 'read anyway';
    const doubtMs = absences.doubtMs(now);
    if (doubtMs > 0 && debounce.unreadMs(now) < pace.maxWait + pace.gone) {
      return Math.min(doubtMs, pace.lookEvery);
    }
    const copy = await copyFolder(folder);
    // Files that changed during the copy may be a mixture of two versions.
    const after = await lookAtFolder(folder);
    const moved = movedBetween(state, after);
    if (isEnded() || (moved.size > 0 && !isPressing) || wasSwapped(state, after)) return pace.hint;
    const kept = new Set([...absences.doubted(now), ...[...moved].map(name => join(folder, name))]);
    if (!(await readCopy({ copy, kept, asOf, samples }, isEnded))) return pace.hint;
    hasSkippedFiles = kept.size > 0;
    debounce.wasRead(mark, performance.now());
    return pace.lookEvery;
  }

  /** Returns false if the watch has ended meanwhile. */
  async function readCopy({ copy, kept, asOf, samples }: Copied, isEnded: () => boolean): Promise<boolean> {
    const isAnew = asOf !== readAt;
    const changed = samples === samplesRead ? [] : gate.samples();
    const before = isAnew ? undefined : withoutReaders(current, changed);
    const next = await readFolder(config, copy, before);
    if (isEnded()) return false;
    const whole = keepFiles(current, next, kept);
    if (isAnew || !isSame(whole, read)) await use(whole, 'other files');
    else if (changed.length > 0) await use(whole, 'same files');
    readAt = asOf;
    samplesRead = samples;
    return true;
  }

  /** Of files that stay the same, a sample or the account may have changed. */
  async function use(next: MappingFolder, files: 'same files' | 'other files'): Promise<void> {
    const before = current;
    const judged = await gate.judge(before, next);
    const kept = keepLastGood(before, judged);
    const isOther = files === 'other files' || !isSameUse(kept, before);
    if (isOther || !isDeepStrictEqual(kept.diagnostics, before.diagnostics)) await bridge.useMappings(kept);
    if (isOther) report(judged, { before, kept, folder }, log);
    read = next;
    current = kept;
  }

  return poll({
    folder,
    hints: options.hints ?? systemHints,
    hintMs: pace.hint,
    look: withoutThrowing(look, pace.lookEvery, log),
  });
}

/** A copy of the files: those that keep their last state, and the state of the sources and of the samples. */
interface Copied {
  readonly copy: FolderSurroundings;
  readonly kept: ReadonlySet<string>;
  readonly asOf: number;
  readonly samples: string;
}

/** Retries later after a failure, and logs the first of several consecutive failures. */
function withoutThrowing(
  look: (isEnded: () => boolean) => Promise<number>,
  laterMs: number,
  log: Pick<Log, 'warn'>,
): (isEnded: () => boolean) => Promise<number> {
  let troubled = false;
  return async isEnded => {
    try {
      const waitMs = await look(isEnded);
      troubled = false;
      return waitMs;
    } catch (error) {
      if (!troubled && !isEnded()) log.warn({ error: describeError(error) }, 'cannot reload mappings');
      troubled = true;
      return laterMs;
    }
  };
}

function report(
  next: MappingFolder,
  { before, kept, folder }: { before: MappingFolder; kept: MappingFolder; folder: string },
  log: Pick<Log, 'info' | 'warn'>,
): void {
  const mappings = kept.mappings.length;
  if (next.unreadable) {
    log.warn({ mappings }, 'cannot read the mappings folder');
    return;
  }
  const files = changedFiles(next, before);
  const gone = files.filter(file => !next.texts.has(file));
  const changes = {
    changed: some(files.map(file => relative(folder, file))),
    ...(gone.length > 0 && { removed: some(gone.map(file => relative(folder, file))) }),
  };
  if (next.faulty.length === 0) {
    log.info({ ...changes, mappings }, 'mappings reloaded');
    return;
  }
  const found = next.faulty.flatMap(file => file.diagnostics).map(each => placed(each, folder));
  const faulty = next.faulty.map(file => file.name);
  log.warn(
    { ...changes, found: some(found), mappings, faulty: some(faulty) },
    'mappings reloaded with errors',
  );
}

function readFolder(
  config: Parameters<typeof watchMappings>[0],
  copy: FolderSurroundings,
  before: MappingFolder | undefined,
): Promise<MappingFolder> {
  const surroundings = { ...copy, defaultsOf: defaultsOf(config) };
  return inSlices(readMappingsInSteps(config.mappings, surroundings, before));
}

/** Returns a state of which the files whose tests read these samples are parsed again. */
function withoutReaders(state: MappingFolder, samples: readonly string[]): MappingFolder {
  if (samples.length === 0) return state;
  const isReader = ([, { mapping }]: readonly [string, ParsedMapping]) =>
    mapping !== undefined && samplesOf(mapping).some(path => samples.includes(path));
  return { ...state, parsed: new Map([...state.parsed].filter(each => !isReader(each))) };
}

const mostInLine = 50;

/** Returns at most as many names as a log line can show. */
function some(names: readonly string[]): readonly string[] {
  if (names.length <= mostInLine) return names;
  return [...names.slice(0, mostInLine), `and ${names.length - mostInLine} more`];
}

/** Returns the paths of the files that were written, replaced, added or removed between two states. */
function movedBetween(before: FolderState, after: FolderState): ReadonlySet<string> {
  if (before.mark === after.mark) return new Set();
  const names = [...before.files.keys(), ...after.files.keys()];
  const moved = names.filter(name => before.files.get(name) !== after.files.get(name));
  // An unreadable folder has no files, so the empty path stands for the folder itself.
  return new Set(moved.length > 0 ? moved : ['']);
}

/** True if nothing was written in the meantime. Files of an unreadable folder are not compared. */
function isSame(next: MappingFolder, before: MappingFolder): boolean {
  if (next.unreadable || before.unreadable) return next.unreadable === before.unreadable;
  return (
    next.texts.size === before.texts.size &&
    next.faulty.length === before.faulty.length &&
    isDeepStrictEqual(next.unread, before.unread) &&
    [...next.texts].every(([file, text]) => before.texts.get(file) === text)
  );
}

/** True if the same versions are in use, and the same files are faulty. */
function isSameUse(next: MappingFolder, before: MappingFolder): boolean {
  const used = ({ mappings, faulty }: MappingFolder) => [
    mappings.map(({ name, version }) => [name, version]),
    faulty.map(({ name, diagnostics }) => [name, diagnostics[0]?.message]),
  ];
  return isDeepStrictEqual(used(next), used(before));
}

function changedFiles(next: MappingFolder, before: MappingFolder): readonly string[] {
  const files = new Set([...next.texts.keys(), ...before.texts.keys()]);
  return [...files].filter(file => next.texts.get(file) !== before.texts.get(file));
}

function placed({ code, place }: MappingFolder['diagnostics'][number], folder: string): string {
  return place ? `${relative(folder, place.file)}:${place.line}:${place.column} ${code}` : code;
}

/** Tracks which files are missing since the last read, and since when: saving a file may remove it for a moment. */
interface Absences {
  /** Records the existing files, by their absolute paths. Times are monotonic milliseconds. */
  look(files: ReadonlySet<string>, read: MappingFolder, now: number): void;
  /** The milliseconds until all missing files count as removed; 0 if they do, or no file is missing. */
  doubtMs(now: number): number;
  /** The paths of the missing files that do not count as removed yet. */
  doubted(now: number): ReadonlySet<string>;
}

/** Begins without missing files. A file counts as removed after `goneMs`, however much the others change. */
function createAbsences(goneMs: number): Absences {
  let since = new Map<string, number>();
  const doubted = (now: number) =>
    new Set([...since].filter(([, at]) => now - at < goneMs).map(([file]) => file));
  return {
    look(files, { texts, mappings }, now) {
      const known = new Set([...texts.keys(), ...mappings.map(each => each.file)]);
      const away = [...known].filter(file => !files.has(file));
      since = new Map(away.map(file => [file, since.get(file) ?? now]));
    },
    doubtMs(now) {
      const latest = Math.max(...since.values());
      return since.size === 0 ? 0 : Math.max(latest + goneMs - now, 0);
    },
    doubted,
  };
}

/** The maximum time in milliseconds for which other work waits, except for a single longer step. */
const sliceMs = 10;

/** Runs all steps, and lets other work run in between. */
async function inSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  let begun = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - begun < sliceMs) continue;
    await turn();
    begun = performance.now();
  }
}
