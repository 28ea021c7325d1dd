import type { Counts } from '../counts.ts';
import { allStatuses, type Status } from '../event.ts';

/**
 * How many calls of a destination and a mapping show a status; under two empty names, how many events have no calls and show
 * it, but for those that wait to be planned for the first time.
 */
export interface TallyRow {
  readonly destination: string;
  readonly mapping: string;
  readonly status: Status;
  readonly calls: number;
}

/** How many events wait to be planned; `fresh`: for the first time. */
export interface WaitingCounts {
  readonly unplanned: number;
  readonly fresh: number;
}

type ByStatus = Record<Status, number>;

/** What there is in all, at each destination and of each mapping (Store.counts). */
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

/** The mappings of which any call shows as held. */
export function mappingsThatHold({ byMapping }: Pick<Counts, 'byMapping'>): readonly string[] {
  return Object.entries(byMapping).flatMap(([mapping, { held }]) => (held > 0 ? [mapping] : []));
}

function none(): ByStatus {
  return Object.fromEntries(allStatuses.map(status => [status, 0])) as ByStatus;
}
