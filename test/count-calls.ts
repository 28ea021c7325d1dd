import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector';
import { onTestFinished } from 'vitest';

let ofThisTest: ReturnType<typeof startCounting> | undefined;

/**
 * Counts the JavaScript functions that run during `run`, as V8 counts them: the amount of work, which does not
 * depend on the machine. Work of V8 inside a single call (a search in a text, a loop without calls) does not count.
 */
export function countCalls(run: () => void): number {
  if (!ofThisTest) {
    const counting = startCounting();
    ofThisTest = counting;
    onTestFinished(() => {
      counting.stop();
      ofThisTest = undefined;
    });
  }
  return ofThisTest.callsOf(run);
}

/** Counts calls until it is stopped. */
interface Counting {
  callsOf(run: () => void): number;
  callsOfAsync(run: () => Promise<unknown>): Promise<number>;
  stop(): void;
}

/** Counts the calls of many runs. V8 forgets its optimised code at each start and stop, so one start for all is quicker. */
export function startCounting(): Counting {
  const session = new Session();
  session.connect();
  const ask = (method: string, params = {}) => {
    let answer: unknown;
    session.post(method, params, (error, result) => {
      if (error) throw error;
      answer = result;
    });
    return answer;
  };
  const take = () => (ask('Profiler.takePreciseCoverage') as Profiler.TakePreciseCoverageReturnType).result;
  const calls = () =>
    take()
      .flatMap(({ functions }) => functions)
      .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  ask('Profiler.enable');
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    callsOf(run) {
      take();
      run();
      return calls();
    },
    async callsOfAsync(run) {
      take();
      await run();
      return calls();
    },
    stop() {
      ask('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
