import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { checkMapping } from '../check/check-mapping.ts';
import { checkTrials } from '../check/check-trials.ts';
import { writtenTwice } from '../check/written-twice.ts';
import type { Config } from '../config/config.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { sortDiagnostics } from '../diagnostics/print.ts';
import { checkReferences, possibleDestinations } from '../mapping/check-references.ts';
import { type MappingFolder, readMappings } from '../mapping/folder.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { presets } from '../receive/presets/presets.ts';
import { type FoundCatalog, findCatalogs } from './catalogs.ts';
import { findTrials } from './trials.ts';
import { disk, readText } from './workspace.ts';

/** A config and its mappings, with every fault of both. */
export interface Faults {
  readonly loaded: LoadedConfig;
  /** There where the config says where they are. */
  readonly mappings: MappingFolder | undefined;
  /** Sorted by their places. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of every file that a diagnostic may point into. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether every destination could be asked. */
  readonly asked: boolean;
}

/** Reads a config file and its mappings, and finds every fault of both, also against the live accounts. */
export async function findFaults(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  { offline }: { readonly offline: boolean },
): Promise<Faults> {
  const loaded = loadConfig(file, { env, readFile: readText, presets });
  const folder = loaded.config?.mappings ?? folderIn(file);
  const mappings = folder === undefined ? undefined : readMappings(folder, disk);
  const found = loaded.config && mappings ? await checkAll(loaded.config, mappings, offline) : [];
  return {
    loaded,
    mappings,
    diagnostics: withoutRepetition(
      sortDiagnostics([...loaded.diagnostics, ...(mappings?.diagnostics ?? []), ...found]),
    ),
    texts: new Map([...loaded.texts, ...(mappings?.texts ?? [])]),
    asked: !offline && !found.some(({ code }) => code === 'check/no-catalog'),
  };
}

/** A word that was probably meant as it stands is no path, so that nothing has it as a path need not be said. */
function withoutRepetition(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const key = ({ place }: Diagnostic) => `${place?.file}:${place?.line}:${place?.column}`;
  const words = new Set(diagnostics.filter(({ code }) => code === 'expression/plain-word').map(key));
  return diagnostics.filter(each => each.code !== 'check/path-never-matches' || !words.has(key(each)));
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
  { mappings, faulty }: MappingFolder,
  offline: boolean,
): Promise<Diagnostic[]> {
  const catalogs = await findCatalogs(config, { offline });
  const mapped = new Set([...mappings, ...faulty].map(each => each.source));
  const idle = [...config.sources.keys()].filter(source => !mapped.has(source) && !mapped.has(undefined));
  return [
    ...[...catalogs].flatMap(([name, found]) => withoutCatalog(name, found, offline)),
    ...idle.map(withoutMapping),
    ...mappings.flatMap(mapping => checkOne(mapping, config, catalogs)),
    ...writtenTwice(mappings),
    ...(await checkWithData(config, mappings)),
  ];
}

async function checkWithData(config: Config, mappings: readonly Mapping[]): Promise<Diagnostic[]> {
  const trials = await findTrials(config, mappings);
  const found: Diagnostic[] = [];
  for (const mapping of mappings)
    found.push(...(await checkTrials(mapping, trials.get(mapping.source) ?? [])));
  return found;
}

function checkOne(
  mapping: Mapping,
  config: Config,
  catalogs: ReadonlyMap<string, FoundCatalog>,
): Diagnostic[] {
  const found = [...checkReferences(mapping, config), ...withoutTests(mapping)];
  const known = new Map(
    [...catalogs].flatMap(([name, { snapshot }]) => (snapshot ? [[name, snapshot]] : [])),
  );
  const against = possibleDestinations(mapping).flatMap(name => {
    const destination = config.destinations.get(name);
    return destination ? checkMapping(mapping, known.get(name), name, destination.validators, known) : [];
  });
  return [...found, ...distinct(against)];
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
    ? `were checked against what was known on ${new Date(snapshot.fetchedAt).toISOString()}, not as it is now`
    : 'were not checked against the account';
  const hint = offline
    ? `check without --offline, or run \`fieldbridge start\`, which keeps what it learns`
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
