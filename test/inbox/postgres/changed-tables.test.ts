import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { inspectDatabase } from '../../../src/inbox/postgres/connection/inspect.ts';
import { openPostgresStore } from '../../../src/inbox/postgres/store.ts';
import { type Store, StoreUnavailable } from '../../../src/inbox/store.ts';
import { noon } from '../contract/bench.ts';
import {
  accept,
  acceptPlanned,
  attempt,
  claimDue,
  contentOf,
  deliverAll,
  delivered,
  item,
  planAll,
  queued,
  update,
} from '../contract/samples.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();
let store: Store;

beforeEach(async () => {
  store = await scene.open();
});

const run = (sql: string) => rowsOf(scene.url, sql.replaceAll('SCHEMA', scene.schema));

/** Makes PostgreSQL refuse writes to a table with an error code, if the new row meets a condition. */
async function refuse(table: string, code: string, condition = 'true'): Promise<void> {
  await run(`CREATE FUNCTION SCHEMA.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF ${condition} THEN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END IF; RETURN NEW; END $$`);
  await run(
    `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON SCHEMA.${table} FOR EACH ROW EXECUTE FUNCTION SCHEMA.refuse()`,
  );
}

describe('a store whose tables are changed by somebody else', () => {
  it.each(['call', 'event', 'dedupe'])('fails while %s is missing, and continues afterwards', async table => {
    await accept(store);
    const takeIn = () => accept(store, { items: [item({ senderEventId: 'order-7' })] });
    const plan = () => planAll(store, () => ({ calls: [queued(update('1001', 'a note'))] }));
    await run(`ALTER TABLE SCHEMA.${table} RENAME TO elsewhere`);
    const doing = table === 'call' ? plan() : takeIn();
    await expect(doing).rejects.toThrow(
      new StoreUnavailable('the tables of the store in PostgreSQL were changed'),
    );
    await run(`ALTER TABLE SCHEMA.elsewhere RENAME TO ${table}`);
    await takeIn();
    await plan();
    expect(await deliverAll(store, noon)).toEqual(['a note', 'a note']);
  });

  it('is not ready if its user lost a right on a table, and names the table', async () => {
    const role = `weak_${scene.schema}`;
    await run(`CREATE ROLE ${role} LOGIN PASSWORD 'pw'; GRANT CREATE, USAGE ON schema SCHEMA TO ${role};
      GRANT ALL ON ALL TABLES IN schema SCHEMA TO ${role}; GRANT ALL ON ALL SEQUENCES IN schema SCHEMA TO ${role}`);
    const url = Object.assign(new URL(scene.url), { username: role, password: 'pw' }).href;
    const place = { url, schema: scene.schema };
    const weak = await openPostgresStore(place, { clock: scene.clock });
    try {
      expect(await weak.health()).toEqual({ writable: true });
      await run(`REVOKE SELECT ON SCHEMA.event FROM ${role}`);
      expect(await weak.health()).toEqual({
        writable: false,
        reason: expect.stringMatching(/lacks a right in PostgreSQL.*\(permission denied for table event\)$/),
      });
      expect((await inspectDatabase(place)).missingRight).toMatch(/^one of SELECT.* on .*\.event$/);
    } finally {
      await weak.close();
      await run(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  it('with a missing table is detected by `inspectDatabase`', async () => {
    const look = async () => (await inspectDatabase({ url: scene.url, schema: scene.schema })).missingTable;
    expect(await look()).toBeUndefined();
    await run('ALTER TABLE SCHEMA.call RENAME TO elsewhere');
    expect(await look()).toBe('call');
    await run('ALTER TABLE SCHEMA.elsewhere RENAME TO call');
  });

  it.each(['40001', '40P01'])(
    'is unavailable if other transactions block all of its own (%s)',
    async code => {
      await acceptPlanned(store, queued(update('1001')));
      const [claim] = await claimDue(store, noon);
      if (!claim) throw new Error('one was expected');
      await refuse('attempt', code);
      await expect(store.settle(claim, delivered(claim.call), attempt())).rejects.toThrow(
        'PostgreSQL could not write, because other transactions blocked it each time',
      );
      await run('DROP TRIGGER refuse ON SCHEMA.attempt');
      expect(await store.settle(claim, delivered(claim.call), attempt())).toBe(true);
    },
  );

  it('keeps the claim of a call whose result is refused, and writes the results of other calls', async () => {
    for (const customer of ['1001', '2002', '3003'])
      await acceptPlanned(store, queued(update(customer, customer)));
    const claims = await claimDue(store, noon);
    const second = claims.find(({ call }) => contentOf(call) === '2002');
    if (!second) throw new Error('three were expected');
    await refuse('attempt', 'P0001', `NEW.call = ${second.callId}`);
    const settled = await Promise.allSettled(
      claims.map(each => store.settle(each, delivered(each.call), attempt())),
    );
    const refused = settled.filter(each => each.status === 'rejected');
    expect(refused).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ name: 'StatementRefused', code: 'P0001' }) },
    ]);
    expect(await claimDue(store, noon)).toEqual([]);
    await run('DROP TRIGGER refuse ON SCHEMA.attempt');
    expect(await store.settle(second, delivered(second.call), attempt())).toBe(true);
  });
});

describe('the health of the store', () => {
  it('is bad, with the reason, while a table is missing or locked', async () => {
    await run('ALTER TABLE SCHEMA.dedupe RENAME TO elsewhere');
    expect(await store.health()).toEqual({
      writable: false,
      reason: 'the tables of the store in PostgreSQL were changed',
    });
    await run('ALTER TABLE SCHEMA.elsewhere RENAME TO dedupe');
    expect(await store.health()).toEqual({ writable: true });
    const other = new pg.Client({ connectionString: scene.url });
    await other.connect();
    await other.query(`BEGIN; LOCK TABLE ${scene.schema}.event IN SHARE MODE`);
    expect(await store.health()).toMatchObject({
      writable: false,
      reason: expect.stringMatching(/^PostgreSQL (?:did not respond within two seconds|took too long)/),
    });
    await other.end();
    expect(await store.health()).toEqual({ writable: true });
  });
});
