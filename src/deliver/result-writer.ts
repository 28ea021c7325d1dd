import { StoreUnavailable } from '../inbox/store.ts';
import type { Report } from './report.ts';
import type { Time } from './time/time.ts';

/** Keeps the results of calls in memory until they are on disk. */
export interface ResultWriter {
  /**
   * Writes a result, and again while the store cannot be written, until that succeeds.
   * @throws whatever else the writing throws
   */
  write(result: () => Promise<unknown>): Promise<void>;
  /** How many results could not be written yet: nothing more should be claimed while there are any. */
  waiting(): number;
}

const retryMs = 1_000;

/** Begins with nothing that waits to be written. */
export function createResultWriter(options: {
  readonly time: Pick<Time, 'after'>;
  readonly report: (report: Report) => void;
}): ResultWriter {
  let unwritten = 0;

  /** One line for all that fail together; the next only after all of them were written. */
  function reportUnwritten(error: unknown): void {
    setImmediate(() =>
      options.report({
        what: 'results of calls cannot be written yet; they are kept, and nothing more is sent until they are written',
        error,
        details: { waiting: unwritten },
      }),
    );
  }

  return {
    async write(result) {
      const trouble = await tryToWrite(result);
      if (!trouble) return;
      unwritten += 1;
      if (unwritten === 1) reportUnwritten(trouble);
      try {
        do await new Promise<void>(resolve => options.time.after(retryMs, resolve));
        while (await tryToWrite(result));
      } finally {
        // Whatever else goes wrong with one result, it must not keep all others back for ever.
        unwritten -= 1;
      }
      if (unwritten === 0) options.report({ what: 'results of calls are written again' });
    },
    waiting: () => unwritten,
  };
}

/** Answers why the store cannot be written; undefined where it was. */
async function tryToWrite(result: () => Promise<unknown>): Promise<StoreUnavailable | undefined> {
  try {
    await result();
    return undefined;
  } catch (error) {
    if (error instanceof StoreUnavailable) return error;
    throw error;
  }
}
