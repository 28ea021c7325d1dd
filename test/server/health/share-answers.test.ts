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

describe('a shared answer', () => {
  it('is made once for all who ask while it is made', async () => {
    const { made, ask } = counted();
    const asked = Array.from({ length: 1_000 }, ask);
    expect(made).toHaveLength(1);
    made[0]?.resolve('one');
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['one']));
  });

  it('is made anew for everyone who asks at a usual pace', async () => {
    const { made, clock, ask } = counted();
    for (const answer of ['one', 'two', 'three']) {
      const asked = ask();
      made.at(-1)?.resolve(answer);
      expect(await asked).toBe(answer);
      clock.ms += 50;
    }
    expect(made).toHaveLength(3);
  });

  it('is made some 20 times a second, however often somebody asks', async () => {
    const { made, clock, ask } = counted();
    let last = '';
    for (let ms = 0; ms < 10_000; ms += 1) {
      clock.ms += 1;
      const asked = ask();
      made.at(-1)?.resolve(String(made.length));
      last = await asked;
    }
    // 20 each second, and as many again after a quiet time.
    expect(made.length).toBeGreaterThan(200);
    expect(made.length).toBeLessThanOrEqual(220);
    expect(last).toBe(String(made.length));
  });

  it('that failed is made again for the next who asks, also beyond the limit', async () => {
    const { made, ask } = counted();
    for (let count = 0; count < 30; count += 1) {
      const asked = ask();
      made.at(-1)?.reject(new Error('the disk is gone'));
      await expect(asked).rejects.toThrow('the disk is gone');
    }
    const asked = ask();
    made.at(-1)?.resolve('good');
    expect(await asked).toBe('good');
    expect(made).toHaveLength(31);
  });
});
