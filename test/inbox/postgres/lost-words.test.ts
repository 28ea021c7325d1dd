import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/inbox/claim.ts';
import { spreadWorks, workOf } from '../../../src/inbox/decide/spread-works.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { noon } from '../contract/bench.ts';
import { acceptPlanned, attempt, contentOf, delivered, queued, update } from '../contract/samples.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();

let store: Store;

beforeEach(async () => {
  store = await scene.open();
});

function claim(): Promise<readonly Claim[]> {
  return store.claim({ destination: 'salon', now: scene.clock.now(), limit: 9, callMs: 30_000 });
}

describe('a claimed call', () => {
  it('is claimed again at once if the response to its claim was lost, since it cannot have been sent', async () => {
    await acceptPlanned(store, queued(update('1001')));
    expect(await claim()).toHaveLength(1);
    await store.close();
    store = await scene.open();
    // The state after a commit whose response was lost: the store does not know of the claim.
    await rowsOf(
      scene.url,
      `UPDATE ${scene.schema}.attempt_in_flight SET owner = '${store.shared?.process}'`,
    );
    expect(await store.nextDueAt('salon')).toBe(noon);
    const [again] = await claim();
    if (!again) throw new Error('a claim was expected');
    expect(contentOf(again.call)).toBe(contentOf(update('1001')));
    expect(await store.settle(again, delivered(again.call), attempt())).toBe(true);
    expect(await rowsOf(scene.url, `SELECT * FROM ${scene.schema}.attempt_in_flight`)).toEqual([]);
  });

  it('is claimed again at once if its release failed, since it was not sent', async () => {
    await acceptPlanned(store, queued(update('1001')));
    const [given] = await claim();
    if (!given) throw new Error('a claim was expected');
    const other = new pg.Client({ connectionString: scene.url });
    await other.connect();
    await other.query(`BEGIN; LOCK TABLE ${scene.schema}.attempt_in_flight IN SHARE ROW EXCLUSIVE MODE`);
    await store.release(given);
    await other.end();
    expect(await rowsOf(scene.url, `SELECT * FROM ${scene.schema}.attempt_in_flight`)).toHaveLength(1);
    expect(await claim()).toHaveLength(1);
  });
});

describe('a destination assigned to another process', () => {
  it('is left to that process even if the response to a claim was lost', async () => {
    await acceptPlanned(store, queued(update('1001')));
    const { shared } = store;
    if (!shared) throw new Error('this store can be shared');
    const self = { version: '1', mappings: 'm', config: 'c', destinations: ['salon'] };
    await shared.look(self);
    expect(shared.delivers('salon')).toBe(true);
    await rowsOf(
      scene.url,
      `INSERT INTO ${scene.schema}.attempt_in_flight SELECT id, 'salon', '${shared.process}', 0, 0 FROM ${scene.schema}.call`,
    );
    const other = preferredTo(shared.process);
    await rowsOf(
      scene.url,
      `INSERT INTO ${scene.schema}.process
         SELECT '${other}', name, started_at, seen, version, mappings, config, destinations FROM ${scene.schema}.process`,
    );
    await shared.look(self);
    expect(shared.delivers('salon')).toBe(false);
  });
});

/** The id of a process to which the work of the destination is assigned instead of this one. */
function preferredTo(process: string): string {
  for (let number = 0; ; number += 1) {
    const other = `process-${number}`;
    const both = [process, other].map(id => ({ id, destinations: new Set(['salon']) }));
    if (spreadWorks(both).get(workOf('salon')) === other) return other;
  }
}
