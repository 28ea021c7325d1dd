import { NotOwner, StoreUnavailable } from '../inbox/store.ts';
import type { Report } from './report.ts';
import type { Time } from './time/time.ts';

/** Keeps the results of calls in memory until they are on disk. */
export interface ResultWriter {
  /**
   * Writes a result, and retries until it is stored: the result of a call must not be lost.
   * @throws NotOwner if another process must write it now
   */
  write(result: () => Promise<unknown>): Promise<void>;
  /** Returns the number of results that could not be stored yet. */
  waiting(): number;
  /** True if nothing more should be claimed: the store is unavailable, or refuses too many results. */
  keepsBack(): boolean;
}

const retryMs = 1_000;
/** The longest pause between the attempts to store a refused result. */
const longestRetryMs = 60_000;
/** The number of results that may be refused; each of them delays only its own person. */
const refusedAtMost = 4;

/** Makes a writer without waiting results. */
export function createResultWriter({ time, report }: ResultWriterOptions): ResultWriter {
  const waiting = { unavailable: 0, refused: 0 };
  const all = () => waiting.unavailable + waiting.refused;

  /** Counts a waiting result and reports it: an unavailable store once, a refusal each time. */
  function note(why: Why, error: unknown): void {
    waiting[why] += 1;
    if (why === 'refused') report({ what: 'store refuses a call result', error });
    else if (waiting.unavailable === 1) setImmediate(() => tellUnavailable(error));
  }

  function tellUnavailable(error: unknown): void {
    const reason = error instanceof Error ? error.message : '';
    report({
      what: 'cannot store call results, sending paused',
      details: { reason, waiting: waiting.unavailable },
    });
  }

  return {
    async write(result) {
      let trouble = await tryToWrite(result);
      if (!trouble) return;
      let noted: Why | undefined;
      try {
        for (let pauseMs = retryMs; trouble; pauseMs = Math.min(longestRetryMs, 2 * pauseMs)) {
          const why = whyOf(trouble.error);
          if (why !== noted) {
            if (noted) waiting[noted] -= 1;
            note(why, trouble.error);
            noted = why;
          }
          const ms = why === 'refused' ? pauseMs : retryMs;
          await new Promise<void>(resolve => time.after(ms, resolve));
          trouble = await tryToWrite(result);
        }
      } finally {
        // Any other error of one result must not delay all others forever.
        if (noted) waiting[noted] -= 1;
      }
      if (all() === 0) report({ what: 'call results stored again' });
    },
    waiting: all,
    keepsBack: () => waiting.unavailable > 0 || waiting.refused > refusedAtMost,
  };
}

type Why = 'unavailable' | 'refused';

function whyOf(error: unknown): Why {
  return error instanceof StoreUnavailable ? 'unavailable' : 'refused';
}

interface ResultWriterOptions {
  readonly time: Pick<Time, 'after'>;
  readonly report: (report: Report) => void;
}

/** Returns the error if the store did not accept it; undefined if it did. */
async function tryToWrite(result: () => Promise<unknown>): Promise<{ readonly error: unknown } | undefined> {
  try {
    await result();
    return undefined;
  } catch (error) {
    if (error instanceof NotOwner) throw error;
    return { error };
  }
}
