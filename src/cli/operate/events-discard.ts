import type { EventView } from '../../inbox/event.ts';
import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { openAdminApi } from './admin-api.ts';

/** `fieldbridge events discard`: discards an event. Its undelivered calls are never sent. */
export async function discardEvent(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const api = openAdminApi(args, surroundings);
  const id = args.words[0] ?? '';
  const path = `events/${encodeURIComponent(id)}`;
  const { reason, who } = args.options;
  const answer = await api.post<{ discarded: boolean }>(`${path}/discard`, { reason, who });
  if (args.options.json) {
    surroundings.out.write(`${JSON.stringify(answer, null, 2)}\n`);
    return exit.fine;
  }
  const { status } = await api.get<EventView>(path);
  surroundings.out.write(`${words(id, status, answer.discarded)}\n`);
  return exit.fine;
}

function words(id: string, status: EventView['status'], isDiscarded: boolean): string {
  if (!isDiscarded && status === 'discarded') return `${id} was discarded before`;
  if (status === 'discarded')
    return `${id} is discarded; \`fieldbridge events replay ${id}\` sends it after all`;
  if (status === 'delivered') return `${id} is delivered, so nothing of it can be discarded`;
  if (status === 'uncertain')
    return `${id} is uncertain: its booking was sent, and no response arrived. Decide with \`fieldbridge events resolve ${id}\``;
  return `a call of ${id} is being sent right now; it is discarded unless it is delivered`;
}
