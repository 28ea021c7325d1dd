import type { FailedPage } from '../../lists/failed-rows.ts';
import type { AdminApi } from '../operate/admin-api.ts';
import type { ImportAnswer } from './follow.ts';
import { type DoubtfulRows, mostCodes, mostRows } from './import-result.ts';

/** Returns the first delivered rows of the most urgent and the most frequent warnings of an import. */
export async function doubtfulRows(
  api: AdminApi,
  { id, warnings }: ImportAnswer,
): Promise<readonly DoubtfulRows[]> {
  const found: DoubtfulRows[] = [];
  for (const { code } of warnings.codes.slice(0, mostCodes)) {
    const query = { status: 'delivered', code, limit: mostRows };
    const { events } = await api.get<FailedPage>(`imports/${encodeURIComponent(id)}/events`, query);
    const told = events[0]?.diagnostics.find(each => each.code === code);
    if (told) found.push({ code, rows: events.map(({ row }) => row), message: told.message });
  }
  return found;
}
