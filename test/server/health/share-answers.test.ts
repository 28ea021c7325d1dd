import { describe, expect, it } from 'vitest';
import { shareAnswers } from '../../../src/server/health/share-answers.ts';

/** Creates responses that are counted, with a clock that the test sets. */
function counted() {
  const made: PromiseWithResolvers<string>[] = [];
  const clock = { ms: 1_700_000_000_000, now: () => clock.ms };
  const ask = shareAnswers(clock, () => {
    const one = Promise.withResolvers<string>();
    made.push(one);
    return one.promise;
  });
  return { made, clock, ask };
}

describe('a shared response', () => {
  it('is created once for all requests that arrive meanwhile', async () => {
    const { made, ask } = counted();
    const response = Array.from({ length: 1_000 }, ask);
    expect(made).toHaveLength(1);
    made[0]?.resolve('one');
    expect(new Set(await Promise.all(response))).toEqual(new Set(['one']));
  });

  it('is created for every request at a usual rate', async () => {
    const { made, clock, ask } = counted();
    for (const answer of ['one', 'two', 'three']) {
      const response = ask();
      made.at(-1)?.resolve(answer);
      expect(await response).toBe(answer);
      clock.ms += 50;
    }
    expect(made).toHaveLength(3);
  });

  it('is created some 20 times a second, however many requests there are', async () => {
    const { made, clock, ask } = counted();
    let last = '';
    for (let ms = 0; ms < 10_000; ms += 1) {
      clock.ms += 1;
      const response = ask();
      made.at(-1)?.resolve(String(made.length));
      last = await response;
    }
    // 20 each second, and as many again after a quiet time.
    expect(made.length).toBeGreaterThan(200);
    expect(made.length).toBeLessThanOrEqual(220);
    expect(last).toBe(String(made.length));
  });

  it('is created again after a failure, also beyond the limit', async () => {
    const { made, ask } = counted();
    for (let count = 0; count < 30; count += 1) {
      const response = ask();
      made.at(-1)?.reject(new Error('the disk is gone'));
      await expect(response).rejects.toThrow('the disk is gone');
    }
    const response = ask();
    made.at(-1)?.resolve('good');
    expect(await response).toBe('good');
    expect(made).toHaveLength(31);
  });
});
