import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { openAdminApi } from './admin-api.ts';
import { pathsToCorrect } from './amend-paths.ts';
import { eventText } from './event-text.ts';

/** `fieldbridge events show`: shows one event with its calls, their attempts, and the next steps. */
export async function showEvent(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const api = openAdminApi(args, surroundings);
  const id = args.words[0] ?? '';
  const event = await api.get<Parameters<typeof eventText>[0]>(`events/${encodeURIComponent(id)}`);
  if (args.options.json) surroundings.out.write(`${JSON.stringify(event, null, 2)}\n`);
  else {
    const paths = await pathsToCorrect(api, event);
    surroundings.out.write(eventText(event, Date.now(), surroundings, paths));
  }
  return exit.fine;
}
