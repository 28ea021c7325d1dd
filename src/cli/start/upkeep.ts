import type { Config } from '../../config/config.ts';
import type { RunningBridge } from '../../deliver/create-bridge.ts';
import type { Time } from '../../deliver/time/time.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import type { WorkStore } from '../../inbox/work-store.ts';
import { describeError, type Log } from '../../log/log.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { acceptedSinceStart } from '../../server/health/activity-log.ts';
import type { Servers } from '../../server/server.ts';

const pruneEveryMs = 60 * 60_000;
const activityEveryMs = 10_000;

/** Regularly deletes expired events, stores the counts of activity and indexes new events. */
export function startUpkeep(
  parts: Parameters<typeof prune>[0] & { readonly servers: Servers; readonly metrics: Metrics },
): () => void {
  const { servers, store, config, log, metrics } = parts;
  const pruning = setInterval(() => void prune(parts), pruneEveryMs);
  const counting = setInterval(() => void keepActivity(servers, log), activityEveryMs);
  const acceptedSoFar = () => acceptedSinceStart(metrics, config.sources.keys());
  const endIndexing = indexWordsBeside({ store, log, acceptedSoFar });
  return () => {
    clearInterval(pruning);
    clearInterval(counting);
    endIndexing();
  };
}

/** Stores the counts of activity; if the store is unavailable (reported elsewhere), the next time. */
export async function keepActivity({ activity }: Pick<Servers, 'activity'>, log: Log): Promise<void> {
  try {
    await activity.keep();
  } catch (error) {
    if (error instanceof StoreUnavailable) return;
    log.warn({ error: describeError(error) }, 'cannot store the counts of a minute');
  }
}

/** Deletes expired events, unless the clock is known to be wrong. */
async function prune(parts: {
  store: WorkStore;
  config: Config;
  log: Log;
  time: Time;
  bridge: Pick<RunningBridge, 'clockSkew'>;
}): Promise<void> {
  const { store, config, log, time, bridge } = parts;
  if (bridge.clockSkew() !== undefined) return;
  try {
    const deleted = await store.prune(config.retention, await store.deletionTime(time.now()));
    if (deleted > 0) log.info({ events: deleted }, 'old events deleted');
  } catch (error) {
    log.warn({ error: describeError(error) }, 'cannot delete old events');
  }
}

/** The dependencies of filling the index of words. */
interface IndexingParts {
  readonly store: Pick<WorkStore, 'indexWords'>;
  readonly log: Pick<Log, 'warn'>;
  /** Returns the number of webhooks accepted so far: while they arrive, the index waits for most of the time. */
  readonly acceptedSoFar: () => number;
}

/** The number of events that are indexed in one transaction. */
const eventsOfStep = 32;
/** The wait before the next check if everything is indexed. */
const idleMs = 5_000;
/** While webhooks arrive, it works a twentieth of the time; otherwise half of it. */
const busy = { share: 20, leastMs: 100 };
const calm = { share: 1, leastMs: 5 };

/** Fills the index of words, a few events at a time, until it is ended. */
function indexWordsBeside({ store, log, acceptedSoFar }: IndexingParts): () => void {
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let accepted = acceptedSoFar();

  async function step(): Promise<void> {
    const begun = performance.now();
    const count = await indexSome();
    const ms = performance.now() - begun;
    const now = acceptedSoFar();
    const { share, leastMs } = now === accepted ? calm : busy;
    accepted = now;
    lookIn(count === 0 ? idleMs : Math.max(leastMs, share * ms));
  }

  async function indexSome(): Promise<number> {
    try {
      return await store.indexWords(eventsOfStep);
    } catch (error) {
      // Another part reports an unavailable store.
      if (!(error instanceof StoreUnavailable))
        log.warn({ error: describeError(error) }, 'cannot index events');
      return 0;
    }
  }

  function lookIn(ms: number): void {
    if (ended) return;
    timer = setTimeout(() => void step(), ms);
    timer.unref();
  }

  lookIn(idleMs);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
