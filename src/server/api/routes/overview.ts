import type { DestinationView, MappingView } from '../../../deliver/bridge.ts';
import { isoTime } from '../../../inbox/clock.ts';
import type { Status } from '../../../inbox/event.ts';
import type { OperatorStore } from '../../../inbox/operator-store.ts';
import type { RefusalWhy } from '../../../inbox/refusal.ts';
import type { ConfigState } from '../../health/config-state.ts';
import { ok } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';

/** The overall state of the bridge. */
export interface OverviewAnswer {
  /** The number of calls by status, and of events without a call. */
  readonly statuses: Readonly<Record<Status, number>>;
  /** The number of events that need a person; `more`: counting stopped there. */
  readonly needsPerson: { readonly events: number; readonly more?: true };
  /** The reasons of failed events, the most frequent one first. */
  readonly failures: readonly FailureCause[];
  /** The number of events that wait because no mapping applies to their source. */
  readonly unclaimed: number;
  /** Calls that wait for the customer number of their link; `more`: counting stopped there. */
  readonly unlinked: { readonly calls: number; readonly more?: true };
  /** Verified webhooks that were refused within a day and not accepted since, by source. */
  readonly refused: readonly RefusedWebhooks[];
  /** Posts within a day to paths that are similar to the path of a source. */
  readonly strays: readonly StrayPosts[];
  /** The config on disk compared with the one in use; absent if the program does not watch it. */
  readonly config?: ConfigState;
  readonly destinations: readonly DestinationView[];
  readonly mappings: readonly MappingView[];
}

/** The number of the newest failed events with one cause. */
export interface FailureCause {
  /** The code of the diagnostic with the reason; absent if there is none. */
  readonly code?: string;
  readonly events: number;
  /** True if more events failed than were examined. */
  readonly more?: true;
}

/** Refused webhooks of a source, and the time and the reason of the last one. */
export interface RefusedWebhooks {
  readonly source: string;
  readonly webhooks: number;
  readonly lastAt: string;
  readonly reason: string;
  readonly why?: RefusalWhy;
}

/** Posts to unknown paths that probably meant the path `near` of a source. */
export interface StrayPosts {
  readonly near: string;
  readonly posts: number;
  readonly lastAt: string;
}

/** The time for which refused and stray webhooks are shown. */
const recentMs = 24 * 60 * 60 * 1000;

/** The number of the newest refused webhooks that are read. */
const mostRefused = 50;

/** The number of failed events that are grouped by cause. */
const mostSorted = 200;

/** Events that need a person are counted up to this number. */
const mostCounted = 1_000;

/** The routes of the overall state, which the first page of the console shows. */
export function overviewRoutes(parts: ApiParts): readonly ApiRoute[] {
  const { bridge, store, configState } = parts;
  return [
    apiRoute({
      key: 'GET /overview',
      async answer() {
        const counts = await store.counts();
        const [destinations, mappings, found, failures, waiting, refused] = await Promise.all([
          bridge.destinations(counts),
          bridge.mappings(counts),
          store.previewDiscard({ needs: 'person' }, mostCounted),
          counts.statuses.failed > 0 ? failureCauses(store) : [],
          counts.statuses.queued > 0 ? store.waitingForLinks(mostCounted + 1) : 0,
          refusedWebhooks(parts),
        ]);
        const needsPerson = { events: found.events, ...(found.more && { more: found.more }) };
        const unlinked =
          waiting > mostCounted ? { calls: mostCounted, more: true as const } : { calls: waiting };
        const { statuses, unclaimed } = counts;
        const config = configState && { config: configState() };
        return ok({
          statuses,
          needsPerson,
          failures,
          unclaimed,
          unlinked,
          refused,
          strays: strayPosts(parts),
          ...config,
          destinations,
          mappings,
        } satisfies OverviewAnswer);
      },
    }),
  ];
}

async function failureCauses(store: Pick<OperatorStore, 'events'>): Promise<readonly FailureCause[]> {
  const { events, next } = await store.events({ status: 'failed', limit: mostSorted });
  const counted = new Map<string | undefined, number>();
  for (const { code } of events) counted.set(code, (counted.get(code) ?? 0) + 1);
  return [...counted]
    .sort(([, one], [, other]) => other - one)
    .map(([code, count]) => ({
      ...(code !== undefined && { code }),
      events: count,
      ...(next !== undefined && { more: true as const }),
    }));
}

async function refusedWebhooks({ store, clock }: ApiParts): Promise<readonly RefusedWebhooks[]> {
  const since = isoTime(clock.now() - recentMs);
  const bySource = new Map<string, RefusedWebhooks>();
  for (const { source, verified, acceptedAs, at, reason, why } of await store.refusals({
    limit: mostRefused,
  })) {
    if (!verified || acceptedAs || at < since) continue;
    const last = bySource.get(source);
    const webhooks = (last?.webhooks ?? 0) + 1;
    bySource.set(
      source,
      last ? { ...last, webhooks } : { source, webhooks, lastAt: at, reason, ...(why && { why }) },
    );
  }
  return [...bySource.values()];
}

function strayPosts({ unknownPaths, clock }: ApiParts): readonly StrayPosts[] {
  const since = isoTime(clock.now() - recentMs);
  const byPath = new Map<string, StrayPosts>();
  for (const { method, near, path, count, lastAt } of unknownPaths.list()) {
    if (method !== 'POST' || near === undefined || near === path || lastAt < since) continue;
    const last = byPath.get(near);
    byPath.set(near, last ? { ...last, posts: last.posts + count } : { near, posts: count, lastAt });
  }
  return [...byPath.values()];
}
