import { expect, it } from 'vitest';
import type { Link } from '../../../src/inbox/call.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { noon } from './bench.ts';
import { acceptPlanned, booking, claimDue, contentOf, inState, planAll, queued, update } from './samples.ts';

/** A store last closed by an older version, which did not trim ids of people. */
export interface OlderStore {
  open(): Promise<Store>;
  /** Closes the store in the state that the older version left. */
  closeAsOlder(): Promise<void>;
}

const id = 'anna@example.com';
const link = (spelling: string): Link => ({ people: 'crm', id: spelling });
const waiting = (spelling: string) =>
  inState({ status: 'waiting', reason: 'no number is known' }, { link: link(spelling) });

/** Ids of people with blanks at their ends. */
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

  it('delivers waiting calls of such an id if the number of the trimmed id is known', async () => {
    const events: string[] = [];
    const store = await older(async before => {
      await before.putLink(link(id), 'salon', '1001');
      for (const spelling of [` ${id}`, `${id}\u200b`])
        events.push(await acceptPlanned(before, waiting(spelling)));
    });
    expect((await planned(store)).sort()).toEqual(events.sort());
  });

  it('delivers calls that wait for a number that becomes known later', async () => {
    const events: string[] = [];
    const store = await older(async before => {
      events.push(await acceptPlanned(before, waiting(` ${id}`)));
    });
    expect(await planned(store)).toEqual([]);
    await store.putLink(link(id), 'salon', '1001');
    expect(await planned(store)).toEqual(events);
  });

  it('knows the number of such a link under the trimmed id; of several numbers, the last one', async () => {
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

  it('makes one lane of all spellings of an id, in the order of acceptance', async () => {
    const store = await older(async before => {
      await acceptPlanned(before, queued(booking('1'), { link: link(` ${id}`) }));
      await acceptPlanned(before, queued(booking('2'), { link: link(id) }));
      await acceptPlanned(before, queued(booking('3'), { link: link(`${id}\n`) }));
    });
    const [first, ...others] = await claimDue(store, noon);
    expect(first && contentOf(first.call)).toBe('1');
    expect(others).toEqual([]);
  });

  it('uses the lane of the number if the number is known', async () => {
    const store = await older(async before => {
      await acceptPlanned(before, queued(booking('1'), { link: link(` ${id}`) }));
      await acceptPlanned(before, queued(update('1001', '2')));
      await before.putLink(link(id), 'salon', '1001');
    });
    const claims = await claimDue(store, noon);
    expect(claims.map(each => contentOf(each.call))).toEqual(['1']);
  });

  it('keeps an id that consists only of blanks', async () => {
    const store = await older(before => before.putLink(link(' '), 'salon', '1001'));
    expect((await store.links({ limit: 9 })).map(each => each.link)).toEqual([' ']);
  });
}
