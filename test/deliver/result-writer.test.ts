import { expect, it } from 'vitest';
import { createResultWriter } from '../../src/deliver/result-writer.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';

it('keeps nothing back for a result that could not be written, and then failed in another way', async () => {
  const told: string[] = [];
  const results = createResultWriter({
    time: {
      after(_ms, done) {
        setImmediate(done);
        return () => {};
      },
    },
    report: ({ what }) => told.push(what),
  });
  let tries = 0;
  const written = results.write(async () => {
    tries += 1;
    if (tries < 3) throw new StoreUnavailable('the disk is full');
    throw new TypeError('a fault of the program');
  });
  await expect(written).rejects.toThrow(TypeError);
  expect([tries, results.waiting()]).toEqual([3, 0]);
  await results.write(async () => {});
  expect(told).toEqual([expect.stringContaining('cannot be written yet')]);
});
