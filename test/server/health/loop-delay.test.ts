import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { watchLoopDelay } from '../../../src/server/health/loop-delay.ts';

it('the delay of the event loop rises while work keeps it and falls again after', async () => {
  const delay = watchLoopDelay(50);
  onTestFinished(delay.stop);
  while (delay.ms() < 60) {
    const until = performance.now() + 100;
    while (performance.now() < until);
    await turn();
  }
  await expect.poll(delay.ms).toBeLessThan(60);
});
