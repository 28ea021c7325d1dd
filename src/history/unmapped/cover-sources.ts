import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { SourceConfig } from '../../config/config.ts';
import { mappingInput } from '../../deliver/planning/mapping-input.ts';
import type { ArchivedEvent, EventArchive } from '../../inbox/event-archive.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { testInput } from '../../mapping/evaluate/sample-input.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { readTest } from '../../mapping/tests/read-test.ts';
import { coverageOf, type SourceCoverage } from './coverage-of.ts';
import { type GatheredPaths, gatherPaths } from './gather-paths.ts';
import { readByMappings } from './read-by-mappings.ts';
import { unfilledFields } from './unfilled-fields.ts';

/** What the mappings leave of the events of some sources, and of the fields of their destinations. No values. */
export interface CoverageReport {
  readonly sources: readonly SourceCoverage[];
  /** The fields that no mapping fills, for each destination of these sources. */
  readonly destinations: readonly {
    readonly destination: string;
    /** Why they are not the live ones. */
    readonly trouble?: string;
    readonly fields: readonly {
      readonly keyName: string;
      readonly name: string;
      readonly type: string;
      readonly valueRequired: boolean;
    }[];
  }[];
}

/** The fields of a destination as far as they are known, and why they are not the live ones. */
export interface KnownFields {
  readonly snapshot: Pick<CatalogSnapshot, 'fields'> | null;
  readonly trouble?: string;
}

/** What is looked at. */
export interface CoverageWish {
  readonly sources: readonly SourceConfig[];
  /** Of all sources. */
  readonly mappings: readonly Mapping[];
  /** Stored events, if there are any: before the first start, the samples of the tests serve as well. */
  readonly archive: Pick<EventArchive, 'newest' | 'findLink'> | undefined;
  /** So many events of a source, and so many of them to compare with those before them. */
  readonly last: number;
  readonly newest: number;
  /** By destination; asked for only once the events were looked at. */
  readonly catalogs: () => Promise<ReadonlyMap<string, KnownFields>>;
}

/**
 * What nobody maps of the events of each source, from stored events, else from the samples of the tests; what appeared
 * or vanished lately; and the fields that nobody fills.
 */
export async function coverSources(wish: CoverageWish): Promise<CoverageReport> {
  const covered: SourceCoverage[] = [];
  for (const source of wish.sources) covered.push(await coverSource(source, wish));
  return { sources: covered, destinations: unfilled(wish, await wish.catalogs()) };
}

async function coverSource(
  source: SourceConfig,
  { mappings, archive, last, newest }: CoverageWish,
): Promise<SourceCoverage> {
  const { name } = source;
  const own = mappings.filter(each => each.source === name);
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

function unfilled(
  { sources, mappings }: CoverageWish,
  catalogs: ReadonlyMap<string, KnownFields>,
): CoverageReport['destinations'] {
  const names = new Set(sources.map(({ name }) => name));
  const used = new Set(
    mappings
      .filter(({ source }) => names.has(source))
      .flatMap(({ destination }) => ('name' in destination ? [destination.name] : [])),
  );
  return [...catalogs]
    .filter(([name]) => used.has(name))
    .map(([destination, { snapshot, trouble }]) => ({
      destination,
      ...(trouble !== undefined && { trouble }),
      fields: unfilledFields(snapshot?.fields ?? [], destination, mappings).map(
        ({ keyName, name, type, valueRequired }) => ({ keyName, name, type, valueRequired }),
      ),
    }));
}
