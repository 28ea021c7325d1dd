import { endless } from '../../check/data/patience.ts';
import type { Preview } from '../../deliver/bridge.ts';
import { previewInput } from '../../deliver/planning/preview.ts';
import { sampleTrials } from '../../history/trials/trials-of.ts';
import { type UnexpectedValue, unexpectedValues } from '../../history/trials/unexpected-values.ts';
import { type UnreadValue, unreadValues } from '../../history/unmapped/unread-values.ts';
import { systemClock } from '../../inbox/clock.ts';
import type { Arguments } from '../command.ts';
import { usableMapping } from '../known-names.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { openWorkspace } from '../workspace.ts';
import { planningOnDisk } from './planning-on-disk.ts';
import { previewEvents } from './preview-events.ts';
import { previewText } from './preview-text.ts';
import { storedLinks } from './stored-event.ts';
import { unexpectedText } from './unexpected-text.ts';
import { unreadValuesText } from './unread-values-text.ts';

/**
 * `fieldbridge preview`: shows the exact call that a mapping makes from a payload or a stored event, checked but not
 * sent. A webhook of a source with `split` is previewed event by event. Exit status 1 if a call would not be sent.
 */
export async function preview(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const workspace = openWorkspace(args, surroundings, 'needed by single mappings');
  const mapping = usableMapping(workspace, args.words[0] ?? '', surroundings);
  const events = await previewEvents(mapping, workspace, args, surroundings);
  const links = storedLinks(workspace.config);
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
  const trials = events.map(({ input, given }) => ({ input, given, ...known }));
  const unexpected = await unexpectedValues(mapping, trials, planning);
  const samples = await sampleTrials(
    mapping,
    workspace.config.sources.get(mapping.source),
    systemClock.now(),
  );
  const unread = await unreadValues(mapping, [...samples, ...trials], endless);
  const request = { why: args.options.why === true, raw: args.options.raw === true };
  const catalogOf = () =>
    'name' in mapping.destination ? (planning.destination(mapping.destination.name)?.catalog ?? null) : null;
  const below = [
    unexpectedText(unexpected, catalogOf, surroundings),
    unreadValuesText(unread, surroundings),
  ].map(text => (text === '' ? '' : `\n${text}`));
  surroundings.out.write(
    args.options.json
      ? `${JSON.stringify(previewJson(previews, { unexpected, unreadValues: unread }, request), null, 2)}\n`
      : previewText(previews, request, workspace, surroundings) +
          (request.why || request.raw ? '' : below.join('')),
  );
  const calls = previews.flatMap(each => each.calls);
  return calls.some(call => call.status === 'failed' || call.status === 'held') ? exit.wrong : exit.fine;
}

interface PreviewLists {
  readonly unexpected: readonly UnexpectedValue[];
  readonly unreadValues: readonly UnreadValue[];
}

/** With several events, `event` numbers the explanations from 1. */
function previewJson(
  previews: readonly Preview[],
  { unexpected, unreadValues: unread }: PreviewLists,
  { why }: { why: boolean },
): unknown {
  return {
    calls: previews.flatMap(each => each.calls),
    diagnostics: previews.flatMap(each => each.diagnostics),
    ...(unexpected.length > 0 && { unexpected }),
    ...(unread.length > 0 && { unreadValues: unread }),
    ...(why && {
      why: previews.flatMap((each, index) => (each.why ?? []).map(trace => ({ event: index + 1, ...trace }))),
    }),
  };
}
