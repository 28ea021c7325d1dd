import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector';

/**
 * How many functions of JavaScript run while `run` does, as V8 counts them: the work that it is, which is the same
 * on a slow machine and on a busy one. What V8 does inside one call of its own (a search in a text, a turn of a loop
 * that calls nothing) does not count.
 */
export function countCalls(run: () => void): number {
  const counting = startCounting();
  try {
    return counting.callsOf(run);
  } finally {
    counting.stop();
  }
}

/** Counts the calls of many runs. V8 forgets its optimised code at each start and stop, so one start for all is quicker. */
export function startCounting(): { callsOf(run: () => void): number; stop(): void } {
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
  ask('Profiler.enable');
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    callsOf(run) {
      take();
      run();
      return take()
        .flatMap(({ functions }) => functions)
        .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
    },
    stop() {
      ask('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
