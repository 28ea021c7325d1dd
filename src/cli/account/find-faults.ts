import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import type { CatalogLock } from '../../booking/lock/locked-catalog.ts';
import { checkOne, checkReadable } from '../../check/check-one.ts';
import { withoutDisproved } from '../../check/data/disproved.ts';
import { withoutSecondWords } from '../../check/data/paths/plain-words.ts';
import { differentDateFormats } from '../../check/days/date-formats.ts';
import { checkDrift } from '../../check/drift/check-drift.ts';
import { unusedTables } from '../../check/unused-tables.ts';
import { writtenTwice } from '../../check/written-twice.ts';
import type { Config } from '../../config/config.ts';
import { type LoadedConfig, loadConfig } from '../../config/load-config.ts';
import { needsDestination, needsNothing } from '../../config/placeholder.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { sortDiagnostics } from '../../diagnostics/print.ts';
import type { UnexpectedValue } from '../../history/trials/unexpected-values.ts';
import type { UnreadValue } from '../../history/unmapped/unread-values.ts';
import { reachableDestinations } from '../../mapping/check-references.ts';
import { type FaultyMapping, type MappingFolder, readMappings } from '../../mapping/folder.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { placesWithin } from '../../mapping/parse/place-within.ts';
import { presets } from '../../receive/senders/senders.ts';
import { localTime } from '../terminal/time-words.ts';
import { diskFor, readText } from '../workspace.ts';
import { type FoundCatalog, findCatalogs } from './catalogs.ts';
import { checkWithData, type Shown, type UnfinishedMapping } from './check-with-data.ts';
import { type LockFile, lockName, openLock } from './lock-file.ts';
import { neededLanguages } from './needed-languages.ts';

/** A config and its mappings, with every fault of both. */
export interface Faults {
  readonly loaded: LoadedConfig;
  /** The config that was used for the mappings; secrets of senders and of the admin may be missing in it. */
  readonly config: Config | undefined;
  /** Undefined if the config does not say where they are. */
  readonly mappings: MappingFolder | undefined;
  /** Sorted by place. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of every file that a diagnostic may point into. */
  readonly texts: ReadonlyMap<string, string>;
  /** The catalog that was used for each destination. */
  readonly sources: readonly (FoundCatalog & { readonly destination: string })[];
  /** The values of mappings without errors that no test expects. */
  readonly unexpected: readonly UnexpectedValue[];
  /** The values of events that no rule reads and no sample has. */
  readonly unreadValues: readonly UnreadValue[];
  /** The reason why mappings were not tried with stored events; absent if they were, or there are none. */
  readonly unread?: string;
  /** The mappings that were not tried with all stored events of their source. */
  readonly unfinished: readonly UnfinishedMapping[];
}

/** The slow steps of a check, and their progress. */
export type CheckProgress = (step: 'destinations' | 'mappings', done: number, total: number) => void;

/** Reads a config file and its mappings, and finds every fault of both, also against the live accounts. */
export async function findFaults(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  { offline, progress }: { readonly offline: boolean; readonly progress?: CheckProgress | undefined },
): Promise<Faults> {
  const loaded = loadConfig(file, {
    env,
    readFile: readText,
    presets,
    needs: offline ? needsNothing : undefined,
  });
  const config = loaded.config ?? configForMappings(file, env, { offline });
  const outline = config ? undefined : outlineOf(file);
  const folder = config?.mappings ?? outline?.mappings;
  const mappings = folder === undefined ? undefined : readMappings(folder, diskFor(config));
  const lock = openLock({ file });
  const {
    found,
    disproved,
    unexpected,
    unreadValues,
    sources,
    unread,
    unfinished,
  }: Shown & Pick<Faults, 'sources'> =
    config && mappings
      ? await checkAll(config, mappings, lock, { offline, progress })
      : {
          found: lock.diagnostics,
          disproved: [],
          unexpected: [],
          unreadValues: [],
          sources: [],
          unfinished: [],
        };
  const ofFolder = mappings?.diagnostics ?? [];
  // The tables of an unusable config are not known.
  const known = outline?.hasTables
    ? ofFolder.filter(({ code }) => code !== 'mapping/unknown-table')
    : ofFolder;
  const ofMappings = withoutDisproved(disproved, [...known, ...found]);
  const all = [...loaded.diagnostics, ...ofMappings];
  return {
    loaded,
    config,
    mappings,
    diagnostics: withoutSecondWords(sortDiagnostics(all)),
    texts: new Map([
      ...loaded.texts,
      ...(mappings?.texts ?? []),
      ...(lock.text === undefined ? [] : [[lock.file, lock.text] as const]),
    ]),
    sources,
    unexpected,
    unreadValues,
    unfinished,
    ...(unread !== undefined && { unread }),
  };
}

/**
 * Returns the config with only those environment variables that are needed for reading the accounts; it reports no
 * faults.
 */
function configForMappings(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  { offline }: { readonly offline: boolean },
): Config | undefined {
  const needs = offline ? needsNothing : needsDestination();
  return loadConfig(file, { env, readFile: readText, presets, needs }).config;
}

/** The parts of an unusable config by which its mappings are checked too. */
interface ConfigOutline {
  readonly mappings: string | undefined;
  readonly hasTables: boolean;
}

function outlineOf(file: string): ConfigOutline | undefined {
  try {
    const config = parse(readText(file), { logLevel: 'silent' }) as {
      mappings?: unknown;
      tables?: unknown;
    } | null;
    const mappings = config?.mappings ?? 'mappings';
    const isPlain = typeof mappings === 'string' && !mappings.includes('${');
    return {
      mappings: isPlain ? resolve(dirname(file), mappings) : undefined,
      hasTables: config?.tables !== undefined,
    };
  } catch {
    return undefined;
  }
}

async function checkAll(
  config: Config,
  folder: MappingFolder,
  { lock, diagnostics }: LockFile,
  { offline, progress }: { readonly offline: boolean; readonly progress: CheckProgress | undefined },
): Promise<Shown & Pick<Faults, 'sources'>> {
  const { mappings, texts } = folder;
  const { catalogs, ofText } = await checkTexts(config, folder, { lock, offline, progress });
  const idle = sourcesWithoutMapping(config, folder);
  const goingTo = (destination: string) =>
    mappings.filter(each => reachableDestinations(each, config).includes(destination));
  const shown = await checkWithData(folder, {
    config,
    catalogs,
    within: placesWithin(texts),
    told: ofText,
    progress: progress && ((done, total) => progress('mappings', done, total)),
  });
  const ofRest = folder.faulty.flatMap(each => checkRest(each, folder, { config, catalogs }));
  const found = [
    ...diagnostics,
    ...ofRest,
    ...[...catalogs].flatMap(([name, each]) => withoutCatalog(name, each, offline)),
    ...[...catalogs].flatMap(([name, each]) => driftOf(name, each, lock, goingTo)),
    ...idle.map(withoutMapping),
    ...unusedTables(config, folder),
    ...withoutRepeated(ofText, shown.found),
    ...writtenTwice(mappings),
    ...differentDateFormats(mappings, config, catalogs),
    ...shown.found,
  ];
  const sources = [...catalogs].map(([destination, each]) => ({ destination, ...each }));
  return { ...shown, found, sources };
}

/** Leaves out what a sample shows as well, with the words of its answer in the hint. */
function withoutRepeated(
  ofText: readonly Diagnostic[],
  ofData: readonly Diagnostic[],
): readonly Diagnostic[] {
  const isSame = (one: Diagnostic, other: Diagnostic) =>
    one.message === other.message && one.path === other.path && one.place?.file === other.place?.file;
  return ofText.filter(
    each =>
      each.code !== 'mapping/opt-out-as-consent' ||
      !ofData.some(other => other.code === each.code && isSame(each, other)),
  );
}

/**
 * Returns the faults in the texts of the mappings. Names in other languages are read only if needed: if a mapping reads
 * choices by them, if the lock has them, and for advice on faults. An account has its fields in eleven languages.
 */
async function checkTexts(
  config: Config,
  { mappings, faulty }: MappingFolder,
  {
    lock,
    offline,
    progress,
  }: {
    readonly lock: CatalogLock | undefined;
    readonly offline: boolean;
    readonly progress: CheckProgress | undefined;
  },
): Promise<{ catalogs: ReadonlyMap<string, FoundCatalog>; ofText: readonly Diagnostic[] }> {
  const needed = neededLanguages(mappings);
  const languages = (name: string) => (lock?.catalogs.has(name) ? 'all' : needed);
  const ofDestinations = progress && ((done: number, total: number) => progress('destinations', done, total));
  const catalogs = await findCatalogs(config, { offline, languages, lock, progress: ofDestinations });
  const check = (known: typeof catalogs) => mappings.flatMap(mapping => checkOne(mapping, config, known));
  const ofText = check(catalogs);
  const isFaulty = faulty.length > 0 || ofText.some(({ severity }) => severity !== 'info');
  if (offline || needed === 'all' || !isFaulty) return { catalogs, ofText };
  const whole = await findCatalogs(config, { offline, languages: 'all', lock, progress: ofDestinations });
  return { catalogs: whole, ofText: check(whole) };
}

/** Returns the sources that no mapping names, not even a faulty or misspelt one. */
function sourcesWithoutMapping(config: Config, { mappings, faulty }: MappingFolder): readonly string[] {
  const named = new Set([...mappings, ...faulty].map(each => each.source));
  if (named.has(undefined)) return [];
  const sources = [...config.sources.keys()];
  const meant = [...named].flatMap(name =>
    name === undefined || config.sources.has(name) ? [] : nearest(name, sources),
  );
  return sources.filter(source => !named.has(source) && !meant.includes(source));
}

function driftOf(
  destination: string,
  { snapshot, from }: FoundCatalog,
  lock: CatalogLock | undefined,
  goingTo: (destination: string) => readonly Mapping[],
): Diagnostic[] {
  const locked = lock?.catalogs.get(destination);
  if (!lock || !locked || !snapshot || from !== 'account') return [];
  return checkDrift({
    destination,
    locked: locked.fields,
    live: snapshot.fields,
    placeOf: field => lock.placeOf(destination, field),
    mappings: goingTo(destination),
  });
}

function checkRest(
  { file, diagnostics }: FaultyMapping,
  { parsed }: MappingFolder,
  { config, catalogs }: { config: Config; catalogs: ReadonlyMap<string, FoundCatalog> },
): readonly Diagnostic[] {
  const mapping = parsed.get(file)?.readable;
  return mapping ? checkReadable(mapping, diagnostics, config, catalogs) : [];
}

function withoutMapping(source: string): Diagnostic {
  const message = `no mapping is for the source "${source}": its events would be held`;
  const hint = `write a mapping with source: ${source}, or remove the source`;
  return diagnostic('mapping/no-mapping', message, { path: `sources.${source}`, hint });
}

function withoutCatalog(name: string, { snapshot, trouble }: FoundCatalog, offline: boolean): Diagnostic[] {
  if (trouble === undefined) return [];
  const known = snapshot
    ? `were checked against what was known on ${localTime(new Date(snapshot.fetchedAt).toISOString())}, not as it is now`
    : 'were not checked against the account';
  const hint = offline
    ? `run \`fieldbridge fields ${name} --save\` once, which keeps them in ${lockName}`
    : 'correct baseUrl or token of the destination; --offline checks without asking';
  const severity = offline ? 'warning' : 'error';
  return [
    diagnostic('check/no-catalog', `the mappings for ${name} ${known}: ${trouble}`, {
      severity,
      hint,
      path: `destinations.${name}`,
    }),
  ];
}
