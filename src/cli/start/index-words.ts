import { StoreUnavailable } from '../../inbox/store.ts';
import type { WorkStore } from '../../inbox/work-store.ts';
import { describeError, type Log } from '../../log/log.ts';

/** The dependencies of filling the index of words. */
export interface IndexingParts {
  readonly store: Pick<WorkStore, 'indexWords'>;
  readonly log: Pick<Log, 'warn'>;
  /** Returns the number of webhooks accepted so far: while they arrive, the index waits for most of the time. */
  readonly acceptedSoFar: () => number;
}

/** The number of events that are indexed in one transaction. */
const eventsOfStep = 32;
/** The wait before the next check if everything is indexed. */
const idleMs = 5_000;
/** While webhooks come, it works for a twentieth of the time; else for half of it. */
const busy = { share: 20, leastMs: 100 };
const calm = { share: 1, leastMs: 5 };

/** Fills the index of words, a few events at a time, until it is ended. */
export function indexWordsBeside({ store, log, acceptedSoFar }: IndexingParts): () => void {
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
      // That the store is away is said elsewhere.
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
