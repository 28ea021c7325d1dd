import { setImmediate as nextTurn } from 'node:timers/promises';
import { previewEventOfRow, type RowPreview } from '../../../deliver/planning/preview-row.ts';
import { isoTime } from '../../../inbox/clock.ts';
import { decideRepeated } from '../../../inbox/decide/repeated-row.ts';
import type { DeliveryOfPerson, KnownOutcome } from '../../../inbox/import-record.ts';
import { withoutNumber } from '../../../lists/failed-rows.ts';
import type { EarlierVersion, JudgedRow, KnownRow } from '../../../lists/known-rows.ts';
import type { ApiParts } from '../api-route.ts';
import { sendsOther } from '../replay-effect.ts';
import type { ReadRow } from './list-rows.ts';

/** A row whose event is known. `differs`: the event has the id of the row, but other contents. */
export interface RepeatedRow extends ReadRow {
  readonly event: string;
  readonly differs: boolean;
}

/** The outcomes of events by their ids. */
export type Outcomes = ReadonlyMap<string, KnownOutcome>;

/** Returns the outcomes of the events that rows repeat or correct. */
export async function outcomesOfRows(
  rows: readonly { readonly event?: string | undefined; readonly replaces: string | undefined }[],
  { store }: Pick<ApiParts, 'store'>,
): Promise<Outcomes> {
  const ids = rows.flatMap(({ event, replaces }) => [event, replaces].filter(id => id !== undefined));
  return ids.length === 0 ? new Map() : store.outcomes([...new Set(ids)]);
}

/** Decides about a row whose event is known (`decideRepeated`). `list`: the number of its import, if there is one. */
export function decideRow(
  { event, differs, replaces }: RepeatedRow,
  outcomes: Outcomes,
  list: number | undefined,
): ReturnType<typeof decideRepeated> {
  const correctsFailed = replaces !== undefined && outcomes.get(replaces)?.status === 'failed';
  return decideRepeated({ outcome: outcomes.get(event), differs, list, correctsFailed });
}

/** True if nothing would be sent. A row without a customer number needs a person, so it is planned again, for the next file of failed rows. */
export function isSkippedAgain(preview: RowPreview | undefined): boolean {
  return preview?.outcome === 'skipped' && preview.main?.code !== withoutNumber;
}

/** The expected outcome of planning an event again. */
interface PreviewAgain {
  readonly preview: RowPreview;
  /** The deliveries of newer events, which have set other values: these stay. */
  readonly newer: readonly DeliveryOfPerson[];
}

/** Returns the expected outcome of planning an event again; undefined if it is no longer stored. */
export async function previewAgain(
  event: string,
  { store, bridge }: ApiParts,
): Promise<PreviewAgain | undefined> {
  const contents = await store.contents(event);
  if (!contents) return undefined;
  const preview = await previewEventOfRow(contents, [], bridge.planning(), store.deliveredIn);
  return { preview, newer: preview.setBy.filter(({ sequence }) => sequence > contents.sequence) };
}

/** The expected outcome of importing a row whose event is known. */
export type KnownPreview =
  | { readonly kind: 'again'; readonly preview: RowPreview; readonly setBy: readonly string[] }
  | { readonly kind: 'anew' }
  | {
      readonly kind: 'known';
      readonly status: KnownOutcome['status'] | undefined;
      readonly preview: RowPreview | undefined;
      readonly setBy: readonly string[];
      readonly earlier: EarlierVersion | undefined;
    };

/** Returns the expected outcome of a row whose event is known; `list`: the number of its import, if there is one. */
export async function previewRepeated(
  repeated: RepeatedRow,
  list: number | undefined,
  outcomes: Outcomes,
  parts: ApiParts,
): Promise<KnownPreview> {
  const outcome = outcomes.get(repeated.event);
  const decided = decideRow(repeated, outcomes, list);
  if (decided === 'anew') return { kind: 'anew' };
  const status = outcome?.status;
  const found = status === undefined ? undefined : await previewAgain(repeated.event, parts);
  const preview = found?.preview;
  if (found && decided === 'again' && !(status === 'skipped' && isSkippedAgain(preview))) {
    const overwrites = found.preview.overwrites - found.newer.length;
    return { kind: 'again', preview: { ...found.preview, overwrites }, setBy: eventsOf(found.newer) };
  }
  const isDelivered = status === 'delivered' && !repeated.differs;
  const setBy = isDelivered && preview ? eventsOf(preview.setBy, repeated.event) : [];
  const earlier = isDelivered ? await earlierVersion(repeated.event, outcome, parts) : undefined;
  return { kind: 'known', status, preview, setBy, earlier };
}

/**
 * Returns the current outcomes of rows whose events are known, and the events that have set other values of their people
 * since: not rows of the same list behind them.
 */
export async function judgeKnown(
  rows: readonly KnownRow[],
  list: number,
  parts: ApiParts,
): Promise<readonly JudgedRow[]> {
  const outcomes = await parts.store.outcomes(rows.map(({ id }) => id));
  const judged: JudgedRow[] = [];
  for (const { row, id, differs } of rows) {
    await nextTurn();
    const outcome = outcomes.get(id);
    const isUnset = outcome?.status === 'skipped' || (outcome?.status === 'delivered' && outcome.hasOthers);
    const isCompared = isUnset && !differs;
    const preview = isCompared ? (await previewAgain(id, parts))?.preview : undefined;
    const isBehind = (by: DeliveryOfPerson) => by.import === list && by.row !== undefined && by.row > row;
    const setBy = eventsOf(
      (preview?.setBy ?? []).filter(by => !isBehind(by)),
      id,
    );
    const earlier = differs ? undefined : await earlierVersion(id, outcome, parts);
    judged.push({
      ...{ row, id },
      ...(outcome && { status: outcome.status }),
      ...(setBy.length > 0 && { setBy }),
      ...(earlier && { earlier }),
    });
  }
  return judged;
}

/** Returns the events that have delivered these calls, without the event of the row: another version may have made its call. */
function eventsOf(calls: readonly DeliveryOfPerson[], own?: string): readonly string[] {
  return [...new Set(calls.map(({ event }) => event).filter(event => event !== own))];
}

/** Returns the mappings that have delivered updates of an event, and have changed since. */
export function changedMappings(
  outcome: KnownOutcome | undefined,
  { bridge }: Pick<ApiParts, 'bridge'>,
): readonly string[] {
  const { mappings } = bridge.planning();
  const changed = (outcome?.updates ?? []).filter(({ mapping, version }) => {
    const current = mappings.find(mapping);
    return current !== undefined && current.version !== version;
  });
  return [...new Set(changed.map(({ mapping }) => mapping))];
}

async function earlierVersion(
  event: string,
  outcome: KnownOutcome | undefined,
  parts: ApiParts,
): Promise<EarlierVersion | undefined> {
  const mappings = changedMappings(outcome, parts);
  if (mappings.length === 0) return undefined;
  const at = isoTime(Math.max(...(outcome?.updates ?? []).map(each => each.at)));
  return { mappings, at, differs: await sendsOther(event, parts) };
}
