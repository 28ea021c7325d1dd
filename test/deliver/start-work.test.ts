import { expect, it } from 'vitest';
import { openScene } from './scene.ts';

it('a starting bridge leaves events that wait for a mapping to its worker, however many they are', async () => {
  const { harness } = await openScene();
  await harness.use({});
  for (let count = 0; count < 700; count += 1)
    await harness.send({ kind: 'update', customer: 1002, note: 'n' });
  await harness.run();
  expect((await harness.store.counts()).unclaimed).toBe(700);
  await harness.restart();
  expect((await harness.store.counts()).unplanned).toBe(0);
  await harness.bridge.worker.runOnce();
  expect((await harness.store.counts()).unclaimed).toBe(700);
});
