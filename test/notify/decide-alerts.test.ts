import { describe, expect, it } from 'vitest';
import type { AlertRecord } from '../../src/inbox/outbox.ts';
import { decideAlert, type Seen } from '../../src/notify/alerts/decide-alerts.ts';

const hourMs = 60 * 60_000;

/** Returns the messages about a changing condition, checked every two seconds for this time. */
function messagesOf(stands: (at: number) => boolean, forMs: number): readonly { what: string; at: number }[] {
  const messages: { what: string; at: number }[] = [];
  let record: AlertRecord | undefined;
  let seen: Seen | undefined;
  for (let at = 0; at < forMs; at += 2_000) {
    if (seen?.stands !== stands(at)) seen = { from: at, stands: stands(at) };
    const what = decideAlert(record, seen, { steady: at, now: at });
    const known: AlertRecord = record ?? { code: 'a', subject: 'b', since: at, clearedAt: null, times: 0 };
    if (what === 'raise') record = { ...known, clearedAt: null };
    if (what === 'clear') record = { ...known, clearedAt: at, times: known.times + 1 };
    if (what === 'forget') record = undefined;
    if (what) messages.push({ what, at });
  }
  return messages;
}

describe('an alert', () => {
  it('is raised after 5 seconds, and cleared after its condition was false for 15 seconds', () => {
    const messages = messagesOf(at => at >= 10_000 && at < 60_000, 200_000);
    expect(messages).toEqual([
      { what: 'raise', at: 16_000 },
      { what: 'clear', at: 76_000 },
    ]);
  });

  it.each([10_000, 20_000, 60_000, 5 * 60_000])(
    'does not repeat if its condition changes every %s ms',
    everyMs => {
      const messages = messagesOf(at => Math.floor(at / everyMs) % 2 === 0, 12 * hourMs);
      for (let hour = 1; hour < 12; hour += 1) {
        const within = messages.filter(
          ({ what, at }) => what === 'raise' && Math.floor(at / hourMs) === hour,
        );
        expect(within.length).toBeLessThanOrEqual(7);
      }
      expect(messages.filter(({ what }) => what === 'raise').length).toBeGreaterThan(0);
    },
  );

  it('is a new one an hour after it was cleared', () => {
    const messages = messagesOf(
      at => at < 10_000 || (at > 2 * hourMs && at < 2 * hourMs + 60_000),
      3 * hourMs,
    );
    expect(messages.map(each => each.what)).toEqual(['raise', 'clear', 'forget', 'raise', 'clear']);
  });
});
