import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../../../src/inbox/store.ts';
import { destination, item, webhook } from '../../contract/samples.ts';
import { openPrepared } from '../../open-prepared.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const today = Date.UTC(2026, 6, 1);
const keep = { deliveredMs: 30 * day, failedMs: 180 * day };

async function open(clock: { now(): number }): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-clock-'));
  const store = await openPrepared(join(folder, 'bridge.db'), { clock });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return store;
}

/** Stores discarded events, accepted at a time; returns the senders' ids. */
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

describe('deletion with a clock that jumps', () => {
  it('advances by at most a day at each call, even if the clock is far ahead', async () => {
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

  it('keeps events finished while the clock was in 1970 for their whole time from then on', async () => {
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

  it('deletes events finished while the clock was in 2100 after their time', async () => {
    let now = Date.UTC(2100, 0, 1);
    const store = await open({ now: () => now });
    await finished(store, 3, now, 'a');
    now = today;
    await store.prune(keep, now);
    now += 181 * day;
    await store.prune(keep, now);
    expect(await countOf(store)).toBe(0);
  });

  it("forgets senders' ids after their time, even behind many with a time in the future", async () => {
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

it('moves the stored times of a destination with the clock', async () => {
  const store = await open({ now: () => today });
  await store.saveDestination(destination({ heldSince: today, openedAt: today - 1, notBefore: today + 1 }));
  await store.moveTimes(-hour, 0);
  expect(await store.destinations()).toEqual([
    destination({ heldSince: today - hour, openedAt: today - hour - 1, notBefore: today - hour + 1 }),
  ]);
});
