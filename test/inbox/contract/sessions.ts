import { describe, expect, it } from 'vitest';
import { hour, minute, type NewBench, noon } from './bench.ts';

const session = { role: 'admin', endsAt: noon + hour, idleAt: noon + minute } as const;

/** Every process knows the sessions of the console and when they end. */
export function describeSessions(newBench: NewBench): void {
  describe('sessions of the console', () => {
    it('are known after a restart too, until they end', async () => {
      const bench = await newBench();
      await bench.store.openSession('one', session);
      await bench.reopen();
      expect(await bench.store.session('one')).toEqual(session);
      expect(await bench.store.session('other')).toBeUndefined();
      expect(await bench.store.endSession('one')).toEqual(session);
      expect(await bench.store.session('one')).toBeUndefined();
      expect(await bench.store.endSession('one')).toBeUndefined();
    });

    it('end when they are idle, and at the latest at their end', async () => {
      const { store, clock } = await newBench();
      await store.openSession('one', session);
      clock.advance(minute - 1);
      await store.prolongSession('one', noon + 3 * hour);
      clock.advance(30 * minute);
      expect(await store.session('one')).toEqual({ ...session, idleAt: noon + 3 * hour });
      clock.set(noon + hour);
      expect(await store.session('one')).toBeUndefined();
      expect(await store.endSession('one')).toBeUndefined();
      await store.openSession('idle', { ...session, endsAt: noon + 9 * hour, idleAt: clock.now() + minute });
      clock.advance(minute);
      expect(await store.session('idle')).toBeUndefined();
      expect(await store.endSession('idle')).toBeUndefined();
    });

    it('are ended only once by simultaneous requests', async () => {
      const { store } = await newBench();
      await store.openSession('link', { ...session, role: 'link' });
      const ended = await Promise.all(Array.from({ length: 5 }, () => store.endSession('link')));
      expect(ended.filter(each => each !== undefined)).toHaveLength(1);
    });

    it('are deleted when the next one is opened after their end', async () => {
      const { store, clock } = await newBench();
      await store.openSession('one', session);
      clock.advance(hour);
      await store.openSession('two', { ...session, endsAt: noon + 3 * hour, idleAt: noon + 2 * hour });
      // If it were still stored, an earlier clock would make it valid again.
      clock.set(noon);
      expect(await store.session('one')).toBeUndefined();
      expect(await store.session('two')).toBeDefined();
    });
  });
}
