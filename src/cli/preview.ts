import type { Preview } from '../deliver/bridge.ts';
import { createMappingSet } from '../deliver/mapping-set.ts';
import type { Planning } from '../deliver/plan-event.ts';
import { previewInput } from '../deliver/preview.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { findCatalogs } from './catalogs.ts';
import type { Arguments } from './command.ts';
import { knownMapping } from './known-names.ts';
import { previewEvents } from './preview-events.ts';
import { previewText } from './preview-text.ts';
import { storedLink } from './stored-event.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from './surroundings.ts';
import { tellUnasked } from './tell-unasked.ts';
import { openWorkspace, show, type Workspace } from './workspace.ts';

/**
 * `fieldbridge preview`: the exact call that a mapping makes of a payload or of a stored event, checked as if it were
 * sent; nothing is. A whole webhook of a source that splits is previewed event by event. Exit status 1 where a call
 * would not leave.
 */
export async function preview(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const workspace = openWorkspace(args, surroundings);
  const mapping = mappingOf(workspace, args.words[0] ?? '', surroundings);
  const events = await previewEvents(mapping, workspace, args, surroundings);
  const planning = await planningOf(workspace, args.options.offline === true, surroundings);
  const { linked } = args.options;
  const known = typeof linked === 'string' ? { linked } : {};
  const previews: Preview[] = [];
  for (const { input, diagnostics } of events) {
    const wish = { source: mapping.source, mapping: mapping.name, why: true, ...known };
    const made = await previewInput(input, wish, planning);
    previews.push({ ...made, diagnostics: [...diagnostics, ...made.diagnostics] });
  }
  const wish = { why: args.options.why === true, raw: args.options.raw === true };
  surroundings.out.write(
    args.options.json
      ? `${JSON.stringify(previewJson(previews, wish), null, 2)}\n`
      : previewText(previews, wish, workspace, surroundings),
  );
  const calls = previews.flatMap(each => each.calls);
  return calls.some(call => call.status === 'failed' || call.status === 'held') ? exit.wrong : exit.fine;
}

/** The explanations of several events say by `event` which one they are about, counted from 1. */
function previewJson(previews: readonly Preview[], { why }: { why: boolean }): unknown {
  return {
    calls: previews.flatMap(each => each.calls),
    diagnostics: previews.flatMap(each => each.diagnostics),
    ...(why && {
      why: previews.flatMap((each, index) => (each.why ?? []).map(trace => ({ event: index + 1, ...trace }))),
    }),
  };
}

function mappingOf(workspace: Workspace, word: string, surroundings: Surroundings): Mapping {
  const { mappings, texts } = workspace;
  const name = knownMapping(workspace, word);
  const mapping = mappings.mappings.find(each => each.name === name);
  if (mapping) return mapping;
  const faulty = mappings.faulty.find(each => each.name === name);
  throw new CommandFailed(
    `${faulty?.file} cannot be used\n\n${show(faulty?.diagnostics ?? [], texts, surroundings, surroundings.err)}`,
    exit.wrong,
  );
}

async function planningOf(
  workspace: Workspace,
  offline: boolean,
  surroundings: Surroundings,
): Promise<Planning> {
  const { config, mappings } = workspace;
  const catalogs = await findCatalogs(config, { offline });
  for (const [name, { snapshot, trouble }] of catalogs) {
    if (trouble) tellUnasked('preview', { name, trouble, snapshot }, surroundings);
  }
  return {
    mappings: createMappingSet(mappings, []),
    source: name => config.sources.get(name),
    destination: name => {
      const destination = config.destinations.get(name);
      return destination && { config: destination, catalog: catalogs.get(name)?.snapshot ?? null };
    },
    findLink: async (link, destination) => storedLink(config, link, destination),
    now: Date.now(),
  };
}
