import {
  type CatalogSnapshot,
  type FieldConfiguration,
  unsupportedTypes,
} from '../../booking/catalog/field.ts';
import type { DestinationConfig, SourceConfig } from '../../config/config.ts';
import { mappingInput } from '../../deliver/planning/mapping-input.ts';
import type { ArchivedEvent, EventArchive } from '../../inbox/event-archive.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { testInput } from '../../mapping/evaluate/sample-input.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { readTest } from '../../mapping/tests/read-test.ts';
import { coverageOf, type SourceCoverage } from './coverage-of.ts';
import type { AccountOf, Tallies } from './fell-through.ts';
import { gatherWithLatest } from './gather-paths.ts';
import { readByMappings } from './read-by-mappings.ts';

/** The unread parts of the events of some sources, and the unset fields of their destinations. No values. */
export interface CoverageReport {
  readonly sources: readonly SourceCoverage[];
  /** The fields that no mapping fills, for each destination of these sources. */
  readonly destinations: readonly {
    readonly destination: string;
    /** The reason why the fields are not from the live account. */
    readonly trouble?: string;
    readonly fields: readonly {
      readonly keyName: string;
      readonly name: string;
      readonly type: string;
      readonly valueRequired: boolean;
    }[];
    /** The fields whose rules, in all mappings, gave no value for any stored event. */
    readonly neverSet: readonly {
      readonly keyName: string;
      readonly name: string;
      readonly type: string;
      /** The number of events with it. */
      readonly events: number;
    }[];
  }[];
}

/** The known fields of a destination, and the reason if they are not from the live account. */
export interface KnownFields {
  readonly snapshot: CatalogSnapshot | null;
  readonly trouble?: string;
}

/** The events and mappings to examine. */
export interface CoverageRequest {
  readonly sources: readonly SourceConfig[];
  /** The mappings of all sources. */
  readonly mappings: readonly Mapping[];
  /** The stored events. If there are none, before the first start, the samples of the tests are used. */
  readonly archive: Pick<EventArchive, 'newest' | 'findLink'> | undefined;
  /** The number of events of a source, and how many of the newest are compared with the earlier ones. */
  readonly last: number;
  readonly newest: number;
  readonly destinations: ReadonlyMap<string, DestinationConfig>;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Called with the number of examined sources. */
  readonly onProgress?: (sources: number) => void;
  /** The fields by destination. */
  readonly catalogs: () => Promise<ReadonlyMap<string, KnownFields>>;
}

/**
 * Returns the unmapped paths of the events of each source, from stored events, or else from the samples of the tests;
 * new and vanished paths; the fields that no mapping sets, and those that never had a value.
 */
export async function coverSources(request: CoverageRequest): Promise<CoverageReport> {
  const catalogs = await request.catalogs();
  const account: AccountOf = name => {
    const catalog = catalogs.get(name)?.snapshot;
    const config = request.destinations.get(name);
    return catalog && config ? { catalog, config } : undefined;
  };
  const covered: Covered[] = [];
  for (const source of request.sources) {
    covered.push(await coverSource(source, request, account));
    request.onProgress?.(covered.length);
  }
  const stored = covered.filter(({ coverage }) => coverage.from === 'events');
  const examined = {
    sources: new Set(stored.map(({ coverage }) => coverage.source)),
    tallies: stored.map(({ tallies }) => tallies),
  };
  return {
    sources: covered.map(({ coverage }) => coverage),
    destinations: unfilled(request, catalogs, examined),
  };
}

interface Covered {
  readonly coverage: SourceCoverage;
  readonly tallies: Tallies;
}

async function coverSource(
  source: SourceConfig,
  { mappings, archive, last, newest, destinations, now }: CoverageRequest,
  account: AccountOf,
): Promise<Covered> {
  const { name } = source;
  const own = mappings.filter(each => each.source === name);
  const reading = readByMappings(own);
  const findLink: EventArchive['findLink'] = async (link, destination) =>
    archive?.findLink(link, destination);
  const gather = (inputs: AsyncIterable<MappingInput>) =>
    gatherWithLatest(
      inputs,
      own,
      { source, findLink, settingsOf: destination => destinations.get(destination), account, now },
      newest,
    );
  const events = archive?.newest({ source: name, last, callsOf: 'failed events' });
  const stored = events && (await gather(inputsOf(events, source)));
  if (!stored || stored.all.events === 0) {
    const { all } = await gather(samplesOf(own, source));
    return {
      coverage: coverageOf({ source: name, from: 'samples' }, all, undefined, reading),
      tallies: all.tallies,
    };
  }
  const few = Math.min(newest, Math.floor(stored.all.events / 2));
  const late = few === 0 ? undefined : stored.latest(few);
  return {
    coverage: coverageOf({ source: name, from: 'events' }, stored.all, late, reading),
    tallies: stored.all.tallies,
  };
}

async function* inputsOf(
  events: AsyncIterable<ArchivedEvent>,
  source: SourceConfig,
): AsyncIterable<MappingInput> {
  for await (const archived of events) {
    // An event that could not be split or identified does not represent its source.
    if (archived.ownStatus !== 'failed' || archived.calls.length > 0)
      yield mappingInput(archived.event, source);
  }
}

async function* samplesOf(mappings: readonly Mapping[], source: SourceConfig): AsyncIterable<MappingInput> {
  for (const test of mappings.flatMap(({ tests }) => tests)) {
    const sample = await readTest(source, test);
    if (sample.kind === 'read') yield* sample.events.map(each => testInput(each, source.name));
  }
}

function unfilled(
  { sources, mappings }: CoverageRequest,
  catalogs: ReadonlyMap<string, KnownFields>,
  examined: ExaminedEvents,
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
      neverSet: neverSetFields(snapshot?.fields ?? [], destination, mappings, examined).map(
        ({ field: { keyName, name, type }, events }) => ({ keyName, name, type, events }),
      ),
    }));
}

/** Returns the additional fields of a destination that a mapping could fill, and that no mapping fills. */
function unfilledFields(
  fields: readonly FieldConfiguration[],
  destination: string,
  mappings: readonly Mapping[],
): readonly FieldConfiguration[] {
  const own = mappings.filter(each => !('name' in each.destination) || each.destination.name === destination);
  const filled = new Set(own.flatMap(({ additionalFields }) => additionalFields.map(({ key }) => key)));
  const books = own.some(({ operation }) => operation === 'persistCustomerData');
  return fields.filter(
    field =>
      !filled.has(field.keyName) &&
      !unsupportedTypes.has(field.type) &&
      (books || !field.appointmentSpecific),
  );
}

/** A field whose rules gave no value for any event. `events`: the number of events. */
export interface NeverSet {
  readonly field: FieldConfiguration;
  readonly events: number;
}

/** The examined events of some sources, and the results of the rules for them. */
export interface ExaminedEvents {
  readonly sources: ReadonlySet<string>;
  readonly tallies: readonly Tallies[];
}

/**
 * Returns the additional fields of a destination that mappings fill and that never had a value. Fields that mappings
 * of other sources fill are left out: the events of those sources were not examined.
 */
export function neverSetFields(
  fields: readonly FieldConfiguration[],
  destination: string,
  mappings: readonly Mapping[],
  { sources, tallies }: ExaminedEvents,
): readonly NeverSet[] {
  const own = mappings.filter(each => !('name' in each.destination) || each.destination.name === destination);
  return fields.flatMap(field => {
    const writers = own.filter(each => each.additionalFields.some(({ key }) => key === field.keyName));
    if (writers.length === 0 || writers.some(({ source }) => !sources.has(source))) return [];
    const rule = `additionalFields.${field.keyName}`;
    const results = writers.flatMap(({ name }) => tallies.flatMap(each => each.get(name)?.get(rule) ?? []));
    const events = results.reduce((sum, each) => sum + each.events, 0);
    return events > 0 && results.every(({ gave }) => gave === 0) ? [{ field, events }] : [];
  });
}
