import type { SourceConfig } from '../config/config.ts';
import type { Preview } from '../deliver/bridge.ts';
import { createMappingSet } from '../deliver/mapping-set.ts';
import type { Planning } from '../deliver/plan-event.ts';
import { previewPayload } from '../deliver/preview.ts';
import { ExpressionFailed } from '../expressions/expression.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { openBody } from '../receive/bodies/body.ts';
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
  const payload = readPayload(await readPayloadFile(args.words[1] ?? '', surroundings), source);
  const planning = await planningOf(workspace, args.options.offline === true, surroundings);
  const { linked } = args.options;
  const previews: Preview[] = [];
  for (const each of await eventsOf(source, payload)) {
    const wish = { source: mapping.source, payload: each, mapping: mapping.name };
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

/** The payload as the source would read it. */
function readPayload({ bytes, contentType }: PayloadFile, source: SourceConfig | undefined): unknown {
  const body = openBody(bytes, source?.body ?? 'auto', [contentType]);
  if (body.kind === 'read') return body.value;
  throw new CommandFailed(`the payload cannot be read: ${body.reason}`, exit.wrong);
}

/** The events of a payload: what `split` of its source gives, where the payload is a whole webhook. */
async function eventsOf(source: SourceConfig | undefined, payload: unknown): Promise<readonly unknown[]> {
  if (!source?.split) return [payload];
  try {
    const bindings = { headers: {}, query: {}, body: payload };
    const events = await source.split.evaluate({ input: payload, bindings });
    if (events === undefined || events === null) return [payload];
    return Array.isArray(events) ? events : [events];
  } catch (error) {
    if (!(error instanceof ExpressionFailed)) throw error;
    throw new CommandFailed(`\`split\` of the source ${source.name} failed: ${error.message}`, exit.wrong);
  }
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
