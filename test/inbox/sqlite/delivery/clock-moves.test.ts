import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../../../src/inbox/sqlite/store.ts';
import type { Store } from '../../../../src/inbox/store.ts';
import { destination, item, webhook } from '../../contract/samples.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const today = Date.UTC(2026, 6, 1);
const keep = { deliveredMs: 30 * day, failedMs: 180 * day };

async function open(clock: { now(): number }): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-clock-'));
  const store = await openSqliteStore(join(folder, 'bridge.db'), { clock });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return store;
}

/** Stores events with a sender's id at a time, and leaves them; answers the ids of the senders. */
async function finished(store: Store, count: number, receivedAt: number, prefix: string): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  for (const id of ids) {
    const made = item({ senderEventId: id });
    await store.add(webhook({ receivedAt, items: [made] }));
    await store.discard(made.id);
  }
  return ids;
}

const countOf = async (store: Store) => (await store.events({ limit: 500 })).events.length;

describe('deletion by a clock that jumps', () => {
  it('goes on by a day at each call, however far ahead the clock is', async () => {
    let now = today;
    const store = await open({ now: () => now });
    await finished(store, 3, now, 'a');
    expect(await store.deletionTime(now)).toBe(today);
    now = Date.UTC(2100, 0, 1);
    for (let hours = 1; hours <= 24; hours += 1) {
      expect(await store.deletionTime(now)).toBe(today + hours * day);
      await store.prune(keep, await store.deletionTime(today + hours * day));
    }
    expect(await countOf(store)).toBe(3);
    now = today + 2 * hour;
    expect(await store.deletionTime(now)).toBe(now);
  });

  it('keeps what was finished while the clock stood in 1970 for its whole time from then on', async () => {
    let now = 5 * 60_000;
    const store = await open({ now: () => now });
    await finished(store, 3, now, 'a');
    now = today;
    await store.prune(keep, now);
    expect(await countOf(store)).toBe(3);
    now += 181 * day;
    await store.prune(keep, now);
    expect(await countOf(store)).toBe(0);
  });

  it('deletes in time what was finished while the clock stood in 2100', async () => {
    let now = Date.UTC(2100, 0, 1);
    const store = await open({ now: () => now });
    await finished(store, 3, now, 'a');
    now = today;
    await store.prune(keep, now);
    now += 181 * day;
    await store.prune(keep, now);
    expect(await countOf(store)).toBe(0);
  });

  it("forgets in time the senders' ids that came after many of a time that cannot be", async () => {
    let now = Date.UTC(2100, 0, 1);
    const store = await open({ now: () => now });
    const items = Array.from({ length: 600 }, (_, index) => item({ senderEventId: `ahead-${index}` }));
    await store.add(webhook({ receivedAt: now, items }));
    now = today;
    await finished(store, 1, now, 'right');
    await store.prune(keep, now);
    now += 31 * day;
    await store.prune(keep, now);
    const again = webhook({ receivedAt: now, items: [item({ senderEventId: 'right-0' })] });
    expect(await store.add(again)).toMatchObject([{ status: 'queued' }]);
  });
});

it('moves the times that are remembered of a destination with the clock', async () => {
  const store = await open({ now: () => today });
  await store.saveDestination(destination({ heldSince: today, openedAt: today - 1, notBefore: today + 1 }));
  await store.moveTimes(-hour, 0);
  expect(await store.destinations()).toEqual([
    destination({ heldSince: today - hour, openedAt: today - hour - 1, notBefore: today - hour + 1 }),
  ]);
});
