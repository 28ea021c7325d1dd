import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/inbox/store.ts';
import { type Bench, type NewBench, noon } from './bench.ts';
import { accept, claimOne, deliverAll, planOf, queued, update } from './samples.ts';

/** Ends the process while it plans this event, until the event carries this number of ends. */
async function endWhilePlanned(bench: Bench, id: string, ends: number): Promise<void> {
  // A store may count a first end for no event, because it only knows the batch that was being planned.
  for (let left = ends + 1; left > 0; left -= 1) {
    const event = (await bench.store.plannable(100)).find(each => each.id === id);
    if ((event?.ended ?? 0) === ends) return;
    await bench.store.planningNow(event);
    await bench.crash();
  }
}

/** Returns the events that are planned next, with the number of ends during their planning. */
async function next(store: Store): Promise<readonly (readonly [string, number | undefined])[]> {
  return (await store.plannable(100)).map(({ id, ended }) => [id, ended] as const);
}

async function planNext(store: Store, note: string): Promise<void> {
  const events = await store.plannable(100);
  await store.plan(events.map(event => planOf(event, [queued(update('1001', note))])));
}

/** Events during whose planning the process ends. */
export function describeCrashesWhilePlanning(newBench: NewBench): void {
  describe('an event during whose planning the process ended', () => {
    it('is planned in its order after the first time', async () => {
      const bench = await newBench();
      const [first, second] = [await accept(bench.store), await accept(bench.store)];
      await endWhilePlanned(bench, first, 1);
      expect(await next(bench.store)).toEqual([
        [first, 1],
        [second, undefined],
      ]);
    });

    it('is planned after all others, and alone, after the second time', async () => {
      const bench = await newBench();
      const ids = [await accept(bench.store), await accept(bench.store)] as const;
      const row = await accept(bench.store, { importedRow: { import: 1, row: 1 } });
      const rowsEnd = await accept(bench.store, { importedRow: { import: 1, row: 2 } });
      for (const each of [...ids, rowsEnd]) {
        if (each === rowsEnd) await planNext(bench.store, 'live');
        if (each !== ids[1]) await endWhilePlanned(bench, each, 2);
      }
      const live = await accept(bench.store);
      const expected = [[[live, undefined]], [[row, undefined]], [[ids[0], 2]], [[rowsEnd, 2]], []];
      for (const each of expected) {
        expect(await next(bench.store)).toEqual(each);
        await planNext(bench.store, 'planned');
      }
    });

    it('is returned in its order after the third time, to fail', async () => {
      const bench = await newBench();
      const id = await accept(bench.store);
      await endWhilePlanned(bench, id, 3);
      const later = await accept(bench.store);
      expect(await next(bench.store)).toEqual([
        [id, 3],
        [later, undefined],
      ]);
    });

    it('replaces no value that a newer event, planned and delivered before it, has set', async () => {
      const bench = await newBench();
      const id = await accept(bench.store);
      await endWhilePlanned(bench, id, 2);
      await accept(bench.store);
      await planNext(bench.store, 'newer');
      expect(await deliverAll(bench.store, noon)).toEqual(['newer']);
      await planNext(bench.store, 'older');
      const claim = await claimOne(bench.store, noon);
      expect(claim).toMatchObject({ eventId: id, outOfOrder: true });
      expect(await bench.store.newerDelivered(claim)).toMatchObject([{ note: { set: { text: 'newer' } } }]);
    });

    it('is forgotten once it is planned', async () => {
      const bench = await newBench();
      const id = await accept(bench.store);
      await endWhilePlanned(bench, id, 2);
      await planNext(bench.store, 'planned');
      await bench.store.replay({ id }, { force: false });
      expect(await next(bench.store)).toEqual([[id, undefined]]);
    });
  });
}
