import { describe, expect, it } from 'vitest';
import { hour, minute, type NewBench, noon } from './bench.ts';

const session = { role: 'admin', endsAt: noon + hour, idleAt: noon + minute } as const;

/** Who signed in to the console is known to every process, and until when. */
export function describeSessions(newBench: NewBench): void {
  describe('sessions of the console', () => {
    it('are known after a start too, until they end', async () => {
      const bench = await newBench();
      await bench.store.openSession('one', session);
      await bench.reopen();
      expect(await bench.store.session('one')).toEqual(session);
      expect(await bench.store.session('other')).toBeUndefined();
      expect(await bench.store.endSession('one')).toEqual(session);
      expect(await bench.store.session('one')).toBeUndefined();
      expect(await bench.store.endSession('one')).toBeUndefined();
    });

    it('end where nobody uses them, and at the latest when they are to', async () => {
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

    it('are ended by one of those who ask at once', async () => {
      const { store } = await newBench();
      await store.openSession('link', { ...session, role: 'link' });
      const ended = await Promise.all(Array.from({ length: 5 }, () => store.endSession('link')));
      expect(ended.filter(each => each !== undefined)).toHaveLength(1);
    });

    it('are deleted once they are over, when the next one is opened', async () => {
      const { store, clock } = await newBench();
      await store.openSession('one', session);
      clock.advance(hour);
      await store.openSession('two', { ...session, endsAt: noon + 3 * hour, idleAt: noon + 2 * hour });
      // Were it still there, it would count again by an earlier clock.
      clock.set(noon);
      expect(await store.session('one')).toBeUndefined();
      expect(await store.session('two')).toBeDefined();
    });
  });
}
