import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/inbox/claim.ts';
import { defaultLeaseTimes } from '../../../src/inbox/postgres/ownership/lease-times.ts';
import { type Store, StoreUnavailable } from '../../../src/inbox/store.ts';
import { createTestClock, hour, minute, noon, second } from '../contract/bench.ts';
import {
  acceptPlanned,
  ada,
  attempt,
  booking,
  contentOf,
  delivered,
  destination,
  ended,
  inState,
  mappingHold,
  planAll,
  queued,
  retryAt,
  statusOf,
  update,
} from '../contract/samples.ts';
import { rowsOf } from './queries.ts';

const callMs = 30 * second;

import { postgresScene } from './scene.ts';

const scene = postgresScene();

const open = (leaseTimes = defaultLeaseTimes) => scene.open({ leaseTimes });

function claimAt(store: Store, name: string, now = noon): Promise<readonly Claim[]> {
  return store.claim({ destination: name, now, limit: 9, callMs });
}

async function claimOnly(store: Store, name = 'salon', now = noon): Promise<Claim> {
  const [claim, ...others] = await claimAt(store, name, now);
  if (!claim || others.length > 0) throw new Error('one claim was expected');
  return claim;
}

/** Ends the leases of all owners, as if they had been cut off for long enough. */
async function endTerms(): Promise<void> {
  await rowsOf(scene.url, `UPDATE ${scene.schema}.lease SET until = clock_timestamp() - interval '1 second'`);
}

function inFlight() {
  return rowsOf<{ call: string }>(scene.url, `SELECT * FROM ${scene.schema}.attempt_in_flight`);
}

describe('a destination', () => {
  it('is worked on by one process, and by another one once the first has closed', async () => {
    const [one, other] = [await open(), await open()];
    await acceptPlanned(one, queued(update('1001')));
    await acceptPlanned(one, queued(update('2002')));
    const [claim] = await one.claim({ destination: 'salon', now: noon, limit: 1, callMs });
    expect(await claimAt(other, 'salon')).toEqual([]);
    expect(await other.nextDueAt('salon')).toBe(noon);
    await expect(other.saveDestination(destination({ paused: true }))).rejects.toThrow(StoreUnavailable);
    expect(await one.nextDueAt('salon')).toBe(noon);
    if (claim) await one.settle(claim, delivered(claim.call), attempt());
    expect(await inFlight()).toEqual([]);
    await one.close();
    await expect
      .poll(async () => (await claimAt(other, 'salon')).map(each => each.call))
      .toEqual([update('2002')]);
  });

  it('has an owner of its own, independent of other destinations', async () => {
    const [one, other] = [await open(), await open()];
    await acceptPlanned(
      one,
      queued(update('1001')),
      queued(update('1001'), { mapping: 'b', destination: 'spa' }),
    );
    const claims = [await claimOnly(one), await claimOnly(other, 'spa')];
    expect(await claimAt(one, 'spa')).toEqual([]);
    const [mine, theirs] = claims;
    if (!mine || !theirs) throw new Error('two claims were expected');
    const settled = await Promise.all([
      one.settle(mine, delivered(mine.call), attempt()),
      other.settle(theirs, delivered(theirs.call), attempt()),
    ]);
    expect(settled).toEqual([true, true]);
    expect(await statusOf(one, mine.eventId)).toBe('delivered');
  });
});

describe('a lease that a process got without receiving the response', () => {
  it('passes to another process when it expires', async () => {
    const leaseTimes = {
      ...defaultLeaseTimes,
      termMs: 1_000,
      marginMs: 100,
      renewEveryMs: 200,
      askEveryMs: 50,
    };
    const [one, other] = [await open(leaseTimes), await open(leaseTimes)];
    await acceptPlanned(one, queued(update('1001')));
    await claimOnly(one);
    await rowsOf(
      scene.url,
      `INSERT INTO ${scene.schema}.lease (name, owner, epoch, until)
       VALUES ('upkeep', '${one.shared?.process}', 1, clock_timestamp() + interval '1 second')`,
    );
    const owners = async () => {
      await other.expire(noon);
      return rowsOf(scene.url, `SELECT name, owner FROM ${scene.schema}.lease ORDER BY name`);
    };
    await expect.poll(owners).toEqual([
      { name: 'destination salon', owner: one.shared?.process },
      { name: 'planning', owner: one.shared?.process },
      { name: 'upkeep', owner: other.shared?.process },
    ]);
  });
});

describe('an update whose owner was cut off', () => {
  it('does not replace its correction, even if the owner returns and its clock is behind', async () => {
    const [one, other] = [await scene.open({ clock: createTestClock() }), await open()];
    const id = await acceptPlanned(one, queued(update('1001', 'as received')));
    const claim = await claimOnly(one);
    await endTerms();
    expect(await claimAt(other, 'salon')).toEqual([]);
    scene.clock.advance(hour);
    expect(await other.amend(id, { note: 'corrected' }, { who: 'anna' })).toBe('amended');
    await planAll(other, () => [queued(update('1001', 'corrected'))]);
    await other.close();
    const owners = async () => {
      expect(await claimAt(one, 'salon')).toEqual([]);
      return rowsOf(scene.url, `SELECT owner FROM ${scene.schema}.lease WHERE name = 'destination salon'`);
    };
    await expect.poll(owners).toEqual([{ owner: one.shared?.process }]);
    expect(await one.settle(claim, delivered(claim.call), attempt())).toBe(false);
    const corrected = await claimOnly(one, 'salon', scene.clock.now());
    expect(contentOf(corrected.call)).toBe('corrected');
  });

  it('blocks its person as long as it may still arrive, while other people continue', async () => {
    const one = await open();
    const first = await acceptPlanned(one, queued(update('1001', 'on its way')));
    const second = await acceptPlanned(one, queued(update('1001', 'newer')));
    const claim = await claimOnly(one);
    expect((await one.event(first))?.reason).toBe('it is being sent right now');
    await acceptPlanned(one, queued(update('2002', 'of somebody else')));
    const other = await open();
    await endTerms();
    expect((await claimAt(other, 'salon')).map(each => contentOf(each.call))).toEqual(['of somebody else']);
    const free = await other.nextDueAt('salon');
    expect(free).toBeGreaterThanOrEqual(noon + callMs);
    for (const id of [first, second])
      expect(await other.event(id)).toMatchObject({
        status: 'queued',
        reason: expect.stringMatching(/^a process was lost while a call of this person was under way/),
        nextAttemptAt: new Date(free ?? 0).toISOString(),
      });
    expect(await claimAt(other, 'salon', (free ?? 0) - 1)).toEqual([]);
    expect(await one.begin(claim, noon)).toEqual({ kind: 'busy' });
    expect(await one.settle(claim, delivered(claim.call), attempt())).toBe(false);
    expect(await claimAt(one, 'salon', free)).toEqual([]);
    const again = await claimOnly(other, 'salon', free);
    expect(contentOf(again.call)).toBe('on its way');
    expect(await other.begin(again, free ?? 0)).toEqual({ kind: 'go' });
    expect(await other.settle(again, delivered(again.call), attempt())).toBe(true);
    expect(contentOf((await claimOnly(other, 'salon', free)).call)).toBe('newer');
  });

  it('blocks its person too if the process closed before the response', async () => {
    const one = await open();
    await acceptPlanned(one, queued(update('1001')));
    await claimOnly(one);
    await one.close();
    const other = await open();
    expect(await claimAt(other, 'salon')).toEqual([]);
    const free = await other.nextDueAt('salon');
    expect(free).toBeGreaterThanOrEqual(noon + callMs);
    expect(await claimAt(other, 'salon', free)).toHaveLength(1);
  });

  it('blocks its person too for an earlier owner that had found no calls of others in flight', async () => {
    const one = await open();
    await acceptPlanned(one, queued(update('1001')));
    const claim = await claimOnly(one);
    await one.settle(claim, delivered(claim.call), attempt());
    await acceptPlanned(one, queued(update('2002', 'on its way')));
    await acceptPlanned(one, queued(update('2002', 'newer')));
    const other = await open();
    await endTerms();
    expect(contentOf((await claimOnly(other)).call)).toBe('on its way');
    await acceptPlanned(other, queued(update('3003', 'of somebody else')));
    await other.close();
    const claimed = async () => (await claimAt(one, 'salon')).map(each => contentOf(each.call));
    await expect.poll(claimed).toEqual(['of somebody else']);
    const free = await one.nextDueAt('salon');
    expect(free).toBeGreaterThanOrEqual(noon + callMs);
    expect(contentOf((await claimOnly(one, 'salon', free)).call)).toBe('on its way');
  });

  it('blocks its person longer if it began late', async () => {
    const one = await open();
    await acceptPlanned(one, queued(update('1001')));
    const claim = await claimOnly(one);
    expect(await one.begin(claim, noon + minute)).toEqual({ kind: 'go' });
    await one.close();
    const other = await open();
    expect(await claimAt(other, 'salon', noon + minute + callMs - 1)).toEqual([]);
    const free = await other.nextDueAt('salon');
    expect(free).toBeGreaterThanOrEqual(noon + minute + callMs);
    expect(await claimAt(other, 'salon', free)).toHaveLength(1);
  });

  it('does not begin if its time is over before the response of the store arrives', async () => {
    const one = await open();
    await acceptPlanned(one, queued(update('1001')));
    const claim = await claimOnly(one);
    const beginning = one.begin(claim, noon);
    scene.clock.advance(hour);
    expect(await beginning).toEqual({ kind: 'busy' });
  });

  it('is claimed again by the same owner once it cannot arrive any more, if its result was lost', async () => {
    const [one, other] = [await open(), await open()];
    await acceptPlanned(one, queued(update('1001')));
    const claim = await claimOnly(one);
    await endTerms();
    expect(await claimAt(other, 'salon')).toEqual([]);
    expect(await one.settle(claim, delivered(claim.call), attempt())).toBe(false);
    await other.close();
    await expect.poll(() => claimAt(one, 'salon', noon + hour)).toHaveLength(1);
  });

  it('is ignored if its owner gets the lease back after another owner has dealt with it', async () => {
    const one = await open();
    const id = await acceptPlanned(one, queued(update('1001')));
    const stale = await claimOnly(one);
    const other = await open();
    await endTerms();
    expect(await claimAt(other, 'salon')).toEqual([]);
    const again = await claimOnly(other, 'salon', noon + hour);
    await other.settle(again, retryAt(noon + 2 * hour), attempt());
    await other.close();
    await expect
      .poll(async () => {
        await claimAt(one, 'salon');
        return rowsOf(
          scene.url,
          `SELECT 1 FROM ${scene.schema}.lease WHERE name = 'destination salon' AND owner IS NOT NULL`,
        );
      })
      .toHaveLength(1);
    expect(await one.begin(stale, noon + hour)).toEqual({ kind: 'busy' });
    expect(await one.settle(stale, ended('failed'), attempt())).toBe(false);
    expect(await statusOf(one, id)).toBe('queued');
    expect((await claimOnly(one, 'salon', noon + 2 * hour)).tries).toBe(1);
  });

  it('does not affect results of another destination that are settled together with it', async () => {
    const one = await open();
    await acceptPlanned(
      one,
      queued(update('1001')),
      queued(update('1001'), { mapping: 'b', destination: 'spa' }),
    );
    const [lost, kept] = [await claimOnly(one), await claimOnly(one, 'spa')];
    const other = await open();
    await rowsOf(
      scene.url,
      `UPDATE ${scene.schema}.lease SET until = clock_timestamp() - interval '1 second' WHERE name = 'destination salon'`,
    );
    expect(await claimAt(other, 'salon')).toEqual([]);
    const settled = await Promise.all(
      [lost, kept].map(each => one.settle(each, delivered(each.call), attempt())),
    );
    expect(settled).toEqual([false, true]);
  });
});

describe('a booking whose owner was cut off', () => {
  it('is uncertain if it had begun, whatever result its owner reports later', async () => {
    const one = await open();
    const id = await acceptPlanned(one, queued(booking('A1')));
    const untouched = await acceptPlanned(one, queued(booking('A2')));
    const claims = await claimAt(one, 'salon');
    const claim = claims.find(each => each.eventId === id);
    if (!claim) throw new Error('nothing was claimed');
    await one.begin(claim, noon);
    const other = await open();
    expect(await statusOf(other, id)).toBe('queued');
    await endTerms();
    await expect.poll(() => claimAt(other, 'salon', noon + hour)).toHaveLength(1);
    expect([await statusOf(other, id), await statusOf(other, untouched)]).toEqual(['uncertain', 'queued']);
    expect(await one.settle(claim, delivered(claim.call), attempt())).toBe(false);
    expect(await statusOf(other, id)).toBe('uncertain');
  });

  it('blocks its lane as long as it may still arrive', async () => {
    const one = await open();
    const id = await acceptPlanned(
      one,
      queued({ ...booking('A1'), customer: { number: update('1001').id } }),
    );
    await acceptPlanned(one, queued(update('1001', 'newer')));
    await one.begin(await claimOnly(one), noon);
    const other = await open();
    await endTerms();
    const statusAfterClaim = async () => {
      expect(await claimAt(other, 'salon')).toEqual([]);
      return statusOf(other, id);
    };
    await expect.poll(statusAfterClaim).toBe('uncertain');
    const free = await other.nextDueAt('salon');
    expect(free).toBeGreaterThanOrEqual(noon + callMs);
    expect(contentOf((await claimOnly(other, 'salon', free)).call)).toBe('newer');
  });

  it('is not uncertain while its owner runs, even if other processes start', async () => {
    const one = await open();
    const id = await acceptPlanned(one, queued(booking('A1')));
    const claim = await claimOnly(one);
    await one.begin(claim, noon);
    await open();
    expect(await one.settle(claim, delivered(claim.call), attempt())).toBe(true);
    expect(await statusOf(one, id)).toBe('delivered');
  });
});

describe('a call that another process is sending', () => {
  it('is neither held nor expired', async () => {
    const [one, other] = [await open(), await open()];
    const id = await acceptPlanned(one, queued(update('1001')));
    const claim = await claimOnly(one);
    scene.clock.advance(hour);
    expect(await other.holdMapping(mappingHold())).toBe(0);
    expect(await other.expire(noon + 400 * 24 * hour)).toBe(0);
    expect(await one.settle(claim, delivered(claim.call), attempt())).toBe(true);
    expect(await statusOf(other, id)).toBe('delivered');
  });

  it('is planned again at once if it is put back as held after its mapping was released', async () => {
    const [one, other] = [await open(), await open()];
    await acceptPlanned(one, queued(update('1001')));
    const claim = await claimOnly(one);
    const hold = mappingHold();
    await one.holdMapping(hold);
    await other.releaseMapping(hold.mapping);
    await one.settle(claim, { status: 'held', reason: hold.reason, diagnostics: [], hold }, attempt());
    expect(await one.plannable(9)).toHaveLength(1);
  });

  it('may not begin if another process has just linked its person', async () => {
    const [one, other] = [await open(), await open()];
    await acceptPlanned(one, queued(update('1001', 'older')));
    await acceptPlanned(one, queued(booking('newer'), { link: ada }));
    const [first] = await claimAt(one, 'salon');
    await other.putLink(ada, 'salon', '1001');
    if (first) expect(await one.begin(first, noon)).toEqual({ kind: 'moved' });
  });
});

describe('a store that was moved to another database', () => {
  const moveAway = () =>
    rowsOf(scene.url, `UPDATE ${scene.schema}.meta SET value = '1 1' WHERE name = 'place'`);

  it('is paused once if anything waits, and repeats no earlier booking', async () => {
    const one = await open();
    expect(await one.stopCopy(['salon'])).toBeUndefined();
    await one.holdMapping(mappingHold());
    await acceptPlanned(one, queued(booking('A1')));
    await acceptPlanned(one, inState({ status: 'held', reason: 'x' }, { destination: 'spa' }));
    await one.close();
    await moveAway();
    const copy = await open();
    expect(await copy.stopCopy(['studio'])).toMatch(/copy that was restored/);
    expect((await copy.destinations()).map(({ name, paused }) => [name, paused])).toEqual([
      ['salon', true],
      ['spa', true],
      ['studio', true],
    ]);
    expect(await copy.stopCopy(['studio'])).toBeUndefined();
    const claim = await claimOnly(copy);
    expect(await copy.begin(claim, noon)).toMatchObject({ kind: 'uncertain', copied: true });
    await copy.settle(claim, ended('uncertain'), null);
    await acceptPlanned(copy, queued(booking('A2')));
    expect(await copy.begin(await claimOnly(copy), noon)).toEqual({ kind: 'go' });
  });

  it('continues if nothing waits', async () => {
    const one = await open();
    await one.stopCopy([]);
    await one.close();
    await moveAway();
    expect(await (await open()).stopCopy(['salon'])).toBeUndefined();
  });
});

describe('stored times', () => {
  it('can be moved with the clock', async () => {
    const store = await open();
    await store.saveDestination(destination({ heldSince: noon, openedAt: noon - 1, notBefore: noon + 1 }));
    await acceptPlanned(store, queued(update('1001')));
    await store.moveTimes(-hour, 0);
    expect(await store.destinations()).toEqual([
      destination({ heldSince: noon - hour, openedAt: noon - hour - 1, notBefore: noon - hour + 1 }),
    ]);
    expect(await store.nextDueAt('salon')).toBe(noon - hour);
  });

  it('of deletion advance by at most a day at each call, even if the clock is far ahead', async () => {
    const store = await open();
    expect(await store.deletionTime(noon)).toBe(noon);
    const far = noon + 400 * 24 * hour;
    expect(await store.deletionTime(far)).toBe(noon + 24 * hour);
    expect(await store.deletionTime(far)).toBe(noon + 48 * hour);
    expect(await store.deletionTime(noon + hour)).toBe(noon + hour);
  });
});
