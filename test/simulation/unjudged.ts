import type { Run } from './simulate.ts';

/** The run of a seed that ended before it could be judged, with the reason. */
export function unjudged(seed: number, why: string): Run {
  const figures = { events: 0, delivered: 0, requests: 0, crashes: 0, virtualMs: 0 };
  return { seed, wrong: [why], trace: '', figures };
}
