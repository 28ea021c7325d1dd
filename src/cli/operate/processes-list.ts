import type { ProcessView } from '../../server/api/routes/processes.ts';
import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { table } from '../terminal/table.ts';
import { fromNow } from '../terminal/time-words.ts';
import { openAdminApi } from './admin-api.ts';

/** `fieldbridge processes`: lists the processes that share a store in PostgreSQL, with the work of each. */
export async function listProcesses(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const api = openAdminApi(args, surroundings);
  const answer = await api.get<{ processes: readonly ProcessView[] }>('processes');
  if (args.options.json) surroundings.out.write(`${JSON.stringify(answer, null, 2)}\n`);
  else surroundings.out.write(processesText(answer.processes, surroundings));
  return exit.fine;
}

function processesText(all: readonly ProcessView[], { out }: Surroundings): string {
  if (all.length === 0) return 'the store of the bridge is a file, which one process has alone\n';
  const now = Date.now();
  const header = ['process', 'started', 'seen', 'version', 'mappings', 'config', 'works', 'delivers to'];
  const rows = all.map(each => [
    each.name,
    fromNow(each.startedAt, now),
    fromNow(each.seenAt, now),
    each.version,
    each.mappings.slice(0, hashLength),
    each.config.slice(0, hashLength),
    each.works.join(', ') || '-',
    each.delivers.join(', ') || '-',
  ]);
  return table(header, rows, out.columns);
}

/** Enough characters of a hash to tell two hashes apart. */
const hashLength = 7;
