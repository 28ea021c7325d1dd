import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { openAdminApi } from './admin-api.ts';

interface Accepted {
  readonly ids: readonly string[];
  readonly status: 'queued' | 'duplicate';
}

/** `fieldbridge refusals accept`: takes in after all what was refused at the door. */
export async function acceptRefusal(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const api = openAdminApi(args, surroundings);
  const id = args.words[0] ?? '';
  const answer = await api.post<Accepted>(`refusals/${encodeURIComponent(id)}/accept`);
  if (args.options.json) surroundings.out.write(`${JSON.stringify(answer, null, 2)}\n`);
  else surroundings.out.write(`${words(answer)}\n`);
  return exit.fine;
}

function words({ ids, status }: Accepted): string {
  if (ids.length === 0) return 'taken in; there is no event in it';
  const how = status === 'duplicate' ? 'it was taken in before, as' : 'taken in as';
  return `${how} ${ids.join(', ')}; \`fieldbridge events show ID\` tells what becomes of it`;
}
