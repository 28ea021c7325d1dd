import { describe, expect, it } from 'vitest';
import type { NewRefusal } from '../../../src/inbox/refusal.ts';
import { keepRefusals } from '../../../src/server/webhooks/keep-refusals.ts';

function aRefusal(source: string, verified = false): NewRefusal {
  return { at: 0, source, status: 401, reason: 'no signature', verified, headers: {}, query: {}, bytes: 2 };
}

/** Creates a keeper for several sources, and collects what it stores and logs by source. */
function aKeeper(count: number) {
  const kept: string[] = [];
  const notKept: string[] = [];
  const time = { now: 1_000_000 };
  const sources = new Map(Array.from({ length: count }, (_, index) => [`source-${index}`, {}]));
  const keeper = keepRefusals({
    store: { refuse: async ({ source }) => `ref_${kept.push(source)}` },
    clock: { now: () => time.now },
    log: {
      warn: (about, name) => {
        if (name === 'refused webhook not kept' && 'source' in about) notKept.push(String(about.source));
      },
    },
    sources,
  });
  const flood = async (source: string, times: number) => {
    for (let index = 0; index < times; index += 1) await keeper.keep(aRefusal(source));
  };
  const counts = (sources: readonly string[], source: string) =>
    sources.filter(each => each === source).length;
  return { keeper, sources, kept, notKept, time, flood, counts };
}

describe('stored refusals', () => {
  it('of one source leave room for the others, and each one that is not stored is logged with its source', async () => {
    const { kept, notKept, flood, counts } = aKeeper(4);
    await flood('source-0', 1_000);
    await flood('source-1', 25);
    expect([counts(kept, 'source-0'), counts(notKept, 'source-0')]).toEqual([25, 975]);
    expect([counts(kept, 'source-1'), counts(notKept, 'source-1')]).toEqual([25, 0]);
  });

  it('are as many per second for all sources together as for a single one', async () => {
    for (const [count, perSource] of [
      [1, 50],
      [5, 10],
    ] as const) {
      const { kept, time, flood, counts } = aKeeper(count);
      await flood('source-0', 1_000);
      const before = counts(kept, 'source-0');
      for (let second = 0; second < 10; second += 1) {
        time.now += 1_000;
        await flood('source-0', 100);
      }
      expect(counts(kept, 'source-0') - before).toBe(perSource);
    }
  });

  it('are ten at once and one per second for each source, however many sources there are', async () => {
    const { kept, time, flood, counts } = aKeeper(500);
    await flood('source-7', 100);
    expect(counts(kept, 'source-7')).toBe(10);
    time.now += 2_000;
    await flood('source-7', 100);
    expect(counts(kept, 'source-7')).toBe(12);
  });

  it('of sources that are not in the config share one limit', async () => {
    const { kept, flood, counts } = aKeeper(2);
    await flood('gone', 40);
    await flood('gone too', 40);
    await flood('source-0', 50);
    expect([counts(kept, 'gone'), counts(kept, 'gone too'), counts(kept, 'source-0')]).toEqual([40, 10, 50]);
  });

  it('include all verified ones', async () => {
    const { keeper, kept, flood, counts } = aKeeper(1);
    await flood('source-0', 200);
    for (let index = 0; index < 50; index += 1) await keeper.keep(aRefusal('source-0', true));
    expect(counts(kept, 'source-0')).toBe(150);
  });
});
