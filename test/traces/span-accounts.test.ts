import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { createSpanAccounts } from '../../src/traces/span-accounts.ts';

/** Creates accounts with a stopped clock, and collects what they log. */
function opened() {
  const logged: unknown[] = [];
  const write = (about: object) => void logged.push(about);
  const clock = { now: 0 };
  const accounts = createSpanAccounts(createMetrics(), { info: write, warn: write }, () => clock.now);
  return { logged, clock, accounts };
}

describe('failures of a collector', () => {
  it('are reported five times a minute, and the suppressed ones at the end', () => {
    const { logged, clock, accounts } = opened();
    for (let time = 0; time < 20; time += 1) {
      accounts.lost(3, 'unsent', 'HTTP 500');
      accounts.sent(1);
    }
    const pair = [{ reason: 'HTTP 500' }, { lost: 3 }];
    expect(logged).toEqual([...pair, ...pair, ...pair, ...pair, ...pair]);
    clock.now = 60_000;
    accounts.sent(1);
    accounts.sent(1);
    expect(logged.slice(10)).toEqual([{ lost: 45 }]);
  });

  it('are reported with the last reason as soon as the limit allows', () => {
    const { logged, clock, accounts } = opened();
    for (let status = 500; status < 510; status += 1) accounts.lost(1, 'unsent', `HTTP ${status}`);
    expect(logged).toHaveLength(5);
    clock.now = 60_000;
    accounts.lost(1, 'unsent', 'HTTP 509');
    accounts.lost(1, 'unsent', 'HTTP 509');
    accounts.sent(1);
    expect(logged.slice(5)).toEqual([{ reason: 'HTTP 509' }, { lost: 12 }]);
  });

  it('are reported once if it refuses a part of each batch, and do not end in between', () => {
    const { logged, accounts } = opened();
    for (let time = 0; time < 3; time += 1) accounts.sentInPart(4, 1);
    accounts.sent(5);
    expect(logged).toEqual([{ reason: 'the collector refused some of them' }, { lost: 3 }]);
  });
});
