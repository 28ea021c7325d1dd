import type { Counts } from '../counts.ts';
import { allStatuses, type Status } from '../event.ts';

/**
 * The number of calls of a destination and a mapping with a status. With two empty names: the number of events
 * without calls and with that status, except those that wait for their first planning.
 */
export interface TallyRow {
  readonly destination: string;
  readonly mapping: string;
  readonly status: Status;
  readonly calls: number;
}

/** The numbers of events that wait for planning; `fresh`: for the first time. */
export interface WaitingCounts {
  readonly unplanned: number;
  readonly fresh: number;
}

type ByStatus = Record<Status, number>;

/** Returns the totals, and the counts of each destination and of each mapping (Store.counts). */
export function sumTally(
  rows: readonly TallyRow[],
  { unplanned, fresh }: WaitingCounts,
): Omit<Counts, 'stranded'> {
  const total = { ...none(), queued: fresh };
  const byDestination: Record<string, ByStatus> = Object.create(null);
  const byMapping: Record<string, ByStatus> = Object.create(null);
  let unclaimed = 0;
  for (const { destination, mapping, status, calls } of rows) {
    total[status] += calls;
    if (mapping === '') {
      if (status === 'held') unclaimed += calls;
      continue;
    }
    byDestination[destination] ??= none();
    byDestination[destination][status] += calls;
    byMapping[mapping] ??= none();
    byMapping[mapping][status] += calls;
  }
  return { statuses: total, unplanned, unclaimed, byDestination, byMapping };
}

/** Returns the mappings with any call that shows as held. */
export function mappingsThatHold({ byMapping }: Pick<Counts, 'byMapping'>): readonly string[] {
  return Object.entries(byMapping).flatMap(([mapping, { held }]) => (held > 0 ? [mapping] : []));
}

function none(): ByStatus {
  return Object.fromEntries(allStatuses.map(status => [status, 0])) as ByStatus;
}
