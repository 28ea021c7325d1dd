import { expect, it } from 'vitest';
import { readCatalogsAgain } from '../../../src/deliver/destinations/read-again.ts';

const now = 1_000_000;

function destination(
  name: string,
  state: string,
  ageMs: number | null,
  probe: () => Promise<boolean | undefined>,
) {
  const snapshot = ageMs === null ? null : { fetchedAt: now - ageMs };
  return { config: { name }, catalog: { snapshot }, status: () => ({ state }), probe } as never;
}

it('reads the fields of open destinations, not those read just now, and reports a failure', async () => {
  const probed: string[] = [];
  const reported: unknown[] = [];
  const note = (name: string) => async () => {
    probed.push(name);
    return true;
  };
  readCatalogsAgain(
    [
      destination('old', 'open', 60_000, note('old')),
      destination('unread', 'open', null, note('unread')),
      destination('fresh', 'open', 9_000, note('fresh')),
      destination('of the future', 'open', -60_000, note('of the future')),
      destination('paused', 'paused', 60_000, note('paused')),
      destination('held', 'held', 60_000, note('held')),
      destination('failing', 'open', 60_000, () => Promise.reject(new Error('another process owns it'))),
    ],
    { time: { now: () => now }, report: each => void reported.push(each) },
  );
  await expect.poll(() => reported.length).toBe(1);
  expect(probed).toEqual(['old', 'unread', 'of the future']);
  expect(reported).toMatchObject([
    { what: 'cannot probe a destination', details: { destination: 'failing' } },
  ]);
});
