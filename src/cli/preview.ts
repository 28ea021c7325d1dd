import type { SourceConfig } from '../config/config.ts';
import type { Preview } from '../deliver/bridge.ts';
import { createMappingSet } from '../deliver/mapping-set.ts';
import type { Planning } from '../deliver/plan-event.ts';
import { previewPayload } from '../deliver/preview.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { readSample, type SampleEvent } from '../receive/sample.ts';
import { findCatalogs } from './catalogs.ts';
import type { Arguments } from './command.ts';
import { previewText } from './preview-text.ts';
import { type PayloadFile, readPayloadFile } from './read-payload-file.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from './surroundings.ts';
import { nameOf } from './test.ts';
import { openWorkspace, show, type Workspace } from './workspace.ts';

/**
 * `fieldbridge preview`: the exact call that a mapping makes of a payload, checked as if it were sent; nothing is.
 * A whole webhook of a source that splits is previewed event by event. Exit status 1 where a call would not leave.
 */
export async function preview(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const workspace = openWorkspace(args, surroundings);
  const mapping = mappingOf(workspace, args.words[0] ?? '', surroundings);
  const source = workspace.config.sources.get(mapping.source);
  const payload = await readPayloadFile(args.words[1] ?? '', surroundings);
  const planning = await planningOf(workspace, args.options.offline === true, surroundings);
  const { linked } = args.options;
  const previews: Preview[] = [];
  for (const each of await eventsOf(source, payload)) {
    const wish = { source: mapping.source, payload: each.payload, mapping: mapping.name };
    previews.push(await previewPayload(typeof linked === 'string' ? { ...wish, linked } : wish, planning));
  }
  const whole = {
    calls: previews.flatMap(each => each.calls),
    diagnostics: previews.flatMap(each => each.diagnostics),
  };
  if (args.options.json) surroundings.out.write(`${JSON.stringify(whole, null, 2)}\n`);
  else surroundings.out.write(previewText(previews, workspace, surroundings));
  return whole.calls.some(call => call.status === 'failed' || call.status === 'held')
    ? exit.wrong
    : exit.fine;
}

function mappingOf({ mappings, texts }: Workspace, word: string, surroundings: Surroundings): Mapping {
  const name = nameOf(word);
  const mapping = mappings.mappings.find(each => each.name === name);
  if (mapping) return mapping;
  const faulty = mappings.faulty.find(each => each.name === name);
  if (faulty)
    throw new CommandFailed(
      `${faulty.file} cannot be used\n\n${show(faulty.diagnostics, texts, surroundings, surroundings.err)}`,
      exit.wrong,
    );
  throw new UsageError(
    `there is no mapping "${name}"; there are ${mappings.mappings.map(each => each.name).join(', ') || 'none'}`,
  );
}

/** The events of a whole webhook, as the source would read it. */
async function eventsOf(
  source: SourceConfig | undefined,
  { bytes, contentType }: PayloadFile,
): Promise<readonly SampleEvent[]> {
  const read = await readSample(source, bytes, { headers: { 'content-type': contentType }, query: {} });
  if (read.kind === 'read') return read.events;
  throw new CommandFailed(`the payload cannot be read: ${read.reason}`, exit.wrong);
}

async function planningOf(
  workspace: Workspace,
  offline: boolean,
  surroundings: Surroundings,
): Promise<Planning> {
  const { config, mappings } = workspace;
  const catalogs = await findCatalogs(config, { offline });
  for (const [name, { snapshot, trouble }] of catalogs) {
    if (trouble)
      surroundings.err.write(
        `fieldbridge preview: ${name} could not be asked (${trouble}); its calls are ${snapshot ? 'checked against what was last known' : 'NOT CHECKED'}\n`,
      );
  }
  return {
    mappings: createMappingSet(mappings, []),
    source: name => config.sources.get(name),
    destination: name => {
      const destination = config.destinations.get(name);
      return destination && { config: destination, catalog: catalogs.get(name)?.snapshot ?? null };
    },
    findLink: async () => undefined,
    now: Date.now(),
  };
}
