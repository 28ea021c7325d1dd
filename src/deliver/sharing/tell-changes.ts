import { type CommonThing, differencesAmong } from '../../inbox/decide/common-things.ts';
import type { ProcessRecord } from '../../inbox/shared-work.ts';
import type { Report } from '../report.ts';

/** Who shared the store at two looks, one after the other. */
export interface SharingChange {
  /** Empty at the first look. */
  readonly before: readonly ProcessRecord[];
  readonly after: readonly ProcessRecord[];
  /** The id of the process that looked. */
  readonly own: string;
}

/** One that said nothing for so long before it was gone did not leave by itself. Milliseconds. */
const silentMs = 5_000;

/** Tells who came and who went since the last look, what this process does now, and in what the processes differ. */
export function tellChanges({ before, after, own }: SharingChange, report: (report: Report) => void): void {
  const number = after.length;
  const self = after.find(({ id }) => id === own);
  for (const { name, version } of othersIn(after, before, own)) {
    report({ what: 'another process shares the store', details: { process: name, version, number } });
  }
  const seenAt = before.find(({ id }) => id === own)?.seenAt ?? 0;
  for (const gone of othersIn(before, after, own)) {
    const isLost = seenAt - gone.seenAt > silentMs;
    const what = isLost
      ? 'a process that shared the store is lost'
      : 'a process that shared the store has left';
    report({ what, details: { process: gone.name, number } });
  }
  const worksBefore = worksOfProcess(before.find(({ id }) => id === own));
  const works = worksOfProcess(self);
  if (self && JSON.stringify(works) !== JSON.stringify(worksBefore))
    report({ what: 'this process does other work now', details: works });
  tellDifferences(differencesAmong(before), differencesAmong(after), report);
}

function tellDifferences(
  before: readonly CommonThing[],
  after: readonly CommonThing[],
  report: (report: Report) => void,
): void {
  if (after.some(each => !before.includes(each)))
    report({ what: 'processes on the store differ', details: { differIn: after } });
  if (before.length > 0 && after.length === 0) report({ what: 'processes on the store are alike again' });
}

/** Those in a list that are not in the other one. */
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
