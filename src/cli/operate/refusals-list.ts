import type { RefusalView } from '../../inbox/refusal.ts';
import type { UnknownPath } from '../../server/webhooks/unknown-paths.ts';
import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { limitOf } from '../terminal/limit.ts';
import { table } from '../terminal/table.ts';
import { timeAgoShort } from '../terminal/time-words.ts';
import { openAdminApi } from './admin-api.ts';

/**
 * `fieldbridge refusals list`: lists the refused webhooks, the newest first, with the reason, and the unknown paths of
 * requests.
 */
export async function listRefusals(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const limit = limitOf(args);
  if (limit > largestPage) throw new UsageError(`--limit takes a number from 1 to ${largestPage} here`);
  const { source } = args.options;
  const query = { limit, source: typeof source === 'string' ? source : undefined };
  const api = openAdminApi(args, surroundings);
  const answer = await api.get<Listed>('refusals', query);
  if (args.options.json) surroundings.out.write(`${JSON.stringify(answer, null, 2)}\n`);
  else surroundings.out.write(listText(answer, surroundings));
  return exit.fine;
}

interface Listed {
  readonly refusals: readonly RefusalView[];
  readonly unknownPaths?: readonly UnknownPath[];
}

/** The maximum number that the API returns; it has no further pages. */
const largestPage = 200;

function listText({ refusals, unknownPaths = [] }: Listed, { out }: Surroundings): string {
  const refused = refusals.length === 0 ? 'nothing was refused\n' : refusalsText(refusals, out);
  return unknownPaths.length === 0 ? refused : `${refused}\n${pathsText(unknownPaths, out)}`;
}

/** A URL at the sender may be misspelt. */
function pathsText(all: readonly UnknownPath[], out: Surroundings['out']): string {
  const now = Date.now();
  const rows = all.map(each => [
    `${each.method} ${each.path}`,
    timeAgoShort(each.lastAt, now),
    String(each.count),
    each.near === undefined ? 'no source is like it' : `probably meant: ${each.near}`,
  ]);
  return `Requests to paths of no source since the start:\n${table(['path', 'last', 'times', 'source'], rows, out.columns)}`;
}

function refusalsText(all: readonly RefusalView[], out: Surroundings['out']): string {
  const now = Date.now();
  const rows = all.map(each => [
    each.id,
    timeAgoShort(each.at, now),
    String(each.status),
    `${each.source}: ${each.reason}${acceptanceWords(each)}`,
  ]);
  const list = table(['refusal', 'when', 'HTTP', 'why'], rows, out.columns);
  const isMendable = all.some(each => each.acceptable && !each.acceptedAs && each.refusedAgain === undefined);
  const advice = isMendable
    ? '\nWhat was verified can be taken in after all: `fieldbridge refusals accept ID`.\n'
    : '';
  const isUnreadable = all.some(each => !each.acceptedAs && each.refusedAgain !== undefined);
  const written = isUnreadable
    ? '\nIf a body cannot be read, write the payload of its event in a file: `fieldbridge refusals accept ID --payload FILE --reason TEXT`.\n'
    : '';
  return `${list}${advice}${written}`;
}

function acceptanceWords({ acceptedAs, acceptable, reason, refusedAgain }: RefusalView): string {
  if (acceptedAs) return `; taken in after all as ${acceptedAs.join(', ')}`;
  if (refusedAgain !== undefined) {
    const why = refusedAgain === reason ? '' : ` (${refusedAgain})`;
    return `; would be refused again${why}: change the source, or write its payload`;
  }
  return acceptable ? '; can be accepted' : '';
}
