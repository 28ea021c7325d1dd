import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import type { CatalogLock } from '../booking/lock/locked-catalog.ts';
import { checkDrift } from '../check/check-drift.ts';
import { checkMapping } from '../check/check-mapping.ts';
import type { Config } from '../config/config.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { type Diagnostic, diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import { sortDiagnostics, summarizeDiagnostics } from '../diagnostics/print.ts';
import { checkEventTime } from '../mapping/check-event-time.ts';
import { checkReferences } from '../mapping/check-references.ts';
import { type MappingFolder, readMappings } from '../mapping/folder.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { presets } from '../receive/presets/presets.ts';
import { type FoundCatalog, findCatalogs } from './catalogs.ts';
import type { Arguments } from './command.ts';
import { type LockFile, lockName, openLock } from './lock-file.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from './surroundings.ts';
import { disk, readText, show, withShortPath } from './workspace.ts';

/**
 * `fieldbridge check`: prints every fault of the config and of the mappings, also against the live catalog. Exit
 * status 1 where any of them is an error, which an account that cannot be asked is too; 2 where there is no config.
 */
export async function check(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const file = resolve(surroundings.directory, String(args.options.config ?? 'config.yaml'));
  const offline = args.options.offline === true;
  const loaded = loadConfig(file, {
    env: surroundings.env,
    readFile: readText,
    presets,
    unset: offline ? 'excused' : 'refused',
  });
  if (!loaded.texts.has(file)) {
    throw new CommandFailed(
      `there is no config to check\n\n${show(loaded.diagnostics, loaded.texts, surroundings, surroundings.err)}`,
      exit.usage,
    );
  }
  const folder = loaded.config?.mappings ?? folderIn(file);
  const mappings = folder === undefined ? undefined : readMappings(folder, disk);
  const lock = openLock({ file });
  const { found, sources } =
    loaded.config && mappings
      ? await checkAll(loaded.config, mappings, lock, { offline })
      : { found: lock.diagnostics, sources: [] };
  const diagnostics = sortDiagnostics([...loaded.diagnostics, ...(mappings?.diagnostics ?? []), ...found]);
  if (args.options.json) {
    const shown = diagnostics.map(each => withShortPath(each, surroundings));
    surroundings.out.write(`${JSON.stringify({ diagnostics: shown }, null, 2)}\n`);
  } else {
    const texts = new Map([
      ...loaded.texts,
      ...(mappings?.texts ?? []),
      ...(lock.text === undefined ? [] : [[lock.file, lock.text] as const]),
    ]);
    const shown = show(diagnostics, texts, surroundings, surroundings.out);
    const summary = `${whatWasChecked(loaded, mappings, sources)}: ${summarizeDiagnostics(diagnostics)}`;
    surroundings.out.write(`${shown === '' ? '' : `${shown}\n`}${summary}\n${excusedWords(loaded)}`);
  }
  return hasErrors(diagnostics) ? exit.wrong : exit.fine;
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

/** What was found, and what each destination was checked against. */
interface CheckedAll {
  readonly found: readonly Diagnostic[];
  readonly sources: readonly (FoundCatalog & { readonly destination: string })[];
}

async function checkAll(
  config: Config,
  { mappings, faulty }: MappingFolder,
  { lock, diagnostics }: LockFile,
  { offline }: { offline: boolean },
): Promise<CheckedAll> {
  const catalogs = await findCatalogs(config, { offline, languages: 'all', lock });
  const mapped = new Set([...mappings, ...faulty].map(each => each.source));
  const idle = [...config.sources.keys()].filter(source => !mapped.has(source) && !mapped.has(undefined));
  const found = [
    ...diagnostics,
    ...[...catalogs].flatMap(([name, each]) => withoutCatalog(name, each, offline)),
    ...[...catalogs].flatMap(([name, each]) => driftOf(name, each, lock, mappings)),
    ...idle.map(withoutMapping),
    ...mappings.flatMap(mapping => checkOne(mapping, config, catalogs)),
  ];
  return { found, sources: [...catalogs].map(([destination, each]) => ({ destination, ...each })) };
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
    mappings: mappings.filter(each => 'name' in each.destination && each.destination.name === destination),
  });
}

function checkOne(
  mapping: Mapping,
  config: Config,
  catalogs: ReadonlyMap<string, FoundCatalog>,
): Diagnostic[] {
  const found = [
    ...checkReferences(mapping, config),
    ...checkEventTime(mapping, config),
    ...withoutTests(mapping),
  ];
  const destination =
    'name' in mapping.destination ? config.destinations.get(mapping.destination.name) : undefined;
  if (!destination) return found;
  const snapshot = catalogs.get(destination.name)?.snapshot ?? undefined;
  return [...found, ...checkMapping(mapping, snapshot, destination.name, destination.validators)];
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

function whatWasChecked(
  { config }: LoadedConfig,
  mappings: MappingFolder | undefined,
  sources: CheckedAll['sources'],
): string {
  const count = (mappings?.mappings.length ?? 0) + (mappings?.faulty.length ?? 0);
  const files = `${count} ${count === 1 ? 'mapping' : 'mappings'} and the config checked`;
  if (!config) return `${files}, but not against each other nor the account, since the config cannot be used`;
  const asked = sources.filter(({ from, trouble }) => from === 'account' && trouble === undefined);
  if (sources.length > 0 && asked.length === sources.length) {
    return `${files}, also against ${asked.map(({ destination }) => destination).join(', ')}`;
  }
  const locked = sources.filter(({ from, trouble }) => from === 'lock' && trouble === undefined);
  if (locked.length === 0 || locked.length < sources.length) return `${files}, but not against the account`;
  const seen = locked.map(({ destination, snapshot }) => `${destination} of ${isoTime(snapshot?.fetchedAt)}`);
  return `${files}, also against ${lockName} (${seen.join(', ')})`;
}

function excusedWords({ excused = [] }: LoadedConfig): string {
  if (excused.length === 0) return '';
  return `not set, and not needed with --offline: ${excused.join(', ')}\n`;
}

function isoTime(at = 0): string {
  return new Date(at).toISOString();
}
