import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { DueMarkTimes } from '../../../src/inbox/postgres/delivery/due-marks.ts';
import { openPostgresStore, type PostgresPlace } from '../../../src/inbox/postgres/store.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { createTestClock, type TestClock } from '../contract/bench.ts';
import { type PostgresServer, startPostgres } from './server.ts';

type StoreOptions = Partial<Parameters<typeof openPostgresStore>[1]>;

/** No search counts as too long, so every due call is claimed at once on slow machines too. */
export const wholeLooks: DueMarkTimes = { longMs: Infinity, everyMs: 1_000, apart: 20, latelyMs: 2_000 };

/** Where the tests of a file have their stores: a schema and a clock for each test. */
export interface PostgresScene<Server> {
  readonly server: Server;
  readonly url: string;
  readonly schema: string;
  readonly place: PostgresPlace;
  readonly clock: TestClock;
  /** Opens a store there, through its own or another address; it is closed after the test. */
  open(options?: StoreOptions, url?: string): Promise<Store>;
}

/** Makes the scene of a test file; call it once, outside of all tests. */
export function postgresScene(): PostgresScene<PostgresServer>;
export function postgresScene<Server extends PostgresServer>(
  start: () => Promise<Server>,
): PostgresScene<Server>;
export function postgresScene(
  start: () => Promise<PostgresServer> = startPostgres,
): PostgresScene<PostgresServer> {
  let server: PostgresServer;
  let place: PostgresPlace;
  let clock: TestClock;
  const stores: Store[] = [];

  beforeAll(async () => {
    server = await start();
    place = { url: await server.newDatabase(), schema: '' };
  });

  afterAll(() => server.stop());

  beforeEach(() => {
    place = { ...place, schema: `store_${randomBytes(6).toString('hex')}` };
    clock = createTestClock();
  });

  afterEach(async () => {
    await Promise.all(stores.splice(0).map(store => store.close()));
  });

  return {
    get server() {
      return server;
    },
    get url() {
      return place.url;
    },
    get schema() {
      return place.schema;
    },
    get place() {
      return place;
    },
    get clock() {
      return clock;
    },
    async open(options, url = place.url) {
      const store = await openPostgresStore(
        { ...place, url },
        { clock, dueMarkTimes: wholeLooks, ...options },
      );
      stores.push(store);
      return store;
    },
  };
}
