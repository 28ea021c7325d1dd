import { setImmediate as turn } from 'node:timers/promises';

/** So long everything else may wait at a stretch, in milliseconds, but for a step that takes longer by itself. */
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
