import { describe, expect, it } from 'vitest';
import { migrate } from '../../../src/inbox/postgres/schema/migrate.ts';
import { migrations } from '../../../src/inbox/postgres/schema/schema.ts';
import { noon } from '../contract/bench.ts';
import { attempt, delivered, update } from '../contract/samples.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();

/** A store of the first schema: an event to plan, and two calls of one lane, the first of them in flight. */
const rows = `
  INSERT INTO request OVERRIDING SYSTEM VALUE
    VALUES (1, '{}', '{}', '{"kind":"json","charset":"utf-8"}', '{}', NULL);
  INSERT INTO event (id, request, siblings, source, received_at, status, planning, calls, waits_at)
    VALUES ('evt_a', 1, false, 'crm', ${noon}, 'queued', 1, 0, NULL),
      ('evt_b', 1, false, 'crm', ${noon}, 'queued', 0, 1, '["salon"]'),
      ('evt_c', 1, false, 'crm', ${noon}, 'queued', 0, 1, '["salon"]');
  INSERT INTO lane (destination, key, due_at) VALUES ('salon', 'customer 1', ${noon});
  INSERT INTO call (event, position, mapping, mapping_version, destination, operation, lane, status, due_at, rejoined,
      force, life_from, deadline, expires_at, policy, request)
    SELECT sequence, 0, 'intake', '1', 'salon', 'updateCustomer', 1, 'queued', ${noon}, id = 'evt_c', false, ${noon},
      ${noon * 2}, ${noon * 2}, '{"onInvalid":"fail","onUnknownField":"hold","maxAgeMs":86400000}', '${JSON.stringify(update('1'))}' FROM event WHERE calls = 1;
  INSERT INTO work (name, owner, epoch, until) VALUES ('destination salon', 'gone', 7, now() - interval '1 hour');
  INSERT INTO begun SELECT id, 'salon', 'gone', ${noon + 60_000}, 30000 FROM call ORDER BY id LIMIT 1;
  INSERT INTO ended VALUES (1, 2);
  INSERT INTO asked (destination, what) VALUES ('salon', 'probe');
`;

async function makeStoreOf(version: number): Promise<void> {
  await migrate(scene.url, scene.schema, { migrations: migrations.slice(0, 1), leastKnown: 1 });
  await rowsOf(scene.url, `SET search_path TO ${scene.schema}; ${rows}`);
  await migrate(scene.url, scene.schema, { migrations: migrations.slice(0, version), leastKnown: 1 });
}

describe('a PostgreSQL store of an earlier version', () => {
  it.each(migrations.slice(1).map((_, index) => index + 1))(
    'with %i migrations keeps all its data',
    async version => {
      await makeStoreOf(version);
      const store = await scene.open();
      expect((await store.events({})).events.map(({ id }) => id)).toEqual(['evt_c', 'evt_b', 'evt_a']);
      expect(await store.plannable(9)).toMatchObject([{ id: 'evt_a', ended: 2 }]);
      const claim = () => store.claim({ destination: 'salon', now: scene.clock.now(), limit: 9 });
      // The call of the ended process may still be in flight, so its lane waits.
      expect(await claim()).toEqual([]);
      scene.clock.advance(61_000);
      const [first] = await claim();
      expect(first).toMatchObject({ eventId: 'evt_b', outOfOrder: false });
      expect(
        await rowsOf(scene.url, `SELECT epoch FROM ${scene.schema}.lease WHERE name = 'destination salon'`),
      ).toEqual([{ epoch: '8' }]);
      if (!first) return;
      await store.settle(first, delivered(first.call), attempt(scene.clock.now()));
      expect(await claim()).toMatchObject([{ eventId: 'evt_c', outOfOrder: true }]);
    },
  );
});
