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
/** The same before its first answer: it may not be running at all. */
const firstMs = 3_000;
const askAgainMs = 500;

/** Watches the rows until each has a result, or there is no more progress. */
export async function followImport(
  api: AdminApi,
  id: string,
  err: Surroundings['err'],
): Promise<ImportAnswer> {
  return waitForProgress(err, async () => {
    const view = await api.get<ImportAnswer>(`imports/${encodeURIComponent(id)}`);
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

/** An API that retries each request while the bridge is unavailable. `once`: the same without that. */
export interface PatientApi extends AdminApi {
  readonly once: AdminApi;
}

/**
 * Returns an API that waits for a bridge that is restarting. A request that was processed without a response can be
 * repeated, because each row is imported once. After the bridge was away for too long, nothing is retried.
 */
export function patientApi(api: AdminApi, err: Surroundings['err']): PatientApi {
  let patience = firstMs;
  const tell = () => {
    const start = err.isTTY === true ? '\n' : '';
    err.write(`${start}the bridge does not respond; retrying until it does\n`);
  };
  async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const begunAt = performance.now();
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await ask();
        if (patience > 0) patience = awayMs;
        return answer;
      } catch (error) {
        if (!isAway(error)) throw error;
        if (performance.now() - begunAt > patience) {
          patience = 0;
          throw new CommandFailed(`${error.message}\n${continues}`, error.status);
        }
        if (tries === 0) tell();
        await sleep(askAgainMs);
      }
    }
  }
  return {
    address: api.address,
    once: api,
    get: (path, query) => patiently(() => api.get(path, query)),
    post: (path, input) => patiently(() => api.post(path, input)),
  };
}

const continues = 'The same command continues where this one ended.';

/** True if the bridge did not respond, or could not process a request. */
export function isAway(error: unknown): error is CommandFailed {
  return error instanceof CommandFailed && error.status === exit.failure;
}
