import type { SharingProcesses } from '../../deliver/sharing/share-work.ts';
import { differenceWords } from '../../inbox/decide/common-things.ts';
import { gauge, type Measured, storeGauge } from '../../metrics/metrics.ts';

/** Describes the differences between processes that share a store and should be alike. */
export function processWords(processes: SharingProcesses | undefined): readonly string[] {
  return (processes?.differIn ?? []).map(
    thing => `for more than ten minutes the processes on this store differ: ${differenceWords[thing]}`,
  );
}

/** Returns the metrics of the processes and of this process's work; none if it is alone on its store. */
export function processesFigures(processes: SharingProcesses | undefined): readonly Measured[] {
  if (!processes) return [];
  const own = processes.all.find(({ id }) => id === processes.own);
  return [
    storeGauge(
      'fieldbridge_processes',
      'Processes that share the store and were seen in the last ten seconds.',
      [{ labels: {}, value: processes.all.length }],
    ),
    gauge(
      'fieldbridge_process_works',
      '1 for each work that this process does for all: planning, upkeep, messages.',
      (own?.works ?? []).map(work => ({ labels: { work }, value: 1 })),
    ),
    gauge('fieldbridge_process_destinations', 'To how many destinations this process delivers.', [
      { labels: {}, value: own?.delivers.length ?? 0 },
    ]),
    storeGauge(
      'fieldbridge_processes_differ',
      '1 where processes on the store differ in this for longer than a roll-out takes.',
      processes.differIn.map(what => ({ labels: { what }, value: 1 })),
    ),
  ];
}
