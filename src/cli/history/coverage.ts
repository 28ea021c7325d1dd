import { coverSources } from '../../history/unmapped/cover-sources.ts';
import { systemClock } from '../../inbox/clock.ts';
import type { EventArchive } from '../../inbox/event-archive.ts';
import { openArchive } from '../../inbox/open-store.ts';
import { NoStoreYet } from '../../inbox/store-unusable.ts';
import { findCatalogs } from '../account/catalogs.ts';
import { neededLanguages } from '../account/needed-languages.ts';
import type { Arguments } from '../command.ts';
import { createProgress } from '../import/progress.ts';
import { knownSource } from '../known-names.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { readCount } from '../terminal/read-count.ts';
import { openWorkspace, type Workspace } from '../workspace.ts';
import { coverageText } from './coverage-text.ts';

/** The number of the newest events that are compared with the earlier ones. */
const usualNewest = 100;
const usualEvents = 1000;

/**
 * `fieldbridge coverage`: lists the properties of each source's events that no mapping uses, those that appeared
 * or vanished recently, and the fields that no mapping sets or that never had a value. It reads stored events, or
 * else the samples of the tests. It shows no values.
 */
export async function coverage(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const last = readCount(args, 'last', usualEvents);
  const newest = readCount(args, 'recent', usualNewest);
  const workspace = openWorkspace(args, surroundings);
  const only = knownSource(workspace, args.words[0]);
  const sources = [...workspace.config.sources.values()].filter(
    ({ name }) => only === undefined || name === only,
  );
  const archive = await archiveIn(workspace);
  const progress = surroundings.err.isTTY
    ? createProgress('looked at', sources.length, surroundings.err, 'sources')
    : undefined;
  try {
    const report = await coverSources({
      sources,
      mappings: workspace.mappings.mappings,
      archive,
      last,
      newest,
      destinations: workspace.config.destinations,
      now: systemClock.now(),
      ...(progress && { onProgress: progress.tell }),
      catalogs: () =>
        findCatalogs(workspace.config, {
          offline: args.options.offline === true,
          languages: neededLanguages(workspace.mappings.mappings),
        }),
    });
    progress?.end();
    if (args.options.json) surroundings.out.write(`${JSON.stringify(report, null, 2)}\n`);
    else surroundings.out.write(coverageText(report, surroundings));
    return exit.fine;
  } finally {
    await archive?.close();
  }
}

/**
 * Returns the stored events; undefined if there are none, as before the first start: samples are used then.
 * @throws CommandFailed if there are some, but they cannot be read
 */
async function archiveIn({ config }: Workspace): Promise<EventArchive | undefined> {
  try {
    return await openArchive(config.store);
  } catch (error) {
    if (error instanceof NoStoreYet) return undefined;
    throw new CommandFailed((error as Error).message);
  }
}
