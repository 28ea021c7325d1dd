import { describe, expect, it } from 'vitest';
import type { AlertRecord } from '../../src/inbox/outbox.ts';
import { decideAlert, type Seen } from '../../src/notify/alerts/decide-alerts.ts';

const hourMs = 60 * 60_000;

/** Returns the messages about a changing condition, checked every two seconds for this time. */
function toldOf(stands: (at: number) => boolean, forMs: number): readonly { what: string; at: number }[] {
  const told: { what: string; at: number }[] = [];
  let record: AlertRecord | undefined;
  let seen: Seen | undefined;
  for (let at = 0; at < forMs; at += 2_000) {
    if (seen?.stands !== stands(at)) seen = { from: at, stands: stands(at) };
    const what = decideAlert(record, seen, { steady: at, now: at });
    const known: AlertRecord = record ?? { code: 'a', subject: 'b', since: at, clearedAt: null, times: 0 };
    if (what === 'raise') record = { ...known, clearedAt: null };
    if (what === 'clear') record = { ...known, clearedAt: at, times: known.times + 1 };
    if (what === 'forget') record = undefined;
    if (what) told.push({ what, at });
  }
  return told;
}

describe('an alert', () => {
  it('is raised after 5 seconds and cleared when what it is about is gone for 15', () => {
    const told = toldOf(at => at >= 10_000 && at < 60_000, 200_000);
    expect(told).toEqual([
      { what: 'raise', at: 16_000 },
      { what: 'clear', at: 76_000 },
    ]);
  });

  it.each([10_000, 20_000, 60_000, 5 * 60_000])(
    'is no flood where something comes and goes every %s ms',
    everyMs => {
      const told = toldOf(at => Math.floor(at / everyMs) % 2 === 0, 12 * hourMs);
      for (let hour = 1; hour < 12; hour += 1) {
        const within = told.filter(({ what, at }) => what === 'raise' && Math.floor(at / hourMs) === hour);
        expect(within.length).toBeLessThanOrEqual(7);
      }
      expect(told.filter(({ what }) => what === 'raise').length).toBeGreaterThan(0);
    },
  );

  it('is a new one an hour after it was over', () => {
    const told = toldOf(at => at < 10_000 || (at > 2 * hourMs && at < 2 * hourMs + 60_000), 3 * hourMs);
    expect(told.map(each => each.what)).toEqual(['raise', 'clear', 'forget', 'raise', 'clear']);
  });
});
