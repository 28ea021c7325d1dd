import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../src/inbox/store.ts';
import { type ActivityParts, createActivityLog } from '../../../src/server/health/activity-log.ts';
import { aConfig, aSource } from '../a-config.ts';
import { startServer } from '../running-server.ts';

const minuteMs = 60_000;
const at = Date.UTC(2026, 10, 20, 10, 4, 30);
const minute = (minutes: number) => Date.UTC(2026, 10, 20, 10, 4) + minutes * minuteMs;
const clock = { now: () => at };
const nothing = { accepted: 0, delivered: 0, failed: 0 };

function logOf({
  minutes = [],
  counts = nothing,
  add = async () => {},
}: {
  minutes?: Awaited<ReturnType<ActivityParts['store']['activity']>>;
  counts?: { accepted: number; delivered: number; failed: number };
  add?: ActivityParts['store']['addActivity'];
}) {
  const store = {
    addActivity: add,
    activity: async (from: number) => minutes.filter(each => each.at >= from),
  };
  return createActivityLog({ store, clock, counted: () => ({ ...counts }) });
}

describe('the figures of recent hours', () => {
  it('have a step of a minute up to six hours, and longer steps for more', async () => {
    const log = logOf({});
    for (const [hours, stepSeconds, length, startedAt] of [
      [1, 60, 60, '2026-11-20T09:05:00.000Z'],
      [6, 60, 360, '2026-11-20T04:05:00.000Z'],
      [24, 300, 288, '2026-11-19T10:05:00.000Z'],
      [48, 900, 192, '2026-11-18T10:15:00.000Z'],
      [168, 3600, 168, '2026-11-13T11:00:00.000Z'],
    ] as const) {
      const series = await log.series(hours);
      expect(series).toMatchObject({ startedAt, stepSeconds });
      for (const list of [series.accepted, series.delivered, series.failed, series.oldestSeconds])
        expect(list).toHaveLength(length);
    }
  });

  it('add up the minutes of a step, and use the oldest of them', async () => {
    const log = logOf({
      minutes: [
        { at: minute(-4), accepted: 1, delivered: 2, failed: 3, oldestMs: 1_999 },
        { at: minute(-3), accepted: 10, delivered: 20, failed: 30, oldestMs: null },
        { at: minute(0), accepted: 100, delivered: 200, failed: 300, oldestMs: 90_000 },
        { at: minute(1), accepted: 5, delivered: 0, failed: 0, oldestMs: 0 },
      ],
    });
    const byMinute = await log.series(1);
    expect(byMinute.accepted.slice(-5)).toEqual([1, 10, 0, 0, 105]);
    expect(byMinute.oldestSeconds.slice(-5)).toEqual([1, null, null, null, 90]);
    const byFive = await log.series(24);
    expect(byFive).toMatchObject({ startedAt: '2026-11-19T10:05:00.000Z' });
    expect(byFive.delivered.slice(-2)).toEqual([0, 222]);
    expect(byFive.failed.slice(-2)).toEqual([0, 333]);
  });

  it('include unsaved counts once', async () => {
    const counts = { ...nothing };
    const kept: unknown[] = [];
    const log = logOf({ counts, add: async counted => void kept.push(counted) });
    Object.assign(counts, { accepted: 7, delivered: 6, failed: 1 });
    expect((await log.series(1)).accepted.at(-1)).toBe(7);
    await log.keep();
    counts.accepted = 9;
    await log.keep();
    expect(kept).toEqual([
      { accepted: 7, delivered: 6, failed: 1 },
      { accepted: 2, delivered: 0, failed: 0 },
    ]);
    expect((await log.series(1)).accepted.at(-1)).toBe(0);
  });

  it('are saved later if the store is unavailable', async () => {
    const counts = { ...nothing };
    const kept: unknown[] = [];
    let isAway = true;
    const log = logOf({
      counts,
      async add(counted) {
        if (isAway) throw new StoreUnavailable('the disk is full');
        kept.push(counted);
      },
    });
    counts.accepted = 3;
    await expect(log.keep()).rejects.toThrow('the disk is full');
    isAway = false;
    await log.keep();
    expect(kept).toEqual([{ accepted: 3, delivered: 0, failed: 0 }]);
  });

  it('count what a server stores, and are shown with the token', async () => {
    const server = await startServer(aConfig([aSource('open')]));
    for (const body of ['{"a":1}', '{"a":2}'])
      expect((await server.post('/hooks/open', body)).status).toBe(200);
    const { status, body } = await server.api('GET', '/activity?hours=1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ series: { stepSeconds: 60, startedAt: expect.any(String) } });
    const { accepted } = (body as unknown as { series: { accepted: number[] } }).series;
    expect(accepted.reduce((sum, each) => sum + each, 0)).toBe(2);
    expect((await server.api('GET', '/activity?hours=0')).status).toBe(400);
    expect((await fetch(`${server.url}/api/activity`)).status).toBe(401);
  });
});
