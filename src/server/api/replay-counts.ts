import { setsNewer } from '../../deliver/drop-superseded.ts';
import type { EventFilter, ReplayPreview } from '../../inbox/event-filter.ts';
import type { ApiParts } from './api-route.ts';
import { effectOf } from './replay-effect.ts';

/** The effect of replaying more events than this is counted by their stored calls. */
const mostPlanned = 50;

/**
 * Counts the expected effect of replaying all events that match a filter. If they are few, each is planned, because its
 * stored calls may be about another customer than the calls that are sent. `most`: the highest number to count.
 */
export async function countReplay(
  filter: EventFilter,
  { again, most }: { readonly again: boolean; readonly most?: number | undefined },
  parts: Pick<ApiParts, 'store' | 'bridge'>,
): Promise<ReplayPreview> {
  const { store } = parts;
  const counted = await store.previewReplay(filter, setsNewer, { again, most });
  if (counted.more || counted.events > mostPlanned) return counted;
  const { otherCustomer: _, ...others } = counted;
  return { ...others, ...(await planned(await idsOf(filter, store), again, parts)) };
}

/** Counts the expected effect of replaying these events. Each is planned. */
export async function countReplayOf(
  ids: readonly string[],
  { again }: { readonly again: boolean },
  parts: Pick<ApiParts, 'store' | 'bridge'>,
): Promise<ReplayPreview> {
  let events = 0;
  let nothingLeft = 0;
  for (const id of ids) {
    const one = await parts.store.previewReplay({ id }, undefined, { again });
    events += one.events;
    nothingLeft += one.nothingLeft ?? 0;
  }
  return { events, ...(await planned(ids, again, parts)), ...(nothingLeft > 0 && { nothingLeft }) };
}

async function planned(
  ids: readonly string[],
  again: boolean,
  { store, bridge }: Pick<ApiParts, 'store' | 'bridge'>,
): Promise<Pick<ReplayPreview, 'newer' | 'otherCustomer'>> {
  let newer = 0;
  let otherCustomer = 0;
  for (const id of ids) {
    const { effects, remains = [] } = await effectOf(id, { again }, { store, bridge });
    const one = effects ? undefined : await store.previewReplay({ id }, setsNewer, { again });
    const isLeftOut = effects?.some(
      ({ stays, superseded }) => superseded && (stays === undefined || stays === 'superseded'),
    );
    newer += one?.newer ?? (isLeftOut ? 1 : 0);
    otherCustomer += one?.otherCustomer ?? (remains.some(each => each.otherCustomer) ? 1 : 0);
  }
  return { newer, ...(otherCustomer > 0 && { otherCustomer }) };
}

async function idsOf(filter: EventFilter, store: ApiParts['store']): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.events({
      ...filter,
      limit: mostPlanned,
      ...(cursor !== undefined && { cursor }),
    });
    ids.push(...page.events.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== undefined && ids.length <= mostPlanned);
  return ids;
}
