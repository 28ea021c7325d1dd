import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportWarnings } from '../../inbox/import-record.ts';
import type { AdminApi } from '../operate/admin-api.ts';
import { CommandFailed, exit, type Surroundings } from '../surroundings.ts';
import { createProgress, type RowProgress } from './progress.ts';

/** An import, as the bridge shows it. */
export interface ImportAnswer {
  readonly id: string;
  readonly rows: number;
  readonly events: Readonly<Partial<Record<string, number>>>;
  readonly warnings: ImportWarnings;
}

const askEveryMs = 500;
/** The time without progress after which the command ends: the bridge continues without it. */
const patienceMs = 30_000;
/** The time for which the bridge may be unavailable, for example during a restart. */
const awayMs = 30_000;
const askAgainMs = 500;

/** Watches the rows until each has a result, or there is no more progress. */
export async function followImport(
  api: AdminApi,
  id: string,
  err: Surroundings['err'],
): Promise<ImportAnswer> {
  return waitForProgress(err, async () => {
    const view = await patiently(() => api.get<ImportAnswer>(`imports/${encodeURIComponent(id)}`));
    const total = countOf(view);
    return { view, total, done: total - (view.events.queued ?? 0) };
  });
}

/** Asks until all rows have a result, or there is no more progress; returns the last view. */
export async function waitForProgress<View>(
  err: Surroundings['err'],
  ask: () => Promise<{ readonly view: View; readonly done: number; readonly total: number }>,
): Promise<View> {
  let progress: RowProgress | undefined;
  let last = -1;
  let movedAt = performance.now();
  for (;;) {
    const { view, done, total } = await ask();
    progress ??= createProgress('delivered', total, err);
    progress.tell(done);
    if (done !== last) movedAt = performance.now();
    last = done;
    if (done >= total || performance.now() - movedAt > patienceMs) {
      progress.end();
      return view;
    }
    await sleep(askEveryMs);
  }
}

/** Returns the number of events of an import. */
export function countOf({ events }: ImportAnswer): number {
  return Object.values(events).reduce<number>((sum, count = 0) => sum + count, 0);
}

/** Retries while the bridge is unavailable: it may be restarting, and confirmed rows are stored. */
export async function patiently<Answer>(ask: () => Promise<Answer>, tell?: () => void): Promise<Answer> {
  const begunAt = performance.now();
  let isTold = false;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof CommandFailed && error.status === exit.failure;
      if (!isAway) throw error;
      if (performance.now() - begunAt > awayMs)
        throw new CommandFailed(
          `${error.message}\nThe same command continues where this one ended.`,
          error.status,
        );
      if (!isTold) tell?.();
      isTold = true;
      await sleep(askAgainMs);
    }
  }
}
