import { resolve } from 'node:path';
import { checkMapping } from '../check/check-mapping.ts';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import { type Diagnostic, diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import { sortDiagnostics, summarizeDiagnostics } from '../diagnostics/print.ts';
import { checkReferences } from '../mapping/check-references.ts';
import { readMappings } from '../mapping/folder.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { presets } from '../receive/presets/presets.ts';
import { type FoundCatalog, findCatalogs } from './catalogs.ts';
import type { Arguments } from './commands.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from './surroundings.ts';
import { disk, show, withShortPath } from './workspace.ts';

/**
 * `fieldbridge check`: prints every fault of the config and of the mappings, also against the live catalog. Exit
 * status 1 where any of them is an error, 2 where there is no config to check.
 */
export async function check(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const file = resolve(surroundings.directory, String(args.options.config ?? 'config.yaml'));
  const loaded = loadConfig(file, { env: surroundings.env, readFile: disk.readFile, presets });
  if (!loaded.texts.has(file)) {
    throw new CommandFailed(
      `there is no config to check\n\n${show(loaded.diagnostics, loaded.texts, surroundings, surroundings.err)}`,
      exit.usage,
    );
  }
  const mappings = loaded.config && readMappings(loaded.config.mappings, disk);
  const found =
    loaded.config && mappings
      ? await checkAll(loaded.config, mappings.mappings, args.options.offline === true)
      : [];
  const diagnostics = sortDiagnostics([...loaded.diagnostics, ...(mappings?.diagnostics ?? []), ...found]);
  const texts = new Map([...loaded.texts, ...(mappings?.texts ?? [])]);
  if (args.options.json)
    surroundings.out.write(
      `${JSON.stringify({ diagnostics: diagnostics.map(each => withShortPath(each, surroundings)) }, null, 2)}\n`,
    );
  else if (diagnostics.length > 0)
    surroundings.out.write(`${show(diagnostics, texts, surroundings, surroundings.out)}\n`);
  if (!args.options.json)
    surroundings.out.write(
      `${summary(diagnostics, loaded.config, (mappings?.mappings.length ?? 0) + (mappings?.faulty.length ?? 0))}\n`,
    );
  return hasErrors(diagnostics) ? exit.wrong : exit.fine;
}

async function checkAll(
  config: Config,
  mappings: readonly Mapping[],
  offline: boolean,
): Promise<Diagnostic[]> {
  const catalogs = await findCatalogs(config, { offline });
  const unknown = [...catalogs].flatMap(([name, found]) => withoutCatalog(name, found, config));
  return [...unknown, ...mappings.flatMap(mapping => checkOne(mapping, config, catalogs))];
}

function checkOne(
  mapping: Mapping,
  config: Config,
  catalogs: ReadonlyMap<string, FoundCatalog>,
): Diagnostic[] {
  const found = [...checkReferences(mapping, config), ...withoutTests(mapping)];
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

function withoutCatalog(name: string, { snapshot, trouble }: FoundCatalog, config: Config): Diagnostic[] {
  if (trouble === undefined) return [];
  const known = snapshot
    ? `checked against what was known on ${new Date(snapshot.fetchedAt).toISOString()}`
    : 'its mappings could not be checked against the account';
  const place = { file: config.file, line: 1, column: 1 };
  const hint = 'check baseUrl and token of the destination; --offline checks without asking';
  return [
    diagnostic('check/no-catalog', `the configuration of ${name} cannot be read: ${trouble}; ${known}`, {
      place,
      hint,
    }),
  ];
}

function summary(diagnostics: readonly Diagnostic[], config: Config | undefined, mappings: number): string {
  const what = config
    ? `${mappings} ${mappings === 1 ? 'mapping' : 'mappings'} and the config checked`
    : 'the config cannot be used, so the mappings were not checked';
  return `${what}: ${summarizeDiagnostics(diagnostics)}`;
}
