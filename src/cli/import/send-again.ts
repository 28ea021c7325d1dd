import { counted } from '../../diagnostics/counted.ts';
import type { ReplayPreview } from '../../inbox/event-filter.ts';
import type { EventOfRow, JudgedRow, KnownRow } from '../../lists/known-rows.ts';
import type { AdminApi } from '../operate/admin-api.ts';
import type { Surroundings } from '../surroundings.ts';
import { confirm } from '../terminal/confirm.ts';
import { patiently, waitForProgress } from './follow.ts';
import { namesOfRows } from './row-names.ts';

/** The number of events in a request. */
const eventsTogether = 100;

/** How delivered rows are sent again. */
export interface SendingAgain {
  readonly isConfirmed: boolean;
  readonly actor: object;
  /** Returns the current outcomes of rows. */
  readonly judge: (rows: readonly KnownRow[]) => Promise<readonly JudgedRow[]>;
}

/**
 * Replays delivered rows with the current mappings, after a person has seen the effect and confirmed. Waits for their
 * results. Returns false if the person does not confirm.
 */
export async function sendAgain(
  api: AdminApi,
  rows: readonly EventOfRow[],
  { isConfirmed, actor, judge }: SendingAgain,
  surroundings: Surroundings,
): Promise<boolean> {
  const some = parts(rows);
  let newer = 0;
  for (const ids of some) {
    const body = { ids, again: true, preview: true };
    const { preview } = await patiently(() => api.post<{ preview: ReplayPreview }>('events/replay', body));
    newer += preview.newer;
  }
  if (!(await confirm(question(rows, newer), isConfirmed, surroundings))) return false;
  for (const ids of some) await patiently(() => api.post('events/replay', { ...actor, ids, again: true }));
  await waitForProgress(surroundings.err, async () => {
    let done = 0;
    for (let from = 0; from < rows.length; from += eventsTogether)
      for (const { status } of await judge(rows.slice(from, from + eventsTogether)))
        if (status !== 'queued') done += 1;
    return { view: undefined, done, total: rows.length };
  });
  return true;
}

function parts(rows: readonly EventOfRow[]): readonly (readonly string[])[] {
  const ids = rows.map(({ id }) => id);
  const count = Math.ceil(ids.length / eventsTogether);
  return Array.from({ length: count }, (_, at) => ids.slice(at * eventsTogether, (at + 1) * eventsTogether));
}

function question(rows: readonly EventOfRow[], newer: number): string {
  const names = namesOfRows(rows.map(({ row }) => row));
  const head = `${counted(rows.length, 'delivered row')} would be sent again with the current mappings: ${names}`;
  if (newer === 0) return head;
  const have = newer === 1 ? 'has a value' : 'have values';
  return `${head}\n${counted(newer, 'row')} ${have} that newer events have set since, which is left out.`;
}
