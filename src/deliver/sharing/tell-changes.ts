import { type CommonThing, differencesAmong } from '../../inbox/decide/common-things.ts';
import type { ProcessRecord } from '../../inbox/shared-work.ts';
import type { Report } from '../report.ts';

/** The processes on the store at two consecutive checks. */
export interface SharingChange {
  /** Empty at the first check. */
  readonly before: readonly ProcessRecord[];
  readonly after: readonly ProcessRecord[];
  /** The id of this process. */
  readonly own: string;
}

/** A process that was silent for this long before it disappeared did not stop normally. Milliseconds. */
const silentMs = 5_000;

/**
 * Logs the processes that joined and left since the last check, the current work of this process, and the differences
 * between the processes.
 */
export function tellChanges({ before, after, own }: SharingChange, report: (report: Report) => void): void {
  const number = after.length;
  const self = after.find(({ id }) => id === own);
  for (const { name, version } of othersIn(after, before, own)) {
    report({ what: 'process joined', details: { process: name, version, number } });
  }
  const seenAt = before.find(({ id }) => id === own)?.seenAt ?? 0;
  for (const gone of othersIn(before, after, own)) {
    const isLost = seenAt - gone.seenAt > silentMs;
    const what = isLost ? 'process lost' : 'process left';
    report({ what, details: { process: gone.name, number } });
  }
  const worksBefore = worksOfProcess(before.find(({ id }) => id === own));
  const works = worksOfProcess(self);
  if (self && JSON.stringify(works) !== JSON.stringify(worksBefore))
    report({ what: 'leases changed', details: works });
  tellDifferences(differencesAmong(before), differencesAmong(after), report);
}

function tellDifferences(
  before: readonly CommonThing[],
  after: readonly CommonThing[],
  report: (report: Report) => void,
): void {
  if (after.some(each => !before.includes(each)))
    report({ what: 'processes differ', details: { differIn: after } });
  if (before.length > 0 && after.length === 0) report({ what: 'processes agree again' });
}

/** Returns the processes of a list that are not in the other one. */
function othersIn(
  list: readonly ProcessRecord[],
  other: readonly ProcessRecord[],
  own: string,
): readonly ProcessRecord[] {
  const known = new Set(other.map(({ id }) => id));
  return list.filter(({ id }) => id !== own && !known.has(id));
}

function worksOfProcess(process: ProcessRecord | undefined): Pick<ProcessRecord, 'works' | 'delivers'> {
  return { works: process?.works.toSorted() ?? [], delivers: process?.delivers.toSorted() ?? [] };
}
