import type { DestinationView } from '../../deliver/bridge.ts';
import { causeWords } from '../../inbox/destination-record.ts';
import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { table } from '../terminal/table.ts';
import { fromNow, localTime, timeAgo } from '../terminal/time-words.ts';
import { openAdminApi } from './admin-api.ts';

/** `fieldbridge destinations list`: lists the destinations and their states. Exit status 1 if one is held. */
export async function listDestinations(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const api = openAdminApi(args, surroundings);
  const answer = await api.get<{ destinations: readonly DestinationView[] }>('destinations');
  if (args.options.json) surroundings.out.write(`${JSON.stringify(answer, null, 2)}\n`);
  else surroundings.out.write(destinationsText(answer.destinations, surroundings));
  return answer.destinations.some(each => each.state === 'held') ? exit.wrong : exit.fine;
}

/** Formats destinations for people: a line for each, with the reason if one is not open. */
export function destinationsText(all: readonly DestinationView[], { out }: Surroundings): string {
  if (all.length === 0) return 'the config of the bridge has no destinations\n';
  const now = Date.now();
  const rows = all.map(each => [each.name, each.state, String(each.waiting), whyWords(each, now)]);
  return table(['destination', 'state', 'waiting', 'why'], rows, out.columns);
}

function whyWords(view: DestinationView, now: number): string {
  const { state, reason, next, since, notBefore, nextProbeAt, catalog, faults } = view;
  const parts = [
    reason !== undefined && causeWords({ reason, next }),
    state === 'open' && faults && faultsWords(faults, now),
    since && state !== 'open' && `since ${localTime(since)} (${timeAgo(since, now)})`,
    notBefore && `nothing is sent before ${localTime(notBefore)}`,
    nextProbeAt && `looked at again ${fromNow(nextProbeAt, now)}`,
    state === 'open' && catalog && `${catalog.fields} fields, read ${timeAgo(catalog.fetchedAt, now)}`,
  ];
  return parts.filter(Boolean).join('; ');
}

function faultsWords({ count, reason, since }: NonNullable<DestinationView['faults']>, now: number): string {
  const which = count === 1 ? 'the last attempt failed' : `the last ${count} attempts failed`;
  return `${which}, first ${timeAgo(since, now)}: ${reason}`;
}
