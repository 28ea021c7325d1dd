import { describe, expect, it } from 'vitest';
import { eventStatus } from '../../../src/inbox/decide/event-status.ts';
import { allStatuses } from '../../../src/inbox/event.ts';

describe('the status of an event', () => {
  it('is that of the call that needs a person most', () => {
    for (const [rank, status] of allStatuses.entries()) {
      const calls = [...allStatuses.slice(rank)].reverse();
      expect(eventStatus({ own: null, calls, replaying: false })).toBe(status);
    }
  });

  it('is queued before the event is planned', () => {
    expect(eventStatus({ own: null, calls: [], replaying: false })).toBe('queued');
  });

  it('treats the status of the event itself like that of a call', () => {
    expect(eventStatus({ own: 'held', calls: [], replaying: false })).toBe('held');
    expect(eventStatus({ own: 'skipped', calls: ['delivered'], replaying: false })).toBe('delivered');
    expect(eventStatus({ own: 'held', calls: ['skipped'], replaying: false })).toBe('held');
  });

  it('is queued once a person replays the event, unless it is uncertain or delivered', () => {
    const replayed = allStatuses.map(status => eventStatus({ own: null, calls: [status], replaying: true }));
    expect(replayed).toEqual(['uncertain', 'queued', 'queued', 'queued', 'queued', 'delivered', 'queued']);
  });
});
