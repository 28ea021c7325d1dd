import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import type { CatalogLock } from '../../booking/lock/locked-catalog.ts';
import { checkMapping } from '../../check/check-mapping.ts';
import type { Disproved } from '../../check/data/disproved.ts';
import { checkDrift } from '../../check/drift/check-drift.ts';
import { fixedStatus } from '../../check/fixed-status.ts';
import { inEach } from '../../check/in-each.ts';
import { namesInEnglish } from '../../check/names-in-english.ts';
import { writtenTwice } from '../../check/written-twice.ts';
import type { Config } from '../../config/config.ts';
import { type LoadedConfig, loadConfig } from '../../config/load-config.ts';
import { needsDestination, needsNothing } from '../../config/placeholder.ts';
import { type Diagnostic, diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { sortDiagnostics } from '../../diagnostics/print.ts';
import { checkEventTime } from '../../mapping/check-event-time.ts';
import { checkReferences, namesAny, reachableDestinations } from '../../mapping/check-references.ts';
import { atDestination } from '../../mapping/evaluate/at-destination.ts';
import { type FaultyMapping, type MappingFolder, readMappings } from '../../mapping/folder.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { placesWithin } from '../../mapping/parse/place-within.ts';
import { presets } from '../../receive/senders/senders.ts';
import { localTime } from '../terminal/time-words.ts';
import { diskFor, readText } from '../workspace.ts';
import { type FoundCatalog, findCatalogs } from './catalogs.ts';
import { checkWithData, type Shown } from './check-with-data.ts';
import { type LockFile, lockName, openLock } from './lock-file.ts';

/** A config and its mappings, with every fault of both. */
export interface Faults {
  readonly loaded: LoadedConfig;
  /** What the mappings were checked with: also a config that misses nothing but what senders and the admin prove. */
  readonly config: Config | undefined;
  /** There where the config says where they are. */
  readonly mappings: MappingFolder | undefined;
  /** Sorted by their places. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of every file that a diagnostic may point into. */
  readonly texts: ReadonlyMap<string, string>;
  /** What each destination was checked against. */
  readonly sources: readonly (FoundCatalog & { readonly destination: string })[];
  /** Why mappings were not tried on stored events; absent where they were, or there are none. */
  readonly unread?: string;
}

/** Reads a config file and its mappings, and finds every fault of both, also against the live accounts. */
export async function findFaults(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  { offline }: { readonly offline: boolean },
): Promise<Faults> {
  const loaded = loadConfig(file, {
    env,
    readFile: readText,
    presets,
    needs: offline ? needsNothing : undefined,
  });
  const config = loaded.config ?? configForMappings(file, env, { offline });
  const folder = config?.mappings ?? folderIn(file);
  const mappings = folder === undefined ? undefined : readMappings(folder, diskFor(config));
  const lock = openLock({ file });
  const { found, disproved, sources, unread }: Shown & Pick<Faults, 'sources'> =
    config && mappings
      ? await checkAll(config, mappings, lock, { offline })
      : { found: lock.diagnostics, disproved: [], sources: [] };
  const ofTexts = withoutDisproved(disproved, mappings?.diagnostics ?? []);
  const all = [...loaded.diagnostics, ...ofTexts, ...found];
  return {
    loaded,
    config,
    mappings,
    diagnostics: withoutRepetition(sortDiagnostics(all)),
    texts: new Map([
      ...loaded.texts,
      ...(mappings?.texts ?? []),
      ...(lock.text === undefined ? [] : [[lock.file, lock.text] as const]),
    ]),
    sources,
    ...(unread !== undefined && { unread }),
  };
}

/** The config with nothing of the environment but what the accounts are asked with; of that it tells nothing. */
function configForMappings(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  { offline }: { readonly offline: boolean },
): Config | undefined {
  const needs = offline ? needsNothing : needsDestination();
  return loadConfig(file, { env, readFile: readText, presets, needs }).config;
}

/** A word that was probably meant as it stands is no path, so that nothing has it as a path need not be said. */
function withoutRepetition(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const words = new Set(diagnostics.filter(({ code }) => code === 'expression/plain-word').map(placeKey));
  return diagnostics.filter(each => each.code !== 'check/path-never-matches' || !words.has(placeKey(each)));
}

/** What was said of texts, without what events show to be otherwise. */
export function withoutDisproved(
  disproved: readonly Disproved[],
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const wrong = new Set(disproved.map(each => `${each.code} ${placeKey(each)}`));
  return diagnostics.filter(each => !wrong.has(`${each.code} ${placeKey(each)}`));
}

function placeKey({ place }: Pick<Diagnostic, 'place'>): string {
  return `${place?.file}:${place?.line}:${place?.column}`;
}

/** The folder of the mappings as a config names it that cannot be used otherwise, so that its files are read too. */
function folderIn(file: string): string | undefined {
  try {
    const config = parse(readText(file), { logLevel: 'silent' }) as { mappings?: unknown } | null;
    const mappings = config?.mappings ?? 'mappings';
    const isPlain = typeof mappings === 'string' && !mappings.includes('${');
    return isPlain ? resolve(dirname(file), mappings) : undefined;
  } catch {
    return undefined;
  }
}

async function checkAll(
  config: Config,
  folder: MappingFolder,
  { lock, diagnostics }: LockFile,
  { offline }: { readonly offline: boolean },
): Promise<Shown & Pick<Faults, 'sources'>> {
  const { mappings, texts } = folder;
  const catalogs = await findCatalogs(config, { offline, languages: 'all', lock });
  const idle = sourcesWithoutMapping(config, folder);
  const goingTo = (destination: string) =>
    mappings.filter(each => reachableDestinations(each, config).includes(destination));
  const ofText = mappings.flatMap(mapping => checkOne(mapping, config, catalogs));
  const shown = await checkWithData(folder, { config, catalogs, within: placesWithin(texts), told: ofText });
  const ofRest = folder.faulty.flatMap(each => checkRest(each, folder, { config, catalogs }));
  const found = [
    ...diagnostics,
    ...ofRest,
    ...[...catalogs].flatMap(([name, each]) => withoutCatalog(name, each, offline)),
    ...[...catalogs].flatMap(([name, each]) => driftOf(name, each, lock, goingTo(name))),
    ...idle.map(withoutMapping),
    ...ofText,
    ...writtenTwice(mappings),
    ...shown.found,
  ];
  const sources = [...catalogs].map(([destination, each]) => ({ destination, ...each }));
  return { ...shown, found, sources };
}

/** The sources that no mapping is for, nor is any meant for, by a misspelt name or one that cannot be read. */
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
  mappings: readonly Mapping[],
): Diagnostic[] {
  const locked = lock?.catalogs.get(destination);
  if (!lock || !locked || !snapshot || from !== 'account') return [];
  return checkDrift({
    destination,
    locked: locked.fields,
    live: snapshot.fields,
    placeOf: field => lock.placeOf(destination, field),
    mappings,
  });
}

/**
 * The faults in the rest of a faulty file. A line that has a fault already gets no second one, and `--fix` mends nothing
 * before the file can be read.
 */
function checkRest(
  { file, diagnostics }: FaultyMapping,
  { parsed }: MappingFolder,
  { config, catalogs }: { config: Config; catalogs: ReadonlyMap<string, FoundCatalog> },
): Diagnostic[] {
  const mapping = parsed.get(file)?.readable;
  if (!mapping) return [];
  const faulty = new Set(diagnostics.filter(each => hasErrors([each])).map(({ place }) => place?.line));
  const found = checkOne(mapping, config, catalogs);
  return found.flatMap(({ fix: _, ...each }) =>
    each.code === 'check/no-test' || faulty.has(each.place?.line) ? [] : [each],
  );
}

/** What is wrong with a mapping as it is written, for the destinations of these catalogs; no event is looked at. */
export function checkOne(
  mapping: Mapping,
  config: Config,
  catalogs: ReadonlyMap<string, Pick<FoundCatalog, 'snapshot'>>,
): Diagnostic[] {
  const found = [
    ...checkReferences(mapping, config),
    ...checkEventTime(mapping, config),
    ...withoutTests(mapping),
    ...fixedStatus(mapping),
  ];
  const known = new Map(
    [...catalogs].flatMap(([name, { snapshot }]) => (snapshot ? [[name, snapshot]] : [])),
  );
  const against = reachableDestinations(mapping, config).flatMap(name => {
    const destination = config.destinations.get(name);
    if (!destination) return [];
    const { validators, locale } = destination;
    const here = atDestination(mapping, name, destination);
    return [
      [...checkMapping(here, known.get(name), name, validators, known), ...namesInEnglish(here, locale)],
    ];
  });
  return [...found, ...distinct(namesAny(mapping) ? inEach(against) : against.flat())];
}

/** What does not depend on the destination is found for each that a rule can give. */
function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map(each => [JSON.stringify(each), each])).values()];
}

function withoutTests(mapping: Mapping): Diagnostic[] {
  if (mapping.tests.length > 0) return [];
  const place = { file: mapping.file, line: 1, column: 1 };
  const hint = 'add one under `tests`: a payload, and the calls that are expected of it';
  return [diagnostic('check/no-test', `the mapping "${mapping.name}" has no test`, { place, hint })];
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
