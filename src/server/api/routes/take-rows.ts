import type { Actor } from '../../../inbox/audit.ts';
import type { ImportRecord, KnownOutcome } from '../../../inbox/import-record.ts';
import type { TakenRows } from '../../../lists/failed-rows.ts';
import { identifiedByContents } from '../../../receive/receive-row.ts';
import type { ApiParts } from '../api-route.ts';
import {
  changedMappings,
  decideRow,
  isSkippedAgain,
  type Outcomes,
  outcomesOfRows,
  previewAgain,
  type RepeatedRow,
} from './known-rows.ts';
import type { ReadRow } from './list-rows.ts';

/** Stores rows of an import, and plans those again whose events have delivered nothing or not everything. */
export async function takeTogether(
  read: readonly ReadRow[],
  list: Pick<ImportRecord, 'number' | 'file'>,
  actor: Actor,
  parts: ApiParts,
): Promise<Omit<TakenRows, 'unreadable'>> {
  const accepted = await Promise.all(read.map(each => takeRow(each, parts)));
  const outcomes = await outcomesOfRows(
    accepted.filter(({ isDuplicate }) => isDuplicate),
    parts,
  );
  const again: number[] = [];
  const known: TakenRows['known'][number][] = [];
  let taken = 0;
  let duplicates = 0;
  for (const each of accepted) {
    const { row, replaces, isDuplicate } = each;
    const became: TakenAgain = isDuplicate
      ? await takeRepeated(each, list, outcomes, actor, parts)
      : { kind: 'taken', event: each.event };
    const { kind, event } = became;
    const outcome = became.kind === 'known' ? became.outcome : undefined;
    if (replaces !== undefined && replaces !== event && isAlive(became)) {
      const why = `row ${row} of ${list.file} was corrected`;
      await parts.store.replaceFailed(
        { source: each.request.source, id: replaces, by: event },
        { ...actor, why },
      );
    }
    if (kind === 'taken') taken += 1;
    else if (kind === 'again') again.push(row);
    else {
      duplicates += 1;
      const isOwn = outcome?.import === list.number;
      const differs = each.differs && event === each.event;
      if (isOwn && !differs && !needsWords(outcome, parts)) continue;
      known.push({ row, id: event, ...(differs && { differs }), ...(isOwn && { isOwn }) });
    }
  }
  return { taken, again, duplicates, known };
}

/** True if a row of the same list has more to report than that its event is known. */
function needsWords(outcome: KnownOutcome | undefined, parts: ApiParts): boolean {
  return outcome?.hasOutside === true || changedMappings(outcome, parts).length > 0;
}

async function takeRow(
  row: ReadRow,
  { bridge }: ApiParts,
): Promise<RepeatedRow & { readonly isDuplicate: boolean }> {
  if (row.unchanged !== undefined) return { ...row, event: row.unchanged, differs: false, isDuplicate: true };
  const [added] = await bridge.accept(row.request);
  if (!added) throw new Error('a row became no event');
  const { id: event, status, differs = false } = added;
  return { ...row, event, differs, isDuplicate: status === 'duplicate' };
}

/** The result for a row whose event is known: it is planned again, it becomes an event of its own, or nothing happens. */
type TakenAgain =
  | { readonly kind: 'again' | 'taken'; readonly event: string }
  | { readonly kind: 'known'; readonly event: string; readonly outcome: KnownOutcome | undefined };

/**
 * Takes in a row whose event is known. An event that has delivered nothing, or not everything, is planned again with the
 * current mappings; if it has other contents, the row becomes an event of its own, and the failed one is discarded.
 */
async function takeRepeated(
  repeated: RepeatedRow,
  { number, file }: Pick<ImportRecord, 'number' | 'file'>,
  outcomes: Outcomes,
  actor: Actor,
  parts: ApiParts,
): Promise<TakenAgain> {
  const { event, row } = repeated;
  const outcome = outcomes.get(event);
  const known = { kind: 'known', event, outcome } as const;
  const decided = decideRow(repeated, outcomes, number);
  if (decided === 'known') return known;
  const why = `row ${row} of ${file}`;
  if (decided === 'anew') return takeAnew(repeated, { number, file }, actor, parts);
  if (outcome?.status === 'skipped' && isSkippedAgain((await previewAgain(event, parts))?.preview))
    return known;
  const what = { id: event, row: { import: number, row } };
  return (await parts.store.planRowAgain(what, { ...actor, why })) ? { kind: 'again', event } : known;
}

async function takeAnew(
  repeated: RepeatedRow,
  list: Pick<ImportRecord, 'number' | 'file'>,
  actor: Actor,
  parts: ApiParts,
): Promise<TakenAgain> {
  const { row, repeat, request, event: before } = repeated;
  const [added] = await parts.bridge.accept(identifiedByContents(request, repeat));
  if (!added) throw new Error('a row became no event');
  const { id: event } = added;
  const why = `row ${row} of ${list.file} was corrected`;
  const replace = () =>
    parts.store.replaceFailed({ source: request.source, id: before, by: event }, { ...actor, why });
  if (added.status !== 'duplicate') {
    await replace();
    return { kind: 'taken', event };
  }
  const outcomes = await parts.store.outcomes([event, before]);
  const correctsFailed = outcomes.get(before)?.status === 'failed';
  const again = { ...repeated, event, differs: false, ...(correctsFailed && { replaces: before }) };
  const taken = await takeRepeated(again, list, outcomes, actor, parts);
  if (isAlive(taken)) await replace();
  return taken;
}

/** True if a row has an event that is sent, was sent, or waits for a person: it may replace a failed one. */
function isAlive(taken: TakenAgain): boolean {
  return taken.kind !== 'known' || (taken.outcome !== undefined && taken.outcome.status !== 'discarded');
}
