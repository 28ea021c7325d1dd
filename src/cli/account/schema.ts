import { resolve } from 'node:path';
import { liveMappingSchema } from '../../check/live-mapping-schema.ts';
import { needsDestination, needsStore } from '../../config/placeholder.ts';
import type { RawSchema } from '../../config/schema/editor-schema.ts';
import { configJsonSchema } from '../../config/schema/json-schema.ts';
import { mappingJsonSchema } from '../../mapping/json-schema.ts';
import { presets } from '../../receive/senders/senders.ts';
import type { Arguments } from '../command.ts';
import { replaceFile } from '../replace-file.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { readConfig } from '../workspace.ts';
import { findCatalogs } from './catalogs.ts';

/**
 * `fieldbridge schema`: prints the JSON Schema of the config or of a mapping, or writes it to a file; with `--live`,
 * that of a mapping has the names of the config and of its accounts.
 */
export async function schema(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const text = `${JSON.stringify(await schemaOf(args, surroundings), null, 2)}\n`;
  const { write } = args.options;
  if (typeof write !== 'string') {
    surroundings.out.write(text);
    return exit.fine;
  }
  replaceFile(resolve(surroundings.directory, write), text);
  surroundings.out.write(`${write} written; name it in the first line of a file:\n  ${modeline(write)}\n`);
  return exit.fine;
}

/** Returns the line that names the schema of a file for editors with yaml-language-server (VS Code and others). */
function modeline(file: string): string {
  return `# yaml-language-server: $schema=PATH/TO/${file.split('/').at(-1)}`;
}

async function schemaOf(args: Arguments, surroundings: Surroundings): Promise<RawSchema> {
  const [what] = args.words;
  const isLive = args.options.live === true;
  if (what === 'mapping') return isLive ? liveSchema(args, surroundings) : mappingJsonSchema();
  if (what !== 'config') throw new UsageError(`there is no schema "${what}"; there are config and mapping`);
  if (isLive) throw new UsageError('--live is for the schema of a mapping');
  return configJsonSchema(presets);
}

async function liveSchema(args: Arguments, surroundings: Surroundings): Promise<RawSchema> {
  const { config } = readConfig(
    args,
    surroundings,
    args.options.offline === true ? needsStore : needsDestination(),
  );
  const catalogs = await findCatalogs(config, { offline: args.options.offline === true });
  for (const [name, { snapshot, trouble }] of catalogs) {
    if (trouble === undefined) continue;
    const known = snapshot
      ? `its names are those of ${new Date(snapshot.fetchedAt).toISOString()}`
      : 'its names are NOT in the schema';
    surroundings.err.write(`fieldbridge schema: ${name} was not asked (${trouble}); ${known}\n`);
  }
  const snapshots = [...catalogs].map(([name, { snapshot }]) => [name, snapshot] as const);
  if (snapshots.length > 0 && snapshots.every(([, snapshot]) => snapshot === null))
    throw new CommandFailed('no live name is known; without --live, the schema needs none');
  return liveMappingSchema({ sources: [...config.sources.keys()], destinations: new Map(snapshots) });
}
