import { counted } from '../../diagnostics/counted.ts';
import type { ReplayPreview } from '../../inbox/event-filter.ts';
import type { EventOfRow, JudgedRow, KnownRow } from '../../lists/known-rows.ts';
import type { Surroundings } from '../surroundings.ts';
import { confirm } from '../terminal/confirm.ts';
import { isAway, type PatientApi, waitForProgress } from './follow.ts';
import { namesOfRows } from './row-names.ts';

/** The number of events in a request. */
const eventsTogether = 100;

/** How delivered rows are sent again. */
export interface SendingAgain {
  readonly isConfirmed: boolean;
  /** With the values that newer events have set since. */
  readonly isForced: boolean;
  readonly actor: object;
  /** Returns the current outcomes of rows. */
  readonly judge: (rows: readonly KnownRow[]) => Promise<readonly JudgedRow[]>;
}

/**
 * Replays delivered rows with the current mappings, after a person has seen the effect and confirmed. Waits for their
 * results. Returns false if the person does not confirm.
 */
export async function sendAgain(
  api: PatientApi,
  rows: readonly EventOfRow[],
  { isConfirmed, isForced, actor, judge }: SendingAgain,
  surroundings: Surroundings,
): Promise<boolean> {
  const together = parts(rows);
  let newer = 0;
  for (const some of together) {
    const body = { ids: some.map(({ id }) => id), again: true, preview: true };
    const { preview } = await api.post<{ preview: ReplayPreview }>('events/replay', body);
    newer += preview.newer;
  }
  if (!(await confirm(question(rows, newer, isForced), isConfirmed, surroundings))) return false;
  const body = { ...actor, again: true, force: isForced };
  for (const some of together) await replay(api, some, body, judge);
  await waitForProgress(surroundings.err, async () => {
    let done = 0;
    for (let from = 0; from < rows.length; from += eventsTogether)
      for (const { status } of await judge(rows.slice(from, from + eventsTogether)))
        if (status !== 'queued') done += 1;
    return { view: undefined, done, total: rows.length };
  });
  return true;
}

/** If the bridge goes away, it may have replayed them: then only those that are still to be sent are replayed. */
async function replay(
  api: PatientApi,
  rows: readonly EventOfRow[],
  body: object,
  judge: SendingAgain['judge'],
): Promise<void> {
  let left = rows;
  while (left.length > 0) {
    try {
      await api.once.post('events/replay', { ...body, ids: left.map(({ id }) => id) });
      return;
    } catch (error) {
      if (!isAway(error)) throw error;
      const judged = await judge(left);
      const isLeft = ({ status, earlier, setBy }: JudgedRow) =>
        status !== 'queued' && (earlier?.differs === true || setBy !== undefined);
      left = judged.filter(isLeft).map(({ row, id }) => ({ row, id }));
    }
  }
}

function parts(rows: readonly EventOfRow[]): readonly (readonly EventOfRow[])[] {
  const count = Math.ceil(rows.length / eventsTogether);
  return Array.from({ length: count }, (_, at) => rows.slice(at * eventsTogether, (at + 1) * eventsTogether));
}

function question(rows: readonly EventOfRow[], newer: number, isForced: boolean): string {
  const names = namesOfRows(rows.map(({ row }) => row));
  const head = `${counted(rows.length, 'delivered row')} would be sent again with the current mappings: ${names}`;
  if (newer === 0) return head;
  const have = newer === 1 ? 'has a value' : 'have values';
  const then = isForced ? 'the values of the list replace the newer ones' : 'these values are left out';
  return `${head}\n${counted(newer, 'row')} ${have} that newer events have set since: ${then}.`;
}
