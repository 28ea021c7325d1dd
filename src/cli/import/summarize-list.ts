import { batches } from '../../lists/batches.ts';
import { createSummary, type DryRunSummary } from '../../lists/dry-run-summary.ts';
import type { AdminApi } from '../operate/admin-api.ts';
import type { Surroundings } from '../surroundings.ts';
import type { ListFile } from './list-file.ts';
import { createProgress } from './progress.ts';

/** Returns the expected outcome of a list: all its rows are previewed, before the first one is stored. */
export async function summarizeList(
  api: AdminApi,
  source: string,
  list: ListFile,
  err: Surroundings['err'],
): Promise<DryRunSummary> {
  const all = createSummary();
  const progress = createProgress('looked at', list.rows, err);
  let done = 0;
  try {
    for await (const rows of batches(list)) {
      const request = { source, rows, mended: list.isMended, digest: list.digest };
      const answer = await api.post<Parameters<typeof all.add>[0]>('imports/preview', request);
      all.add({ ...answer, sent: rows });
      done += rows.length;
      progress.tell(done);
    }
  } finally {
    progress.end();
  }
  return all.summary();
}
