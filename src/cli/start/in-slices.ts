import { setImmediate as turn } from 'node:timers/promises';

/** The time for which other work may wait at a stretch, in milliseconds, except for a single longer step. */
const sliceMs = 10;

/** Runs steps to their end, and gives everything else its turn in between. */
export async function inSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  let begun = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - begun < sliceMs) continue;
    await turn();
    begun = performance.now();
  }
}
