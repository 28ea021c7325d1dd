import type { DestinationView } from '../../deliver/bridge.ts';
import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { openAdminApi } from './admin-api.ts';
import { destinationsText } from './destinations-list.ts';

/** `fieldbridge destinations pause`: sends nothing to a destination until it is resumed. */
export function pauseDestination(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  return act('pause', args, surroundings);
}

/** `fieldbridge destinations resume`: ends a pause, or makes the bridge probe a held destination at once. */
export function resumeDestination(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  return act('resume', args, surroundings);
}

async function act(
  action: 'pause' | 'resume',
  args: Arguments,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const api = openAdminApi(args, surroundings);
  const view = await api.post<DestinationView>(
    `destinations/${encodeURIComponent(args.words[0] ?? '')}/${action}`,
  );
  if (args.options.json) surroundings.out.write(`${JSON.stringify(view, null, 2)}\n`);
  else surroundings.out.write(destinationsText([view], surroundings));
  return exit.fine;
}
