import type { Preview } from '../../deliver/bridge.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import type { EventView } from '../../inbox/event.ts';
import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { confirm } from '../terminal/confirm.ts';
import { show } from '../workspace.ts';
import { type AdminApi, openAdminApi } from './admin-api.ts';
import { type Correction, correct, patchBetween, readRemoval, readSetting } from './corrections.ts';

interface Answer {
  readonly amended: boolean;
  readonly hint?: string;
}

/**
 * `fieldbridge events amend`: corrects what a sender wrote, and has the event planned again with it. Where the event would
 * fail all the same, a person is told why and asked.
 */
export async function amendEvent(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const [id = ''] = args.words;
  const corrections = correctionsOf(args);
  const { reason, who } = args.options;
  if (!reason) throw new UsageError('--reason is missing: say why; it is kept with the correction');
  const api = openAdminApi(args, surroundings);
  const path = `events/${encodeURIComponent(id)}`;
  const { payload, corrected: before = payload } = await api.get<EventView & Payloads>(path);
  const { corrected, added } = correct(before, corrections);
  const patch = patchBetween(before, corrected);
  if (patch === undefined) throw new UsageError(`nothing would change: ${id} has these values already`);
  if (!(await wanted(api, id, patch, args, surroundings))) {
    surroundings.out.write('nothing was changed\n');
    return exit.fine;
  }
  const answer = await api.post<Answer>(`${path}/amend`, withoutAbsent({ patch, reason, who }));
  if (args.options.json) surroundings.out.write(`${JSON.stringify(answer, null, 2)}\n`);
  else surroundings.out.write(`${words(id, added, answer)}\n`);
  return exit.fine;
}

/** An event as `/api` shows it, with its payload as it was received, and as it was corrected before. */
interface Payloads {
  readonly payload?: unknown;
  readonly corrected?: unknown;
}

function correctionsOf({ options: { set, remove } }: Arguments): readonly Correction[] {
  const all = [...textsOf(set).map(readSetting), ...textsOf(remove).map(readRemoval)];
  if (all.length > 0) return all;
  throw new UsageError('say what to correct: --set PATH=VALUE, as in --set contact.phone=+4915112345678');
}

function textsOf(option: Arguments['options'][string]): readonly string[] {
  return Array.isArray(option) ? option : [];
}

/** Tries the correction first. */
async function wanted(
  api: AdminApi,
  id: string,
  patch: unknown,
  args: Arguments,
  surroundings: Surroundings,
): Promise<boolean> {
  const preview = await api.post<Preview>('preview', { eventId: id, patch });
  const all = [...preview.diagnostics, ...preview.calls.flatMap(call => call.diagnostics)];
  const faults = all.filter(({ severity }) => severity === 'error');
  if (faults.length === 0) return true;
  surroundings.err.write(show(faults, new Map(), surroundings, surroundings.err));
  const question = `With this correction, ${id} still cannot be sent.`;
  return confirm(question, args.options.yes === true, surroundings);
}

function words(id: string, added: readonly string[], { hint }: Answer): string {
  const paths = added.map(each => `the payload had no ${visibleText(each)} before: it is added`);
  const then =
    hint ??
    `${id} is corrected and planned again; \`fieldbridge events show ${id}\` tells what becomes of it`;
  return [...paths, then].join('\n');
}
