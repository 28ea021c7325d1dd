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
      for (let tries = 0; ; tries += 1) {
        try {
          await result();
          if (tries === 0) return;
          unwritten -= 1;
          if (unwritten === 0) options.report({ what: 'results of calls are written again' });
          return;
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          if (tries === 0) unwritten += 1;
          if (tries === 0 && unwritten === 1) reportUnwritten(error);
          await new Promise<void>(resolve => options.time.after(retryMs, resolve));
        }
      }
    },
    waiting: () => unwritten,
  };
}
