import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector';

/**
 * How many functions of JavaScript run while `run` does, as V8 counts them: the work that it is, which is the same
 * on a slow machine and on a busy one. What V8 does inside one call of its own (a search in a text, a turn of a loop
 * that calls nothing) does not count.
 */
export function countCalls(run: () => void): number {
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
  try {
    ask('Profiler.enable');
    ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    run();
    const { result } = ask('Profiler.takePreciseCoverage') as Profiler.TakePreciseCoverageReturnType;
    ask('Profiler.stopPreciseCoverage');
    return result
      .flatMap(({ functions }) => functions)
      .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  } finally {
    session.disconnect();
  }
}
