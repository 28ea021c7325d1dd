import type { FailedPage } from '../../lists/failed-rows.ts';
import type { AdminApi } from '../operate/admin-api.ts';
import type { ImportAnswer } from './follow.ts';
import { type DoubtfulRow, mostCodes } from './import-result.ts';

/** Returns the first delivered row of the most frequent warnings of an import. */
export async function doubtfulRows(
  api: AdminApi,
  { id, warnings }: ImportAnswer,
): Promise<readonly DoubtfulRow[]> {
  const found: DoubtfulRow[] = [];
  for (const { code } of warnings.codes.slice(0, mostCodes)) {
    const query = { status: 'delivered', code, limit: 1 };
    const { events } = await api.get<FailedPage>(`imports/${encodeURIComponent(id)}/events`, query);
    const [first] = events;
    const told = first?.diagnostics.find(each => each.code === code);
    if (first && told) found.push({ code, row: first.row, message: told.message });
  }
  return found;
}
