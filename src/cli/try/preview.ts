import type { Preview } from '../../deliver/bridge.ts';
import { previewInput } from '../../deliver/planning/preview.ts';
import type { EventArchive } from '../../inbox/event-archive.ts';
import type { Arguments } from '../command.ts';
import { usableMapping } from '../known-names.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { openWorkspace } from '../workspace.ts';
import { planningOnDisk } from './planning-on-disk.ts';
import { previewEvents } from './preview-events.ts';
import { previewText } from './preview-text.ts';
import { storedLink } from './stored-event.ts';

/**
 * `fieldbridge preview`: the exact call that a mapping makes of a payload or of a stored event, checked as if it were
 * sent; nothing is. A whole webhook of a source that splits is previewed event by event. Exit status 1 where a call
 * would not leave.
 */
export async function preview(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const workspace = openWorkspace(args, surroundings, 'needed by single mappings');
  const mapping = usableMapping(workspace, args.words[0] ?? '', surroundings);
  const events = await previewEvents(mapping, workspace, args, surroundings);
  const links: Pick<EventArchive, 'findLink'> = {
    findLink: (link, destination) => storedLink(workspace.config, link, destination),
  };
  const options = { offline: args.options.offline === true, command: 'preview' };
  const planning = await planningOnDisk(workspace, links, options, surroundings);
  const { linked } = args.options;
  const known = typeof linked === 'string' ? { linked } : {};
  const previews: Preview[] = [];
  for (const { input, given, diagnostics } of events) {
    const request = { source: mapping.source, mapping: mapping.name, why: true, ...known };
    const made = await previewInput(input, given, request, planning);
    previews.push({ ...made, diagnostics: [...diagnostics, ...made.diagnostics] });
  }
  const request = { why: args.options.why === true, raw: args.options.raw === true };
  surroundings.out.write(
    args.options.json
      ? `${JSON.stringify(previewJson(previews, request), null, 2)}\n`
      : previewText(previews, request, workspace, surroundings),
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
