import { expect, it } from 'vitest';
import type { Link } from '../../../src/inbox/call.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { noon } from './bench.ts';
import { acceptPlanned, booking, claimDue, contentOf, inState, planAll, queued, update } from './samples.ts';

/** A store that was last closed by a version which knew the same id with blanks at its ends as another one. */
export interface OlderStore {
  open(): Promise<Store>;
  /** Closes it so that the next one to open it takes it for one of that version. */
  closeAsOlder(): Promise<void>;
}

const id = 'anna@example.com';
const link = (spelling: string): Link => ({ people: 'crm', id: spelling });
const waiting = (spelling: string) =>
  inState({ status: 'waiting', reason: 'no number is known' }, { link: link(spelling) });

/** What becomes of ids of people that have blanks at their ends. */
export function describeTrimmedLinks({ open, closeAsOlder }: OlderStore): void {
  const older = async (fill: (store: Store) => Promise<void>) => {
    await fill(await open());
    await closeAsOlder();
    return open();
  };
  const planned = async (store: Store) => {
    const made: string[] = [];
    await planAll(store, event => {
      made.push(event.id);
      return [];
    });
    return made;
  };

  it('delivers what waits under such an id where the number is known without the blanks', async () => {
    const events: string[] = [];
    const store = await older(async before => {
      await before.putLink(link(id), 'salon', '1001');
      for (const spelling of [` ${id}`, `${id}\u200b`])
        events.push(await acceptPlanned(before, waiting(spelling)));
    });
    expect((await planned(store)).sort()).toEqual(events.sort());
  });

  it('delivers what waits for a number that becomes known afterwards', async () => {
    const events: string[] = [];
    const store = await older(async before => {
      events.push(await acceptPlanned(before, waiting(` ${id}`)));
    });
    expect(await planned(store)).toEqual([]);
    await store.putLink(link(id), 'salon', '1001');
    expect(await planned(store)).toEqual(events);
  });

  it('knows the number of such a link without the blanks, of several the last one', async () => {
    const store = await older(async before => {
      await before.putLink(link(`\u00a0${id}\ufeff`), 'salon', '1001');
      await before.putLink(link(' b '), 'salon', '1002');
      await before.putLink(link(' b '), 'spa', '7');
      await before.putLink(link('c'), 'salon', '1003');
    });
    expect(await store.findLink(link(id), 'salon')).toBe('1001');
    expect(await store.findLink(link('b'), 'salon')).toBe('1002');
    expect(await store.findLink(link('b'), 'spa')).toBe('7');
    expect((await store.links({ limit: 9 })).map(each => each.link)).toEqual([id, 'b', 'b', 'c']);
  });

  it('makes one lane of those of one person, in the order of acceptance', async () => {
    const store = await older(async before => {
      await acceptPlanned(before, queued(booking('1'), { link: link(` ${id}`) }));
      await acceptPlanned(before, queued(booking('2'), { link: link(id) }));
      await acceptPlanned(before, queued(booking('3'), { link: link(`${id}\n`) }));
    });
    const [first, ...others] = await claimDue(store, noon);
    expect(first && contentOf(first.call)).toBe('1');
    expect(others).toEqual([]);
  });

  it('makes it the lane of the number where that is known', async () => {
    const store = await older(async before => {
      await acceptPlanned(before, queued(booking('1'), { link: link(` ${id}`) }));
      await acceptPlanned(before, queued(update('1001', '2')));
      await before.putLink(link(id), 'salon', '1001');
    });
    const claims = await claimDue(store, noon);
    expect(claims.map(each => contentOf(each.call))).toEqual(['1']);
  });

  it('leaves an id of nothing but blanks as it is', async () => {
    const store = await older(before => before.putLink(link(' '), 'salon', '1001'));
    expect((await store.links({ limit: 9 })).map(each => each.link)).toEqual([' ']);
  });
}
