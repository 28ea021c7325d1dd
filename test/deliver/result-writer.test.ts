import { describe, expect, it } from 'vitest';
import { createResultWriter } from '../../src/deliver/result-writer.ts';
import { NotOwner, StoreUnavailable } from '../../src/inbox/store.ts';

function startWriter() {
  const reported: string[] = [];
  const pauses: number[] = [];
  const results = createResultWriter({
    time: {
      after(ms, done) {
        pauses.push(ms);
        setImmediate(done);
        return () => {};
      },
    },
    report: ({ what }) => reported.push(what),
  });
  return { results, reported, pauses };
}

/** Fails with these errors one after the other, then succeeds. */
function failing(...errors: readonly Error[]): () => Promise<void> {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error) throw error;
  };
}

const away = () => new StoreUnavailable('the disk is full');
const refusal = () => new TypeError('a constraint');

describe('a result that the store does not accept', () => {
  it('is written once the store is available again; meanwhile no more calls are claimed', async () => {
    const { results, reported, pauses } = startWriter();
    const writing = results.write(failing(away(), away(), away()));
    await Promise.resolve();
    await expect.poll(() => results.waiting()).toBe(1);
    expect(results.keepsBack()).toBe(true);
    await writing;
    expect([results.waiting(), results.keepsBack(), pauses]).toEqual([0, false, [1000, 1000, 1000]]);
    expect(reported).toEqual([
      expect.stringContaining('cannot store call results'),
      'call results stored again',
    ]);
  });

  it('is also kept if the store refuses it, and retried ever more rarely', async () => {
    const { results, reported, pauses } = startWriter();
    await results.write(failing(...Array.from({ length: 8 }, refusal)));
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect(reported).toEqual(['store refuses a call result', 'call results stored again']);
  });

  it('keeps calls back if it is one of many refused results, but not if it is one of a few', async () => {
    const { results } = startWriter();
    const held = Promise.withResolvers<void>();
    let isRefused = true;
    const writeOne = () =>
      results.write(async () => {
        if (isRefused) throw refusal();
        await held.promise;
      });
    const few = Array.from({ length: 4 }, writeOne);
    await expect.poll(() => results.waiting()).toBe(4);
    expect(results.keepsBack()).toBe(false);
    const many = writeOne();
    await expect.poll(() => results.waiting()).toBe(5);
    expect(results.keepsBack()).toBe(true);
    isRefused = false;
    held.resolve();
    await Promise.all([...few, many]);
    expect([results.waiting(), results.keepsBack()]).toEqual([0, false]);
  });

  it('is reported anew if the store was unavailable first and then refuses it', async () => {
    const { results, reported } = startWriter();
    await results.write(failing(away(), refusal(), away()));
    expect([results.waiting(), results.keepsBack()]).toEqual([0, false]);
    expect(reported).toHaveLength(4);
  });

  it('is left to the process that owns the destination by now', async () => {
    const { results } = startWriter();
    await expect(results.write(failing(away(), new NotOwner('another does this now')))).rejects.toThrow(
      NotOwner,
    );
    expect([results.waiting(), results.keepsBack()]).toEqual([0, false]);
  });
});
