import { beforeEach, expect, it } from 'vitest';
import type { Claim } from '../../../src/inbox/claim.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { noon, second } from '../contract/bench.ts';
import { acceptPlanned, attempt, delivered, queued, update } from '../contract/samples.ts';
import { rowsOf } from './queries.ts';

const names = ['berlin', 'bonn', 'bremen'];

import { postgresScene } from './scene.ts';

const scene = postgresScene();
let store: Store;

beforeEach(async () => {
  store = await scene.open();
});

async function planAtEach(first: number, count = 1): Promise<void> {
  for (const destination of names) {
    for (let person = 0; person < count; person += 1)
      await acceptPlanned(store, queued(update(String(first + person)), { destination }));
  }
}

function claimAtAll(limitOf = (_name: string) => 9): Promise<(readonly Claim[])[]> {
  const request = (destination: string) => ({ destination, now: noon, limit: limitOf(destination) });
  return Promise.all(names.map(name => store.claim({ ...request(name), callMs: 30 * second })));
}

function settleAll(claims: readonly Claim[]): Promise<boolean[]> {
  return Promise.all(claims.map(claim => store.settle(claim, delivered(claim.call), attempt())));
}

/** Gives the lease of a destination to another process. */
function loseTo(other: string, name: string) {
  return rowsOf(
    scene.url,
    `UPDATE ${scene.schema}.lease SET owner = '${other}', epoch = epoch + 1 WHERE name = 'destination ${name}'`,
  );
}

it('claims for each destination only its own calls, up to its limit', async () => {
  await planAtEach(1000, 3);
  await claimAtAll(() => 1);
  const found = await claimAtAll(name => (name === 'bonn' ? 1 : 9));
  expect(found.map(claims => claims.map(({ destination }) => destination))).toEqual([
    ['berlin', 'berlin'],
    ['bonn'],
    ['bremen', 'bremen'],
  ]);
});

it('writes results while more calls are claimed, each for its own request', async () => {
  await planAtEach(1000);
  const first = (await claimAtAll()).flat();
  await planAtEach(2000);
  const [written, more] = await Promise.all([settleAll(first), claimAtAll()]);
  expect(written).toEqual([true, true, true]);
  expect(more.map(claims => claims.length)).toEqual([1, 1, 1]);
  expect(
    await rowsOf(scene.url, `SELECT * FROM ${scene.schema}.call WHERE status = 'delivered'`),
  ).toHaveLength(3);
});

it('refuses only results and claims of a destination that another process owns by now', async () => {
  await planAtEach(1000);
  const first = (await claimAtAll()).flat();
  await planAtEach(2000);
  await loseTo('another', 'bonn');
  const [written, more] = await Promise.all([settleAll(first), claimAtAll()]);
  expect(written).toEqual([true, false, true]);
  expect(more.map(claims => claims.length)).toEqual([1, 0, 1]);
});
