import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DiagnosticCode } from '../../../../src/diagnostics/codes.ts';
import { applicationId, migrations } from '../../../../src/inbox/sqlite/file/schema.ts';
import { openSqliteStore } from '../../../../src/inbox/sqlite/store.ts';
import type { Store } from '../../../../src/inbox/store.ts';
import { noon } from '../../contract/bench.ts';
import { destination, item, update, webhook } from '../../contract/samples.ts';

/** A store of the first schema: three events, two of them from one webhook with the same id. */
const rows = `
  INSERT INTO request VALUES (1, '{}', '{}', '{"kind":"json","charset":"utf-8"}', CAST('{}' AS BLOB));
  INSERT INTO event (id, request, siblings, source, sender_event_id, received_at, status, planning, calls, settled_at)
  VALUES ('evt_a', 1, 1, 'crm', 'order-1', ${noon}, 'queued', 1, 0, NULL),
    ('evt_b', 1, 1, 'crm', 'order-1', ${noon}, 'queued', 0, 1, NULL),
    ('evt_c', 1, 1, 'crm', 'order-2', ${noon}, 'delivered', 0, 1, ${noon});
  INSERT INTO lane (destination, key, due_at) VALUES ('salon', 'customer 1', ${noon});
  INSERT INTO call (event, position, mapping, mapping_version, destination, operation, lane, status, due_at, rejoined,
      force, life_from, deadline, expires_at, policy, request)
  VALUES (2, 0, 'intake', '1', 'salon', 'updateCustomer', 1, 'queued', ${noon}, 0, 0, ${noon}, ${noon * 2}, ${noon * 2},
    '{}', '${JSON.stringify(update('1'))}');
  UPDATE event SET noticed = '[{"code":"intake/split-nothing","severity":"warning","message":"nothing"}]'
    WHERE id = 'evt_c';
  UPDATE call SET diagnostics = '[{"code":"check/validator","severity":"error","message":"no"},
    {"code":"call/older-event","severity":"info","message":"old"}]';
  INSERT INTO tally VALUES ('salon', 'intake', 'queued', 1);
  INSERT INTO dedupe (source, key, hash, event_id, at)
  VALUES ('crm', 'order-1', 'hash of a', 'evt_a', ${noon}), ('crm', 'order-1', 'hash of b', 'evt_b', ${noon}),
    ('crm', 'order-2', 'hash of c', 'evt_c', ${noon});
  INSERT INTO destination VALUES ('salon', 1, NULL, 'paused by a person', NULL, ${noon}, 0);
`;

async function storeOfVersion(version: number): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-upgrade-'));
  const path = join(folder, 'bridge.db');
  const database = new DatabaseSync(path);
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA application_id = ${applicationId}; ${migrations[0]}; ${rows}`,
  );
  for (const migration of migrations.slice(1, version)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
  const store = await openSqliteStore(path, { clock: { now: () => noon } });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return store;
}

describe('a store of an older version', () => {
  it.each(migrations.map((_, index) => index + 1))('with %i migrations keeps all its data', async version => {
    const store = await storeOfVersion(version);
    const events = async (status?: 'queued' | 'held' | 'delivered') =>
      (await store.events(status ? { status } : {})).events.map(({ id }) => id);
    expect(await events()).toEqual(['evt_c', 'evt_b', 'evt_a']);
    const withCode = async (code: DiagnosticCode) =>
      (await store.events({ code })).events.map(({ id }) => id);
    expect([
      await withCode('intake/split-nothing'),
      await withCode('check/validator'),
      await withCode('call/older-event'),
    ]).toEqual([['evt_c'], ['evt_b'], ['evt_b']]);
    expect([await events('queued'), await events('held'), await events('delivered')]).toEqual([
      ['evt_a'],
      ['evt_b'],
      ['evt_c'],
    ]);
    expect((await store.plannable(9)).map(({ id }) => id)).toEqual(['evt_a']);
    const again = async (key: string, contentHash: string) =>
      (await store.add(webhook({ items: [item({ senderEventId: key, contentHash })] })))[0];
    expect(await again('order-1', 'hash of b')).toEqual({ id: 'evt_b', status: 'duplicate' });
    expect(await again('order-1', 'hash of a')).toEqual({ id: 'evt_a', status: 'duplicate' });
    expect(await again('order-2', 'hash of c')).toEqual({ id: 'evt_c', status: 'duplicate' });
    expect(await again('order-2', 'another')).toEqual({ id: 'evt_c', status: 'duplicate', differs: true });
    expect(await again('order-3', 'hash of c')).toMatchObject({ status: 'queued' });
    expect(await store.destinations()).toEqual([
      expect.objectContaining({
        name: 'salon',
        paused: true,
        openedAt: null,
        reason: 'paused by a person',
      }),
    ]);
    await store.saveDestination(
      destination({ reason: 'it is not available', next: 'wait', code: 'unavailable' }),
    );
    expect(await store.destinations()).toMatchObject([{ next: 'wait', code: 'unavailable' }]);
  });
});
