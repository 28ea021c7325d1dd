import { basename } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Bridge } from '../deliver/bridge.ts';
import { keepLastGood, type MappingFolder, readMappings } from '../mapping/folder.ts';
import { systemHints, type WatchFolder } from './folder-hints.ts';
import { copyFolder, type FolderState, lookAtFolder } from './folder-state.ts';
import { lookOften } from './look-often.ts';
import { createStillness, type Patience } from './stillness.ts';

/** How the folder is looked at, in milliseconds. */
export interface Pace extends Patience {
  /** So long a file must be away before it counts as removed: saving a file may remove it for a moment. */
  readonly gone: number;
  /** How soon a hint is followed. */
  readonly hint: number;
}

const usualPace: Pace = {
  lookEvery: 2_000,
  settle: 500,
  gone: 3_000,
  restless: 10_000,
  readEvery: 30_000,
  hint: 50,
};

/** What the watching uses; each has a default. */
export interface WatchOptions {
  readonly pace?: Partial<Pace>;
  readonly hints?: WatchFolder;
}

/**
 * Has the mappings read again when a file in their folder changes, also where files or the whole folder are swapped
 * through symbolic links. All files are taken as they stood at one moment, or none. A faulty file keeps its last good
 * version. The answer ends the watching.
 */
export function watchMappings(
  config: Pick<Config, 'mappings'>,
  first: MappingFolder,
  bridge: Pick<Bridge, 'useMappings'>,
  logger: Logger,
  options: WatchOptions = {},
): () => void {
  const pace = { ...usualPace, ...options.pace };
  const folder = config.mappings;
  const stillness = createStillness(pace);
  let read = first;
  let current = first;
  let troubled = false;

  async function look(isEnded: () => boolean): Promise<number> {
    const state = await lookAtFolder(folder);
    const enough = misses(state, current) ? pace.gone : undefined;
    const judgement = stillness.judge(state.mark, performance.now(), enough);
    if (judgement !== 'read') return judgement;
    const copy = await copyFolder(folder);
    // What moved while it was copied may be half of the one and half of the other.
    const isWhole = (await lookAtFolder(folder)).mark === state.mark;
    if (!isWhole || isEnded()) return pace.hint;
    await use(readMappings(folder, copy, current));
    stillness.wasRead(state.mark, performance.now());
    return pace.lookEvery;
  }

  async function use(next: MappingFolder): Promise<void> {
    if (isSame(next, read)) return;
    const before = current;
    const kept = keepLastGood(current, next);
    await bridge.useMappings(kept);
    read = next;
    current = kept;
    report(next, { before, kept }, logger);
  }

  return lookOften({
    folder,
    hints: options.hints ?? systemHints,
    hintMs: pace.hint,
    async look(isEnded) {
      try {
        const waitMs = await look(isEnded);
        troubled = false;
        return waitMs;
      } catch (error) {
        if (!troubled && !isEnded())
          logger.warn({ problem: (error as Error).name }, 'the mappings could not be read again');
        troubled = true;
        return pace.lookEvery;
      }
    },
  });
}

function report(
  next: MappingFolder,
  { before, kept }: { before: MappingFolder; kept: MappingFolder },
  logger: Logger,
): void {
  const mappings = kept.mappings.length;
  if (next.unreadable) {
    logger.warn({ mappings }, 'the folder of the mappings cannot be read; they stay as they were');
    return;
  }
  const changed = changedFiles(next, before);
  if (next.faulty.length === 0) {
    logger.info({ changed, mappings }, 'the mappings were read again');
    return;
  }
  const found = next.faulty.flatMap(file => file.diagnostics).map(placed);
  const faulty = next.faulty.map(file => file.name);
  logger.warn(
    { changed, found, mappings, faulty },
    'the mappings were read again; a faulty file keeps its last good version',
  );
}

/** Whether a file that was read before is not there now. */
function misses({ files }: FolderState, { texts, mappings }: MappingFolder): boolean {
  const known = [...texts.keys(), ...mappings.map(each => each.file)];
  return known.some(file => !files.has(basename(file)));
}

/** Whether nothing was written in the meantime; a folder that cannot be read says nothing about its files. */
function isSame(next: MappingFolder, before: MappingFolder): boolean {
  if (next.unreadable || before.unreadable) return next.unreadable === before.unreadable;
  return (
    next.texts.size === before.texts.size &&
    next.faulty.length === before.faulty.length &&
    [...next.texts].every(([file, text]) => before.texts.get(file) === text)
  );
}

function changedFiles(next: MappingFolder, before: MappingFolder): readonly string[] {
  const files = new Set([...next.texts.keys(), ...before.texts.keys()]);
  return [...files]
    .filter(file => next.texts.get(file) !== before.texts.get(file))
    .map(each => basename(each));
}

function placed({ code, place }: MappingFolder['diagnostics'][number]): string {
  return place ? `${basename(place.file)}:${place.line}:${place.column} ${code}` : code;
}
