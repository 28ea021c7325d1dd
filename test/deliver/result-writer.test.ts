import { describe, expect, it } from 'vitest';
import { createResultWriter } from '../../src/deliver/result-writer.ts';
import { NotOwner, StoreUnavailable } from '../../src/inbox/store.ts';

function startWriter() {
  const told: string[] = [];
  const pauses: number[] = [];
  const results = createResultWriter({
    time: {
      after(ms, done) {
        pauses.push(ms);
        setImmediate(done);
        return () => {};
      },
    },
    report: ({ what }) => told.push(what),
  });
  return { results, told, pauses };
}

/** Fails with these one after the other, and then no more. */
function failing(...errors: readonly Error[]): () => Promise<void> {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error) throw error;
  };
}

const away = () => new StoreUnavailable('the disk is full');
const refusal = () => new TypeError('a constraint');

describe('a result that the store does not take', () => {
  it('is written once the store is there again; meanwhile nothing more is claimed', async () => {
    const { results, told, pauses } = startWriter();
    const writing = results.write(failing(away(), away(), away()));
    await Promise.resolve();
    await expect.poll(() => results.waiting()).toBe(1);
    expect(results.keepsBack()).toBe(true);
    await writing;
    expect([results.waiting(), results.keepsBack(), pauses]).toEqual([0, false, [1000, 1000, 1000]]);
    expect(told).toEqual([expect.stringContaining('cannot store call results'), 'call results stored again']);
  });

  it('is kept as well where it is refused, and tried again ever more seldom', async () => {
    const { results, told, pauses } = startWriter();
    await results.write(failing(...Array.from({ length: 8 }, refusal)));
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect(told).toEqual(['store refuses a call result', 'call results stored again']);
  });

  it('keeps others back where it is refused with many, and not where it is one of a few', async () => {
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

  it('is counted once where the store was away first and refuses it then', async () => {
    const { results, told } = startWriter();
    await results.write(failing(away(), refusal(), away()));
    expect([results.waiting(), results.keepsBack()]).toEqual([0, false]);
    expect(told).toHaveLength(4);
  });

  it('is left to the process whose it is by now', async () => {
    const { results } = startWriter();
    await expect(results.write(failing(away(), new NotOwner('another does this now')))).rejects.toThrow(
      NotOwner,
    );
    expect([results.waiting(), results.keepsBack()]).toEqual([0, false]);
  });
});
