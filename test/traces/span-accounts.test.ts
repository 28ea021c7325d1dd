import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { createSpanAccounts } from '../../src/traces/span-accounts.ts';

/** Creates accounts with a stopped clock, and collects what they log. */
function opened() {
  const told: unknown[] = [];
  const tell = (about: object) => void told.push(about);
  const clock = { now: 0 };
  const accounts = createSpanAccounts(createMetrics(), { info: tell, warn: tell }, () => clock.now);
  return { told, clock, accounts };
}

describe('trouble with a collector', () => {
  it('that comes and goes is told five times a minute, and what that left out is told at last', () => {
    const { told, clock, accounts } = opened();
    for (let time = 0; time < 20; time += 1) {
      accounts.lost(3, 'unsent', 'HTTP 500');
      accounts.sent(1);
    }
    const pair = [{ reason: 'HTTP 500' }, { lost: 3 }];
    expect(told).toEqual([...pair, ...pair, ...pair, ...pair, ...pair]);
    clock.now = 60_000;
    accounts.sent(1);
    accounts.sent(1);
    expect(told.slice(10)).toEqual([{ lost: 45 }]);
  });

  it('whose reason changed too often is told with its last one as soon as there is room', () => {
    const { told, clock, accounts } = opened();
    for (let status = 500; status < 510; status += 1) accounts.lost(1, 'unsent', `HTTP ${status}`);
    expect(told).toHaveLength(5);
    clock.now = 60_000;
    accounts.lost(1, 'unsent', 'HTTP 509');
    accounts.lost(1, 'unsent', 'HTTP 509');
    accounts.sent(1);
    expect(told.slice(5)).toEqual([{ reason: 'HTTP 509' }, { lost: 12 }]);
  });

  it('that refuses a part of each batch is told once, and is not over in between', () => {
    const { told, accounts } = opened();
    for (let time = 0; time < 3; time += 1) accounts.sentInPart(4, 1);
    accounts.sent(5);
    expect(told).toEqual([{ reason: 'the collector refused some of them' }, { lost: 3 }]);
  });
});
