import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { networkOf } from '../../../../src/server/api/access/access-control.ts';
import {
  type AttemptResult,
  type ThrottleLimits,
  throttleAttempts,
} from '../../../../src/server/api/access/throttle.ts';
import { callerFinder } from '../../../../src/server/http/caller.ts';

const limits: ThrottleLimits = {
  burst: 3,
  everyMs: 100,
  waiting: 4,
  waitingInAll: 6,
  addresses: 5,
  forgetMs: 1_000,
};

function aThrottle() {
  const counts: [string, number][] = [];
  const throttle = throttleAttempts((address, count) => counts.push([address, count]), limits);
  const looked: string[] = [];
  const results: AttemptResult[] = [];
  const look = (address: string, right = false) => {
    let leave = (): void => {};
    const isRight = () => {
      looked.push(address);
      return right;
    };
    const result = throttle.attempt(address, isRight, each => {
      leave = each;
    });
    void result.then(each => results.push(each));
    return { result, leave: () => leave() };
  };
  const times = (count: number, address: string) => Array.from({ length: count }, () => look(address));
  return { throttle, counts, looked, results, look, times };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('attempts with an admin token', () => {
  it('are checked at once until some were wrong, and then one at a time', async () => {
    const { times, looked } = aThrottle();
    times(7, 'a');
    expect(looked).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(250);
    expect(looked).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looked).toHaveLength(7);
  });

  it('are refused unchecked if they would have to wait too long', async () => {
    const { times, looked, results, counts } = aThrottle();
    times(3 + 4 + 2, 'a');
    await vi.advanceTimersByTimeAsync(0);
    expect([looked.length, results]).toEqual([3, ['wrong', 'wrong', 'wrong', 'turned-away', 'turned-away']]);
    expect(counts.map(([, count]) => count)).toEqual([1, 2, 3, 4, 5]);
  });

  it('with the right token wait for earlier ones, and do not count', async () => {
    const { times, look, looked } = aThrottle();
    times(3 + 2, 'a');
    const right = look('a', true);
    const after = look('a');
    await vi.advanceTimersByTimeAsync(300);
    expect(await right.result).toBe('right');
    expect(await after.result).toBe('wrong');
    expect(looked).toHaveLength(7);
  });

  it('from another address are checked at once', async () => {
    const { times, look } = aThrottle();
    times(7, 'a');
    expect(await look('b', true).result).toBe('right');
    expect(await look('b').result).toBe('wrong');
  });

  it('free their place when their client disconnects', async () => {
    const { times, look, looked } = aThrottle();
    times(3, 'a');
    const [gone] = times(4, 'a');
    gone?.leave();
    const right = look('a', true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([await gone?.result, await right.result]).toEqual(['turned-away', 'right']);
    expect(looked).toHaveLength(3 + 3 + 1);
  });

  it('wait in a limited number of places, from however many addresses they come', async () => {
    const { times, results } = aThrottle();
    for (const address of ['a', 'b', 'c']) times(3 + 4, address);
    await vi.advanceTimersByTimeAsync(0);
    expect(results.filter(each => each === 'turned-away')).toHaveLength(12 - 6);
  });

  it('are forgotten after a quiet time, and the earliest ones if too many addresses fail', async () => {
    const { times, counts, look } = aThrottle();
    times(2, 'a');
    await vi.advanceTimersByTimeAsync(1_100);
    look('a');
    expect(counts.at(-1)).toEqual(['a', 1]);
    for (const address of ['b', 'c', 'd', 'e', 'f']) look(address);
    look('a');
    expect(counts.at(-1)).toEqual(['a', 1]);
    look('f');
    expect(counts.at(-1)).toEqual(['f', 2]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fail alone if the check fails, for example because the secret file is missing', async () => {
    const { throttle, times, look } = aThrottle();
    times(3, 'a');
    const broken = throttle.attempt(
      'a',
      () => {
        throw new Error('no file');
      },
      () => {},
    );
    const right = look('a', true);
    await Promise.all([
      expect(broken).rejects.toThrow('no file'),
      expect(right.result).resolves.toBe('right'),
      vi.advanceTimersByTimeAsync(1_000),
    ]);
  });

  it('stop waiting when the server ends', async () => {
    const { throttle, times, results } = aThrottle();
    times(3 + 4, 'a');
    throttle.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(results.filter(each => each === 'turned-away')).toHaveLength(4);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the caller of a request', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    networkOf(
      callerFinder([])({ socket: { remoteAddress }, headers } as unknown as Parameters<
        ReturnType<typeof callerFinder>
      >[0]),
    );

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (address, caller) => {
    expect(from(address)).toBe(caller);
  });

  it('is another one behind a proxy, whatever the proxy says', () => {
    expect(from('127.0.0.1', { 'x-forwarded-for': '198.51.100.1' })).toBe('127.0.0.1, forwarded');
    expect(from('127.0.0.1', { via: '1.1 proxy', 'x-forwarded-for': '1.2.3.4' })).toBe(
      '127.0.0.1, forwarded',
    );
  });
});
