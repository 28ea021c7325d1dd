import type { SourceConfig } from '../config/config.ts';
import { mappingInput } from '../deliver/mapping-input.ts';
import { coverageOf, type SourceCoverage } from '../history/unmapped/coverage-of.ts';
import { type GatheredPaths, gatherPaths } from '../history/unmapped/gather-paths.ts';
import { readByMappings } from '../history/unmapped/read-by-mappings.ts';
import { unfilledFields } from '../history/unmapped/unfilled-fields.ts';
import type { ArchivedEvent, EventArchive } from '../inbox/event-archive.ts';
import { openEventArchive } from '../inbox/sqlite/open-event-archive.ts';
import type { MappingInput } from '../mapping/evaluation.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { readTest } from '../mapping/read-test.ts';
import { testInput } from '../mapping/sample-input.ts';
import { findCatalogs } from './catalogs.ts';
import type { Arguments } from './command.ts';
import { type CoverageReport, coverageText } from './coverage-text.ts';
import { knownSource } from './known-names.ts';
import { readCount } from './read-count.ts';
import { type ExitStatus, exit, type Surroundings } from './surroundings.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/** So many of the newest events are compared with those before them. */
const usualNewest = 100;
const usualEvents = 1000;

/**
 * `fieldbridge coverage`: what the mappings leave of the events of each source, from stored events, else from the
 * samples of the tests; what appeared or vanished lately; and the fields that nobody fills. It shows no values.
 */
export async function coverage(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const last = readCount(args, 'last', usualEvents);
  const newest = readCount(args, 'newest', usualNewest);
  const workspace = openWorkspace(args, surroundings);
  const only = knownSource(workspace, args.words[0]);
  const sources = [...workspace.config.sources.values()].filter(
    ({ name }) => only === undefined || name === only,
  );
  const archive = archiveOf(workspace);
  try {
    const covered: SourceCoverage[] = [];
    for (const source of sources)
      covered.push(await coverSource(source, workspace, archive, { last, newest }));
    const report: CoverageReport = {
      sources: covered,
      destinations: await unfilled(sources, workspace, args),
    };
    if (args.options.json) surroundings.out.write(`${JSON.stringify(report, null, 2)}\n`);
    else surroundings.out.write(coverageText(report, surroundings));
    return exit.fine;
  } finally {
    await archive?.close();
  }
}

/** The stored events, if there are any: before the first start, samples serve as well. */
function archiveOf({ config }: Workspace): EventArchive | undefined {
  if (config.store.kind !== 'sqlite') return undefined;
  try {
    return openEventArchive(config.store.path);
  } catch {
    return undefined;
  }
}

async function coverSource(
  source: SourceConfig,
  { mappings }: Workspace,
  archive: EventArchive | undefined,
  { last, newest }: { last: number; newest: number },
): Promise<SourceCoverage> {
  const { name } = source;
  const own = mappings.mappings.filter(each => each.source === name);
  const reading = readByMappings(own);
  const findLink: EventArchive['findLink'] = async (link, destination) =>
    archive?.findLink(link, destination);
  const gather = (inputs: AsyncIterable<MappingInput>): Promise<GatheredPaths> =>
    gatherPaths(inputs, own, { source, findLink });
  const stored = archive && (await gather(inputsOf(archive.newest({ source: name, last }), source)));
  if (!archive || !stored || stored.events === 0) {
    return coverageOf(
      { source: name, from: 'samples' },
      await gather(samplesOf(own, source)),
      undefined,
      reading,
    );
  }
  const few = Math.min(newest, Math.floor(stored.events / 2));
  const late =
    few === 0 ? undefined : await gather(inputsOf(archive.newest({ source: name, last: few }), source));
  return coverageOf({ source: name, from: 'events' }, stored, late, reading);
}

async function* inputsOf(
  events: AsyncIterable<ArchivedEvent>,
  source: SourceConfig,
): AsyncIterable<MappingInput> {
  for await (const { event, ownStatus, calls } of events) {
    // What could not be split or identified is no event of this source's kind.
    if (ownStatus !== 'failed' || calls.length > 0) yield mappingInput(event, source);
  }
}

async function* samplesOf(mappings: readonly Mapping[], source: SourceConfig): AsyncIterable<MappingInput> {
  for (const test of mappings.flatMap(({ tests }) => tests)) {
    const sample = await readTest(source, test);
    if (sample.kind === 'read') yield* sample.events.map(each => testInput(each, source.name));
  }
}

async function unfilled(
  sources: readonly SourceConfig[],
  { config, mappings }: Workspace,
  args: Arguments,
): Promise<CoverageReport['destinations']> {
  const names = new Set(sources.map(({ name }) => name));
  const used = new Set(
    mappings.mappings
      .filter(({ source }) => names.has(source))
      .flatMap(({ destination }) => ('name' in destination ? [destination.name] : [])),
  );
  const catalogs = await findCatalogs(config, { offline: args.options.offline === true });
  return [...catalogs]
    .filter(([name]) => used.has(name))
    .map(([destination, { snapshot, trouble }]) => ({
      destination,
      ...(trouble !== undefined && { trouble }),
      fields: unfilledFields(snapshot?.fields ?? [], destination, mappings.mappings).map(
        ({ keyName, name, type, valueRequired }) => ({ keyName, name, type, valueRequired }),
      ),
    }));
}
