import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../src/inbox/sqlite/store.ts';
import { homeOf } from './processes.ts';

/** The state of all events of a large store. */
export const scenes = ['just came in', 'wait at a paused destination', 'failed', 'delivered'] as const;
export type Scene = (typeof scenes)[number];

const statuses = {
  'just came in': 'queued',
  'wait at a paused destination': 'queued',
  failed: 'failed',
  delivered: 'delivered',
} as const;

const peopleOf = (events: number) => Math.min(100_000, events);

/**
 * Makes the store of a bridge with so many events of 2 KB, a tenth of them of another source, as fast as SQLite can:
 * in the very rows that the store itself writes.
 */
export async function makeLargeStore(name: string, scene: Scene, events: number): Promise<string> {
  mkdirSync(homeOf(name), { recursive: true });
  const path = join(homeOf(name), 'bridge.db');
  await (await openSqliteStore(path, { clock: { now: () => Date.now() } })).close();
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  database.exec(arrivals(scene, events));
  if (scene !== 'just came in') database.exec(calls(scene, events));
  if (scene === 'wait at a paused destination') database.exec(pause);
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return path;
}

const now = Date.now();

const arrivals = (scene: Scene, events: number) => `
  CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${events}) SELECT i FROM n;
  INSERT INTO request (id, headers, query, reading, body)
    SELECT i, '{"content-type":"application/json"}', '{}', '{"kind":"json","charset":"utf-8"}',
      CAST(json_object('id', 'large-' || i, 'customer', 1000 + i % ${peopleOf(events)}, 'note', 'n' || i,
        'filler', '${'x'.repeat(1_900)}') AS BLOB) FROM n;
  INSERT INTO event (sequence, id, request, siblings, source, sender_event_id, received_at, status, planning, calls,
      settled_at, waits_at)
    SELECT i, 'evt_' || lower(hex(randomblob(13))), i, 0, iif(i % 10 = 0, 'form', 'json'), 'large-' || i,
      ${now - events} + i, '${statuses[scene]}', ${scene === 'just came in' ? 1 : 0}, ${scene === 'just came in' ? 0 : 1},
      ${statuses[scene] === 'queued' ? 'NULL' : now},
      ${scene === 'wait at a paused destination' ? `'["salon"]'` : 'NULL'} FROM n;
  INSERT INTO dedupe (source, key, variant, hash, event_id, at)
    SELECT source, sender_event_id, 0, hex(randomblob(22)), id, received_at FROM event;`;

const calls = (scene: Scene, events: number, people = peopleOf(events)) => `
  INSERT INTO lane (id, destination, key, due_at)
    SELECT i, 'salon', 'customer:' || (1000 + i), ${statuses[scene] === 'queued' ? now : 'NULL'} FROM n WHERE i <= ${people};
  INSERT INTO call (event, position, mapping, mapping_version, destination, operation, lane, status, due_at, out_of_order,
      force, life_from, deadline, expires_at, customer_id, policy, request)
    SELECT sequence, 0, 'update', 'v1', 'salon', 'updateCustomer',
      ${scene === 'failed' ? 'NULL' : `1 + sequence % ${people}`}, status, iif(status = 'queued', ${now}, NULL), 0, 0,
      received_at, iif(status = 'queued', ${now} + 604800000, NULL), ${now} + 1814400000, 1000 + sequence % ${people},
      '{"onInvalid":"fail","onUnknownField":"hold","maxAgeMs":604800000,"ignoreOlder":false}',
      json_object('operation', 'updateCustomer', 'id', json_object('text', '' || (1000 + sequence % ${people}), 'origin',
        'data'), 'note', json('{"set":{"text":"n","origin":"data"}}'), 'additionalFields', json('[]')) FROM event;
  INSERT INTO tally VALUES ('salon', 'update', '${statuses[scene]}', ${events});`;

const pause = `INSERT INTO destination (name, paused, reason, stopped_since, stopped_ms)
  VALUES ('salon', 1, 'paused by a person', ${now}, 0);`;
