import { describe, expect, it } from 'vitest';
import { day, minute, type NewBench, noon, second } from './bench.ts';
import { accept, acceptPlanned, deliverAll, planAll, queued, update } from './samples.ts';

const nothing = { accepted: 0, delivered: 0, failed: 0 };

/** The counts of each minute, summed over all processes. */
export function describeActivity(newBench: NewBench): void {
  describe('the activity of a minute', () => {
    it('is summed over all processes and kept across a restart', async () => {
      const bench = await newBench();
      bench.clock.advance(10 * second);
      await Promise.all([
        bench.store.addActivity({ accepted: 3, delivered: 2, failed: 1 }),
        bench.store.addActivity({ accepted: 4, delivered: 0, failed: 0 }),
      ]);
      bench.clock.advance(minute);
      await bench.store.addActivity({ ...nothing, failed: 5 });
      await bench.reopen();
      const first = { at: noon, accepted: 7, delivered: 2, failed: 1, oldestMs: null };
      const next = { at: noon + minute, accepted: 0, delivered: 0, failed: 5, oldestMs: null };
      expect(await bench.store.activity(noon)).toEqual([first, next]);
      expect(await bench.store.activity(noon + 1)).toEqual([next]);
    });

    it('is not written if there is nothing to count', async () => {
      const { store } = await newBench();
      await store.addActivity(nothing);
      expect(await store.activity(0)).toEqual([]);
    });

    it('are deleted after eight days', async () => {
      const { store, clock } = await newBench();
      await store.addActivity({ ...nothing, accepted: 1 });
      clock.advance(8 * day);
      await store.addActivity({ ...nothing, accepted: 2 });
      expect(await store.activity(0)).toHaveLength(2);
      clock.advance(minute);
      await store.addActivity({ ...nothing, accepted: 3 });
      expect(await store.activity(0)).toMatchObject([{ accepted: 2 }, { accepted: 3 }]);
    });

    it('has the longest wait of an event: unplanned, without a mapping, or with a queued call', async () => {
      const { store, clock } = await newBench();
      const oldest = async () => {
        await store.addActivity(nothing);
        return (await store.activity(0)).at(-1)?.oldestMs;
      };
      await accept(store);
      clock.advance(20 * second);
      expect(await oldest()).toBe(20 * second);
      await planAll(store, () => ({
        outcome: { status: 'held', reason: 'no mapping', diagnostics: [] },
        calls: [],
      }));
      clock.advance(minute);
      expect(await oldest()).toBe(80 * second);
    });

    it('no longer counts the wait of delivered events', async () => {
      const { store, clock } = await newBench();
      await acceptPlanned(store, queued(update('1001')));
      clock.advance(30 * second);
      await store.addActivity(nothing);
      expect(await store.activity(0)).toMatchObject([{ at: noon, oldestMs: 30 * second }]);
      await deliverAll(store, clock.now());
      await store.addActivity(nothing);
      expect(await store.activity(0)).toMatchObject([{ oldestMs: 30 * second }]);
      clock.advance(minute);
      await store.addActivity({ ...nothing, delivered: 1 });
      expect(await store.activity(0)).toMatchObject([
        { oldestMs: 30 * second },
        { delivered: 1, oldestMs: null },
      ]);
    });
  });
}
